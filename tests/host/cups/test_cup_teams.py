"""Two against two: four people, two tables with the same luck, and both of a side win."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from docs.verify import check, shared
from host.cups.duels import side_of
from host.cups.state import winners_of
from host.cups.verify import Replay, decode, encode, replay
from host.play.seen import standings
from model.cup import WholeCup
from model.kinds import CupRowKind, EntrantState
from tests.host.cups.gathering import Gathering, asker, holder
from tests.host.evening import PLACE, Evening, refused
from tests.host.repair.stewards import points, rewind
from tests.marks import in_long

pytestmark = pytest.mark.quick

TEAMS: dict[str, Any] = {
    "game": "pistard",
    "options": {"track": "sprint", "race": "points", "target": "3"},
    "format": "teams",
}


@pytest.fixture
def gathering(evening: Evening) -> Gathering:
    return Gathering(evening)


async def ride(gathering: Gathering, match: int, seed: int) -> list[int]:
    """Play a match; returns the points of its seats."""
    await gathering.evening.play_on(match, random.Random(seed))
    seen = await gathering.evening.matches.see(match, None)
    stood = standings(seen.match, seen.view)
    return [standing.points for standing in sorted(stood, key=lambda standing: standing.seat)]


def matches_of(whole: WholeCup) -> tuple[int, int]:
    one, other = whole.of_round(1)
    return one.match or 0, other.match or 0


async def test_the_draw_seats_one_of_each_side_at_both_tables_with_the_same_luck(gathering: Gathering) -> None:
    whole = await gathering.begin(4, **TEAMS)
    assert [table.places for table in whole.of_round(1)] == [(1, 2), (3, 4)]
    assert [side_of(whole, place) for place in (1, 2, 3, 4)] == [1, 2, 2, 1]
    one, other = [await gathering.evening.header(match) for match in matches_of(whole)]
    assert (one.key, one.entropy, one.of_set) == (other.key, other.entropy, other.of_set)
    assert one.hidden and other.hidden and not one.terms.rated
    seats = {row.user for match in (one, other) for row in match.seats}
    assert seats == {holder(whole, place).user for place in (1, 2, 3, 4)}


@pytest.mark.parametrize("seeds", [(1, 2), (7, 7), *in_long((3, 4), (5, 6))])
async def test_the_sums_of_both_tables_decide_and_both_of_a_side_win(
    gathering: Gathering, seeds: tuple[int, int]
) -> None:
    evening = gathering.evening
    whole = await gathering.begin(4, **TEAMS)
    one, other = matches_of(whole)
    a1, b1 = await ride(gathering, one, seeds[0])
    assert (await gathering.work(whole.cup.id)).cup == (await gathering.cups.whole(whole.cup.id)).cup
    assert (await gathering.cups.whole(whole.cup.id)).cup.phase == "running"
    b2, a2 = await ride(gathering, other, seeds[1])
    whole = await gathering.work(whole.cup.id)
    ahead = (a1 - b2) + (a2 - b1)  # each against the same seat of the other table
    first = 1 + (ahead < 0), 1 + (ahead > 0)
    assert [table.ranks for table in whole.of_round(1)] == [first, first[::-1]]
    assert whole.of_round(1)[0].leads == (a1 - b2, b1 - a2)
    expected = {1: (1, 4), 2: (2, 3), 0: ()}[(ahead > 0) + 2 * (ahead < 0)]
    won = {holder(whole, place).user for place in expected}
    assert {winner.user for winner in winners_of(whole)} == won
    ends = [row for row in await gathering.cups.log(whole.cup.id) if row.kind == CupRowKind.END]
    assert whole.cup.phase == "over" and {row.user for row in ends} == (won or {None})
    for place in (1, 2, 3, 4):
        user = holder(whole, place).user
        assert await gathering.cups.wins(user, PLACE.guild) == int(user in won)
    roll = await evening.store.cups.won_in(whole.cup.guild, whole.cup.game)
    assert [{user for user, _ in line.winners} for line in roll] == ([won] if won else [])
    assert [(await evening.header(match)).hidden for match in (one, other)] == [False, False]


async def test_its_lots_and_the_luck_of_both_tables_can_be_checked(gathering: Gathering) -> None:
    whole = await gathering.begin(4, **TEAMS)
    for seed, match in enumerate(matches_of(whole)):
        await ride(gathering, match, seed)
    whole = await gathering.work(whole.cup.id)
    lots = decode(encode(await gathering.cups.published(whole.cup.id, asker())))
    assert replay(lots) == Replay(2, ())
    exports = [json.loads(await gathering.evening.house.exports.export(match)) for match in matches_of(whole)]
    assert all(not wrong and count for count, wrong in map(check, exports))
    assert shared(exports)


@pytest.mark.parametrize("put_back", [False, True])
async def test_a_table_that_was_called_off_or_put_back_is_a_tie(gathering: Gathering, *, put_back: bool) -> None:
    evening = gathering.evening
    whole = await gathering.begin(4, **TEAMS)
    one, other = matches_of(whole)
    if put_back:
        await evening.play_on(one, random.Random(1), until=lambda seen: seen.match.seq > 8)
        await rewind(evening, one, (await points(evening, one))[-1])
        await ride(gathering, one, 1)
    else:
        await evening.seats.call_off(await evening.header(one))
    b2, a2 = await ride(gathering, other, 5)
    whole = await gathering.work(whole.cup.id)
    assert b2 != a2
    winner = {holder(whole, place).user for place in ((1, 4) if a2 > b2 else (2, 3))}
    assert {entrant.user for entrant in winners_of(whole)} == winner


async def test_who_gives_up_a_seat_brings_their_side_last(gathering: Gathering) -> None:
    whole = await gathering.begin(4, **TEAMS)
    one, other = matches_of(whole)
    await gathering.evening.seats.resign(one, holder(whole, 1).user, gathering.evening.press())
    await ride(gathering, other, 5)
    whole = await gathering.work(whole.cup.id)
    assert [table.ranks for table in whole.of_round(1)] == [(2, 1), (1, 2)]
    assert {entrant.user for entrant in winners_of(whole)} == {holder(whole, place).user for place in (2, 3)}


async def test_it_begins_with_four_and_they_stay_the_same(gathering: Gathering) -> None:
    cup = await gathering.open(3, **TEAMS)
    assert cup.places == 4
    with refused("cup.few", n=4):
        await gathering.cups.start(cup.id, gathering.person(0), manages=False)
    for number in (4, 5):
        await gathering.cups.join(cup.id, gathering.person(number))
    whole = await gathering.cups.whole(cup.id)
    assert [entrant.state for entrant in whole.entrants] == [EntrantState.IN] * 4 + [EntrantState.RESERVE]
    await gathering.cups.leave(cup.id, gathering.person(2))  # before it begins the reserve takes the place
    await gathering.cups.start(cup.id, gathering.person(0), manages=False)
    whole = await gathering.work(cup.id)
    await gathering.cups.join(cup.id, gathering.person(6))
    with refused("cup.teams.begun"):
        await gathering.cups.leave(cup.id, gathering.person(1))
    with refused("cup.teams.begun"):
        await gathering.cups.drop(cup.id, gathering.person(1).user, gathering.person(0), manages=False)
    with refused("cup.teams.begun"):
        old, new = gathering.person(1).user, gathering.person(6).user
        await gathering.cups.replace(cup.id, old, new, gathering.person(0), manages=False)
    with refused("cup.hidden"):
        await gathering.decide(cup.id, 1, holder(whole, 1).user)


async def test_too_few_at_the_end_of_the_sign_up_call_it_off(gathering: Gathering) -> None:
    cup = await gathering.open(3, **TEAMS)
    await gathering.later(8)
    assert (await gathering.cups.whole(cup.id)).cup.phase == "cancelled"


async def test_one_that_is_called_off_hides_nothing_any_more(gathering: Gathering) -> None:
    whole = await gathering.begin(4, **TEAMS)
    one, other = matches_of(whole)
    await ride(gathering, one, 1)
    await gathering.cups.cancel(whole.cup.id, gathering.person(0), manages=False)
    await gathering.work(whole.cup.id)
    ended = [await gathering.evening.header(match) for match in (one, other)]
    assert [(match.phase, match.hidden) for match in ended] == [("over", False), ("cancelled", False)]


async def test_who_was_forgotten_before_the_first_round_leaves_no_one_to_play(gathering: Gathering) -> None:
    cup = await gathering.open(4, **TEAMS)
    await gathering.cups.start(cup.id, gathering.person(0), manages=False)
    await gathering.evening.house.privacy.forget(gathering.person(3).user)
    whole = await gathering.work(cup.id)
    assert (whole.cup.phase, whole.tables, winners_of(whole)) == ("over", (), [])


@pytest.mark.parametrize(
    "wrong",
    [
        {"places": 3},
        {"places": 5},
        {"table": 3},
        {"duplicate": False},
        {"game": "schlangennest", "options": {"board": "7x7"}},
    ],
)
async def test_another_number_or_another_luck_is_refused(gathering: Gathering, wrong: dict[str, Any]) -> None:
    with refused("cup.teams"):
        await gathering.open(**{**TEAMS, **wrong})
