"""Tables across servers: who is put together there, what goes to each player, and what no one else learns."""

import random
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta

import pytest

from host.access import Asker
from host.lobby.limits import NEWCOMERS
from host.lobby.lobby import Person
from host.lobby.open_tables import Listing
from host.lobby.presets import Offer
from host.lobby.seekers import BELONGS, Place
from host.outbox.messages import Message
from host.time.clocks import DAY
from model.kinds import CallChannel, PostKind, RowKind, VoteKind
from model.match import Match, Preferences, SeatRow, StoredPosition
from model.rating import EVERYWHERE
from model.seeker import Wishes
from tests.db.ended import end
from tests.host.evening import ADA, BO, CY, NAMES, Evening, addressed, refused

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("rope", "known")]

HERE, THERE, ELSEWHERE = (Place(guild, 11 * guild, is_open=True) for guild in (7, 8, 9))
COMMON = 6  # a server in which no one asks
WEEK, TONIGHT = Wishes(("rope",), ("week",)), Wishes(("rope",), ("tonight",))
GLOBAL = {ADA: "ada.lovelace", BO: "bo_1", CY: "cyclist"}


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long each preset takes is known without a trial."""

    async def offer(_: object, game: str, name: str, places: int, *, alone: bool = False) -> Offer:
        return Offer(name, {}, "live" if name == "tonight" else "daily", (2, 3, 4))

    monkeypatch.setattr("host.lobby.presets.Presets.offer", offer)


async def allow(evening: Evening, *users: int, channel: CallChannel = CallChannel.DM) -> None:
    """These people, whose global names the bot knows, allow tables across servers, and want to be called so."""
    for user in users:
        await evening.store.people.meet(user, "en-US", GLOBAL[user])
        await evening.house.notifications.set_preferences(user, Preferences(over_servers=True, channel=channel))


async def sat(evening: Evening, *users: int, guild: int = COMMON, at: float | None = None) -> None:
    """They have played together in this server."""
    ranks = {user: rank for rank, user in enumerate((*users, 900), 1)}
    await end(evening.store, evening.now() if at is None else at, ranks, guild=guild)


async def look(evening: Evening, user: int, place: Place, wishes: Wishes = WEEK) -> None:
    evening.now.later(1)
    await evening.house.seekers.ask(wishes, place, Person(user, f"{NAMES[user]} of {place.guild}", evening.press()))


async def found(evening: Evening) -> list[Match]:
    """The tables that stand after the queues have been looked at."""
    await evening.house.seekers.work()
    return await evening.store.matches_in(("lobby",))


def people(match: Match) -> list[int]:
    return sorted(row.user for row in match.seats if row.user is not None)


async def lobby(evening: Evening, users: Sequence[int] = (ADA, BO), wishes: Wishes = WEEK) -> Match:
    """A table across servers that has just been found for these people."""
    await allow(evening, *users)
    await sat(evening, *users)
    for user, place in zip(users, (HERE, THERE, ELSEWHERE), strict=False):
        await look(evening, user, place, wishes)
    [match] = await found(evening)
    return match


async def table(evening: Evening, users: Sequence[int] = (ADA, BO)) -> int:
    """The same, dealt."""
    match = await lobby(evening, users)
    evening.now.later(60)
    await evening.owe()
    await evening.deliver()
    return match.id


def to(messages: Iterable[Message], kind: PostKind) -> list[int | None]:
    return sorted((m.post.to for m in messages if m.post.kind == kind), key=lambda user: user or 0)


async def row_of(evening: Evening, match: int, user: int) -> SeatRow:
    return next(row for row in (await evening.header(match)).seats if row.user == user)


# --- who is put together


async def test_people_of_one_server_who_asked_in_others_have_a_table_in_none(evening: Evening) -> None:
    match = await lobby(evening)
    assert people(match) == [ADA, BO]
    assert (match.guild, match.channel, match.thread) == (None, 0, None)
    assert match.over_servers and match.is_by_dm and not match.is_private
    assert (match.terms.rated, match.terms.clock) == (False, "daily")
    assert sorted(row.name for row in match.seats) == sorted((GLOBAL[ADA], GLOBAL[BO])), "no server's names"
    assert [row.kind for row in await evening.log(match.id)] == [RowKind.OPEN, RowKind.JOIN]
    assert all(GLOBAL[ADA] in str(row.events) or GLOBAL[BO] in str(row.events) for row in await evening.log(match.id))
    assert [await evening.house.seekers.of(user) for user in (ADA, BO)] == [None, None]


async def test_the_server_of_one_may_be_that_in_which_another_asked(evening: Evening) -> None:
    await allow(evening, ADA, BO)
    await sat(evening, ADA, guild=THERE.guild)
    await look(evening, ADA, HERE)
    await look(evening, BO, THERE)
    assert [people(match) for match in await found(evening)] == [[ADA, BO]]


async def test_without_a_server_in_common_all_keep_waiting(evening: Evening) -> None:
    await allow(evening, ADA, BO, CY)
    await sat(evening, ADA, BO, guild=5)
    await sat(evening, BO, CY, guild=4)
    await look(evening, ADA, HERE)
    await look(evening, CY, ELSEWHERE)
    assert await found(evening) == []
    await look(evening, BO, THERE)
    assert [people(match) for match in await found(evening)] == [[ADA, BO]], "Cy shares a server with Bo alone"


async def test_a_seat_shows_for_ninety_days_where_a_person_belongs(evening: Evening) -> None:
    await allow(evening, ADA, BO)
    await sat(evening, ADA, BO, at=evening.now() - BELONGS)
    await look(evening, ADA, HERE)
    await look(evening, BO, THERE)
    assert await found(evening) == []
    await sat(evening, ADA, BO)
    assert len(await found(evening)) == 1


@pytest.mark.parametrize("why", ["off", "hides", "unknown"])
async def test_nobody_is_seated_over_servers_who_does_not_want_it(evening: Evening, why: str) -> None:
    await allow(evening, ADA)
    await sat(evening, ADA, BO)
    if why != "unknown":
        await allow(evening, BO)
    if why == "off":
        await evening.house.notifications.set_preferences(BO, Preferences())
    if why == "hides":
        await evening.house.privacy.hide(BO, hidden=True)
    await look(evening, ADA, HERE)
    await look(evening, BO, THERE)
    assert await found(evening) == []
    reach = await evening.house.seekers.reach(ADA)
    assert reach is not None and reach.servers == {COMMON}
    assert await evening.house.seekers.reach(BO) is None


async def test_a_table_in_the_server_of_all_is_preferred(evening: Evening) -> None:
    await allow(evening, ADA, BO, CY)
    await sat(evening, ADA, BO, CY)
    await look(evening, ADA, THERE)
    await look(evening, BO, HERE)
    await look(evening, CY, HERE)
    [match] = await found(evening)
    assert (people(match), match.guild, match.over_servers) == ([BO, CY], HERE.guild, False)
    assert await evening.house.seekers.of(ADA) is not None


async def test_blocks_hold_over_servers_even_in_the_same_moment(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.open(ADA, places=3)
    await evening.lobby.invite(match.id, Person(BO, "Bo", None), evening.person(ADA))
    await evening.lobby.cancel(match.id, evening.person(ADA))
    await allow(evening, ADA, BO)
    await sat(evening, ADA, BO)
    await look(evening, ADA, HERE)
    await look(evening, BO, THERE)
    seen = evening.store.seekers.strengths

    async def block(users: list[int]) -> dict[tuple[int, str], float]:
        await evening.house.invitations.block(match.id, BO)
        return await seen(users)

    with monkeypatch.context() as patch:
        patch.setattr(evening.store.seekers, "strengths", block)
        assert await found(evening) == []
    assert await found(evening) == []
    assert await evening.house.seekers.of(BO) is not None


async def test_a_table_over_servers_counts_among_those_that_a_newcomer_may_have(evening: Evening) -> None:
    await allow(evening, BO, CY)
    await evening.play(BO, CY)
    for _ in range(NEWCOMERS - 1):
        await look(evening, BO, THERE)
        await look(evening, CY, HERE)
        [match] = await found(evening)
        await evening.lobby.start(match.id, evening.person(match.host))
    with refused("entry.newcomer", n=NEWCOMERS):
        await look(evening, BO, THERE)


async def test_a_live_match_waits_for_somebody_with_open_direct_messages(evening: Evening) -> None:
    await evening.house.directs.close(BO)
    match = await lobby(evening, wishes=TONIGHT)
    assert (match.terms.clock, match.terms.waits) == ("live", True)
    assert match.host == ADA, "Bo, who asked last, doesn't get the button by direct message"
    reach = await evening.house.seekers.reach(BO)
    assert reach is not None and reach.is_closed


# --- its lobby


async def test_each_player_is_told_of_the_table_and_how_it_stands(evening: Evening) -> None:
    match = await lobby(evening, (ADA, BO, CY))
    assert addressed(await evening.deliver()) == [(PostKind.FOUND, CY), (PostKind.FOUND, ADA), (PostKind.FOUND, BO)]
    left = await evening.lobby.leave(match.id, evening.person(BO))
    assert (left.places, left.phase, people(left)) == (2, "lobby", [ADA, CY]), "no one else can come"
    assert to(await evening.deliver(), PostKind.FOUND) == [ADA, BO, CY]
    left = await evening.lobby.leave(match.id, evening.person(CY))
    assert left.phase == "cancelled"
    told = await evening.deliver()
    assert to(told, PostKind.FOUND) == [ADA, CY]
    assert all(message.match.phase == "cancelled" for message in told)


async def test_a_live_table_still_waits_when_its_opener_leaves(evening: Evening) -> None:
    match = await lobby(evening, (ADA, BO, CY), TONIGHT)
    left = await evening.lobby.leave(match.id, evening.person(CY))
    assert (left.terms.waits, left.host in (ADA, BO)) == (True, True)
    assert to(await evening.deliver(), PostKind.FULL) == []
    started = await evening.lobby.start(match.id, evening.person(left.host))
    assert started.phase == "starting"


async def test_luck_comes_from_the_presses_of_all_and_is_shown_to_each(evening: Evening) -> None:
    match = await lobby(evening)
    joins = [row.interaction_id for row in await evening.log(match.id)]
    evening.now.later(60)
    await evening.owe()
    told = await evening.deliver()
    opened = [message for message in told if message.post.kind == PostKind.OPENING]
    assert to(opened, PostKind.OPENING) == [ADA, BO]
    assert {message.proof.entropy for message in opened} == {",".join(map(str, joins))}
    assert all(message.proof.seed is None for message in opened)
    assert (await evening.header(match.id)).phase == "running"
    assert None not in [message.post.to for message in told]


# --- its match


@pytest.mark.parametrize("channel", [CallChannel.THREAD, CallChannel.BOTH])
async def test_who_wants_calls_in_threads_gets_them_by_direct_message(evening: Evening, channel: CallChannel) -> None:
    match = await lobby(evening)
    await allow(evening, ADA, BO, channel=channel)
    evening.now.later(60)
    await evening.owe()
    told = await evening.deliver()
    user, _ = await evening.due(match.id)
    [call] = [message for message in told if message.post.kind == PostKind.TURN]
    assert (call.post.to, call.channel) == (user, CallChannel.DM)


async def test_who_wants_no_calls_gets_none(evening: Evening) -> None:
    match = await table(evening)
    await allow(evening, ADA, BO, channel=CallChannel.OFF)
    await evening.ask(match, ADA, VoteKind.PAUSE)
    await evening.move(match)
    assert await evening.deliver() == []


async def test_a_vote_reaches_each_player_and_so_does_its_result(evening: Evening) -> None:
    match = await table(evening, (ADA, BO, CY))
    await evening.ask(match, ADA, VoteKind.PAUSE)
    told = await evening.deliver()
    assert addressed(told) == [(PostKind.VOTE, user) for user in (CY, ADA, BO)]
    assert all(message.match.vote is not None and not message.mentioned for message in told)
    await evening.say(match, BO, yes=True)
    ended = [message for message in await evening.deliver() if message.post.kind == PostKind.VOTE]
    assert to(ended, PostKind.VOTE) == [ADA, BO, CY]
    for message in ended:
        assert message.place is not None, "the same message as before"
        assert "house.vote.passed" in [event.kind for event in message.news]
    assert (await evening.header(match)).paused is not None


async def test_someone_who_resigns_is_played_by_the_computer(evening: Evening) -> None:
    match = await table(evening, (ADA, BO, CY))
    await evening.seats.resign(match, BO, evening.press())
    told = await evening.deliver()
    assert to(told, PostKind.FREE) == [ADA, CY]
    with refused("house.unknown"):
        await evening.house.borders.check_near(match, Asker(900, COMMON, lambda _: True))
    await evening.seats.resign(match, CY, evening.press())
    assert (await evening.header(match)).phase == "over"


async def test_when_time_runs_out_the_others_hear_of_it_and_the_computer_sits_in(evening: Evening) -> None:
    match = await table(evening)
    user, _ = await evening.due(match)
    other = next(one for one in (ADA, BO) if one != user)
    told: list[Message] = []
    while (row := await row_of(evening, match, user)).substitute is None:
        evening.now.time = await evening.late(match)
        await evening.owe()
        told += await evening.deliver()
        if (await evening.due(match))[0] == other:
            await evening.answer(match, other, ("1",))
    assert to(told, PostKind.FREE) == [other]
    assert set(to(told, PostKind.STALLED)) <= {other}
    await evening.seats.come_back(match, user, evening.press())
    assert (await row_of(evening, match, user)).substitute is None and row.user == user


async def test_the_end_reaches_all_with_the_seed_and_counts_nowhere(evening: Evening) -> None:
    match = await table(evening)
    await evening.play_on(match, random.Random(3))
    told = await evening.deliver()
    assert None not in [message.post.to for message in told]
    ends = [message for message in told if message.post.kind == PostKind.END]
    header = await evening.header(match)
    assert to(ends, PostKind.END) == [ADA, BO]
    assert {message.proof.seed for message in ends} == {header.key.hex()}
    verdict = await evening.house.exports.verify(match)
    assert verdict.draws and not verdict.wrong
    results = await evening.store.careers.results_of_match(match)
    assert {(result.guild, result.rated) for result in results} == {(None, False)}
    for scope in (EVERYWHERE, COMMON, HERE.guild, THERE.guild):
        ranks = await evening.store.careers.ranks("rope", scope)
        assert ranks == []


async def test_a_profile_names_people_met_over_servers_to_its_person_alone(evening: Evening) -> None:
    match = await table(evening)
    await evening.play_on(match, random.Random(3))
    rivals = evening.store.careers.rivals
    assert [rival.matches for rival in await rivals(ADA)] == [1], "in the server where they met"
    assert [rival.matches for rival in await rivals(ADA, private=True)] == [2]
    public = await evening.house.careers.profile(ADA)
    assert public is not None and public.moves == 10, "those of the match in a server"


async def test_whoever_is_often_late_over_servers_is_as_unreliable(evening: Evening) -> None:
    match = await table(evening)
    before = await evening.store.entry.standing(ADA)
    await evening.play_on(match, random.Random(3))
    assert (await evening.store.entry.standing(ADA)).finished == before.finished + 1
    assert (await evening.store.entry.standing(ADA)).in_time > before.in_time


async def test_nobody_else_comes_to_the_table_and_no_rematch_follows(evening: Evening) -> None:
    match = await lobby(evening)
    with refused("house.unknown"):
        await evening.house.borders.check(match.id, Asker(CY, COMMON, lambda _: True, lambda _: True))
    with refused("house.unknown"):
        await evening.house.browsers.check(match.id, CY)
    with refused("lobby.full"):
        await evening.lobby.check_inviter(match.id, ADA)
    with refused("lobby.full"):
        await evening.lobby.join(match.id, evening.person(CY))
    assert (await evening.house.open_tables.listing(COMMON)) == Listing(())
    evening.now.later(60)
    await evening.owe()
    await evening.deliver()
    await evening.play_on(match.id, random.Random(3))
    with refused("rematch.over.servers"):
        await evening.lobby.rematch(match.id, evening.person(ADA))
    source, start = await evening.header(match.id), StoredPosition(1, 0, 1, b"")
    with refused("together.alone", match=match.id):
        await evening.lobby.open_together(source, start, evening.person(ADA))


async def test_a_restart_in_the_middle_loses_nothing(evening: Evening) -> None:
    match = await lobby(evening)
    other = await Evening.begin(evening.url, evening.now)
    other.now.later(60)
    await other.owe()
    assert to(await other.deliver(), PostKind.OPENING) == [ADA, BO]
    await other.ask(match.id, ADA, VoteKind.CANCEL)
    await other.store.close()
    last = await Evening.begin(evening.url, evening.now)
    assert to(await last.deliver(), PostKind.VOTE) == [ADA, BO]
    await last.say(match.id, BO, yes=True)
    told = await last.deliver()
    assert to(told, PostKind.END) == [ADA, BO]
    assert (await last.header(match.id)).phase == "cancelled"
    await last.store.close()


async def test_who_is_forgotten_leaves_the_table_to_the_others(evening: Evening) -> None:
    match = await table(evening, (ADA, BO, CY))
    await evening.house.privacy.forget(BO)
    header = await evening.header(match)
    assert header.phase == "running" and header.is_by_dm
    assert BO not in people(header) and GLOBAL[BO] not in [row.name for row in header.seats]
    assert to(await evening.deliver(), PostKind.FREE) == [ADA, CY]
    for user in (ADA, CY):
        await evening.house.privacy.forget(user)
    assert (await evening.header(match)).phase == "over"


async def test_who_is_forgotten_before_the_start_calls_it_off_for_the_other(evening: Evening) -> None:
    match = await lobby(evening)
    await evening.deliver()
    await evening.house.privacy.forget(BO)
    assert (await evening.header(match.id)).phase == "cancelled"
    assert ADA in to(await evening.deliver(), PostKind.FOUND)


async def test_a_holiday_stops_the_clock_and_the_others_hear_of_it(evening: Evening) -> None:
    match = await table(evening)
    user, _ = await evening.due(match)
    before, tomorrow = await evening.late(match), datetime.fromtimestamp(evening.now(), UTC).date() + timedelta(days=1)
    await evening.house.holidays.take(user, None, tomorrow, tomorrow + timedelta(days=4))
    assert await evening.late(match) == before + 5 * DAY
    assert to(await evening.deliver(), PostKind.HOLIDAY) == [one for one in (ADA, BO) if one != user]


async def test_a_move_can_be_taken_back(evening: Evening) -> None:
    match = await table(evening)
    user, before = await evening.due(match)
    await evening.answer(match, user)
    await evening.matches.undo(match, user, None, evening.press())
    after = await evening.matches.see(match, user)
    assert (after.view, (await evening.due(match))[0]) == (before.view, user)


class Town:
    """What Discord knows: who is in which server."""

    def __init__(self, **members: set[int]) -> None:
        self.there = {int(guild[1:]): people for guild, people in members.items()}

    async def seeing(self, guild: int, _channel: int, people: Collection[int], /) -> set[int] | None:
        return await self.members(guild, people)

    async def members(self, guild: int, people: Collection[int], /) -> set[int] | None:
        return None if guild not in self.there else self.there[guild] & {*people}


async def test_people_who_are_no_more_in_the_server_that_they_shared_are_not_seated(evening: Evening) -> None:
    await sat(evening, ADA, BO)
    await allow(evening, ADA, BO)
    await look(evening, ADA, HERE)
    await look(evening, BO, THERE)
    for doors, tables in ((Town(), 0), (Town(g6={ADA}), 0), (Town(g6={ADA, BO}), 1)):
        evening.house.seekers.doors = doors
        assert len(await found(evening)) == tables
        assert tables or await evening.house.seekers.of(BO) is not None, "their place counts in their own server"


async def test_a_place_that_was_taken_again_meanwhile_is_not_lost(evening: Evening) -> None:
    await look(evening, ADA, HERE)
    old = await evening.house.seekers.of(ADA)
    assert old is not None
    await look(evening, ADA, HERE)
    await evening.store.seekers.lose(old)
    assert await evening.house.seekers.of(ADA) is not None
