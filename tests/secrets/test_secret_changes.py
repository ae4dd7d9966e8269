"""A sealed answer is changed silently: two worlds, in one of which a player changes each of their sealed answers.

They do so twice, and end where they began. Everything that leaves for others, then and later, is the same in both.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path as File
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Move, Path, Table
from host.delivery import Delivery
from host.play import step_facts
from host.play.loaded_match import LoadedMatch, Origin
from host.play.match_log import MatchLog
from host.play.seen import Seen
from model.kinds import How
from model.match import MatchFacts, MessageRef
from opponents.random import play_random
from tests.engines.facts import FACTS, brief, seats_near
from tests.engines.matches import play as play_at_random
from tests.secrets.dream import FIRST, SPECTATOR, Night, Screens, compare, pictures

CHANGER = FIRST + 1
TIMES = 2  # that an answer is changed
SEALED = {key: facts.sealed for key, facts in FACTS.items() if facts.sealed}
SIGNALS = {"tour": "custom", "course": "FFFF FFFF", "doping": "on", "tests": "pick", "collusion": "on"}


class World(Night):
    """A host that sends each message once."""

    async def deliver(self, message: Delivery, /) -> MessageRef | None:
        return await self.sender.deliver(message)

    async def sent(self) -> Screens:
        """What the outbox has for everyone but the changer."""
        await self.post()
        return [sent for sent in self.wire.take() if sent.reader != CHANGER]

    async def rests(self, match: int) -> Any:
        """Since when the match has rested and which seats it waits for, and what is owed to it when."""
        header = await self.header(match)
        owed = [(deadline.kind, deadline.seat, deadline.due) for deadline in await self.store.deadlines(match)]
        return (
            header.changed,
            header.seats,
            header.vote,
            owed,
            await self.store.next_due(),
            await self.store.next_post(),
        )


@pytest.fixture
async def worlds(tmp_path: File, log_lines: list[Any], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[World]]:
    # the true dice depend on the number of the row, which no one can tell from them
    monkeypatch.setattr("host.play.match_log.dice_of", lambda *_: SeededDice(b"two worlds", 1))
    monkeypatch.setattr(step_facts, "EASY_WORLDS", 3)  # what is easy tells nothing either way
    both = [
        await World.begin(f"sqlite+aiosqlite:///{tmp_path}/{name}.db", 1, log_lines) for name in ("still", "changed")
    ]
    yield both
    for world in both:
        await world.store.close()


async def play(worlds: list[World], game: str, seats: int, most: int, **options: Any) -> set[str]:
    """Up to this many positions in both worlds; returns the stages in which an answer was changed."""
    still, changed = worlds
    match, _ = [await world.deal(game, seats, **options) for world in worlds]
    rng = Random(seats)
    stages = set[str]()
    for _ in range(most):
        public = await still.matches.see(match, None)
        if public.match.phase != "running":
            break  # now everyone may know of it
        if None in public.view.waiting:
            for world in worlds:
                world.now.later(86400)
                await world.clock.work()
            continue
        # the changer answers first, so that the others can look at it
        seats_due = [seat for seat in public.view.waiting if seat is not None]
        user = CHANGER if CHANGER - FIRST in seats_due else FIRST + seats_due[0]
        own = await still.matches.see(match, user)
        path = play_random(own.game, own.view, rng)
        for world in worlds:
            await world.matches.play(match, user, path, own.fingerprint, None)
            world.now.later(700)
        compare(f"the post after {public.view.stage}", *[await world.sent() for world in worlds])
        now = await still.matches.see(match, CHANGER)
        if user == CHANGER and now.view.sealed and now.seat not in now.view.waiting and now.ask() is not None:
            stages.add(now.view.stage)
            await change(changed, match, own, path, rng)
            assert await changed.sent() == []
            assert await still.rests(match) == await changed.rests(match)
            other = rng.choice([SPECTATOR, *(FIRST + seat for seat in range(seats) if FIRST + seat != CHANGER)])
            compare(f"a look of {other}", *[await world._screens(match, other, ()) for world in worlds])
    changes = sum(row.how == How.CHANGED for row in await changed.store.log(match))
    assert changes >= TIMES
    assert len(await changed.store.log(match)) == changes + len(await still.store.log(match))
    return stages


async def change(world: World, match: int, own: Seen, path: Path, rng: Random) -> None:
    """Another answer, some time later, and then the first one again."""
    for other in (*(play_random(own.game, own.view, rng) for _ in range(TIMES - 1)), path):
        await world.matches.play(match, CHANGER, other, None, None)


@pytest.mark.parametrize("key", SEALED)
async def test_nobody_else_can_tell_that_sealed_answers_were_changed(worlds: list[World], key: str) -> None:
    most, options, stages = SEALED[key]
    with pictures(key, drawn=False):
        assert await play(worlds, key, 3, most, **options) == stages


@pytest.mark.parametrize("key", GAMES)
def test_every_game_with_sealed_stages_is_looked_at(key: str) -> None:
    game = GAMES[key]
    match = play_at_random(game, Table(seats_near(key, 3), brief(key), game.spec.rules), 1)
    stages = {view.stage for view in (game.view(match.load(saved), None) for saved in match.states) if view.sealed}
    assert bool(stages) == (key in SEALED), f"{key} seals {stages}: say in its facts how `sealed` is played to them"


@pytest.mark.long
@pytest.mark.parametrize("seats", [4, 6, 7])
async def test_nobody_else_can_tell_it_in_weekends_with_signals(worlds: list[World], seats: int) -> None:
    with pictures("legstrong", drawn=False):
        assert await play(worlds, "legstrong", seats, 150, **SIGNALS) >= {"el", "attack", "sprint"}


async def test_a_change_that_moves_the_board_is_found(worlds: list[World], monkeypatch: pytest.MonkeyPatch) -> None:
    async def step_instead(match_log: MatchLog, opened: LoadedMatch, move: Move, by: Origin) -> MatchFacts:
        return await match_log.step(opened, move, by)

    monkeypatch.setattr(MatchLog, "amend", step_instead)
    with pictures("pistard", drawn=False), pytest.raises(AssertionError):
        await play(worlds, "pistard", 3, 2)
