"""A solo match against computers: begun at once, known to no one else, on no leaderboard and in no server's list."""

from typing import Any

import pytest

from engines.table import Refused
from host.access import Asker
from host.lobby.limits import ALONE
from host.lobby.lobby import MatchRequest
from model.kinds import CallChannel, Gathering, Owed, PostKind
from model.match import Match, Preferences
from opponents import EASY, LEVELS
from tests.host.evening import ADA, BO, PLACE, Evening, addressed, kinds_to, refused

pytestmark = pytest.mark.quick

QUICK = {"track": "sprint", "target": "3"}


async def opened(evening: Evening, user: int = ADA, opponent: str = EASY, **wanted: Any) -> Match:
    request = MatchRequest(wanted.pop("game", "pistard"), wanted.pop("options", QUICK), wanted.pop("places", None))
    return await evening.house.solo.open(request, opponent, evening.person(user))


async def begun(evening: Evening, user: int = ADA, **wanted: Any) -> int:
    match = await opened(evening, user, **wanted)
    await evening.house.solo.begin(match, evening.person(user))
    return match.id


async def played(evening: Evening, match: int, user: int = ADA) -> list[Any]:
    """Ada plays to the end; all messages that were sent meanwhile."""
    sent: list[Any] = []
    while (await evening.header(match)).phase == "running":
        await evening.think(match)
        if (await evening.header(match)).phase == "running":
            await evening.answer(match, user)
        sent += await evening.deliver()
    return sent


async def test_a_match_alone_has_computers_on_all_other_seats_no_clock_and_no_rating(evening: Evening) -> None:
    match = await opened(evening, places=3)
    assert [(row.user, row.opponent) for row in match.seats] == [(ADA, None), (None, EASY), (None, EASY)]
    assert (match.guild, match.thread, match.terms.clock, match.terms.rated) == (None, None, "none", False)
    assert match.is_private
    assert LEVELS[-1] == EASY


async def test_it_is_dealt_at_once_and_asks_its_person(evening: Evening) -> None:
    match = await begun(evening)
    assert (await evening.header(match)).phase == "running"
    await evening.think(match)
    user, _ = await evening.due(match)
    assert user == ADA
    assert not [deadline for deadline in await evening.store.deadlines(match) if deadline.kind == Owed.LATE]


async def test_the_first_number_of_players_that_can_play_is_taken(evening: Evening) -> None:
    assert (await opened(evening)).places == 2


async def test_pressed_twice_it_stays_one_match_until_it_is_played(evening: Evening) -> None:
    first = await opened(evening)
    assert (await opened(evening)).id == first.id
    assert (await opened(evening, opponent="fair")).id != first.id
    assert (await opened(evening, options={})).id != first.id
    await evening.house.solo.begin(first, evening.person(ADA))
    await evening.house.solo.begin(first, evening.person(ADA))
    assert (await opened(evening)).id == first.id
    await evening.think(first.id)
    await evening.answer(first.id, ADA)
    assert (await opened(evening)).id != first.id
    assert (await opened(evening, BO)).id != first.id


async def test_a_match_that_nobody_begins_begins_by_itself(evening: Evening) -> None:
    match = await opened(evening)
    assert Gathering.FILL in [deadline.kind for deadline in await evening.store.deadlines(match.id)]
    evening.now.later(61)
    await evening.owe()
    sent = await evening.deliver()
    assert (await evening.header(match.id)).phase == "running"
    assert addressed(sent) in ([(PostKind.TURN, ADA)], [])


async def test_a_person_has_so_many_of_them_at_most(evening: Evening) -> None:
    for target in range(ALONE):
        await opened(evening, options={"target": str(target + 3)})
    with refused("solo.many", n=ALONE):
        await opened(evening, options={"target": "30"})
    await opened(evening, BO)


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"opponent": "oracle"}, "lobby.opponent"),
        ({"places": 5}, "table.seats"),
        ({"options": {"track": "gravel"}}, "table.value"),
    ],
)
async def test_what_cannot_be_played_is_refused_and_opens_nothing(
    evening: Evening, wanted: dict[str, Any], reason: str
) -> None:
    with pytest.raises(Refused) as caught:
        await opened(evening, **wanted)
    assert caught.value.reason == reason
    assert await evening.matches.mine(ADA) == []


async def test_nothing_of_it_is_posted_to_anybody_else(evening: Evening) -> None:
    match = await begun(evening)
    sent = await played(evening, match)
    assert {message.post.to for message in sent} == {ADA}
    assert kinds_to(sent, ADA)[-1] == PostKind.END
    assert (await evening.rows())["outbox"] == []


async def test_nobody_else_may_know_of_it_and_nobody_may_join(evening: Evening) -> None:
    match = await begun(evening)
    borders = evening.house.borders
    await borders.check(match, Asker(ADA, None, lambda channel: False))
    for guild in (None, PLACE.guild, 0):
        with refused("house.unknown"):
            await borders.check(match, Asker(BO, guild, lambda channel: True))
    with refused("solo.closed"):
        await borders.check_near(match, Asker(ADA, PLACE.guild, lambda channel: True))
    with refused("lobby.started"):
        await evening.lobby.join(match, evening.person(BO))


async def test_no_server_lists_it(evening: Evening) -> None:
    match = await begun(evening)
    assert await evening.store.matches_in(("running",), guild=PLACE.guild) == []
    assert await evening.store.servers.in_use() == []
    assert [m.id for m in await evening.matches.mine(ADA)] == [match]
    assert await evening.matches.mine(BO) == []


async def test_it_leaves_the_ladders_alone_and_stands_apart_in_the_profile(evening: Evening) -> None:
    for opponent in ("fair", EASY):
        await played(evening, await begun(evening, opponent=opponent))
    careers = evening.house.careers
    assert [row.user for row in (await careers.ladder("pistard", None)).rows] == []
    assert [row.user for row in (await careers.ladder("pistard", PLACE.guild)).rows] == []
    own = await careers.profile(ADA, private=True)
    assert own is not None
    assert own.games == ()
    records = sorted((record.opponent, record.game, record.matches) for record in own.solo)
    assert records == [(EASY, "pistard", 1), ("fair", "pistard", 1)]
    assert await careers.profile(ADA) is None  # as others see it, and as a server shows it
    assert await careers.profile(ADA, PLACE.guild) is None


async def test_the_next_match_at_the_table_is_one_however_often_it_is_asked_for(evening: Evening) -> None:
    match = await begun(evening)
    await played(evening, match)
    again = await evening.house.solo.again(match, evening.person(ADA))
    assert again.is_private
    assert sorted((row.user or 0, row.opponent) for row in again.seats) == [(0, EASY), (ADA, None)]
    await evening.house.solo.begin(again, evening.person(ADA))
    assert (await evening.house.solo.again(match, evening.person(ADA))).id == again.id


async def test_its_calls_go_by_direct_message_at_any_hour_or_nowhere(evening: Evening) -> None:
    notifications = evening.house.notifications
    for channel, calls in ((CallChannel.THREAD, [PostKind.TURN]), (CallChannel.OFF, [])):
        # quiet hours all day long
        await notifications.set_preferences(ADA, Preferences(channel=channel, quiet=(0, 1439), zone="Europe/Rome"))
        await begun(evening, options={"target": "3", "track": "classic" if calls else "sprint"})
        sent = await evening.deliver()
        assert [message.post.kind for message in sent] == calls
        assert all(message.channel == CallChannel.DM for message in sent)
        assert (await evening.rows())["outbox"] == []
