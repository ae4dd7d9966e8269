"""Table talk: a rider speaks after a turn that turned the match, once in each part, and tells no secret."""

from __future__ import annotations

import asyncio

import pytest

from engines.table import Path
from host.thinking import talk
from model.kinds import PostKind
from opponents.random import play_random
from opponents.thinking import Ranking, Weighed
from opponents.worker import Given, Question, Swing, Task
from tests.host.desk import Desk
from tests.host.evening import ADA, BO, GAMES, Evening

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("rope")]

TALK = (PostKind.CHEER, PostKind.GROAN)
ONE: Path = ("1",)


class Audience(Desk):
    """A pool in which riders climb a knot, and each turn changes the match as much as it is said to."""

    def __init__(self) -> None:
        super().__init__()
        self.swings: list[float] = [0.0, 0.0, 0.0]
        self.looked: list[Swing] = []
        self.free = True

    @property
    def is_free(self) -> bool:
        return self.free

    async def think(self, question: Question) -> Ranking | None:
        return [Weighed(GAMES[question.game].fallback(question.view))]

    async def do(self, task: Task) -> Given | None:
        assert isinstance(task, Swing)
        self.looked.append(task)
        return self.swings


@pytest.fixture
def pool() -> Audience:
    return Audience()


async def settled(evening: Evening) -> None:
    for _ in range(20):
        await evening.owe()
        await asyncio.sleep(0.002)


async def said(evening: Evening) -> list[tuple[PostKind, int | None]]:
    """What riders say, with their seats."""
    await settled(evening)
    return [(m.post.kind, m.post.seat) for m in await evening.deliver() if m.post.kind in TALK]


@pytest.mark.parametrize(("swings", "kind"), [([-0.3, 0.1, 0.3], PostKind.CHEER), ([0.4, 0.0, -0.4], PostKind.GROAN)])
async def test_the_rider_speaks_whose_chance_has_changed_most(
    evening: Evening, pool: Audience, swings: list[float], kind: PostKind
) -> None:
    match = await evening.play(ADA, opponents=["loner", "shadow"], game="rope")
    pool.swings = swings
    await evening.answer(match, ADA, ONE)
    assert await said(evening) == [(kind, 2)]
    assert pool.looked[0].before.waiting != pool.looked[0].after.waiting


async def test_no_one_speaks_after_a_turn_that_changes_little(evening: Evening, pool: Audience) -> None:
    match = await evening.play(ADA, opponents=["loner", "shadow"], game="rope")
    pool.swings = [0.1, talk.TURNED - 0.01, -0.1]
    await evening.answer(match, ADA, ONE)
    assert await said(evening) == []
    assert pool.looked


async def test_one_speaks_in_a_part_of_the_match_whatever_happens_and_in_whatever_process(
    evening: Evening, pool: Audience
) -> None:
    match = await evening.play(ADA, opponents=["loner", "shadow"], game="rope")
    pool.swings = [0.0, 0.5, 0.0]
    for count in (1, 0, 0):
        await evening.answer(match, ADA, ONE)
        assert len(await said(evening)) == count


@pytest.mark.parametrize("opponents", [["champion", "sparring"], ["fair", "easy"]])
async def test_other_computers_say_nothing(evening: Evening, pool: Audience, opponents: list[str]) -> None:
    match = await evening.play(ADA, opponents=opponents, game="rope")
    pool.swings = [0.0, 0.5, 0.5]
    await evening.answer(match, ADA, ONE)
    assert await said(evening) == []
    assert not pool.looked


async def test_while_everybody_thinks_no_one_looks(evening: Evening, pool: Audience) -> None:
    match = await evening.play(ADA, opponents=["loner", "shadow"], game="rope")
    pool.free, pool.swings = False, [0.0, 0.5, 0.0]
    await evening.answer(match, ADA, ONE)
    assert await said(evening) == []
    assert not pool.looked


async def test_nothing_is_looked_at_within_a_sealed_stage_and_only_what_all_can_see(
    evening: Evening, pool: Audience
) -> None:
    match = await evening.play(ADA, BO, opponents=["gambler"], game="tiny")
    await evening.think(match)
    game, views = GAMES["tiny"], list[bool]()
    pool.swings = [0.0, 0.0, 0.5]
    for _ in range(20):
        seen = await evening.matches.see(match, None)
        if seen.match.phase != "running":
            break
        views.append(seen.view.sealed)
        for user in (ADA, BO):
            own = await evening.matches.see(match, user)
            if own.match.phase == "running" and own.seat in own.view.waiting:
                await evening.answer(match, user, play_random(game, own.view, evening.house._match_log.rng))
        await settled(evening)
        evening.now.later(30)
    assert any(views)
    assert all(view.viewer is None and not view.sealed for task in pool.looked for view in (task.before, task.after))
