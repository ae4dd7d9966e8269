"""No one judges their own case: who plays in a cup decides nothing in it; the others of a table vote instead."""

from __future__ import annotations

import asyncio
from math import ceil
from typing import Any

import pytest

from host.cups.state import is_earned
from host.lobby.limits import DAILY
from host.table.votes import LONG
from host.time.clocks import DAY
from model.cup import CupTable, WholeCup
from model.kinds import CupRowKind, EntrantState, ResultHow, VoteKind
from model.match import Counted, Match
from tests.host.cups.gathering import FIRST, Gathering, entrant_of, holder
from tests.host.evening import Evening, refused
from tests.host.repair.stewards import MEG, number, steward

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("rope")]
BOSS = FIRST  # the director, who has signed up last
LATE = FIRST + 9  # waits for a place


@pytest.fixture
async def whole(gathering: Gathering) -> WholeCup:
    """A cup of four, its director among them, that has begun; someone waits for a place."""
    return await begin(gathering)


async def begin(gathering: Gathering, people: int = 4, **request: Any) -> WholeCup:
    cup = await gathering.open(people - 1, **request)
    await gathering.cups.join(cup.id, gathering.person(0))
    await gathering.cups.start(cup.id, gathering.person(0), manages=False)
    await gathering.cups.join(cup.id, gathering.person(9))
    return await gathering.work(cup.id)


def sitting(whole: WholeCup, user: int) -> CupTable:
    """The table at which someone sits in this round."""
    entrant = entrant_of(whole, user)
    return next(table for table in whole.of_round(whole.cup.round) if entrant.place in table.places)


def users(whole: WholeCup, table: CupTable) -> list[int]:
    """Who sits at a table, in the order of the seats."""
    held = [whole.holder(place) for place in table.places]
    return [entrant.user for entrant in held if entrant is not None]


def other(whole: WholeCup, user: int) -> int:
    """The opponent of a player in this round."""
    [met] = [u for u in users(whole, sitting(whole, user)) if u != user]
    return met


def elsewhere(whole: WholeCup) -> CupTable:
    """The table of this round at which the director doesn't sit."""
    return next(table for table in whole.of_round(whole.cup.round) if BOSS not in users(whole, table))


async def ask(gathering: Gathering, whole: WholeCup, table: CupTable, winner: int, by: int = 0) -> Match:
    who = gathering.person(by)
    return await gathering.evening.house.awards.ask(whole.cup.id, table.number, winner, who, manages=False)


async def kinds(gathering: Gathering) -> list[CupRowKind]:
    return [row.kind for row in await gathering.cups.log(1)]


# --- who decides


@pytest.mark.parametrize("manages", [False, True])  # as a manager, or as the bot's owner
async def test_a_director_who_plays_decides_about_nobody(gathering: Gathering, whole: WholeCup, manages: bool) -> None:
    cups, cup, boss, rival = gathering.cups, whole.cup.id, gathering.person(0), other(whole, BOSS)
    for table in whole.of_round(1):  # each changes who they meet next
        for winner in users(whole, table):
            with refused("cup.concerned"):
                await gathering.decide(cup, table.number, winner, manages=manages)
    with refused("cup.concerned"):
        await cups.drop(cup, rival, boss, manages=manages)
    for old in (rival, BOSS):  # who follows on their own place is the list's to say
        with refused("cup.concerned"):
            await cups.replace(cup, old, LATE, boss, manages=manages)
    with refused("cup.concerned"):
        await cups.cancel(cup, boss, manages=manages)
    assert (await cups.whole(cup)).cup.seq == whole.cup.seq
    await cups.drop(cup, BOSS, boss, manages=manages)
    mine = entrant_of(await cups.whole(cup), BOSS)
    assert mine.state == EntrantState.GONE
    with refused("cup.concerned"):  # a person who has played has favourites
        await cups.drop(cup, rival, boss, manages=manages)


async def test_sign_up_start_and_call_off_stay_the_director_s(gathering: Gathering) -> None:
    cup = await gathering.open(4)
    await gathering.cups.join(cup.id, gathering.person(0))
    with refused("cup.concerned"):
        await gathering.cups.drop(cup.id, FIRST + 1, gathering.person(0), manages=False)
    await gathering.cups.cancel(cup.id, gathering.person(0), manages=False)
    assert (await gathering.cups.whole(cup.id)).cup.phase == "cancelled"


async def test_a_second_account_that_manages_and_waits_for_a_place_decides_neither(
    gathering: Gathering, whole: WholeCup
) -> None:
    with refused("cup.concerned"):
        await gathering.cups.drop(whole.cup.id, FIRST + 1, gathering.person(9), manages=True)


async def test_another_manager_decides(gathering: Gathering, whole: WholeCup) -> None:
    table = elsewhere(whole)
    await gathering.decide(whole.cup.id, table.number, users(whole, table)[1], by=20, manages=True)
    after = (await gathering.cups.whole(whole.cup.id)).of_round(1)[table.number - 1]
    assert (after.ranks, after.how) == ((2, 1), ResultHow.DIRECTOR)


async def test_who_has_decided_in_a_cup_doesnt_join_it(gathering: Gathering, whole: WholeCup) -> None:
    """Else a manager could put a rival out and take the place."""
    await gathering.cups.drop(whole.cup.id, FIRST + 1, gathering.person(20), manages=True)
    with refused("cup.judged"):
        await gathering.cups.join(whole.cup.id, gathering.person(20))
    await gathering.call_off(elsewhere(whole).match or 0)
    with refused("cup.judged"):  # nor who has called one of its matches off
        await gathering.cups.join(whole.cup.id, gathering.person(MEG - FIRST))
    await gathering.cups.join(whole.cup.id, gathering.person(21))


async def test_who_has_decided_in_a_cup_takes_no_seat_over_in_it_either(gathering: Gathering) -> None:
    whole = await begin(gathering, 6, table=3)
    table, evening = elsewhere(whole), gathering.evening
    match, leaver = table.match or 0, users(whole, table)[0]
    await gathering.cups.drop(whole.cup.id, leaver, gathering.person(20), manages=True)
    await evening.seats.resign(match, leaver, None)
    with refused("cup.judged"):
        await evening.seats.take_over(match, 0, FIRST + 20, "Judge", None)
    await evening.seats.take_over(match, 0, FIRST + 21, "Someone", None)


async def test_who_sits_in_for_an_entrant_decides_nothing_either(gathering: Gathering) -> None:
    whole = await begin(gathering, 6, table=3)
    table, evening = elsewhere(whole), gathering.evening
    assert table.match is not None
    leaver = users(whole, table)[0]
    await evening.seats.resign(table.match, leaver, None)
    await evening.seats.take_over(table.match, 0, MEG, "Meg", None)
    with refused("cup.concerned"):
        await gathering.cups.drop(whole.cup.id, FIRST + 1, gathering.person(MEG - FIRST), manages=True)
    with refused("repair.player"):  # nor in the match of another table
        other_match = sitting(whole, BOSS).match or 0
        await evening.house.repairs.check_drop(other_match, MEG)


async def test_all_matches_of_a_cup_concern_all_who_play_in_it(gathering: Gathering, whole: WholeCup) -> None:
    evening, match = gathering.evening, elsewhere(whole).match or 0
    by, now = steward(evening, BOSS), await number(evening, match)
    for repair in (evening.house.repairs.drop(match, now, by), evening.house.repairs.excuse(match, None, 0, now, by)):
        with refused("repair.player"):
            await repair


async def test_what_a_manager_puts_right_in_a_match_stands_in_the_log_of_its_cup(
    gathering: Gathering, whole: WholeCup
) -> None:
    table, evening = elsewhere(whole), gathering.evening
    match = table.match or 0
    await evening.house.repairs.excuse(match, None, 5, await number(evening, match), steward(evening))
    await gathering.play(match, users(whole, table)[0])
    after = (await gathering.work(whole.cup.id)).of_round(1)[table.number - 1]
    assert after.how == ResultHow.PLAYED  # it counts as before
    [row] = [row for row in await gathering.cups.log(whole.cup.id) if row.kind == CupRowKind.RIGHTED]
    assert (row.by, row.round, row.number) == (MEG, 1, table.number)


async def test_of_two_who_decide_at_once_one_is_refused(
    gathering: Gathering, neighbour: Evening, whole: WholeCup
) -> None:
    table, cup = elsewhere(whole), whole.cup.id
    calls = [
        user.cups.set_result(cup, table.number, winner, gathering.person(20 + at), manages=True, seen=whole)
        for at, (user, winner) in enumerate(zip((gathering, Gathering(neighbour)), users(whole, table), strict=True))
    ]
    done = await asyncio.gather(*calls, return_exceptions=True)
    [why] = [outcome for outcome in done if isinstance(outcome, Exception)]
    assert str(why) == "cup.overtaken"
    assert (await kinds(gathering)).count(CupRowKind.CORRECT) == 1


async def test_a_result_that_is_set_is_not_set_once_more(gathering: Gathering, whole: WholeCup) -> None:
    """Each decision calls the people of the table."""
    table, cup = elsewhere(whole), whole.cup.id
    winner, rival = users(whole, table)
    await gathering.decide(cup, table.number, winner, by=20, manages=True)
    with refused("cup.set", n=table.number):
        await gathering.decide(cup, table.number, winner, by=21, manages=True)
    await gathering.decide(cup, table.number, rival, by=21, manages=True)
    assert (await kinds(gathering)).count(CupRowKind.CORRECT) == 2


async def test_people_decide_in_cups_so_often_in_a_day(
    gathering: Gathering, whole: WholeCup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.lobby.limits.DAILY", {**DAILY, Counted.VERDICTS: 2})
    table, cup, now = elsewhere(whole), whole.cup.id, gathering.evening.now
    winner, rival = users(whole, table)
    for user in (winner, rival):
        await gathering.decide(cup, table.number, user, by=20, manages=True)
    seen, until = await gathering.cups.whole(cup), ceil(now() + DAY)
    with refused("limit.verdicts", n=2, until=until):
        await gathering.decide(cup, table.number, winner, by=20, manages=True)
    with refused("limit.verdicts", n=2, until=until):
        await gathering.cups.drop(cup, winner, gathering.person(20), manages=True)
    assert await gathering.cups.whole(cup) == seen
    await gathering.decide(cup, table.number, winner, by=21, manages=True)
    now.later(DAY)
    await gathering.decide(cup, table.number, rival, by=20, manages=True)


async def test_a_result_for_a_table_of_the_round_before_is_refused(gathering: Gathering, whole: WholeCup) -> None:
    later = await gathering.finish_round(whole)
    winner = users(later, later.of_round(2)[0])[0]
    with refused("cup.overtaken"):
        await gathering.cups.set_result(whole.cup.id, 1, winner, gathering.person(20), manages=True, seen=whole)


# --- the vote of a table


async def test_the_others_of_a_table_give_it_to_the_director_who_plays(gathering: Gathering, whole: WholeCup) -> None:
    table, rival = sitting(whole, BOSS), other(whole, BOSS)
    match = await ask(gathering, whole, table, BOSS)
    assert match.vote is not None
    assert [match.seats[seat].user for seat in match.vote.electorate] == [rival]
    with refused("vote.not.yours"):
        await gathering.evening.say(match.id, BOSS, yes=True)
    told = [message.post.to for message in await gathering.evening.deliver() if message.post.kind == "ballot"]
    assert told == [rival]
    await gathering.evening.say(match.id, rival, yes=True)
    assert (await gathering.evening.header(match.id)).phase == "cancelled"  # it counts for no ladder
    after = (await gathering.work(whole.cup.id)).of_round(1)[table.number - 1]
    assert after.how == ResultHow.VOTED
    assert after.ranks == tuple(1 if user == BOSS else 2 for user in users(whole, table))
    [row] = [row for row in await gathering.cups.log(whole.cup.id) if row.kind == CupRowKind.VOTED]
    assert (row.user, row.number) == (BOSS, table.number)


async def test_they_can_refuse_and_then_the_match_goes_on(gathering: Gathering, whole: WholeCup) -> None:
    table, rival = sitting(whole, BOSS), other(whole, BOSS)
    match = await ask(gathering, whole, table, BOSS)
    await gathering.evening.say(match.id, rival, yes=False)
    header = await gathering.evening.header(match.id)
    assert (header.phase, header.vote) == ("running", None)
    await ask(gathering, whole, table, BOSS)
    gathering.evening.now.later(LONG + 1)
    await gathering.evening.owe()  # no one has voted
    header = await gathering.evening.header(match.id)
    assert (header.phase, header.vote) == ("running", None)


async def test_a_friend_who_is_to_win_has_no_vote(gathering: Gathering, whole: WholeCup) -> None:
    table = elsewhere(whole)
    friend, rival = users(whole, table)
    match = await ask(gathering, whole, table, friend)
    assert match.vote is not None
    assert match.vote.by is None
    with refused("vote.not.yours"):
        await gathering.evening.say(match.id, friend, yes=True)
    await gathering.evening.say(match.id, rival, yes=True)
    after = (await gathering.work(whole.cup.id)).of_round(1)[table.number - 1]
    assert (after.ranks, after.how) == ((1, 2), ResultHow.VOTED)


async def test_a_friend_whose_rival_gives_the_place_up_later_has_no_vote_either(
    gathering: Gathering, whole: WholeCup
) -> None:
    """Someone else holds the rival's place from the next round on: until then the rival plays, and votes."""
    table = elsewhere(whole)
    friend, rival = users(whole, table)
    await gathering.cups.replace(whole.cup.id, rival, LATE, gathering.person(20), manages=True)
    whole = await gathering.cups.whole(whole.cup.id)
    with refused("cup.not.there", n=table.number):
        await ask(gathering, whole, table, LATE)
    match = await ask(gathering, whole, table, friend)
    assert match.vote is not None
    assert [match.seats[seat].user for seat in match.vote.electorate] == [rival]


@pytest.mark.parametrize("by", [0, 1])
async def test_no_one_gives_a_table_to_themself(gathering: Gathering, whole: WholeCup, by: int) -> None:
    """The others are gone: neither a friend of the director nor the director is left to vote for the own win."""
    table = sitting(whole, BOSS) if by else elsewhere(whole)
    evening, match = gathering.evening, table.match or 0
    winner = BOSS if by else users(whole, table)[0]
    header = await evening.header(match)
    while not any(row.substitute for row in header.seats):
        await gathering.answer(match, winner, 1)
        evening.now.later(DAY / 2)
        await evening.owe()
        header = await evening.header(match)
    assert [row.user for row in header.seats if row.substitute is None] == [winner]
    with refused("cup.concerned"):
        await ask(gathering, whole, table, winner)


async def test_who_is_given_a_table_by_the_only_other_one_has_to_want_it(gathering: Gathering, whole: WholeCup) -> None:
    match = await ask(gathering, whole, sitting(whole, BOSS), other(whole, BOSS))
    assert match.vote is not None
    assert [match.seats[seat].user for seat in match.vote.electorate] == [other(whole, BOSS)]


async def test_who_may_not_ask(gathering: Gathering, whole: WholeCup) -> None:
    table = elsewhere(whole)
    winner = users(whole, table)[0]
    with refused("cup.not.director", director=BOSS):
        await ask(gathering, whole, table, winner, by=winner - FIRST)
    with refused("cup.not.there", n=table.number):
        await ask(gathering, whole, table, BOSS)
    with refused("vote.unknown"):  # by a forged button
        await gathering.evening.votes.open(table.match or 0, winner, VoteKind.AWARD, 0, None)
    await gathering.play(table.match or 0, winner)
    with refused("cup.concerned"):
        await ask(gathering, whole, table, winner)
    await gathering.finish_round(await gathering.finish_round(whole))
    with refused("cup.over"):
        await ask(gathering, whole, table, winner)


async def test_who_takes_a_seat_over_has_no_vote_of_its_entrant(gathering: Gathering) -> None:
    whole = await begin(gathering, 6, table=3)
    table, evening = elsewhere(whole), gathering.evening
    winner, leaver, rival = users(whole, table)
    match = await ask(gathering, whole, table, winner)
    await evening.seats.resign(match.id, leaver, None)
    await evening.seats.take_over(match.id, 1, MEG, "Meg", None)
    with refused("vote.not.yours"):
        await gathering.evening.say(match.id, MEG, yes=True)
    await gathering.evening.say(match.id, rival, yes=True)
    assert (await gathering.evening.header(match.id)).phase == "cancelled"


async def test_a_manager_who_decides_first_decides(gathering: Gathering, whole: WholeCup) -> None:
    """The vote is still open, and its old button is pressed."""
    table = elsewhere(whole)
    winner, rival = users(whole, table)
    match = await ask(gathering, whole, table, winner)
    await gathering.decide(whole.cup.id, table.number, rival, by=20, manages=True)
    await gathering.evening.say(match.id, rival, yes=True)
    after = (await gathering.work(whole.cup.id)).of_round(1)[table.number - 1]
    assert (after.ranks, after.how) == ((2, 1), ResultHow.DIRECTOR)


async def test_who_asks_and_is_forgotten_asks_no_more(gathering: Gathering, whole: WholeCup) -> None:
    match = await ask(gathering, whole, elsewhere(whole), users(whole, elsewhere(whole))[0])
    await gathering.evening.house.privacy.forget(BOSS)
    assert (await gathering.evening.header(match.id)).vote is None


# --- what it brings


async def test_a_cup_that_was_decided_brings_no_badge_and_no_honours(gathering: Gathering) -> None:
    whole = await gathering.begin(4)
    while whole.cup.phase == "running":
        whole = await gathering.decide_round(whole)
    winner = holder(whole, 1)
    end = (await gathering.cups.log(whole.cup.id))[-1]
    assert (end.kind, end.user, end.number) == (CupRowKind.UNEARNED, winner.user, 2)
    assert await gathering.cups.wins(winner.user, whole.cup.guild) == 0
    assert await gathering.evening.store.cups.won_in(whole.cup.guild, whole.cup.game) == []


async def test_one_whose_final_was_played_does_and_the_roll_says_what_was_decided(gathering: Gathering) -> None:
    whole = await gathering.finish_round(await gathering.decide_round(await gathering.begin(4)))
    winner = holder(whole, 1)
    assert await gathering.cups.wins(winner.user, whole.cup.guild) == 1
    [won] = await gathering.evening.store.cups.won_in(whole.cup.guild, whole.cup.game)
    assert (won.winners, won.decided) == (((winner.user, winner.name),), 1)


async def test_friends_who_leave_at_once_win_nobody_a_badge(gathering: Gathering) -> None:
    """Three accounts and no move: two of them give up wherever they meet the third."""
    whole = await gathering.begin(3)
    while whole.cup.phase == "running":
        for table in whole.of_round(whole.cup.round):
            if table.match is not None:
                loser = users(whole, table)[table.places.index(max(table.places))]
                await gathering.evening.seats.resign(table.match, loser, None)
        whole = await gathering.work(whole.cup.id)
    assert {t.how for t in whole.tables} == {ResultHow.FREE}
    assert (await gathering.cups.log(whole.cup.id))[-1].kind == CupRowKind.UNEARNED


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_director_who_takes_the_rivals_out_wins_no_friend_a_badge(gathering: Gathering, replaced: bool) -> None:
    """The friend wins one match of two rounds; who would be met next is out by then, or gave way to another friend."""
    whole = await gathering.begin(4)
    mine, theirs = sorted(whole.of_round(1), key=lambda value: 1 not in value.places)
    star, director = whole.holder(1), gathering.person(0)
    assert star is not None
    await gathering.play(mine.match or 0, star.user)
    await gathering.cups.join(whole.cup.id, gathering.person(9))
    for rival in users(whole, theirs)[: 1 if replaced else 2]:
        if replaced:
            await gathering.cups.replace(whole.cup.id, rival, LATE, director, manages=False)
        else:
            await gathering.cups.drop(whole.cup.id, rival, director, manages=False)
    await gathering.play(theirs.match or 0, users(whole, theirs)[0])
    whole = await gathering.work(whole.cup.id)
    assert whole.cup.round == 2
    if replaced:  # a final that is played outweighs it
        await gathering.play(whole.of_round(2)[0].match or 0, star.user)
    else:
        for table in whole.of_round(2):
            if table.match is not None:
                await gathering.evening.seats.resign(table.match, LATE, None)
    whole = await gathering.work(whole.cup.id)
    end = (await gathering.cups.log(whole.cup.id))[-1]
    assert (end.kind, end.user) == (CupRowKind.END if replaced else CupRowKind.UNEARNED, star.user)
    assert await gathering.cups.wins(star.user, whole.cup.guild) == int(replaced)


async def test_a_rival_who_is_out_already_may_be_taken_out(gathering: Gathering) -> None:
    whole = await gathering.finish_round(await gathering.begin(4))
    [out, _] = sorted({1, 2, 3, 4} - {place for table in whole.of_round(2) for place in table.places})
    loser = holder(whole, out)
    await gathering.cups.drop(whole.cup.id, loser.user, gathering.person(0), manages=False)
    await gathering.finish_round(whole)
    assert (await gathering.cups.log(whole.cup.id))[-1].kind == CupRowKind.END


async def test_a_rival_who_never_answers_wins_nobody_a_badge(gathering: Gathering) -> None:
    """The computer answers for the rival to the end of the final, and the winner of a bye presses alone."""
    whole = await gathering.finish_round(await gathering.begin(3))
    star, match = whole.holder(1), whole.of_round(2)[0].match or 0
    assert star is not None
    while (await gathering.evening.header(match)).phase == "running":
        await gathering.answer(match, star.user, 4)
        await gathering.later(1, step=DAY)
    whole = await gathering.work(whole.cup.id)
    assert (whole.cup.phase, whole.of_round(2)[0].how) == ("over", ResultHow.FREE)
    log = await gathering.cups.log(whole.cup.id)
    assert CupRowKind.WALKOVER in [row.kind for row in log if (row.round, row.number) == (2, 1)]
    assert (log[-1].kind, log[-1].user) == (CupRowKind.UNEARNED, star.user)


async def test_who_gives_up_after_both_have_moved_has_lost_a_match(gathering: Gathering) -> None:
    whole = await gathering.begin(4)
    table = whole.of_round(1)[0]
    match, (_, second) = table.match or 0, users(whole, table)
    await gathering.evening.move(match, 2)
    await gathering.evening.seats.resign(match, second, None)
    after = (await gathering.work(whole.cup.id)).of_round(1)[0]
    assert (after.how, after.ranks) == (ResultHow.PLAYED, (1, 2))


PLAYED, SET, VOTED, JUDGED, FREE = (
    ResultHow.PLAYED,
    ResultHow.DIRECTOR,
    ResultHow.VOTED,
    ResultHow.JUDGED,
    ResultHow.FREE,
)


@pytest.mark.parametrize(
    ("hows", "earned"),
    [
        ([PLAYED], True),
        ([SET, PLAYED], True),
        ([PLAYED, SET], False),
        ([SET, VOTED, PLAYED], False),
        ([SET, VOTED, PLAYED, PLAYED], True),
        ([PLAYED, PLAYED, JUDGED], False),
        ([FREE, FREE, SET, PLAYED, FREE], True),
        ([PLAYED, FREE], True),
        ([FREE, FREE], False),
        ([FREE, SET], False),
    ],
)
async def test_half_of_the_tables_and_the_last_one(gathering: Gathering, hows: list[ResultHow], earned: bool) -> None:
    cup = await gathering.open()
    tables = tuple(CupTable(at, 1, 0, (1, 2), None, (1, 2), how) for at, how in enumerate(hows, 1))
    others = (CupTable(1, 2, 0, (3, 4), None, (1, 2), SET),)
    assert is_earned(WholeCup(cup, (), (*tables, *others)), 1, ()) is earned
