"""A changed sealed move leaves no trace for anyone else: no clock, order, number or record tells of it."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from db.store import Doubled
from engines.dice import SeededDice
from host.time.clocks import HOUR
from model.kinds import How, VoteKind
from tests.host.evening import ADA, BO, CY, DEE, Evening, addressed
from tests.host.replayed import check

BID, OTHER = ("0", "-"), ("1", "-")


@pytest.fixture
async def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Evening, Evening]]:
    """Two hosts alike, down to the dice: in the first no one changes an answer."""
    monkeypatch.setattr("host.play.match_log.dice_of", lambda *_: SeededDice(b"two worlds", 1))
    both = [await Evening.begin(f"sqlite+aiosqlite:///{tmp_path}/{name}.db") for name in ("still", "changed")]
    for world in both:
        monkeypatch.setattr(world, "press", itertools.count(1).__next__)
    yield both[0], both[1]
    for world in both:
        await world.store.close()


async def bidding(world: Evening, *opponents: str, clock: str = "none") -> int:
    """A match of the tiny game in which Ada has made her bid, and the others haven't."""
    people = (ADA, BO, CY)
    match = await world.play(*people, opponents=opponents, game="tiny", legs="2", clock=clock)
    await world.owe()
    await world.answer(match, ADA, BID)
    return match


async def change(world: Evening, match: int, times: int = 3) -> None:
    """Ada bids something else, a number of times, and at last the same as before."""
    for path in [*itertools.islice(itertools.cycle((OTHER, BID)), times - 1), BID]:
        await world.matches.play(match, ADA, path, None, 10**6 + (await world.header(match)).seq)


async def owed(world: Evening, match: int) -> list[tuple[str, int | None, float]]:
    return [(deadline.kind, deadline.seat, deadline.due) for deadline in await world.store.deadlines(match)]


async def sealed_answers(world: Evening, match: int) -> dict[str, Any]:
    """What anyone but Ada can learn of a match."""
    house = world.house
    found: dict[str, Any] = {"export": await house.exports.export(match), "owed": await owed(world, match)}
    header = await world.header(match)
    found["header"] = header.changed, header.seats, header.vote
    found["queues"] = await world.store.next_due(), await world.store.next_post()
    for user in (BO, CY, DEE, None):
        steps = await house.replays.steps(match, user)
        frames = [await house.replays.frame(match, user, seq) for seq in steps]
        shown = [(frame.at, frame.news, frame.seen.view, frame.seen.number) for frame in frames if frame]
        heard = [(row.kind, row.at, events) for row, events in await house.matches.history(match, user) if events]
        seen = await house.matches.see(match, user)
        found[f"of {user}"] = shown, heard, seen.view, seen.number, await house.matches.can_undo(seen)
        if user is not None:
            found[f"for {user}"] = await house.replays.last_move(match, user), await house.privacy.export_of(user)
    return found


async def test_nothing_that_others_can_learn_changes(worlds: tuple[Evening, Evening]) -> None:
    still, changed = worlds
    match, _ = [await bidding(world, "easy", clock="live") for world in worlds]
    for world in worlds:
        await world.deliver()
        world.now.later(2)
    await change(changed, match)
    assert await changed.deliver() == []
    assert await sealed_answers(still, match) == await sealed_answers(changed, match)
    for user, path in ((BO, OTHER), (CY, BID)):
        for world in worlds:
            await world.answer(match, user, path)
            await world.think(match)
        messages = [addressed(await world.deliver()) for world in worlds]
        assert messages[0] == messages[1] != []
        assert await sealed_answers(still, match) == await sealed_answers(changed, match)
    rows = await changed.log(match)
    assert [row.how for row in rows if row.kind == "move" and row.by == 0][:4] == [
        "player",
        How.CHANGED,
        How.CHANGED,
        How.CHANGED,
    ]
    assert [row.seq for row in rows] == list(range(1, (await changed.header(match)).seq + 1))


async def test_a_computer_bids_no_later_for_it(worlds: tuple[Evening, Evening]) -> None:
    still, changed = worlds
    match, _ = [await bidding(world, "easy") for world in worlds]
    [computer] = await still.owed(match)
    due = computer.due
    assert computer.kind == "computer"
    changed.now.time = due - 0.5
    await change(changed, match)
    assert await owed(still, match) == await owed(changed, match)
    for world in worlds:
        world.now.time = due + 0.5
    await change(changed, match, times=1)  # which doesn't hurry it either: the clock sees to it
    assert await owed(still, match) == await owed(changed, match)
    for world in worlds:
        await world.owe()
    assert [(await world.log(match))[-1].at for world in worlds] == [due + 0.5] * 2
    assert (await changed.matches.see(match, None)).view.waiting == (1, 2)


async def test_a_reminder_that_the_clock_has_in_its_hands_arrives_all_the_same(worlds: tuple[Evening, Evening]) -> None:
    messages: list[Any] = []
    for world, times in zip(worlds, (0, 2), strict=True):
        match = await bidding(world, clock="daily")
        await world.deliver()
        world.now.time = min(deadline.due for deadline in await world.store.deadlines(match) if deadline.kind == "half")
        taken = await world.store.due(world.now(), 20)
        assert {deadline.kind for deadline in taken} >= {"half"}
        if times:
            await change(world, match, times)
        for deadline in taken:
            await world.house.scheduler._play(deadline)
        await world.owe()
        messages.append(addressed(await world.deliver()))
    assert messages[0] == messages[1]
    assert {("half", BO), ("half", CY)} <= {*messages[0]}


async def test_a_vote_goes_on_as_it_was(worlds: tuple[Evening, Evening]) -> None:
    match, _ = [await bidding(world) for world in worlds]
    for world in worlds:
        await world.votes.open(match, BO, VoteKind.PAUSE, None, world.press())
    await change(worlds[1], match)
    assert await sealed_answers(worlds[0], match) == await sealed_answers(worlds[1], match)
    for world in worlds:
        world.now.later(100 * HOUR)
        await world.owe()
    assert await sealed_answers(worlds[0], match) == await sealed_answers(worlds[1], match)


async def test_the_match_that_has_rested_longest_stays_the_first(evening: Evening) -> None:
    first = await bidding(evening)
    evening.now.later(HOUR)
    second = await bidding(evening)
    evening.now.later(HOUR)
    await change(evening, first)
    assert [match.id for match in await evening.matches.mine(BO)] == [first, second]
    assert [seen.match.id for seen in await evening.matches.asked(BO)] == [first, second]


async def test_a_person_who_changes_it_sees_it_in_their_history_and_no_one_else(evening: Evening) -> None:
    match = await bidding(evening)
    before = await evening.house.replays.last_move(match, ADA)
    await evening.matches.play(match, ADA, OTHER, None, evening.press())
    for user, bids in ((ADA, [0, 1]), (BO, []), (None, [])):
        events = [event for _, heard in await evening.matches.history(match, user) for event in heard]
        assert [event.data["watts"] for event in events if event.kind == "bid"] == bids
        assert sum(event.kind == "sealed" for event in events) == 1
    steps = [len(await evening.house.replays.steps(match, user)) for user in (ADA, BO)]
    assert steps[0] == steps[1] + 1
    assert await evening.house.replays.last_move(match, ADA) == before
    assert await evening.house.replays.steps(match, ADA, before) == []


async def test_the_export_counts_it_after_the_end_only(evening: Evening) -> None:
    match = await bidding(evening)
    await change(evening, match)
    running = json.loads(await evening.house.exports.export(match))["log"]
    assert [row["seq"] for row in running] == list(range(1, len(running) + 1))
    assert How.CHANGED not in {row["how"] for row in running}
    await evening.play_on(match, random.Random(1))
    log = await evening.log(match)
    ended = json.loads(await evening.house.exports.export(match))["log"]
    assert [(row["seq"], row["how"]) for row in ended] == [(row.seq, row.how) for row in log]
    assert sum(row.how == How.CHANGED for row in log) == 3
    assert (await evening.house.exports.verify(match)).wrong == ()
    await check(evening, match)


async def test_it_is_no_move_in_time_of_a_career(worlds: tuple[Evening, Evening]) -> None:
    counts: list[int] = []
    for world, times in zip(worlds, (0, 3), strict=True):
        match = await bidding(world)
        if times:
            await change(world, match, times)
        await world.play_on(match, random.Random(1))
        counts += [result.in_time for result in await world.store.careers.results_of_match(match) if result.user == ADA]
    assert counts[0] == counts[1] > 0


async def test_the_same_press_twice_changes_it_once(evening: Evening) -> None:
    match, interaction_id = await bidding(evening), evening.press()
    await evening.matches.play(match, ADA, OTHER, None, interaction_id)
    rows = len(await evening.log(match))
    with pytest.raises(Doubled):
        await evening.matches.play(match, ADA, OTHER, None, interaction_id)
    assert len(await evening.log(match)) == rows
