"""Matches in which someone hasn't moved are rated for no one, but as lost for people who leave time and again."""

import random

import pytest

from host.careers.recount import Findings, Recount
from host.play.loaded_match import Origin
from host.time.clocks import DAY
from model.kinds import How
from model.match import Result
from model.rating import EVERYWHERE
from tests.host.evening import ADA, BO, CY, Evening

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("rope")]
COUNTED = {How.PLAYER, How.AUTO, How.PLAN, How.ORDER}


async def leave_early(evening: Evening, *others: int, user: int = BO, game: str = "rope") -> int:
    """A match that this person leaves on the first turn, after the others have moved; it is over if one is left."""
    match = await evening.play(*others, user, game=game)
    for other in others:
        await evening.answer(match, other)
    await evening.seats.resign(match, user, evening.press())
    return match


async def results(evening: Evening, match: int) -> dict[int, Result]:
    return {result.user: result for result in await evening.store.careers.results_of_match(match)}


async def rated(evening: Evening, game: str = "rope") -> dict[int, int]:
    """The ratings of all who have one."""
    return {rank.user: rank.state.points for rank in await evening.store.careers.ranks(game, EVERYWHERE)}


async def counted_again(evening: Evening, matches: int) -> None:
    """The logs lead to what is stored."""
    recount = Recount(evening.store, evening.house.games)
    before = {name: rows for name, rows in (await evening.rows()).items() if name != "meta"}  # which holds locks
    assert await recount.check() == Findings(matches, (), ())
    await recount.rebuild()
    assert (await evening.rows()).items() >= before.items()


async def test_c5_resigned_on_the_first_turn_a_match_is_rated_for_no_one(evening: Evening) -> None:
    match = await leave_early(evening, ADA)
    found = await results(evening, match)
    assert {user: (result.kind, result.rank, result.rated) for user, result in found.items()} == {
        ADA: ("stayed", 1, False),
        BO: ("left", 2, False),
    }
    assert await rated(evening) == {}
    assert (found[BO].in_time, found[BO].late) == (0, 1), "they count as away"
    seen = await evening.matches.see(match, None)
    assert (await evening.house.endings.of(seen)).unrated
    await counted_again(evening, 1)


async def test_c5_with_a_move_of_everyone_it_is_rated_and_lost_as_ever(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope")
    for user in (ADA, BO):
        await evening.answer(match, user)
    await evening.seats.resign(match, BO, evening.press())
    assert await rated(evening) == {ADA: 1086, BO: 954}
    assert not (await evening.house.endings.of(await evening.matches.see(match, None))).unrated


async def test_c5_the_third_time_in_thirty_days_it_is_lost_and_no_one_has_won(evening: Evening) -> None:
    first, second = await leave_early(evening, ADA), await leave_early(evening, CY, game="tiny")
    evening.now.later(30 * DAY - 1)
    third = await leave_early(evening, ADA, CY)
    await evening.play_on(third, random.Random(1))
    assert [(await results(evening, match))[BO].rated for match in (first, second, third)] == [False, False, True]
    ratings = await rated(evening)
    assert list(ratings) == [BO]
    assert ratings[BO] < 1000
    [state] = [rank.state for rank in await evening.store.careers.ranks("rope", EVERYWHERE)]
    assert (state.matches, state.wins, state.podiums) == (1, 0, 0)
    ending = await evening.house.endings.of(await evening.matches.see(third, None))
    assert (ending.lost, ending.unrated) == (((BO, "Bo"),), False)
    evening.now.later(DAY)  # the first two are too long ago by now
    assert not (await results(evening, await leave_early(evening, ADA)))[BO].rated
    await counted_again(evening, 4)


@pytest.mark.parametrize("moves", [0, 1])
async def test_who_left_before_their_first_move_cannot_decide_later_that_the_match_is_rated(
    evening: Evening, moves: int
) -> None:
    """Cy gives up the seat, takes it back, moves once and resigns again."""
    match = await evening.play(ADA, BO, CY, game="rope")
    for user in (ADA, BO, CY)[: 3 * moves]:
        await evening.answer(match, user)
    await evening.seats.resign(match, CY, evening.press())
    for user in (ADA, BO):
        await evening.answer(match, user)
    await evening.seats.take_over(match, 2, CY, "Cy", evening.press())
    await evening.play_on(match, random.Random(1), lambda seen: 2 in seen.view.waiting)
    await evening.answer(match, CY)
    await evening.seats.resign(match, CY, evening.press())
    await evening.play_on(match, random.Random(1))
    found = await results(evening, match)
    assert (found[CY].in_time, found[CY].unstarted) == (2 * moves, not moves)
    assert [result.rated for result in found.values()] == [bool(moves)] * 3
    await counted_again(evening, 1)


async def test_what_would_not_have_counted_is_no_leaving_of_a_ladder(evening: Evening) -> None:
    for _ in range(3):
        match = await evening.play(ADA, BO, game="rope", rated=False)
        await evening.seats.resign(match, BO, evening.press())
        assert not (await results(evening, match))[BO].unstarted
        evening.now.later(DAY)
    assert (await evening.store.entry.standing(BO)).late == 3
    await leave_early(evening, ADA)
    assert await rated(evening) == {}


async def test_a_move_is_a_persons_own(evening: Evening) -> None:
    """What they choose, chose before, or want to have chosen; not what the bot does since they aren't there."""
    match = await evening.play(ADA, BO, game="rope")
    await evening.play_on(match, random.Random(1))
    counting = set[How]()
    for how in How:
        await evening.write("UPDATE log SET how = :how WHERE kind = 'move' AND \"by\" = 1", how=how)
        await Recount(evening.store, evening.house.games).rebuild()
        counting |= {how} if (await results(evening, match))[BO].rated else set()
    assert counting == COUNTED


async def test_a_match_of_someone_who_never_moved_brings_no_badge_and_no_place_on_the_roll(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.play.results.earned", lambda game, record: [(0, "first")])
    log = evening.house._match_log
    for users in ((ADA, CY), (ADA, CY, BO)):
        match = await evening.play(*users, game="rope")
        if BO in users:
            async with log.lock(match):
                await evening.seats.sit_in(await log.load(match), 2, Origin(How.HOUSE), [])
        await evening.play_on(match, random.Random(1))
    assert [badge.match for badge in await evening.store.careers.badges_of(ADA)] == [1]
    assert {win.match for win in await evening.store.careers.wins_in(7, "rope")} == {1}
    await counted_again(evening, 2)
