"""Time given back, a match called off, board and calls posted again: each a row of the log, with who did it."""

from dataclasses import replace

import pytest

from host.access import Asker
from host.doctor import Trouble
from host.lobby.lobby import MatchRequest
from host.play.fair_dice import proof
from host.repair.steward import Steward
from host.time.clocks import HOUR
from model.kinds import PostKind
from model.match import MatchFacts
from tests.host.evening import ADA, BO, CY, PLACE, Evening, kinds_to, refused
from tests.host.repair.stewards import MEG, number, steward
from tests.lacking import without

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("slow_url")]


async def excuse(evening: Evening, match: int, seat: int | None = None, hours: int = 0, user: int = MEG) -> None:
    by = steward(evening, user)
    await evening.house.repairs.excuse(match, seat, hours, await number(evening, match), by)


# --- time


async def test_the_clock_of_somebody_begins_afresh(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, clock="daily")
    user, _ = await evening.due(match)
    late = await evening.late(match)
    evening.now.later(70 * HOUR)
    await evening.deliver()
    await excuse(evening, match)
    assert await evening.late(match) == late + 70 * HOUR
    row = (await evening.log(match))[-1]
    assert (row.kind, row.how, row.user) == ("excuse", "manager", MEG)
    [seat] = [s.seat for s in (await evening.header(match)).seats if s.user == user]
    assert row.events[0].data == {"by": "manager", "name": "Meg", "seat": seat, "hours": 0}
    told = await evening.deliver()
    assert kinds_to(told, None) == [PostKind.REPAIR]
    assert kinds_to(told, ADA) == kinds_to(told, BO) == [PostKind.REPAIR]
    seen = await evening.matches.see(match, user)
    await evening.answer(match, user, seen.game.fallback(seen.view))  # the state is what it was


async def test_one_of_those_that_are_waited_for_may_be_named(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, clock="daily")  # all give their first answer
    evening.now.later(10 * HOUR)
    before = [await evening.late(match, seat) for seat in range(3)]
    await excuse(evening, match, seat=1, hours=5)
    after = [await evening.late(match, seat) for seat in range(3)]
    assert after == [before[0], before[1] + 5 * HOUR, before[2]]
    with refused("vote.not.waiting"):
        await evening.house.repairs.excused(match, 7, MEG)


async def test_whom_the_house_asks_no_more_is_nobody_s_business(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat that has planned its answer looks to a manager as one that is still to give it."""
    match = await evening.play(ADA, BO, clock="daily")
    hidden = evening.store.facts

    async def planned(match_id: int) -> MatchFacts:
        read = await hidden(match_id)
        assert read is not None
        seats = tuple(replace(row, asked=None) if row.seat == 1 else row for row in read.match.seats)
        return replace(read, match=replace(read.match, seats=seats))

    monkeypatch.setattr(evening.store, "facts", planned)
    assert (await evening.house.repairs.excused(match, None, MEG))[1] == (0, 1)


async def test_who_plays_gives_time_to_nobody(evening: Evening) -> None:
    """Not to a friend at the table either: there is a vote."""
    match = await evening.play(ADA, BO, clock="daily")
    for seat in (None, 0, 1):
        with refused("repair.player"):
            await evening.house.repairs.excused(match, seat, ADA)
        with refused("repair.player"):
            await excuse(evening, match, seat=seat, user=ADA)


async def test_who_has_given_time_sits_down_there_no_more(evening: Evening) -> None:
    """Nor presses an old button of that order once they sit there."""
    match = await evening.play(ADA, BO, CY, clock="daily")
    other = await evening.play(ADA, BO, CY, clock="daily")
    await excuse(evening, match)
    now, by = await number(evening, other), steward(evening)
    for one in (match, other):
        await evening.seats.resign(one, CY, None)
    with refused("seat.judged"):
        await evening.seats.take_over(match, 2, MEG, "Meg", None)
    await evening.seats.take_over(other, 2, MEG, "Meg", None)
    assert (await evening.header(other)).seats[2].user == MEG
    for at in (now, await number(evening, other)):
        with refused("repair.moved" if at == now else "repair.player"):
            await evening.house.repairs.excuse(other, None, 0, at, by)


# --- the end


async def test_a_match_is_called_off_and_counts_for_nobody(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    await evening.deliver()
    await evening.house.repairs.drop(match, await number(evening, match), steward(evening))
    header = await evening.header(match)
    assert header.phase == "cancelled"
    row = (await evening.log(match))[-1]
    assert (row.kind, row.how, row.user, row.events[0].kind) == ("end", "manager", MEG, "house.dropped")
    assert not any(result.rated for result in await evening.store.careers.results_of_match(match))
    told = await evening.deliver()
    assert PostKind.RESULT in kinds_to(told, None)
    assert PostKind.END in kinds_to(told, ADA) and PostKind.END in kinds_to(told, BO)
    assert proof(header).seed is not None
    with refused("repair.over"):
        await evening.house.repairs.drop(match, await number(evening, match), steward(evening))


async def test_who_plays_against_others_cant_call_off_what_they_lose(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    async with evening.unchanged():
        with refused("repair.player"):
            await evening.house.repairs.drop(match, await number(evening, match), steward(evening, ADA))
        with refused("repair.player"):
            by = Steward(BO, "Bo", evening.press(), owns=True)
            await evening.house.repairs.drop(match, await number(evening, match), by)


async def test_who_has_given_up_can_do_so_neither(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, CY)
    await evening.seats.resign(match, CY, evening.press())
    with refused("repair.player"):
        await evening.house.repairs.check_drop(match, CY)


async def test_who_plays_alone_can(evening: Evening) -> None:
    match = await evening.play(ADA, game="tiny", opponents=["easy"])
    await evening.house.repairs.drop(match, await number(evening, match), steward(evening, ADA))
    assert (await evening.header(match)).phase == "cancelled"


@pytest.mark.parametrize("begun", [False, True])
async def test_a_lobby_and_an_opening_that_was_never_sent_are_called_off(evening: Evening, begun: bool) -> None:
    lobby = await evening.open(ADA, BO)
    await evening.deliver()
    if begun:
        await evening.lobby.start(lobby.id, evening.person(ADA))
    await evening.house.repairs.drop(lobby.id, await number(evening, lobby.id), steward(evening))
    assert (await evening.header(lobby.id)).phase == "cancelled"
    assert not await evening.store.deadlines(lobby.id)
    assert PostKind.LOBBY in kinds_to(await evening.deliver(), None)


async def test_so_is_a_match_that_nobody_can_read(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    await evening.deliver()
    with without(evening.house.matches.games, "pistard"):
        ward = await evening.house.doctor.ward(PLACE.guild, lambda _: True, lambda _: False)
        assert [(t.id, trouble) for t, trouble in ward.troubles] == [(match, Trouble.UNREADABLE)]
        now = await number(evening, match)
        await evening.house.repairs.drop(match, now, steward(evening, ADA))  # nothing is lost for anyone
    assert (await evening.header(match)).phase == "cancelled"
    assert not await evening.store.deadlines(match)
    told = await evening.deliver()
    assert kinds_to(told, None) == [PostKind.LOBBY]
    assert [message.post.kind for message in evening.box.retired] == [PostKind.LAPSED]
    with refused("house.finished"):
        await evening.matches.see(match, ADA)


# --- messages


async def test_board_and_calls_come_anew(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    first = await evening.deliver()
    board = next(standing for standing in first if standing.post.kind == PostKind.BOARD)
    assert board.place is None
    user, seen = await evening.due(match)
    evening.matches.presence.shown(match, user, seen.sight)  # they had it before their eyes
    await evening.house.repairs.repost(match, await number(evening, match), steward(evening))
    told = await evening.deliver()
    again = next(message for message in told if message.post.kind == PostKind.BOARD)
    assert again.place is None  # a new message, though the old one may be there
    assert kinds_to(told, user) == [PostKind.TURN]
    await evening.answer(match, user)
    later = next(message for message in await evening.deliver() if message.post.kind == PostKind.BOARD)
    assert later.place is not None


async def test_of_a_match_that_is_paused_nothing_is_posted(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    await evening.pauses.guild_gone(PLACE.guild or 0)
    with refused("house.paused.gone"):
        await evening.house.repairs.check_repost(match)


# --- what holds for all


async def test_each_is_done_only_where_the_match_still_is_what_was_seen(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, clock="daily")
    now = await number(evening, match)
    await evening.move(match)
    rows, repairs = await evening.rows(), evening.house.repairs
    for coming in (
        repairs.drop(match, now, steward(evening)),
        repairs.repost(match, now, steward(evening)),
        repairs.excuse(match, None, 0, now, steward(evening)),
    ):
        with refused("repair.moved"):
            await coming
    assert await evening.rows() == rows


async def test_a_changed_sealed_answer_makes_no_order_stale_for_it_must_not_be_noticed(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny")
    await evening.think(match)
    await evening.answer(match, ADA)
    now = await number(evening, match)
    seen = await evening.matches.see(match, ADA)
    await evening.matches.play(match, ADA, seen.game.fallback(seen.view), seen.fingerprint, evening.press())
    assert (await evening.header(match)).seq > now
    await evening.house.repairs.repost(match, now, steward(evening))


async def test_managers_look_after_their_own_server_and_owners_after_all(evening: Evening) -> None:
    match, check = await evening.ride(ADA, BO), evening.house.borders.check_repair
    here = Asker(MEG, PLACE.guild, lambda channel: channel == PLACE.channel)
    await check(match, here, owns=False)
    await check(match, Asker(MEG, None, lambda _: False), owns=True)
    await check(match, Asker(ADA, PLACE.guild, lambda _: False), owns=False)  # hidden from them, but they play in it
    for stranger in (
        Asker(MEG, 8, lambda _: True),
        Asker(MEG, None, lambda _: True),
        Asker(MEG, PLACE.guild, lambda _: False),
        Asker(ADA, 8, lambda _: True),  # plays in it, and manages another server
    ):
        with refused("house.unknown"):
            await check(match, stranger, owns=False)
    with refused("house.unknown"):
        await check(match + 1, here, owns=True)


async def test_a_match_that_belongs_to_no_server_is_for_owners_alone(evening: Evening) -> None:
    alone = await evening.house.solo.open(MatchRequest("tiny", {}), "easy", evening.person(ADA))
    asker, check = Asker(MEG, None, lambda _: True), evening.house.borders.check_repair
    with refused("house.unknown"):
        await check(alone.id, asker, owns=False)
    await check(alone.id, asker, owns=True)


async def test_a_manager_who_is_forgotten_stands_in_no_log(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, clock="daily")
    await excuse(evening, match)
    await evening.house.repairs.repost(match, await number(evening, match), steward(evening))
    await evening.house.privacy.forget(MEG)
    rows = [row for row in await evening.log(match) if row.how == "manager"]
    assert [row.events[0].data["name"] for row in rows] == ["", ""]
    assert all(row.user is not None and row.user < 0 for row in rows)
