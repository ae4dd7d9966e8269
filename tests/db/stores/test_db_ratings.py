"""Ratings: the figures of a ladder computed by hand, and that the order of writing doesn't matter."""

import asyncio
import shutil
import tempfile
from dataclasses import replace
from itertools import groupby
from math import exp, sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError

from db.store import Store
from model.kinds import ResultKind
from model.match import Finish, Match, Result, Step
from model.rating import EVERYWHERE, RatingState, advance, is_podium, is_win, lost, points, ranks_of, spread
from tests.db.ended import AUTUMN, end, result
from tests.db.sample import GUILD, LOBBY, NOON, everything, row

ANN, BEA, CAT, DOT = 1, 2, 3, 4
BETA, TAU = 25 / 6, 25 / 300
NEW = (25.0, 25 / 3)


def by_hand(riders: list[tuple[float, float]], ranks: list[int]) -> list[tuple[float, float]]:
    """Plackett-Luce after Weng and Lin (2011, algorithm 4), one rider a team, as openskill documents it.

    Before a match every variance grows by tau squared. With c = sqrt(sum of sigma^2 + beta^2), Q(i, q) = exp(mu_i / c)
    over the sum of exp(mu_s / c) of all s who aren't ahead of q, and A(q) riders on q's rank, rider i gains
    sigma^2 / c * sum over all q not behind i of ((1 if q is i) - Q) / A, and their variance shrinks by the share
    (sigma / c)^3 * sum of Q (1 - Q) / A.
    """
    riders = [(mu, sqrt(sigma**2 + TAU**2)) for mu, sigma in riders]
    c = sqrt(sum(sigma**2 + BETA**2 for _, sigma in riders))
    new: list[tuple[float, float]] = []
    for i, (mu, sigma) in enumerate(riders):
        gain = shrink = 0.0
        for q, rank in enumerate(ranks):
            if rank > ranks[i]:
                continue
            behind = sum(exp(other / c) for (other, _), place in zip(riders, ranks, strict=True) if place >= rank)
            chance = exp(mu / c) / behind
            gain += ((i == q) - chance) / ranks.count(rank)
            shrink += chance * (1 - chance) / ranks.count(rank)
        new.append((mu + sigma**2 / c * gain, sigma * sqrt(1 - (sigma / c) ** 3 * shrink)))
    return new


# Match 1: Ann beats Bea. c = sqrt(2 * (69.451 + 17.361)) = 13.177, Q = 1/2, so Ann gains 69.451 / 13.177 / 2 = 2.635
# and both shrink by (8.3338 / 13.177)^3 / 4 = 6.3 %: sigma 8.066. Shown: 1000 + 25 * (27.635 - 3 * 8.066) = 1086.
# Match 2: Bea first, Ann and Cat tied behind. Match 3, elsewhere: Cat before Dot before Bea.
EVENING = (({ANN: 1, BEA: 2}, GUILD), ({ANN: 2, BEA: 1, CAT: 2}, GUILD), ({BEA: 3, CAT: 1, DOT: 2}, GUILD + 1))
SHOWN = {ANN: (1061, 195), BEA: (969, 193), CAT: (1069, 198), DOT: (1040, 201)}
SHOWN_IN_GUILD = {ANN: (1061, 195), BEA: (1036, 199), CAT: (990, 201)}
RECORDS = {ANN: (2, 1, 2, 0), BEA: (3, 1, 1, 0), CAT: (2, 1, 2, 1), DOT: (1, 0, 1, 0)}


async def shown(store: Store, scope: int) -> dict[int, tuple[int, int]]:
    return {rank.user: (rank.state.points, rank.state.spread) for rank in await store.careers.ranks("pistard", scope)}


async def test_a_ladder_of_three_matches_computed_by_hand(store: Store) -> None:
    states: dict[int, tuple[float, float]] = dict.fromkeys((ANN, BEA, CAT, DOT), NEW)
    for at, (ranks, guild) in enumerate(EVENING):
        await end(store, NOON + at, ranks, guild=guild)
        states |= zip(ranks, by_hand([states[user] for user in ranks], list(ranks.values())), strict=True)
    found = {rank.user: rank.state for rank in await store.careers.ranks("pistard", EVERYWHERE)}
    for user, state in found.items():
        assert (state.mu, state.sigma) == pytest.approx(states[user], abs=1e-12)
        assert (state.matches, state.wins, state.podiums, state.streak) == RECORDS[user]
    assert await shown(store, EVERYWHERE) == SHOWN
    assert await shown(store, GUILD) == SHOWN_IN_GUILD
    assert await store.careers.wrong_ratings("pistard") == []


def test_a_newcomer_has_1000_points_and_two_newcomers_who_tie_keep_them_level() -> None:
    assert (RatingState().points, RatingState().spread) == (points(25, 25 / 3), spread(25 / 3)) == (1000, 208)
    tied, _ = advance({}, [result_of(ANN, 1), result_of(BEA, 1)])
    assert tied[EVERYWHERE, ANN].mu == tied[EVERYWHERE, BEA].mu == 25


def result_of(user: int, rank: int, **more: object) -> Result:
    return result(LOBBY, NOON, user, seat=user, rank=rank, field=2, **more)


def test_a_lone_or_unrated_player_moves_nobody() -> None:
    assert advance({}, [result_of(ANN, 1)]) == ({}, [])
    assert advance({}, [result_of(ANN, 1), result_of(BEA, 2, rated=False)]) == ({}, [])
    assert advance({}, []) == ({}, [])


def test_what_is_rated_as_lost_is_lost_to_all_who_began_and_won_by_no_one() -> None:
    results = [
        result_of(ANN, 3, kind="left", unstarted=True),
        result_of(BEA, 1, rated=False),
        result_of(CAT, 2, rated=False),
        result_of(DOT, 1, rated=False, kind="joined"),
    ]
    new, made = advance({}, results)
    [mu, sigma] = by_hand([NEW, NEW, NEW], [3, 1, 2])[0]
    assert {user for _, user in new} == {r.user for r in made} == {ANN}
    for state in new.values():
        assert (state.mu, state.sigma) == pytest.approx((mu, sigma), abs=1e-12)
        assert (state.matches, state.wins, state.podiums) == (1, 0, 0)


def test_the_third_match_in_thirty_days_that_someone_leaves_before_a_move_is_lost_and_each_further_one() -> None:
    days = {1: 0.0, 2: 10.0, 3: 30.0, 4: 31.0, 5: 39.999, 6: 80.0}
    left = [replace(result_of(ANN, 2), match=match, finished=86400 * day) for match, day in days.items()]
    others = [replace(r, user=BEA) for r in left[:2]]
    assert lost([*others, *reversed(left)]) == {(4, ANN), (5, ANN)}


EARLY = {  # game, day and who leaves
    1: ("pistard", 0, ANN),
    2: ("rope", 1, ANN),
    3: ("pistard", 2, ANN),
    4: ("rope", 3, ANN),
    5: ("pistard", 4, BEA),
}


async def leave_early(store: Store, number: int) -> Match:
    """A match of Ann and Bea that one of them leaves before their first move."""
    game, day, leaver = EARLY[number]
    finish = {user: 1 + (user == leaver) for user in (ANN, BEA)}
    lobby = await store.create(replace(LOBBY, game=game), row("open"))
    at = NOON + 86400 * day
    results = tuple(
        result(lobby, at, user, seat=user - ANN, rank=rank, field=2, rated=False, in_time=int(user != leaver))
        for user, rank in finish.items()
    )
    ran = tuple(replace(r, kind="left", unstarted=True) if r.user == leaver else r for r in results)  # pyright: ignore[reportArgumentType]
    return await store.commit(Step(replace(lobby, phase="over"), row(at=at), finish=Finish(ran)))


async def losses(store: Store) -> dict[str, list[float]]:
    """On which days a match was rated as lost to Ann, by game; her ratings are what that leads to."""
    for game in ("pistard", "rope"):
        assert await store.careers.wrong_ratings(game) == []
    found = [r for r in await store.careers.results_of(ANN) if r.rated]
    assert {r.game for r in found} == set(await store.careers.ratings_of(ANN, EVERYWHERE))
    return {r.game: [round((r.finished - NOON) / 86400)] for r in found}


async def test_leavings_of_all_games_count_in_whichever_order_they_are_recorded(store: Store) -> None:
    for number in (1, 4, 5, 2):
        await leave_early(store, number)
    assert await losses(store) == {"rope": [3]}
    third = await leave_early(store, 3)  # by another clock
    assert await losses(store) == {"pistard": [2], "rope": [3]}
    await store.commit(Step(replace(third, phase="running"), row("resume", at=NOON + 86400 * 5)))  # it goes on
    assert await losses(store) == {"rope": [3]}


@pytest.mark.parametrize(
    ("kind", "rank", "field", "won", "podium"),
    [
        (ResultKind.STAYED, 1, 1, True, True),
        (ResultKind.STAYED, 1, 2, True, True),
        (ResultKind.STAYED, 2, 2, False, False),  # the last isn't on the podium
        (ResultKind.STAYED, 2, 3, False, True),
        (ResultKind.STAYED, 3, 3, False, False),
        (ResultKind.STAYED, 3, 4, False, True),
        (ResultKind.STAYED, 4, 5, False, False),
        (ResultKind.LEFT, 1, 2, False, False),  # everyone left
        (ResultKind.JOINED, 1, 4, True, True),
    ],
)
def test_wins_and_podiums(kind: ResultKind, rank: int, field: int, won: bool, podium: bool) -> None:
    assert (is_win(kind, rank), is_podium(kind, rank, field)) == (won, podium)


def test_equal_points_share_a_rank() -> None:
    assert ranks_of({5: 10, 6: 12, 7: 10, 8: 9, 9: 12}) == {6: 1, 9: 1, 5: 3, 7: 3, 8: 5}
    assert ranks_of({}) == {}


async def test_a_match_that_goes_on_after_its_end_takes_its_results_back(store: Store) -> None:
    await end(store, NOON, {ANN: 1, BEA: 2})
    before = await shown(store, EVERYWHERE)
    wrong = await end(store, NOON + 1, {BEA: 1, ANN: 2}, badges={BEA: "broom"})
    running = await store.commit(Step(await going_on(store, wrong.id), row("rewind")))
    assert await shown(store, EVERYWHERE) == before
    assert await store.careers.results_of_match(running.id) == []
    assert await store.careers.badges_of(BEA) == []
    assert await store.careers.wrong_ratings("pistard") == []


async def going_on(store: Store, match: int) -> Match:
    over = await store.match(match)
    assert over is not None
    return replace(over, phase="running")


async def test_an_end_that_fails_leaves_nothing(store: Store, db_url: str) -> None:
    await end(store, NOON, {ANN: 1, BEA: 2})
    before = await everything(db_url)
    with pytest.raises(IntegrityError):
        await end(store, NOON + 1, {ANN: 1, BEA: 2}, season=AUTUMN, badges={BEA: None})
    after = await everything(db_url)
    assert {name: rows for name, rows in after.items() if name not in ("matches", "seats", "log")} == {
        name: rows for name, rows in before.items() if name not in ("matches", "seats", "log")
    }


async def test_two_processes_that_end_matches_at_once_both_count(store: Store, neighbour: Store) -> None:
    await asyncio.gather(*(end(here, NOON + at, {ANN: 1, BEA: 2}) for at, here in enumerate((store, neighbour) * 4)))
    assert {rank.state.matches for rank in await store.careers.ranks("pistard", EVERYWHERE)} == {8}
    assert await store.careers.wrong_ratings("pistard") == []


HISTORIES = st.lists(
    st.tuples(
        st.integers(0, 5),  # when it ends; several may at once
        st.lists(st.sampled_from([ANN, BEA, CAT, DOT]), min_size=1, max_size=4, unique=True),
        st.lists(st.integers(1, 3), min_size=4, max_size=4),
        st.sampled_from([None, GUILD, GUILD + 1]),
        st.booleans(),  # whether it goes on after its end
    ),
    max_size=7,
)


@settings(max_examples=12, deadline=None)
@given(history=HISTORIES)
def test_ratings_made_anew_are_those_that_were_carried_on(
    empty_house: Path, history: list[tuple[int, list[int], list[int], int | None, bool]]
) -> None:
    async def live() -> None:
        with tempfile.TemporaryDirectory() as folder:
            url = f"sqlite+aiosqlite:///{shutil.copy(empty_house, folder)}"
            store = await Store.open(url)
            for at, users, ranks, guild, goes_on in history:
                match = await end(store, NOON + at, dict(zip(users, ranks, strict=False)), guild=guild)
                if goes_on:
                    await store.commit(Step(await going_on(store, match.id), row("rewind")))
            assert await store.careers.wrong_ratings("pistard") == []
            carried = await everything(url)
            await store.careers.replace([], [], ["pistard"])
            anew = await everything(url)
            for name in ("ratings", "changes"):
                assert carried[name] == anew[name]  # to the last digit
            await store.close()

    asyncio.run(live())


async def test_changes_tell_what_everybody_had_before(store: Store) -> None:
    await end(store, NOON, {ANN: 1, BEA: 2})
    await end(store, NOON + 10, {ANN: 1, CAT: 2})
    assert await store.careers.befores("pistard", GUILD, NOON + 5) == {ANN: 1086, CAT: None}
    assert [at for at, _, _ in (await store.careers.curve(ANN, GUILD))["pistard"]] == [NOON, NOON + 10]
    assert {game: [*group] for game, group in groupby(await store.careers.curve(DOT, GUILD))} == {}
