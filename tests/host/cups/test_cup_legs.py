"""A knock-out in which each pair plays two matches at once, with turned seats: both together decide."""

from __future__ import annotations

import random
from typing import Any

import pytest

from host.cups.duels import duel_of
from host.cups.state import standing_of
from host.cups.verify import Replay, decode, encode, replay
from host.play.seen import standings
from model.cup import CupTable, WholeCup
from model.kinds import CupRowKind, ResultHow
from tests.host.cups.gathering import FIRST, Gathering, asker, entrant_of, holder
from tests.host.evening import PLACE, Evening, refused
from tests.host.repair.stewards import points, rewind

pytestmark = pytest.mark.quick

TWICE: dict[str, Any] = {
    "game": "pistard",
    "options": {"track": "sprint", "race": "points", "target": "3"},
    "legs": True,
}


@pytest.fixture
def gathering(evening: Evening) -> Gathering:
    return Gathering(evening)


async def ride(gathering: Gathering, table: CupTable, seed: int) -> dict[int, int]:
    """Play a table's match; returns what each of its places has."""
    await gathering.evening.play_on(table.match or 0, random.Random(seed))
    seen = await gathering.evening.matches.see(table.match or 0, None)
    points = {standing.seat: standing.points for standing in standings(seen.match, seen.view)}
    return {place: points[seat] for seat, place in enumerate(table.places)}


async def test_each_pair_plays_two_open_matches_at_once(gathering: Gathering) -> None:
    whole = await gathering.begin(4, **TWICE)
    tables = whole.of_round(1)
    assert [table.places for table in tables] == [(1, 4), (4, 1), (2, 3), (3, 2)]
    matches = [await gathering.evening.header(table.match or 0) for table in tables]
    assert len({match.key for match in matches}) == 4
    assert all((match.guild, match.hidden, match.phase) == (PLACE.guild, False, "running") for match in matches)
    assert all(match.terms.rated for match in matches)
    for table, match in zip(tables, matches, strict=True):
        assert [row.user for row in match.seats] == [holder(whole, place).user for place in table.places]


async def test_the_first_leg_waits_for_the_second_and_both_are_added_up(gathering: Gathering) -> None:
    whole = await gathering.begin(3, **TWICE)
    bye, one, other = whole.of_round(1)
    assert (bye.places, one.places, other.places) == ((1,), (2, 3), (3, 2))
    first = await ride(gathering, one, seed=1)
    whole = await gathering.work(whole.cup.id)
    assert [table.ranks for table in whole.of_round(1)] == [(1,), None, None]
    second = await ride(gathering, other, seed=2)
    whole = await gathering.work(whole.cup.id)
    _, one, other = whole.of_round(1)
    sums = {place: first[place] + second[place] for place in (2, 3)}
    ranks = {place: 1 + (sums[place] < max(sums.values())) for place in sums}
    assert one.ranks == (ranks[2], ranks[3]) and other.ranks == (ranks[3], ranks[2])
    assert one.points == (first[2], first[3]) and other.points == (second[3], second[2])
    through = min(sums, key=lambda place: (-sums[place], place))
    assert {place for table in whole.of_round(2) for place in table.places} == {1, through}


async def test_a_tie_over_both_legs_goes_to_the_better_seeded(gathering: Gathering) -> None:
    whole = await gathering.begin(4, **TWICE)
    one, other, *_ = whole.of_round(1)
    for table in (one, other):
        await gathering.call_off(table.match or 0)
    whole = await gathering.work(whole.cup.id)
    one, other, *rest = whole.of_round(1)
    assert (one.ranks, other.ranks) == ((1, 1), (1, 1))
    for table in rest[::2]:
        await gathering.decide(whole.cup.id, table.number, holder(whole, 2).user)
    whole = await gathering.work(whole.cup.id)
    assert {place for table in whole.of_round(2) for place in table.places} == {1, 2}


async def test_a_leg_that_was_called_off_is_a_tie_and_the_other_decides(gathering: Gathering) -> None:
    whole = await gathering.begin(3, **TWICE)
    _, one, other = whole.of_round(1)
    await gathering.call_off(one.match or 0)
    second = await ride(gathering, other, seed=5)
    assert len(set(second.values())) == 2
    whole = await gathering.work(whole.cup.id)
    _, one, other = whole.of_round(1)
    assert one.how == ResultHow.DIRECTOR and other.how == ResultHow.PLAYED
    best = max(second, key=lambda place: second[place])
    assert other.ranks is not None and other.ranks[other.places.index(best)] == 1
    assert one.ranks == other.ranks[::-1]


@pytest.mark.parametrize("early", [True, False])
async def test_who_gives_up_one_leg_loses_both(gathering: Gathering, *, early: bool) -> None:
    """No matter which leg is over first, and how far ahead they are in the other one."""
    whole = await gathering.begin(3, **TWICE)
    _, one, other = whole.of_round(1)
    quitter, stays = holder(whole, 2), holder(whole, 3)
    if early:
        await gathering.evening.seats.resign(one.match or 0, quitter.user, gathering.evening.press())
        await ride(gathering, other, seed=5)
    else:
        await ride(gathering, other, seed=5)
        await gathering.evening.seats.resign(one.match or 0, quitter.user, gathering.evening.press())
    whole = await gathering.work(whole.cup.id)
    _, one, other = whole.of_round(1)
    assert (one.ranks, other.ranks) == ((2, 1), (1, 2))
    assert entrant_of(whole, quitter.user).gone == 2
    [final, _] = whole.of_round(2)
    assert {holder(whole, place).user for place in final.places} == {holder(whole, 1).user, stays.user}


@pytest.mark.parametrize("leg", [0, 1])
async def test_a_person_who_was_forgotten_since_the_draw_loses_both(gathering: Gathering, leg: int) -> None:
    """Before either match is begun, or between the two."""
    cup = await gathering.open(4, **TWICE)
    await gathering.cups.start(cup.id, gathering.person(0), manages=False)
    seat = gathering.rounds._seat

    async def late(record: WholeCup, table: CupTable) -> None:
        first = holder(record, 2)
        if 2 in table.places and first.user > 0 and table == duel_of(record, table)[leg]:
            await gathering.evening.house.privacy.forget(first.user)
            record = await gathering.cups.whole(cup.id)
        await seat(record, table)

    gathering.rounds._seat = late
    whole = await gathering.work(cup.id)
    duel = duel_of(whole, next(table for table in whole.of_round(1) if 2 in table.places))
    assert [table.ranks and table.ranks[table.places.index(3)] for table in duel] == [1, 1]
    assert [table.ranks and table.ranks[table.places.index(2)] for table in duel] == [2, 2]
    assert duel[1].how == ResultHow.FREE


async def test_an_organiser_s_word_decides_both_legs(gathering: Gathering) -> None:
    whole = await gathering.begin(3, **TWICE)
    _, one, other = whole.of_round(1)
    await ride(gathering, one, seed=1)
    await gathering.decide(whole.cup.id, other.number, holder(whole, 3).user)
    with refused("cup.set", n=one.number):
        await gathering.decide(whole.cup.id, one.number, holder(whole, 3).user)
    whole = await gathering.work(whole.cup.id)
    _, one, other = whole.of_round(1)
    assert (one.ranks, other.ranks) == ((2, 1), (1, 2))
    assert {one.how, other.how} == {ResultHow.DIRECTOR} and one.points is None
    assert {place for table in whole.of_round(2) for place in table.places} == {1, 3}


async def test_a_leg_that_its_players_give_away_counts_as_a_win(gathering: Gathering) -> None:
    """Then its points say nothing, so the other one counts as one win as well."""
    cup = await gathering.open(2, **TWICE)
    await gathering.cups.join(cup.id, gathering.person(0))
    await gathering.cups.start(cup.id, gathering.person(0), manages=False)
    whole = await gathering.work(cup.id)
    _, one, other = whole.of_round(1)
    boss = entrant_of(whole, FIRST).place
    winner = next(place for place in one.places if place != boss)
    asked = gathering.evening.house.awards.ask
    match = await asked(cup.id, one.number, holder(whole, winner).user, gathering.person(0), manages=False)
    assert match.vote is not None
    for seat in match.vote.electorate:
        await gathering.evening.say(match.id, match.seats[seat].user or 0, yes=True)
    points = await ride(gathering, other, seed=5)
    whole = await gathering.work(cup.id)
    _, one, other = whole.of_round(1)
    won = {place: (place == winner) + (own == max(points.values())) for place, own in points.items()}
    assert (one.how, one.points) == (ResultHow.VOTED, None)
    assert one.ranks == tuple(1 + (won[place] < max(won.values())) for place in one.places)


async def test_a_leg_that_was_put_back_counts_as_it_ends(gathering: Gathering) -> None:
    evening = gathering.evening
    whole = await gathering.begin(3, **TWICE)
    _, one, other = whole.of_round(1)
    await evening.play_on(one.match or 0, random.Random(1), until=lambda seen: seen.match.seq > 8)
    await rewind(evening, one.match or 0, (await points(evening, one.match or 0))[-1])
    first, second = await ride(gathering, one, seed=1), await ride(gathering, other, seed=2)
    whole = await gathering.work(whole.cup.id)
    _, one, _ = whole.of_round(1)
    sums = [first[place] + second[place] for place in one.places]
    assert one.ranks == tuple(1 + (own < max(sums)) for own in sums)


async def test_a_late_round_ends_both_legs_as_they_stand(gathering: Gathering) -> None:
    whole = await gathering.begin(3, **TWICE, days=3)
    _, one, _ = whole.of_round(1)
    await ride(gathering, one, seed=1)
    await gathering.later(3.5)
    whole = await gathering.cups.whole(whole.cup.id)
    _, one, other = whole.of_round(1)
    assert one.ranks is not None and other.ranks == one.ranks[::-1]
    assert (one.how, other.how) != (None, None) and whole.cup.round == 2


async def test_the_final_is_won_over_both_legs(gathering: Gathering) -> None:
    whole = await gathering.begin(4, **TWICE)
    seed = 0
    while whole.cup.phase == "running":
        for table in whole.of_round(whole.cup.round):
            seed += 1
            await ride(gathering, table, seed)
        whole = await gathering.work(whole.cup.id)
    assert (whole.cup.round, len(whole.tables)) == (2, 6)
    one, other = whole.of_round(2)
    assert one.places == other.places[::-1] and one.ranks == (other.ranks or ())[::-1]
    winner = holder(whole, standing_of(whole)[0].place)
    assert await gathering.cups.wins(winner.user, PLACE.guild) == 1
    kinds = [row.kind for row in await gathering.cups.log(whole.cup.id)]
    assert kinds.count(CupRowKind.RESULT) == 6 and kinds[-1] == CupRowKind.END
    lots = decode(encode(await gathering.cups.published(whole.cup.id, asker())))
    assert lots.legs and replay(lots) == Replay(6, ())


async def test_where_there_are_no_pairs_that_are_out_it_is_refused(gathering: Gathering) -> None:
    for by, wrong in enumerate(({"format": "swiss"}, {"format": "league"}, {"table": 3}, {"format": "teams"}), 1):
        with refused("cup.legs"):
            await gathering.open(by=by, **{**TWICE, **wrong})
    assert (await gathering.open(by=9, **TWICE, format="groups")).legs
