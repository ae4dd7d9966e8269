"""Opponents that think: nothing waits for them, each thought is thought once, and none is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from host.lobby.lobby import MatchRequest
from host.play.step_facts import SEALED_THOUGHT
from model.kinds import Thinking
from tests.driver import PATIENCE
from tests.host.desk import Desk
from tests.host.evening import ADA, BO, CY, Evening

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("rope")]


@pytest.fixture
def pool() -> Desk:
    return Desk()


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    """Wait until that is so."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if await true():
                return
            await asyncio.sleep(0.005)


async def at_desk(evening: Evening, pool: Desk, count: int) -> None:
    """Let the clock hand over what is due, until so many thoughts in all have been begun."""

    async def begun() -> bool:
        await evening.owe()
        return len(pool.asked) >= count

    await until(begun)


async def grown(evening: Evening, match: int, seq: int) -> None:
    """Wait for a log row of that number."""

    async def there() -> bool:
        return (await evening.header(match)).seq >= seq

    await until(there)


async def settled(evening: Evening) -> None:
    """Let every task that could do something do it."""
    for _ in range(20):
        await asyncio.sleep(0.005)
        await evening.owe()


async def kinds(evening: Evening, match: int) -> list[tuple[str, int | None]]:
    return [(deadline.kind, deadline.seat) for deadline in await evening.store.deadlines(match)]


async def test_no_press_waits_for_a_thought(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, opponents=["champion"], game="rope")
    seen = await evening.answer(match, ADA, ("2",))
    assert seen.view.waiting == (1,)
    assert await kinds(evening, match) == [(Thinking.THINK, 1)]
    await at_desk(evening, pool, 1)
    [(question, _)] = pool.asked
    assert (question.game, question.level, question.view.viewer) == ("rope", "champion", 1)
    pool.answer(("3",))
    await grown(evening, match, seen.match.seq + 1)
    row = (await evening.log(match))[-1]
    assert (row.how, row.by, row.path, row.user) == ("computer", 1, ("3",), None)


async def test_an_answer_against_the_rules_is_a_fault_that_the_log_names(
    evening: Evening, pool: Desk, reports: list[Any]
) -> None:
    match = await evening.play(ADA, opponents=["champion"], game="rope")
    await evening.answer(match, ADA, ("2",))
    await at_desk(evening, pool, 1)
    pool.answer(("no.such.knot",))
    await settled(evening)
    assert [line["event"] for line in reports if line["log_level"] == "error"] == ["thought can't be followed"]
    assert await kinds(evening, match) == [(Thinking.THINK, 1)]


async def test_a_match_can_be_changed_while_somebody_thinks_about_it(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, BO, opponents=["champion"], game="rope")
    await evening.answer(match, ADA, ("2",))
    seen = await evening.answer(match, BO, ("2",))
    await at_desk(evening, pool, 1)
    undone = await evening.matches.undo(match, BO, seen.fingerprint, evening.press())
    assert undone.view.waiting == (1,)
    pool.answer(("3",))
    await settled(evening)
    assert (await evening.header(match)).seq == undone.match.seq, "it was an answer to something else"
    await evening.answer(match, BO, ("1",))
    await at_desk(evening, pool, 2)
    pool.answer(("4",))
    await grown(evening, match, undone.match.seq + 2)
    assert (await evening.log(match))[-1].path == ("4",)


async def test_after_an_undo_the_same_question_gets_the_same_answer_without_a_thought(
    evening: Evening, pool: Desk
) -> None:
    match = await evening.play(ADA, opponents=["champion"], game="rope")
    seen = await evening.answer(match, ADA, ("2",))
    await at_desk(evening, pool, 1)
    pool.answer(("2",))
    await grown(evening, match, seen.match.seq + 1)
    undone = await evening.matches.undo(match, ADA, None, evening.press())
    await evening.answer(match, ADA, ("2",))
    await evening.owe()
    await grown(evening, match, undone.match.seq + 2)
    row = (await evening.log(match))[-1]
    assert (row.how, row.by, row.path, len(pool.asked)) == ("computer", 1, ("2",), 1)


async def test_a_thought_goes_on_where_others_change_what_it_is_not_about(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, BO, CY, opponents=["strong"], game="rope")
    for user in (ADA, BO, CY):
        await evening.answer(match, user, ("2",))
    await at_desk(evening, pool, 1)
    await evening.seats.resign(match, BO, evening.press())
    await settled(evening)
    assert len(pool.asked) == 1
    seq = (await evening.header(match)).seq
    pool.answer(("3",))
    await grown(evening, match, seq + 1)
    [mine] = [row.path for row in await evening.log(match) if row.by == 3]
    assert mine == ("3",)


async def test_where_nobody_can_think_the_fair_one_answers(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, opponents=["champion"], game="rope")
    seen = await evening.answer(match, ADA, ("2",))
    await at_desk(evening, pool, 1)
    pool.answer()
    await grown(evening, match, seen.match.seq + 1)
    assert (await evening.log(match))[-1].how == "computer"


async def test_what_was_thought_about_when_the_process_died_is_thought_about_by_the_next(
    evening: Evening, pool: Desk
) -> None:
    match = await evening.play(ADA, opponents=["champion"], game="rope")
    seen = await evening.answer(match, ADA, ("2",))
    await at_desk(evening, pool, 1)
    await evening.house.thoughts.stop()
    await evening.store.forget_leases(evening.now())
    other = Desk()
    after = Evening(evening.store, evening.url, evening.now, pool=other)
    await at_desk(after, other, 1)
    other.answer(("3",))
    await grown(after, match, seen.match.seq + 1)
    assert (await after.log(match))[-1].path == ("3",)


async def test_others_who_take_deadlines_leave_one_that_is_thought_about(
    evening: Evening, pool: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.thinking.thoughts.RENEWED", 0.01)
    match = await evening.play(ADA, opponents=["champion"], game="rope")
    await evening.answer(match, ADA, ("2",))
    await at_desk(evening, pool, 1)
    evening.now.later(59)

    async def renewed() -> bool:
        free = await evening.store.next_due()
        return free is not None and free > evening.now() + 50

    await until(renewed)


# --- sealed stages


async def test_sealed_thoughts_are_thought_once_each_and_told_at_the_moments_that_were_drawn(
    evening: Evening, pool: Desk
) -> None:
    match = await evening.play(ADA, BO, opponents=["champion", "champion"], game="tiny")
    await at_desk(evening, pool, 2)
    moments = {deadline.seat: deadline.due for deadline in await evening.owed(match)}
    assert all(low <= due - evening.now() <= high for due in moments.values() for low, high in [SEALED_THOUGHT])
    await evening.answer(match, ADA, ("0", "-"))
    await settled(evening)
    assert {d.seat: d.due for d in await evening.owed(match)} == moments, "they are drawn once a stage"
    assert sorted(question.view.viewer or 0 for question, _ in pool.asked) == [2, 3]
    before = (await evening.header(match)).seq
    pool.answer(("1", "-"))
    pool.answer(("2", "-"))
    await settled(evening)
    assert (await evening.header(match)).seq == before, "nothing is told by when it was thought"
    evening.now.time = max(moments.values())
    await evening.owe()
    paths = {row.by: row.path for row in await evening.log(match) if row.how == "computer"}
    assert sorted(paths.values()) == [("1", "-"), ("2", "-")]
    assert len(pool.asked) == 2


async def test_who_has_not_thought_of_a_sealed_answer_by_then_gives_a_fair_one(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, opponents=["strong"], game="tiny")
    await at_desk(evening, pool, 1)
    evening.now.later(SEALED_THOUGHT[1])
    await evening.owe()
    [row] = [row for row in await evening.log(match) if row.how == "computer"]
    assert row.by == 1
    pool.answer(("0", "-"))
    await settled(evening)
    assert [row.by for row in await evening.log(match) if row.how == "computer"] == [1]


async def test_alone_a_sealed_answer_comes_as_soon_as_it_is_thought_of(evening: Evening, pool: Desk) -> None:
    ada = evening.person(ADA)
    match = await evening.house.solo.open(MatchRequest("tiny", {}), "champion", ada)
    await evening.house.solo.begin(match, ada)
    await at_desk(evening, pool, 1)
    assert await evening.owed(match.id) == []
    seq = (await evening.header(match.id)).seq
    pool.answer(("0", "-"))
    await grown(evening, match.id, seq + 1)
    assert (await evening.log(match.id))[-1].how == "computer"
