"""Whole matches through the house, from the lobby to the result, and once more from their log."""

import random
from pathlib import Path
from typing import Any

import pytest

from db.codec import encode
from engines.dice import RecordedDice, SeededDice
from engines.table import Event, Move, Table
from tests.host.evening import ADA, BO, CY, DEE, Evening, told


async def replayed(evening: Evening, match: int) -> bytes:
    """The last snapshot, made anew from the log: moves and their recorded draws."""
    header = await evening.header(match)
    game = evening.matches.games[header.game]
    start, *moves = [row for row in await evening.log(match) if row.kind in ("start", "move")]
    state, events = game.setup(Table(len(header.seats), header.options, header.rules), RecordedDice(start.draws))
    assert plain(events) == plain(start.events)
    for row in moves:
        events = game.apply(state, Move(row.by, row.path), RecordedDice(row.draws))
        assert plain(events) == plain(row.events)
    return encode(game.spec, state)


def plain(events: list[Event]) -> list[tuple[Any, ...]]:
    """Events as they come out of the store, where each sequence is a tuple."""
    return [
        (event.kind, event.to, {k: tuple(v) if isinstance(v, list) else v for k, v in event.data.items()})
        for event in events
    ]


async def check(evening: Evening, match: int) -> None:
    """The match is over, its log is complete, and replay and snapshot agree."""
    header, log = await evening.header(match), await evening.log(match)
    assert header.phase == "over"
    assert [row.seq for row in log] == list(range(1, header.seq + 1))
    assert await evening.owed(match) == []
    assert await replayed(evening, match) == await evening.body(match)
    for row in log:
        dice = SeededDice(header.key, row.seq)
        for draw in row.draws:
            if draw.sides:
                dice.roll(draw.why, draw.sides, len(draw.fell))
            else:
                dice.shuffle(draw.why, [""] * len(draw.fell))
        assert dice.draws == row.draws


async def test_two_persons_and_two_computers_ride_pistard_to_the_end(evening: Evening) -> None:
    match = await evening.play(ADA, BO, opponents=["random", "random"], target="6")
    seen = await evening.play_on(match, random.Random(7))
    assert seen.view.over
    assert sorted(standing.seat for standing in seen.standings) == [0, 1, 2, 3]
    hows = {(row.by in (0, 1), row.how) for row in await evening.log(match) if row.kind == "move"}
    assert hows >= {(True, "player"), (False, "computer")}
    assert hows <= {(True, "player"), (True, "forced"), (False, "computer")}
    await check(evening, match)


@pytest.mark.parametrize("seed", range(3))
async def test_four_persons_ride_a_tour_to_the_end(evening: Evening, seed: int) -> None:
    match = await evening.play(ADA, BO, CY, DEE, game="tiny", legs="3")
    rng = random.Random(seed)
    seen = await evening.play_on(match, rng)
    assert seen.view.over
    assert sum(standing.points for standing in seen.standings) == 3
    await check(evening, match)
    assert told(await evening.deliver())[-1] == ("result", None)


async def test_a_match_goes_on_over_a_restart_at_every_step(evening: Evening, tmp_path: Path) -> None:
    match, rng = await evening.play(ADA, BO, game="tiny"), random.Random(1)
    morning, days = evening, 0
    while (await morning.header(match)).phase == "running":
        seq = (await morning.header(match)).seq
        await morning.play_on(match, rng, until=lambda seen, old=seq: seen.match.seq > old)
        await morning.store.close()
        morning, days = await Evening.begin(tmp_path / "house.db", evening.now), days + 1
    await check(morning, match)
    assert days >= 6
    await morning.store.close()
