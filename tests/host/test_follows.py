"""Following matches and people: what may be followed, and the one quiet digest a day, which gives nothing away."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest

from db.sql.tables import blocks, digests, followed_matches, followed_people
from host.access import Asker
from host.follows import DigestMessage
from host.lobby import limits
from host.lobby.lobby import ChannelRef, MatchRequest, Person
from host.outside.herald import Place, Told, Words
from host.time.clocks import DAY, HOUR
from model.kinds import CallChannel, PostKind
from model.match import Preferences
from model.terms import Terms
from tests.host.evening import ADA, BO, CY, DEE, PLACE, Evening, refused

pytestmark = pytest.mark.quick

GUILD, OTHER = PLACE.guild or 0, 8
TO_NINE = 10 * HOUR + 46 * 60 + 40  # from noon of an evening to nine o'clock in UTC


@dataclass
class Town:
    """The servers as a test wants them to be: every channel is seen by everyone."""

    there: Place = Place.OPEN
    own: bool = True
    asked: list[int] = field(default_factory=list[int])

    def hears_of(self, _guild: int, /) -> bool:
        return self.own

    def place(self, _guild: int, channel: int, /) -> Place:
        self.asked.append(channel)
        return self.there

    def words(self, _guild: int, _told: Told, /) -> Words:
        raise NotImplementedError


@pytest.fixture
def town(evening: Evening) -> Town:
    town = Town()
    evening.house.tell_outside(town)
    return town


async def watched(evening: Evening, *users: int) -> int:
    """A match of Ada and Bo, or of these, that Cy follows."""
    match = await evening.play(*(users or (ADA, BO)))
    await evening.house.follows.follow_match(match, CY)
    return match


async def round_of(evening: Evening, match: int) -> None:
    """Everyone moves until a new turn has begun."""
    before = (await evening.header(match)).moved
    evening.now.later(60)
    await evening.play_on(match, random.Random(1), lambda seen: seen.match.moved > before)


async def digests_at(evening: Evening, later: float = 0.0) -> list[DigestMessage]:
    """The digests that arrive up to that time."""
    evening.now.later(later)
    await evening.house.follows.work()
    await evening.deliver()
    notices, evening.box.notices = evening.box.notices, []
    return [notice for notice in notices if isinstance(notice, DigestMessage)]


async def a_day_later(evening: Evening) -> list[list[int]]:
    """The matches in the digests of the next morning, by digest."""
    return [[match.id for match in digest.matches] for digest in await digests_at(evening, DAY)]


# --- a match


async def test_who_follows_a_match_hears_in_the_morning_that_it_has_moved(evening: Evening) -> None:
    match = await watched(evening)
    assert (await evening.house.follows.of(CY)).matches == {match}
    await round_of(evening, match)
    assert await digests_at(evening, TO_NINE - 61 - 60) == []
    [digest] = await digests_at(evening, 61)
    assert (digest.post.to, digest.post.match, [m.id for m in digest.matches]) == (CY, None, [match])
    assert digest.since == (await evening.header(match)).opened, "they began to follow it then"
    assert all(not m.key for m in digest.matches)


async def test_there_is_one_digest_a_day_and_none_where_nothing_has_moved(evening: Evening) -> None:
    match = await watched(evening)
    assert await a_day_later(evening) == []
    for _ in range(3):
        await round_of(evening, match)
    assert await a_day_later(evening) == [[match]]
    await round_of(evening, match)
    assert await digests_at(evening) == [] == await digests_at(evening, HOUR)
    assert await a_day_later(evening) == [[match]]
    assert await a_day_later(evening) == []


async def test_what_moved_before_it_was_followed_isn_t_told(evening: Evening) -> None:
    first, second = await watched(evening), await evening.play(ADA, DEE)
    await round_of(evening, second)
    evening.now.later(1)
    await evening.house.follows.follow_match(second, CY)
    assert await a_day_later(evening) == []
    await round_of(evening, second)
    await round_of(evening, first)
    assert await a_day_later(evening) == [[first, second]]


async def test_a_match_is_followed_once_and_left_once(evening: Evening) -> None:
    match, follows = await watched(evening), evening.house.follows
    async with evening.unchanged():
        await follows.follow_match(match, CY)
    await follows.leave_match(match, CY)
    async with evening.unchanged():
        await follows.leave_match(match, CY)
    await round_of(evening, match)
    assert await a_day_later(evening) == []
    assert not (await evening.rows())[digests.name], "who follows nothing is owed nothing"


async def test_what_one_plays_in_or_is_over_can_t_be_followed(evening: Evening) -> None:
    match, follows = await evening.play(ADA, BO, DEE, game="tiny"), evening.house.follows
    with refused("follow.own"):
        await follows.follow_match(match, ADA)
    await evening.seats.resign(match, DEE, evening.press())
    with refused("follow.own"):
        await follows.follow_match(match, DEE)
    with refused("house.unknown"):
        await follows.follow_match(match + 99, CY)
    lobby = await evening.open(ADA)
    with refused("follow.over"):
        await follows.follow_match(lobby.id, CY)
    await evening.seats.resign(match, ADA, evening.press())
    with refused("follow.over"):
        await follows.follow_match(match, CY)
    assert not (await evening.rows())[followed_matches.name]


async def test_a_match_without_a_server_or_in_a_channel_for_few_can_t_be_followed(evening: Evening, town: Town) -> None:
    alone = await evening.house.races.enter(evening.person(ADA), GUILD)
    with refused("house.unknown"):
        await evening.house.follows.follow_match(alone.id, CY)
    match = await evening.play(ADA, BO)
    for town.there in (Place.CLOSED, Place.GONE):
        with refused("follow.closed"):
            await evening.house.follows.follow_match(match, CY)
    town.own = False  # another process knows the server, and the digest asks again
    await evening.house.follows.follow_match(match, CY)
    assert (await evening.house.follows.of(CY)).matches == {match}


async def test_the_end_is_told_as_one_move_and_then_the_match_is_followed_no_more(evening: Evening) -> None:
    match, asker = await watched(evening), Asker(CY, GUILD, lambda channel: True)
    evening.now.later(60)
    await evening.seats.resign(match, ADA, evening.press())
    assert (await evening.header(match)).phase == "over"
    [digest] = await digests_at(evening, DAY)
    assert [m.id for m in digest.matches] == [match]
    shown, _ = await evening.house.follows.shown(asker, digest.since)
    assert [m.id for m in shown] == [match], "until the next morning it can be looked up"
    assert await a_day_later(evening) == []
    assert (await evening.house.follows.of(CY)).matches == frozenset()


async def test_who_sits_down_at_a_table_hears_nothing_of_it_from_the_digest(evening: Evening) -> None:
    match = await evening.play(ADA, BO, DEE, game="tiny")
    await evening.house.follows.follow_match(match, CY)
    await evening.seats.resign(match, DEE, evening.press())
    evening.now.later(60)
    await evening.seats.take_over(match, 2, CY, "Cy", evening.press())
    if (await evening.header(match)).vote is not None:
        for user in (ADA, BO):
            await evening.say(match, user, yes=True)
    await evening.write("UPDATE matches SET moved = changed")
    assert [row.user for row in (await evening.header(match)).seats][2] == CY
    assert await a_day_later(evening) == []


# --- what the number gives away


@pytest.mark.parametrize(("game", "options"), [("tiny", {}), ("legstrong", {"tour": "custom", "course": "FFFF"})])
async def test_the_number_is_the_same_whoever_has_answered_in_a_sealed_stage(
    evening: Evening, game: str, options: dict[str, str]
) -> None:
    match = await evening.play(ADA, BO, DEE, game=game, **options)
    await evening.play_on(match, random.Random(1), lambda seen: seen.view.sealed)
    evening.now.later(60)
    await evening.house.follows.follow_match(match, CY)
    evening.now.later(60)
    before = await evening.header(match)
    for user in (ADA, BO):
        evening.now.later(60)
        await evening.answer(match, user)
        assert (await evening.matches.see(match, None)).view.sealed
        assert (await evening.header(match)).moved == before.moved
    assert await a_day_later(evening) == []


async def test_the_number_is_the_same_whatever_happens_at_a_table_that_doesn_t_exist(evening: Evening) -> None:
    follows = evening.house.follows
    await follows.allow(ADA, allowed=True)
    await follows.follow_person(ADA, CY, GUILD)
    race = await evening.house.races.enter(evening.person(ADA), GUILD)
    await evening.open_thread(race.id)
    evening.now.later(60)
    for _ in range(6):
        await evening.think(race.id)
        await evening.answer(race.id, ADA)
    assert (await evening.header(race.id)).moved == 0
    assert await a_day_later(evening) == []


# --- a person


async def test_a_person_is_followed_only_if_they_allow_it(evening: Evening) -> None:
    follows = evening.house.follows
    with refused("follow.unwanted"):
        await follows.follow_person(ADA, CY, GUILD)
    with refused("follow.self"):
        await follows.follow_person(CY, CY, GUILD)
    assert not (await evening.rows())[digests.name]
    await follows.allow(ADA, allowed=True)
    await follows.follow_person(ADA, CY, GUILD)
    async with evening.unchanged():
        await follows.follow_person(ADA, CY, GUILD)
    evening.now.later(1)
    match, other = await evening.play(ADA, BO), await evening.play(BO, DEE)
    await round_of(evening, match)
    await round_of(evening, other)
    assert await a_day_later(evening) == [[match]]
    await follows.leave_person(ADA, CY, GUILD)
    await round_of(evening, match)
    assert await a_day_later(evening) == []


async def test_a_match_counts_once_even_if_it_is_followed_in_two_ways(evening: Evening) -> None:
    follows = evening.house.follows
    for person in (ADA, BO):
        await follows.allow(person, allowed=True)
        await follows.follow_person(person, CY, GUILD)
    match = await watched(evening)
    await round_of(evening, match)
    assert await a_day_later(evening) == [[match]]


@pytest.mark.parametrize("how", ["withdraw", "block", "forget"])
async def test_whoever_no_longer_wants_it_is_followed_no_more_at_once(evening: Evening, how: str) -> None:
    follows, guest = evening.house.follows, Person(ADA, "Ada", None)
    await follows.allow(ADA, allowed=True)
    await follows.follow_person(ADA, CY, GUILD)
    await follows.follow_person(ADA, DEE, GUILD)
    match = await evening.play(ADA, BO)
    await round_of(evening, match)
    if how == "withdraw":
        await follows.allow(ADA, allowed=False)
    elif how == "forget":
        await evening.house.privacy.forget(ADA)
    else:
        lobby = await evening.open(CY, places=4)
        await evening.lobby.invite(lobby.id, guest, evening.person(CY))
        await evening.house.invitations.block(lobby.id, ADA)
        with refused("follow.unwanted"):
            await follows.follow_person(ADA, CY, GUILD)
    assert [follower for follower in (CY, DEE) if (await follows.of(follower)).people] == [DEE] * (how == "block")
    assert await a_day_later(evening) == [[match]] * (how == "block"), "Dee's alone"


async def test_a_block_holds_even_if_the_row_is_still_there(evening: Evening) -> None:
    follows = evening.house.follows
    await follows.allow(ADA, allowed=True)
    await follows.follow_person(ADA, CY, GUILD)
    await evening.write(blocks.insert().values(user=ADA, author=CY))
    await round_of(evening, await evening.play(ADA, BO))
    assert await a_day_later(evening) == []


async def test_matches_of_another_server_don_t_count(evening: Evening) -> None:
    follows, elsewhere = evening.house.follows, ChannelRef(guild=OTHER, channel=88)
    await follows.allow(ADA, allowed=True)
    await follows.follow_person(ADA, CY, GUILD)
    request = MatchRequest("pistard", {}, 2, Terms(clock="none"))
    far = await evening.lobby.open(request, elsewhere, evening.person(ADA))
    await evening.lobby.join(far.id, evening.person(BO))
    await evening.start(far.id, ADA)
    await round_of(evening, far.id)
    assert await a_day_later(evening) == []
    await follows.follow_person(ADA, CY, OTHER)
    await round_of(evening, far.id)
    assert await a_day_later(evening) == [[far.id]]


# --- bounds


async def test_a_person_follows_so_many_people_and_matches(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    follows, many = evening.house.follows, limits.FOLLOWED
    assert many == 25
    for person in range(1000, 1000 + many + 1):
        await follows.allow(person, allowed=True)
    for person in range(1000, 1000 + many):
        await follows.follow_person(person, CY, GUILD)
    await follows.follow_person(1000, CY, GUILD)  # once more
    with refused("follow.people", n=many):
        await follows.follow_person(1000 + many, CY, GUILD)
    monkeypatch.setattr(limits, "FOLLOWED", 1)
    first, second = await watched(evening), await evening.play(ADA, DEE, game="tiny")
    with refused("follow.matches", n=1):
        await follows.follow_match(second, CY)
    await evening.seats.resign(first, ADA, evening.press())
    await follows.follow_match(second, CY)  # one that is over takes no room
    await follows.leave_all(CY)
    rows = await evening.rows()
    assert not any(rows[table.name] for table in (followed_people, followed_matches, digests))


# --- when it is sent, and whether


async def test_the_digest_comes_after_quiet_hours_and_holidays(evening: Evening) -> None:
    preferences = Preferences(zone="Europe/Rome", quiet=(22 * 60, 11 * 60))
    await evening.house.notifications.set_preferences(CY, preferences)
    match = await watched(evening)
    await round_of(evening, match)
    assert await digests_at(evening, TO_NINE) == [], "it is ten o'clock in Rome"
    [digest] = await digests_at(evening, HOUR)
    await round_of(evening, match)
    away = datetime.fromtimestamp(evening.now(), UTC).date() + timedelta(days=1)
    await evening.house.holidays.take(CY, GUILD, away, away + timedelta(days=1))
    assert await digests_at(evening, DAY) == [] == await digests_at(evening, DAY)
    [digest] = await digests_at(evening, DAY)
    assert [m.id for m in digest.matches] == [match]


async def test_a_digest_that_is_late_waits_for_the_end_of_quiet_hours(evening: Evening) -> None:
    match = await watched(evening)
    await round_of(evening, match)
    evening.now.later(DAY)
    await evening.house.follows.work()
    quiet = Preferences(zone="UTC", quiet=(20 * 60, 12 * 60))
    await evening.house.notifications.set_preferences(CY, quiet)
    assert await digests_at(evening) == [], "it is night by now"
    assert len(await digests_at(evening, 14 * HOUR)) == 1


@pytest.mark.parametrize("way", [CallChannel.OFF, CallChannel.THREAD])
async def test_who_wants_no_direct_messages_gets_none(evening: Evening, way: CallChannel) -> None:
    await evening.house.notifications.set_preferences(CY, Preferences(channel=way))
    match = await watched(evening)
    await round_of(evening, match)
    evening.now.later(DAY)
    await evening.house.follows.work()
    assert not [row for row in (await evening.rows())["outbox"] if PostKind.FOLLOWED in row], "none is even queued"
    assert await digests_at(evening) == []
    await evening.house.notifications.set_preferences(CY, Preferences(channel=CallChannel.DM))
    assert await a_day_later(evening) == [[match]]


async def test_closed_direct_messages_end_digests_until_something_is_followed(evening: Evening) -> None:
    match = await watched(evening)
    await evening.house.follows.closed(CY)
    await round_of(evening, match)
    assert await a_day_later(evening) == []
    again = await evening.play(ADA, DEE)
    await evening.house.follows.follow_match(again, CY)
    await round_of(evening, match)
    assert await a_day_later(evening) == [[match]]


async def test_a_digest_is_kept_over_a_restart_and_sent_once(evening: Evening) -> None:
    match = await watched(evening)
    await round_of(evening, match)
    evening.now.later(DAY)
    evening.box.closed = True
    await evening.house.follows.work()
    await evening.deliver()
    again = await Evening.begin(evening.url, evening.now)
    try:
        [digest] = await digests_at(again, HOUR)
        assert [m.id for m in digest.matches] == [match]
        assert {*evening.box.nonces} == {*again.box.nonces}, "so Discord would know it again"
        assert await digests_at(again, HOUR) == []
    finally:
        await again.store.close()


async def test_two_bots_queue_it_once(evening: Evening) -> None:
    match = await watched(evening)
    await round_of(evening, match)
    evening.now.later(DAY)
    [due] = await evening.store.follows.due(evening.now())
    owe = evening.store.follows.owe
    queued = [await owe(due, evening.now() + DAY, evening.now(), moved=True) for _ in range(2)]
    assert queued == [True, False]
    assert [row for row in (await evening.rows())["outbox"] if PostKind.FOLLOWED in row] != []
    assert len(await digests_at(evening)) == 1


async def test_what_has_been_left_meanwhile_isn_t_told(evening: Evening) -> None:
    match = await watched(evening)
    await round_of(evening, match)
    evening.now.later(DAY)
    await evening.house.follows.work()
    await evening.house.follows.leave_match(match, CY)
    assert await digests_at(evening) == []


async def test_a_digest_that_fails_keeps_none_of_the_others_back(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await watched(evening)
    await evening.house.follows.follow_match(match, DEE)
    await round_of(evening, match)
    moved: Callable[..., object] = evening.store.follows.moved

    async def broken(user: int, after: float) -> object:
        if user == CY:
            raise OSError
        return await moved(user, after)  # pyright: ignore[reportGeneralTypeIssues]

    monkeypatch.setattr(evening.store.follows, "moved", broken)
    assert [digest.user for digest in await digests_at(evening, DAY)] == [DEE]
    monkeypatch.undo()
    assert [digest.user for digest in await digests_at(evening, 60)] == [CY]


# --- what a press proves


async def test_a_press_shows_what_it_proves_that_the_person_may_see(evening: Evening) -> None:
    follows = evening.house.follows
    match = await watched(evening)
    here = Asker(CY, GUILD, lambda channel: channel == PLACE.channel)
    blind = replace(here, sees=lambda channel: False)
    far, direct = replace(here, guild=OTHER), replace(here, guild=None)

    async def shown(asker: Asker, after: float | None = None) -> tuple[list[int], list[int]]:
        proved, others = await follows.shown(asker, after)
        return [m.id for m in proved], [m.id for m in others]

    assert await shown(here) == ([match], [])
    assert await shown(blind) == await shown(far) == await shown(direct) == ([], [match])
    assert await shown(here, evening.now()) == ([], [])
    await round_of(evening, match)
    assert await shown(here, evening.now() - 61) == ([match], [])
    await evening.house.browsers.invite(CY, match)  # a press in the server lets them look on for an hour
    assert await shown(direct) == ([match], [])
    evening.now.later(HOUR)
    assert await shown(direct) == ([], [match])


async def test_nothing_is_followed_in_a_server_that_the_bot_has_left(evening: Evening) -> None:
    follows = evening.house.follows
    await follows.allow(ADA, allowed=True)
    for guild in (GUILD, OTHER):
        await follows.follow_person(ADA, CY, guild)
    await watched(evening)
    await follows.guild_gone(GUILD)
    followed = await follows.of(CY)
    assert (followed.matches, followed.people) == (frozenset(), ((ADA, OTHER),))
