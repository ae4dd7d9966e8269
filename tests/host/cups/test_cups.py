"""Cups in the host: sign-up, rounds, results, corrections, people who leave, and two bots on one database."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from engines.dice import SeededDice
from host.access import Asker
from host.cups.state import commitment, lots_key, podium_of, standing_of
from host.lobby.limits import CUPS_OF_SERVER
from host.lobby.lobby import ChannelRef
from host.outbox.outbox import BACKOFF
from host.repair.steward import Steward
from host.thinking.hints import can_have_hint
from host.time.clocks import DAY, HOUR
from host.time.heartbeat import Heartbeat
from model.cup import CupRow, CupStep, CupTable, WholeCup
from model.kinds import CupRowKind, EntrantState, ResultHow
from model.match import Match
from tests.host.cups.gathering import FIRST, Gathering, asker, entrant_of, holder
from tests.host.evening import PLACE, Evening, refused
from tests.host.repair.stewards import MEG
from tests.marks import in_long

pytestmark = pytest.mark.usefixtures("rope")


async def test_a_cup_of_two_cant_begin(gathering: Gathering) -> None:
    cup = await gathering.open(2)
    with refused("cup.few", n=3):
        await gathering.cups.start(cup.id, gathering.person(0), manages=False)
    gathering.evening.now.later(8 * DAY)
    assert (await gathering.work(cup.id)).cup.phase == "cancelled"


async def test_it_begins_by_itself_when_its_sign_up_ends(gathering: Gathering) -> None:
    cup = await gathering.open(3)
    gathering.evening.now.later(7 * DAY)
    whole = await gathering.work(cup.id)
    assert (whole.cup.phase, whole.cup.round) == ("running", 1)


@pytest.mark.parametrize("forgotten", [False, True])
async def test_who_comes_too_late_waits_and_moves_up(gathering: Gathering, forgotten: bool) -> None:
    cup = await gathering.open(5, places=4)
    whole = await gathering.cups.whole(cup.id)
    assert [entrant.state for entrant in whole.entrants] == [EntrantState.IN] * 4 + [EntrantState.RESERVE]
    if forgotten:
        await gathering.evening.house.privacy.forget(FIRST + 2)
    else:
        await gathering.cups.leave(cup.id, gathering.person(2))
    whole = await gathering.cups.whole(cup.id)
    assert [(e.user - FIRST, e.state) for e in whole.entrants] == [(n, EntrantState.IN) for n in (1, 3, 4, 5)]


async def test_what_is_refused(gathering: Gathering) -> None:
    cups, cup = gathering.cups, await gathering.open(3)
    with refused("cup.joined"):
        await cups.join(cup.id, gathering.person(1))
    with refused("cup.not.in"):
        await cups.leave(cup.id, gathering.person(9))
    with refused("cup.nobody"):
        await cups.drop(cup.id, FIRST + 9, gathering.person(0), manages=False)
    with refused("cup.not.director", director=FIRST):
        await cups.start(cup.id, gathering.person(1), manages=False)
    with refused("cup.places", n=16):
        await gathering.open(format="robin", places=40)
    with refused("house.clock"):
        await gathering.open(clock="live")
    with refused("cup.format"):
        await gathering.open(format="ladder")
    with refused("table.players", places=9, players="2, 3, 4"):
        await gathering.open(table=9)
    for number in range(1, CUPS_OF_SERVER):
        await gathering.open(by=number)
    with refused("cup.many", n=CUPS_OF_SERVER):
        await gathering.open(by=CUPS_OF_SERVER)
    await cups.start(cup.id, gathering.person(5), manages=True)
    with refused("cup.begun"):
        await cups.start(cup.id, gathering.person(0), manages=False)
    await cups.cancel(cup.id, gathering.person(0), manages=False)
    with refused("cup.cancelled"):
        await cups.join(cup.id, gathering.person(7))


async def test_strangers_dont_know_of_it(gathering: Gathering) -> None:
    cup = await gathering.open(1)
    assert (await gathering.cups.see(cup.id, asker())).cup.id == cup.id
    for stranger in (asker(8), asker(None), asker(sees=False)):
        with refused("cup.unknown"):
            await gathering.cups.see(cup.id, stranger)
    with refused("cup.unknown"):
        await gathering.cups.see(99, asker())


async def test_the_seeding_follows_from_the_seed_that_was_promised(gathering: Gathering) -> None:
    promised = commitment(await gathering.open(6))
    whole = await gathering.cups.whole(1)
    await gathering.cups.start(1, gathering.person(0), manages=False)
    whole = await gathering.work(1)
    assert commitment(whole.cup) == promised
    assert whole.cup.entropy == ",".join(str(entrant.press) for entrant in whole.entrants)
    lots = SeededDice(lots_key(whole.cup), 0).shuffle("seeding", [str(entrant.number) for entrant in whole.entrants])
    assert [str(entrant.number) for entrant in sorted(whole.entrants, key=lambda entrant: entrant.place or 0)] == lots


async def test_a_match_of_a_cup_begins_without_a_lobby(gathering: Gathering) -> None:
    cup = await gathering.open(4)
    await gathering.cups.start(cup.id, gathering.person(0), manages=False)
    await gathering.rounds.work()
    messages = await gathering.evening.deliver()
    assert "lobby" not in {message.post.kind for message in messages}
    whole = await gathering.cups.whole(cup.id)
    for table in whole.of_round(1):
        match = await gathering.evening.header(table.match or 0)
        assert (match.phase, match.cup, match.channel, match.terms.clock) == ("running", cup.id, 77, "daily")
        assert [row.user for row in match.seats] == [holder(whole, place).user for place in table.places]


@pytest.mark.parametrize("form", ["knockout", "swiss", *in_long("groups", "robin", "league")])
async def test_every_format_is_played_to_its_end(gathering: Gathering, form: str) -> None:
    whole = await gathering.begin(4, format=form, seasons=1)
    while whole.cup.phase == "running":
        whole = await gathering.finish_round(whole)
    assert whole.cup.phase == "over"
    lines = standing_of(whole)
    assert lines[0].place == 1
    winner = holder(whole, 1)
    assert await gathering.cups.wins(winner.user, whole.cup.guild) == 1
    assert (await gathering.cups.log(whole.cup.id))[-1].user == winner.user


async def test_bigger_tables_are_seated_by_the_same_rules(gathering: Gathering) -> None:
    whole = await gathering.begin(7, table=4)
    assert sorted(len(table.places) for table in whole.of_round(1)) == [3, 4]
    whole = await gathering.decide_round(whole)
    assert len(whole.of_round(2)) == 1
    whole = await gathering.decide_round(whole)
    assert whole.cup.phase == "over"


async def test_who_leaves_is_replaced_by_the_reserve_where_the_place_is_still_played(gathering: Gathering) -> None:
    whole = await gathering.begin(4)
    await gathering.cups.join(whole.cup.id, gathering.person(8))
    first = holder(whole, 1)
    await gathering.cups.leave(whole.cup.id, gathering.person(first.user - FIRST))
    whole = await gathering.decide_round(whole)
    assert whole.cup.round == 2
    assert [(e.user - FIRST, e.state) for e in whole.entrants if e.place == 1] == [(8, EntrantState.IN)]


async def test_a_round_ends_at_its_time_and_is_judged_as_it_stands(gathering: Gathering) -> None:
    whole = await gathering.begin(4, clock="none")
    match = whole.of_round(1)[0].match or 0
    user, _ = await gathering.evening.due(match)
    await gathering.evening.answer(match, user, ("3",))
    gathering.evening.now.later(14 * DAY)
    whole = await gathering.work(whole.cup.id)
    judged = whole.of_round(1)[0]
    assert (judged.how, judged.ranks) == (ResultHow.JUDGED, (1, 2))
    assert (await gathering.evening.header(match)).phase == "over"
    # nothing was played at the other table: a tie, in which the better seeded goes on
    assert whole.of_round(1)[1].ranks == (1, 1)
    assert whole.cup.round == 2


async def test_who_gives_up_a_seat_is_last_and_out(gathering: Gathering) -> None:
    whole = await gathering.begin(6, table=3)
    table = whole.of_round(1)[0]
    leaver, other, _ = [holder(whole, place) for place in table.places]
    assert table.match is not None
    await gathering.evening.seats.resign(table.match, leaver.user, None)
    await gathering.play(table.match, other.user)
    whole = await gathering.work(whole.cup.id)
    result = whole.of_round(1)[0]
    assert result.ranks is not None
    assert result.ranks[0] == max(result.ranks)
    after = entrant_of(whole, leaver.user)
    assert (after.state, after.gone) == (EntrantState.GONE, 2)
    assert CupRowKind.VANISHED in [row.kind for row in await gathering.cups.log(whole.cup.id)]
    results = await gathering.evening.store.careers.results_of_match(table.match)
    assert not any(r.rated for r in results), "they haven't moved: the cup counts it, the ladder doesn't"


@pytest.mark.parametrize("rated", [True, False])
async def test_there_are_no_hints_in_a_cup(gathering: Gathering, rated: bool) -> None:
    whole = await gathering.begin(4, rated=rated)
    _, seen = await gathering.evening.due(whole.of_round(1)[0].match or 0)
    assert not can_have_hint(seen)
    with refused("hint.cup"):
        await gathering.evening.house.hints.hint(seen)


async def test_a_match_that_is_called_off_is_a_draw(gathering: Gathering) -> None:
    whole = await gathering.begin(4)
    table = whole.of_round(1)[0]
    await gathering.call_off(table.match or 0)
    whole = await gathering.work(whole.cup.id)
    assert (whole.of_round(1)[0].ranks, whole.of_round(1)[0].how) == ((1, 1), ResultHow.DIRECTOR)
    [row] = [row for row in await gathering.cups.log(whole.cup.id) if row.kind == CupRowKind.STOPPED]
    assert (row.by, row.round, row.number) == (MEG, 1, table.number)


async def test_the_director_corrects_and_all_can_see_it(gathering: Gathering) -> None:
    cups, whole = gathering.cups, await gathering.begin(4)
    table = whole.of_round(1)[0]
    worse = holder(whole, max(table.places))
    with refused("cup.not.there", n=1):
        await gathering.decide(whole.cup.id, 1, FIRST + 77)
    with refused("cup.table", n=2):
        await gathering.decide(whole.cup.id, 5, worse.user)
    await gathering.decide(whole.cup.id, 1, worse.user)
    dropped = holder(whole, 2)
    with refused("cup.has.place"):
        await cups.replace(whole.cup.id, dropped.user, worse.user, gathering.person(9), manages=True)
    await cups.join(whole.cup.id, gathering.person(20))
    await cups.replace(whole.cup.id, dropped.user, FIRST + 20, gathering.person(9), manages=True)
    await cups.drop(whole.cup.id, FIRST + 20, gathering.person(9), manages=True)
    kinds = [(row.kind, row.by, row.user) for row in await cups.log(whole.cup.id) if row.kind != CupRowKind.JOIN]
    assert kinds[-4:] == [
        (CupRowKind.CORRECT, FIRST, worse.user),
        (CupRowKind.DROP, FIRST + 9, dropped.user),
        (CupRowKind.REPLACE, FIRST + 9, FIRST + 20),
        (CupRowKind.DROP, FIRST + 9, FIRST + 20),
    ]
    whole = await gathering.decide_round(await cups.whole(whole.cup.id))
    assert standing_of(whole)[0].place == max(table.places)


async def test_the_message_is_renewed_once_and_again_if_it_couldnt_be_sent(gathering: Gathering) -> None:
    box = gathering.evening.box
    box.closed = True
    cup = await gathering.open(1)
    await gathering.work(cup.id)
    assert gathering.shown == []
    box.closed = False
    await gathering.work(cup.id)
    assert gathering.shown == []  # put off
    gathering.evening.now.later(BACKOFF[0])
    whole = await gathering.work(cup.id)
    # the first may have arrived although no one knew: the newer is sent as well, and edits it
    assert [w.cup.seq for w in gathering.shown] == [2, 2]
    assert len(box.nonces) == 3 and len(set(box.nonces)) == 2, "a repeat has the nonce of the first try"
    assert whole.cup.message == 1
    await gathering.cups.join(cup.id, gathering.person(2))
    await gathering.cups.join(cup.id, gathering.person(3))
    await gathering.work(cup.id)
    assert [w.cup.seq for w in gathering.shown] == [2, 2, 4], "late ones become one"
    await gathering.work(cup.id)
    assert len(gathering.shown) == 3


async def test_two_bots_open_a_round_once(gathering: Gathering, neighbour: Evening) -> None:
    cup = await gathering.open(8)
    await gathering.cups.start(cup.id, gathering.person(0), manages=False)
    other = Gathering(neighbour)
    for _ in range(3):
        await asyncio.gather(gathering.rounds.work(), other.rounds.work())
    whole = await gathering.cups.whole(cup.id)
    assert whole.cup.round == 1
    played = [table.match for table in whole.of_round(1)]
    assert len(set(played)) == 4
    assert sorted(match.id for match in await gathering.evening.store.matches_in(("starting", "running"))) == sorted(
        match for match in played if match is not None
    )


async def test_who_is_forgotten_plays_no_further_round(gathering: Gathering) -> None:
    whole = await gathering.begin(4)
    first = holder(whole, 1)
    await gathering.evening.house.privacy.forget(first.user)
    whole = await gathering.cups.whole(whole.cup.id)
    gone = holder(whole, 1)
    assert (gone.state, gone.name) == (EntrantState.GONE, "")
    assert gone.user < 0


async def test_a_cup_moves_when_its_channel_is_gone(gathering: Gathering) -> None:
    whole = await gathering.begin(4)
    await gathering.cups.move(whole.cup.id, 88, gathering.person(0), manages=False)
    whole = await gathering.decide_round(await gathering.cups.whole(whole.cup.id))
    final = whole.of_round(2)[0]
    assert (await gathering.evening.header(final.match or 0)).channel == 88


async def test_a_server_that_put_the_bot_out_isnt_judged(gathering: Gathering) -> None:
    whole = await gathering.begin(4)
    await gathering.evening.pauses.guild_gone(7)
    gathering.evening.now.later(15 * DAY)
    whole = await gathering.work(whole.cup.id)
    assert whole.cup.round == 1
    assert all(table.ranks is None for table in whole.of_round(1))
    await gathering.evening.pauses.guild_back(7)
    gathering.evening.now.later(2 * DAY)
    assert (await gathering.work(whole.cup.id)).cup.round == 2


async def test_cups_of_other_servers_are_apart(gathering: Gathering) -> None:
    await gathering.open()
    elsewhere = replace(ChannelRef(7, 77), guild=8)
    assert await gathering.evening.store.cups.of_guild(elsewhere.guild or 0, ["signup"]) == []


async def test_a_round_is_as_much_longer_as_nobody_ran(gathering: Gathering) -> None:
    evening, heartbeat = gathering.evening, Heartbeat(gathering.evening.store, gathering.evening.now)
    await heartbeat.begin()
    whole = await gathering.begin(3)
    due = whole.cup.due
    assert due is not None
    evening.now.later(due - evening.now() - HOUR)
    await heartbeat.work()
    evening.now.later(2 * DAY)  # its time would be up
    await Heartbeat(evening.store, evening.now).begin()
    longer = await gathering.work(whole.cup.id)
    assert (longer.cup.due, longer.cup.round) == (due + 2 * DAY, 1)
    assert all(table.ranks == whole.of_round(1)[n].ranks for n, table in enumerate(longer.of_round(1)))
    assert gathering.shown[-1].cup.due == longer.cup.due, "its message tells the new time"
    told = len(gathering.shown)
    evening.now.later(30)
    await Heartbeat(evening.store, evening.now).begin()
    assert (await gathering.work(whole.cup.id)).cup.due == due + 2 * DAY + 30
    assert len(gathering.shown) == told, "a restart renews no message"


@pytest.mark.parametrize("before", [True, False])
async def test_a_round_is_as_much_longer_as_downtime_was_announced(gathering: Gathering, before: bool) -> None:
    """Whether it was announced before the round was opened or after."""
    evening, downtimes = gathering.evening, gathering.evening.house.downtimes
    meg, hours = Steward(7, "Meg", None), (evening.now() + DAY, evening.now() + 2 * DAY)
    if before:
        await downtimes.announce(PLACE.guild, *hours, meg)
    whole = await gathering.begin(3)
    due = evening.now() + whole.cup.days * DAY
    if not before:
        await downtimes.announce(PLACE.guild, *hours, meg)
    assert (await gathering.work(whole.cup.id)).cup.due == due + DAY
    evening.now.later(1.5 * DAY)
    await downtimes.end(PLACE.guild, meg)
    assert (await gathering.work(whole.cup.id)).cup.due == due + DAY / 2


# --- attacks


async def test_nobody_is_put_in_against_their_will(gathering: Gathering) -> None:
    """A director could have had anyone called and rated."""
    whole = await gathering.begin(4)
    with refused("cup.not.waiting"):
        await gathering.cups.replace(whole.cup.id, FIRST + 1, FIRST + 50, gathering.person(0), manages=False)
    assert (await gathering.cups.whole(whole.cup.id)).entrant(FIRST + 50) is None


async def test_a_place_goes_to_the_reserve_also_before_the_draw(gathering: Gathering) -> None:
    cup = await gathering.open(5, places=4)
    await gathering.cups.replace(cup.id, FIRST + 1, FIRST + 5, gathering.person(0), manages=False)
    whole = await gathering.cups.whole(cup.id)
    assert {entrant.user - FIRST for entrant in whole.playing()} == {2, 3, 4, 5}
    assert whole.entrant(FIRST + 1) is None


async def test_whoever_has_left_a_cup_that_has_begun_is_told_the_same_by_all_buttons(gathering: Gathering) -> None:
    whole = await gathering.begin(4)
    await gathering.cups.leave(whole.cup.id, gathering.person(1))
    for press in (gathering.cups.join, gathering.cups.leave):
        with refused("cup.left"):
            await press(whole.cup.id, gathering.person(1))


async def test_a_director_who_is_forgotten_is_named_to_nobody(gathering: Gathering) -> None:
    cup = await gathering.open(3)
    await gathering.evening.house.privacy.forget(FIRST)
    with refused("cup.not.manager"):
        await gathering.cups.cancel(cup.id, gathering.person(1), manages=False)
    await gathering.cups.start(cup.id, gathering.person(9), manages=True)


async def test_a_crowd_that_joins_in_one_moment_gets_in(gathering: Gathering, neighbour: Evening) -> None:
    """Each of them wrote over what the others had seen, and after some tries one of them got an error."""
    cup, people = await gathering.open(), [gathering.person(number) for number in range(1, 25)]
    await asyncio.gather(*(gathering.cups.join(cup.id, person) for person in people))
    whole = await gathering.cups.whole(cup.id)
    assert sorted(entrant.number for entrant in whole.playing()) == list(range(1, 25))
    other = Gathering(neighbour)
    both = [(gathering, 30), (other, 31), (gathering, 32), (other, 33)]
    await asyncio.gather(*(g.cups.join(cup.id, gathering.person(number)) for g, number in both))
    assert len((await gathering.cups.whole(cup.id)).playing()) == 28


async def test_a_result_that_is_set_takes_no_match_from_a_table(
    gathering: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The director has seen the table before its match began."""
    cup = await gathering.open(4)
    await gathering.cups.start(cup.id, gathering.person(0), manages=False)
    seat, found = gathering.evening.store.cups.seat, list[WholeCup]()

    async def setting(*args: Any, **more: Any) -> Match | None:
        if not found:
            found.append(await gathering.cups.whole(cup.id))
        return await seat(*args, **more)

    monkeypatch.setattr(gathering.evening.store.cups, "seat", setting)
    await gathering.rounds.work()
    [seen] = found
    table = replace(seen.of_round(1)[0], ranks=(1, 2), how=ResultHow.DIRECTOR)
    assert table.match is None
    row = CupRow(CupRowKind.CORRECT, gathering.evening.now(), by=FIRST)
    assert await gathering.evening.store.cups.commit(CupStep(seen.cup, (row,), tables=(table,))) is not None
    after = (await gathering.cups.whole(cup.id)).of_round(1)[0]
    assert after.match is not None
    assert after.ranks == (1, 2)


async def test_a_tie_goes_to_whoever_still_plays(gathering: Gathering) -> None:
    """The better seeded has left: so far they went on, and the other one was out."""
    whole = await gathering.begin(4)
    best = holder(whole, 1)
    await gathering.cups.leave(whole.cup.id, gathering.person(best.user - FIRST))
    for table in whole.of_round(1):
        await gathering.evening.seats.call_off(await gathering.evening.header(table.match or 0))
    whole = await gathering.work(whole.cup.id)
    assert [set(t.places) for t in whole.of_round(2)] == [{2, 4}]


async def test_whoever_was_forgotten_after_the_draw_is_walked_over(gathering: Gathering) -> None:
    cup = await gathering.open(4)
    await gathering.cups.start(cup.id, gathering.person(0), manages=False)
    seat = gathering.rounds._seat

    async def late(record: WholeCup, table: CupTable) -> None:
        first = holder(record, 1)
        if 1 in table.places and first.user > 0:
            await gathering.evening.house.privacy.forget(first.user)
            record = await gathering.cups.whole(cup.id)
        await seat(record, table)

    gathering.rounds._seat = late
    record = await gathering.work(cup.id)
    table = next(t for t in record.of_round(1) if 1 in t.places)
    assert (table.match, table.how) == (None, ResultHow.FREE)
    assert table.ranks is not None
    assert table.ranks[table.places.index(1)] == 2


@pytest.mark.parametrize("form", ["knockout", *in_long("swiss", "robin")])
async def test_a_cup_that_all_leave_has_no_winner(gathering: Gathering, form: str) -> None:
    cup = await gathering.open(3, format=form)
    await gathering.cups.start(cup.id, gathering.person(0), manages=False)
    for number in (1, 2, 3):
        await gathering.cups.leave(cup.id, gathering.person(number))
    whole = await gathering.work(cup.id)
    assert whole.cup.phase == "over"
    assert (await gathering.cups.log(cup.id))[-1].user is None
    assert podium_of(whole) == []


async def test_a_reserve_that_nobody_is_left_to_meet_doesnt_win(gathering: Gathering) -> None:
    whole = await gathering.begin(4)
    await gathering.cups.join(whole.cup.id, gathering.person(9))
    for place in (1, 2):
        await gathering.cups.leave(whole.cup.id, gathering.person(holder(whole, place).user - FIRST))
    whole = await gathering.decide_round(await gathering.cups.whole(whole.cup.id))
    assert whole.cup.phase == "over"
    winner = (await gathering.cups.log(whole.cup.id))[-1].user
    first = holder(whole, podium_of(whole)[0].place)
    assert winner == first.user != FIRST + 9


async def test_those_who_play_see_a_cup_whose_channel_they_dont(gathering: Gathering) -> None:
    cup = await gathering.open(2)
    for user, sees in ((FIRST, True), (FIRST + 1, True), (FIRST + 7, False)):
        blind = Asker(user, PLACE.guild, lambda channel: False)
        assert [c.id for c in await gathering.cups.known(blind)] == [cup.id] * sees
        if sees:
            assert (await gathering.cups.see(cup.id, blind)).cup.id == cup.id
        elsewhere = replace(blind, guild=8)
        assert await gathering.cups.known(elsewhere) == []
        with refused("cup.unknown"):
            await gathering.cups.see(cup.id, elsewhere)
    assert await gathering.cups.known(Asker(FIRST, None, lambda channel: True)) == []


async def test_somebody_plays_in_two_cups(gathering: Gathering) -> None:
    first, second = await gathering.begin(3), await gathering.begin(3)
    await gathering.cups.leave(first.cup.id, gathering.person(1))
    mine = entrant_of(await gathering.cups.whole(second.cup.id), FIRST + 1)
    assert mine.state == EntrantState.IN
