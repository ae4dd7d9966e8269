"""Hints: the best answers to a person's question where no rating is at stake; each question counts once."""

import asyncio

import pytest

from engines.table import Ready
from host.play.seen import Seen
from host.thinking.hints import GLANCE, MOST
from opponents.thinking import Ranking, Weighed
from tests.host.desk import Desk
from tests.host.evening import ADA, BO, CY, Evening, refused

pytestmark = pytest.mark.quick


@pytest.fixture
def pool() -> Desk:
    return Desk()


async def thought_of(evening: Evening, pool: Desk, seen: Seen, *answers: str) -> Ranking:
    """The hint that the desk gives to this seat; the answers are sealed dice of Pistard."""
    pool.prepared = [tuple(answer) for answer in answers]
    return await evening.house.hints.hint(seen)


async def hints(evening: Evening, match: int) -> list[int]:
    """How many of them each seat has had."""
    return [row.hints for row in (await evening.header(match)).seats]


async def test_the_three_best_answers_of_a_strong_player_come_from_the_view_alone(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, BO, rated=False)
    seen = await evening.matches.see(match, ADA)
    found = await thought_of(evening, pool, seen, "6432", "4632", "3642", "2643")
    assert [answer.path for answer in found] == [tuple("6432"), tuple("4632"), tuple("3642")]
    assert len(found) == MOST
    [(question, _)] = pool.asked
    assert (question.game, question.level, question.view, question.answers) == ("pistard", "strong", seen.view, MOST)


async def test_a_question_counts_once_however_often_somebody_looks(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, BO, rated=False)
    seen = await evening.matches.see(match, ADA)
    first = await thought_of(evening, pool, seen, "6432", "4632")
    assert await thought_of(evening, pool, seen) == first
    assert len(pool.asked) == 1
    assert await hints(evening, match) == [1, 0]
    await thought_of(evening, pool, await evening.matches.see(match, BO), "6432")
    assert await hints(evening, match) == [1, 1]


async def test_no_step_forgets_how_many_there_were(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, BO, rated=False)
    await thought_of(evening, pool, await evening.matches.see(match, ADA), "6432")
    for user in (ADA, BO):
        await evening.answer(match, user)
    assert await hints(evening, match) == [1, 0]
    [asked] = [seen for user in (ADA, BO) if (seen := await evening.matches.see(match, user)).seat in seen.view.waiting]
    before = (await hints(evening, match))[asked.seat or 0]
    await thought_of(evening, pool, asked, "6")
    assert (await hints(evening, match))[asked.seat or 0] == before + 1
    await evening.seats.resign(match, ADA, evening.press())
    assert sum(await hints(evening, match)) == 2


async def test_another_life_of_the_bot_counts_the_same_question_no_second_time(
    evening: Evening, pool: Desk, house_url: str
) -> None:
    match = await evening.play(ADA, BO, rated=False)
    await thought_of(evening, pool, await evening.matches.see(match, ADA), "6432")
    other = Desk()
    after = await Evening.begin(house_url, evening.now, pool=other)
    await thought_of(after, other, await after.matches.see(match, ADA), "4632")
    assert await hints(after, match) == [1, 0]
    await after.store.close()


async def test_where_nobody_can_think_the_fair_player_says_what_it_would_do(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, BO, rated=False)
    seen = await evening.matches.see(match, ADA)
    [answer] = await thought_of(evening, pool, seen)
    assert isinstance(seen.ask(answer.path), Ready)
    assert answer.hope is None


async def test_a_rated_match_has_none_even_after_somebody_has_left(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, BO, CY)
    with refused("hint.rated"):
        await evening.house.hints.hint(await evening.matches.see(match, ADA))
    for user in (BO, CY):
        await evening.seats.resign(match, user, evening.press())
        with refused("hint.rated"):
            await evening.house.hints.hint(await evening.matches.see(match, ADA))
    assert not pool.asked


async def test_a_match_against_computers_alone_is_never_rated(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, opponents=["easy"])
    assert await thought_of(evening, pool, await evening.matches.see(match, ADA), "6432")


async def test_nobody_gets_one_who_is_asked_nothing(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, BO, rated=False)
    await evening.answer(match, ADA)
    for user in (ADA, CY, None):
        with refused("hint.nothing"):
            await evening.house.hints.hint(await evening.matches.see(match, user))
    await evening.seats.resign(match, BO, evening.press())
    with refused("hint.nothing"):
        await evening.house.hints.hint(await evening.matches.see(match, ADA))
    assert not pool.asked


# --- the mark


def marked(first: float, second: float) -> list[Weighed]:
    return [Weighed(tuple("6432"), first), Weighed(tuple("4632"), second)]


async def mark(evening: Evening, pool: Desk, seen: Seen, ranking: Ranking | None) -> bool:
    """What the mark of this question is, if the thought comes to that."""
    task = evening.house.hints.mark(seen)
    await asyncio.sleep(0)
    pool.asked[-1][1].set_result(ranking)
    return await task


async def test_a_question_is_marked_by_a_short_thought_of_the_view_alone(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, BO, rated=False)
    seen = await evening.matches.see(match, ADA)
    assert await mark(evening, pool, seen, marked(0.5, 0.5))
    [(question, _)] = pool.asked
    assert (question.view, question.level, question.seconds) == (seen.view, "strong", GLANCE)
    assert GLANCE == 0.1
    assert await evening.house.hints.makes_no_difference(seen), "the same question is thought of once"
    assert len(pool.asked) == 1
    assert await hints(evening, match) == [0, 0], "a mark is no hint"
    assert not await mark(evening, pool, await evening.matches.see(match, BO), marked(0.5, 0.4))


async def test_a_thought_that_came_to_nothing_is_thought_again(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, BO, rated=False)
    seen = await evening.matches.see(match, ADA)
    assert not await mark(evening, pool, seen, None)
    assert await mark(evening, pool, seen, marked(0.5, 0.5))


async def test_no_one_thinks_of_a_mark_while_others_wait_for_an_answer(evening: Evening, pool: Desk) -> None:
    match = await evening.play(ADA, BO, rated=False)
    async with pool._queue.turn(is_question=True):
        assert not await evening.house.hints.makes_no_difference(await evening.matches.see(match, ADA))
    assert not pool.asked


@pytest.mark.parametrize("who", [ADA, BO, CY, None], ids=["asked", "not asked", "a stranger", "everyone"])
@pytest.mark.parametrize("rated", [True, False])
async def test_nobody_s_question_is_marked_but_that_of_someone_who_may_have_a_hint(
    evening: Evening, pool: Desk, who: int | None, rated: bool
) -> None:
    match = await evening.play(ADA, BO, rated=rated)
    await evening.answer(match, BO)
    task = evening.house.hints.mark(await evening.matches.see(match, who))
    await asyncio.sleep(0)
    assert len(pool.asked) == (who == ADA and not rated)
    if pool.asked:
        pool.answer()
    assert not await task
