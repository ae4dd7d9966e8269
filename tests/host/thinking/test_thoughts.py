"""Opponents that think: nothing waits for them, each thought is thought once, and none is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from host.lobby.lobby import MatchRequest
from host.play.step_facts import SEALED_THOUGHT
from host.thinking.pool import ThoughtPool
from model.kinds import Thinking
from opponents.thinking import Ranking
from opponents.worker import Question
from tests.driver import PATIENCE
from tests.engines.facts import brief
from tests.host.desk import Desk
from tests.host.evening import ADA, BO, CY, Evening

pytestmark = pytest.mark.quick


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
async def thoughtful(house_url: str, rope: None, desk: Desk) -> AsyncIterator[Evening]:
    """An evening whose opponents think at that desk."""
    evening = await Evening.begin(house_url, pool=desk)
    yield evening
    await evening.house.thoughts.stop()
    await evening.store.close()


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    """Wait until that is so."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if await true():
                return
            await asyncio.sleep(0.005)


async def at_desk(evening: Evening, desk: Desk, count: int) -> None:
    """Let the clock hand over what is due, until so many thoughts in all have been begun."""

    async def begun() -> bool:
        await evening.owe()
        return len(desk.asked) >= count

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


async def test_no_press_waits_for_a_thought(thoughtful: Evening, desk: Desk) -> None:
    match = await thoughtful.play(ADA, opponents=["champion"], game="rope")
    seen = await thoughtful.answer(match, ADA, ("2",))
    assert seen.view.waiting == (1,)
    assert await kinds(thoughtful, match) == [(Thinking.THINK, 1)]
    await at_desk(thoughtful, desk, 1)
    [(question, _)] = desk.asked
    assert (question.game, question.level, question.view.viewer) == ("rope", "champion", 1)
    desk.answer(("3",))
    await grown(thoughtful, match, seen.match.seq + 1)
    row = (await thoughtful.log(match))[-1]
    assert (row.how, row.by, row.path, row.user) == ("computer", 1, ("3",), None)


async def test_a_match_can_be_changed_while_somebody_thinks_about_it(thoughtful: Evening, desk: Desk) -> None:
    match = await thoughtful.play(ADA, BO, opponents=["champion"], game="rope")
    await thoughtful.answer(match, ADA, ("2",))
    seen = await thoughtful.answer(match, BO, ("2",))
    await at_desk(thoughtful, desk, 1)
    undone = await thoughtful.matches.undo(match, BO, seen.fingerprint, thoughtful.press())
    assert undone.view.waiting == (1,)
    desk.answer(("3",))
    await settled(thoughtful)
    assert (await thoughtful.header(match)).seq == undone.match.seq, "it was an answer to something else"
    await thoughtful.answer(match, BO, ("1",))
    await at_desk(thoughtful, desk, 2)
    desk.answer(("4",))
    await grown(thoughtful, match, undone.match.seq + 2)
    assert (await thoughtful.log(match))[-1].path == ("4",)


async def test_after_an_undo_the_same_question_gets_the_same_answer_without_a_thought(
    thoughtful: Evening, desk: Desk
) -> None:
    match = await thoughtful.play(ADA, opponents=["champion"], game="rope")
    seen = await thoughtful.answer(match, ADA, ("2",))
    await at_desk(thoughtful, desk, 1)
    desk.answer(("2",))
    await grown(thoughtful, match, seen.match.seq + 1)
    undone = await thoughtful.matches.undo(match, ADA, None, thoughtful.press())
    await thoughtful.answer(match, ADA, ("2",))
    await thoughtful.owe()
    await grown(thoughtful, match, undone.match.seq + 2)
    row = (await thoughtful.log(match))[-1]
    assert (row.how, row.by, row.path, len(desk.asked)) == ("computer", 1, ("2",), 1)


async def test_a_thought_goes_on_where_others_change_what_it_is_not_about(thoughtful: Evening, desk: Desk) -> None:
    match = await thoughtful.play(ADA, BO, CY, opponents=["strong"], game="rope")
    for user in (ADA, BO, CY):
        await thoughtful.answer(match, user, ("2",))
    await at_desk(thoughtful, desk, 1)
    await thoughtful.seats.resign(match, BO, thoughtful.press())
    await settled(thoughtful)
    assert len(desk.asked) == 1
    seq = (await thoughtful.header(match)).seq
    desk.answer(("3",))
    await grown(thoughtful, match, seq + 1)
    [mine] = [row.path for row in await thoughtful.log(match) if row.by == 3]
    assert mine == ("3",)


async def test_where_nobody_can_think_the_fair_one_answers(thoughtful: Evening, desk: Desk) -> None:
    match = await thoughtful.play(ADA, opponents=["champion"], game="rope")
    seen = await thoughtful.answer(match, ADA, ("2",))
    await at_desk(thoughtful, desk, 1)
    desk.answer()
    await grown(thoughtful, match, seen.match.seq + 1)
    assert (await thoughtful.log(match))[-1].how == "computer"


async def test_what_was_thought_about_when_the_process_died_is_thought_about_by_the_next(
    thoughtful: Evening, desk: Desk
) -> None:
    match = await thoughtful.play(ADA, opponents=["champion"], game="rope")
    seen = await thoughtful.answer(match, ADA, ("2",))
    await at_desk(thoughtful, desk, 1)
    await thoughtful.house.thoughts.stop()
    await thoughtful.store.forget_leases(thoughtful.now())
    other = Desk()
    after = Evening(thoughtful.store, thoughtful.url, thoughtful.now, pool=other)
    await at_desk(after, other, 1)
    other.answer(("3",))
    await grown(after, match, seen.match.seq + 1)
    assert (await after.log(match))[-1].path == ("3",)


async def test_whoever_else_takes_deadlines_leaves_one_that_is_thought_about(
    thoughtful: Evening, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.thinking.thoughts.RENEWED", 0.01)
    match = await thoughtful.play(ADA, opponents=["champion"], game="rope")
    await thoughtful.answer(match, ADA, ("2",))
    await at_desk(thoughtful, desk, 1)
    thoughtful.now.later(59)

    async def renewed() -> bool:
        free = await thoughtful.store.next_due()
        return free is not None and free > thoughtful.now() + 50

    await until(renewed)


# --- sealed stages


async def test_sealed_thoughts_are_thought_once_each_and_told_at_the_moments_that_were_drawn(
    thoughtful: Evening, desk: Desk
) -> None:
    match = await thoughtful.play(ADA, BO, opponents=["champion", "champion"], game="tiny")
    await at_desk(thoughtful, desk, 2)
    moments = {deadline.seat: deadline.due for deadline in await thoughtful.owed(match)}
    assert all(low <= due - thoughtful.now() <= high for due in moments.values() for low, high in [SEALED_THOUGHT])
    await thoughtful.answer(match, ADA, ("0", "-"))
    await settled(thoughtful)
    assert {d.seat: d.due for d in await thoughtful.owed(match)} == moments, "they are drawn once a stage"
    assert sorted(question.view.viewer or 0 for question, _ in desk.asked) == [2, 3]
    before = (await thoughtful.header(match)).seq
    desk.answer(("1", "-"))
    desk.answer(("2", "-"))
    await settled(thoughtful)
    assert (await thoughtful.header(match)).seq == before, "nothing is told by when it was thought"
    thoughtful.now.time = max(moments.values())
    await thoughtful.owe()
    paths = {row.by: row.path for row in await thoughtful.log(match) if row.how == "computer"}
    assert sorted(paths.values()) == [("1", "-"), ("2", "-")]
    assert len(desk.asked) == 2


async def test_who_has_not_thought_of_a_sealed_answer_by_then_gives_a_fair_one(thoughtful: Evening, desk: Desk) -> None:
    match = await thoughtful.play(ADA, opponents=["strong"], game="tiny")
    await at_desk(thoughtful, desk, 1)
    thoughtful.now.later(SEALED_THOUGHT[1])
    await thoughtful.owe()
    [row] = [row for row in await thoughtful.log(match) if row.how == "computer"]
    assert row.by == 1
    desk.answer(("0", "-"))
    await settled(thoughtful)
    assert [row.by for row in await thoughtful.log(match) if row.how == "computer"] == [1]


async def test_alone_a_sealed_answer_comes_as_soon_as_it_is_thought_of(thoughtful: Evening, desk: Desk) -> None:
    ada = thoughtful.person(ADA)
    match = await thoughtful.house.solo.open(MatchRequest("tiny", {}), "champion", ada)
    await thoughtful.house.solo.begin(match, ada)
    await at_desk(thoughtful, desk, 1)
    assert await thoughtful.owed(match.id) == []
    seq = (await thoughtful.header(match.id)).seq
    desk.answer(("0", "-"))
    await grown(thoughtful, match.id, seq + 1)
    assert (await thoughtful.log(match.id))[-1].how == "computer"


class Attended(ThoughtPool):
    """Two processes, and what comes of each seat's thought."""

    def __init__(self) -> None:
        super().__init__(size=2)
        self.asked: list[Question] = []
        self.found: dict[int | None, Ranking | None] = {}

    async def think(self, question: Question) -> Ranking | None:
        self.asked.append(question)
        self.found[question.view.viewer] = ranking = await super().think(question)
        return ranking


async def test_four_champions_think_at_once_about_what_is_sealed(house_url: str) -> None:
    pool = Attended()
    evening = await Evening.begin(house_url, pool=pool)
    match = await evening.play(ADA, opponents=["champion"] * 4, game="legstrong", **brief("legstrong"))
    seen = await evening.matches.see(match, None)
    assert seen.view.sealed and {*seen.view.waiting} == {0, 1, 2, 3, 4}

    async def begun() -> bool:
        await evening.owe()
        return len(pool.asked) == 4

    async def thought() -> bool:
        return len(pool.found) == 4

    await until(begun)
    assert len(pool.found) < 4, "all are asked before the last one is ready"
    await until(thought)
    assert len(pool.processes) <= 2
    await settled(evening)
    assert (await evening.header(match)).seq == seen.match.seq, "nothing is told by when it was thought"
    moments = {deadline.seat: deadline.due for deadline in await evening.owed(match)}
    assert {*moments} == {1, 2, 3, 4}
    evening.now.time = max(moments.values())
    await settled(evening)
    played = {row.by: row.path for row in await evening.log(match) if row.how == "computer"}
    assert played == {seat: ranking and ranking[0].path for seat, ranking in pool.found.items()}
    assert (await evening.matches.see(match, None)).view.waiting == (0,)
    assert len(pool.asked) == 4, "each thinks once"
    await evening.house.thoughts.stop()
    await pool.close()
    await evening.store.close()
