"""Why a puzzle's best answer is the best: thought out once for all who ask, and again after no one could think."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

import opponents.reasons
from host.coach import reasons
from host.coach.reasons import Reasons
from opponents import worker
from opponents.reasons import reason
from opponents.thinking import Budget
from opponents.worker import Explain
from tests.host.coach.planted import STOCK
from tests.host.desk import Beside
from tests.host.evening import Evening

pytestmark = pytest.mark.quick


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Beside:
    monkeypatch.setattr(worker, "reason", partial(reason, budget=Budget(rounds=1)))
    monkeypatch.setattr(opponents.reasons, "SHOWN", 4)
    return Beside()


async def test_it_is_thought_out_once_for_all_who_ask(evening: Evening, pool: Beside) -> None:
    evening.house.puzzles._stock = lambda: STOCK
    posed, known = await evening.house.puzzles.today(), Reasons(pool)
    first, *others = await asyncio.gather(*(known.reason(posed) for _ in range(50)))
    assert first is not None and all(other is first for other in others) and len(pool.tasks) == 1
    (second, _), *_ = posed.stored.puzzle.costs
    assert (first.best.path, first.other.path) == (posed.stored.puzzle.best, second)
    assert pool.tasks == [Explain(posed.stored.puzzle.game, posed.view, (first.best.path, second), posed.stored.id)]
    assert await Reasons(pool).reason(posed) == first, "another process tells the same"


async def test_when_nobody_can_think_there_is_none_yet(evening: Evening, pool: Beside) -> None:
    evening.house.puzzles._stock = lambda: STOCK
    posed, known = await evening.house.puzzles.today(), Reasons(pool)
    pool.is_closed = True
    assert await known.reason(posed) is None
    pool.is_closed = False
    assert await known.reason(posed) is not None


async def test_old_ones_are_thought_out_again(evening: Evening, pool: Beside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasons, "KEPT", 1)
    evening.house.puzzles._stock = lambda: STOCK
    first, known = await evening.house.puzzles.today(), Reasons(pool)
    evening.now.later(86400.0)
    for posed in (first, await evening.house.puzzles.today(), first):
        await known.reason(posed)
    assert len(pool.tasks) == 3
