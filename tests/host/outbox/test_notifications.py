"""Preferences and quiet hours: whether, when and how someone is called; one call names all that waits for them."""

from datetime import UTC, datetime

import pytest

from host.outbox.messages import RINGS, Message
from host.outbox.notifications import MESSAGES, NEVER
from host.play.easy import IDLE
from host.time.clocks import DAY, HOUR
from model.kinds import CallChannel
from model.match import Preferences
from tests.host.evening import ADA, BO, CY, PLACE, Evening, addressed, kinds_to, refused

# The evening begins on a Tuesday at 22:13 UTC: 23:13 in Brussels, 14:13 in Los Angeles.
BRUSSELS, ANGELES = "Europe/Brussels", "America/Los_Angeles"


def at(evening: Evening) -> str:
    """Day and time of the clock, in UTC."""
    return f"{datetime.fromtimestamp(evening.now(), UTC):%a %H:%M}"


async def keep(evening: Evening, user: int, **preferences: object) -> None:
    await evening.house.notifications.set_preferences(user, Preferences(**preferences))  # pyright: ignore[reportArgumentType]


def to(messages: list[Message], user: int) -> list[Message]:
    return [message for message in messages if message.post.to == user]


# --- quiet hours


async def test_nobody_is_called_at_night_and_everybody_in_the_morning(evening: Evening) -> None:
    assert at(evening) == "Tue 22:13"
    await keep(evening, ADA, zone=BRUSSELS)
    await keep(evening, BO, zone=ANGELES)
    await evening.play(ADA, BO)
    messages = await evening.deliver()
    assert (kinds_to(messages, ADA), kinds_to(messages, BO)) == ([], ["turn"])
    evening.now.later(8 * HOUR)
    assert at(evening) == "Wed 06:13" and await evening.deliver() == []
    evening.now.later(HOUR)
    assert at(evening) == "Wed 07:13" and addressed(await evening.deliver()) == [("turn", ADA)]


async def test_the_post_wakes_when_the_night_is_over(evening: Evening) -> None:
    await keep(evening, ADA, zone=BRUSSELS)
    await keep(evening, BO, zone=BRUSSELS)
    await evening.play(ADA, BO)
    next_post = await evening.outbox.work()
    assert next_post is not None
    assert f"{datetime.fromtimestamp(next_post, UTC):%a %H:%M}" == "Wed 07:00"


async def test_without_a_zone_the_server_s_night_holds_and_without_both_none(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    assert kinds_to(await evening.deliver(), ADA) == ["turn"]
    await evening.house.servers.change(PLACE.guild or 0, zone=BRUSSELS)
    await evening.answer(match, ADA)
    await evening.answer(match, BO)
    assert [reader for _, reader in addressed(await evening.deliver())] == [None]


async def test_a_player_who_wants_no_quiet_hours_is_called_at_night(evening: Evening) -> None:
    await keep(evening, ADA, zone=BRUSSELS, quiet=NEVER)
    await evening.play(ADA, BO)
    assert kinds_to(await evening.deliver(), ADA) == ["turn"]


# --- channel and moments


@pytest.mark.parametrize("way", ["dm", "thread", "both"])
async def test_a_call_goes_the_way_its_reader_wants(evening: Evening, way: str) -> None:
    await keep(evening, ADA, channel=way)
    await evening.play(ADA, BO)
    assert [message.channel for message in to(await evening.deliver(), ADA)] == [way]


@pytest.mark.parametrize("preferences", [{"channel": "off"}, {"moments": ("half", "ninety")}])
async def test_a_player_who_does_not_want_it_is_not_called_at_the_start(
    evening: Evening, preferences: dict[str, object]
) -> None:
    await keep(evening, ADA, **preferences)
    await evening.play(ADA, BO)
    messages = await evening.deliver()
    assert (kinds_to(messages, ADA), kinds_to(messages, BO)) == ([], ["turn"])
    assert await evening.store.next_post() is None


@pytest.mark.parametrize(("way", "told_of_end"), [("dm", ["end"]), ("both", ["end"]), ("thread", []), ("off", [])])
async def test_the_end_is_told_by_direct_message_or_not_at_all(
    evening: Evening, way: str, told_of_end: list[str]
) -> None:
    assert "end" in MESSAGES
    match = await evening.play(ADA, BO)
    await keep(evening, BO, channel=way)
    await evening.deliver()
    await evening.seats.resign(match, ADA, evening.press())
    assert kinds_to(await evening.deliver(), BO) == told_of_end


async def test_reminders_come_at_half_and_at_nine_tenths_of_the_time(evening: Evening) -> None:
    await evening.start((await evening.open(ADA, BO, places=2, clock="daily")).id, ADA)
    await evening.deliver()
    whole = 8 * HOUR + 84 * HOUR  # the grace; the bank and what the first move adds
    reminders: list[tuple[int, str]] = []
    for hour in range(int(whole / HOUR) - 1):
        evening.now.later(HOUR)
        await evening.owe()
        reminders += [(hour + 1, kind) for kind in kinds_to(await evening.deliver(), ADA)]
    assert reminders == [(46, "half"), (83, "ninety")]


# --- one call for several matches


async def test_one_call_names_all_matches_that_wait(evening: Evening) -> None:
    await keep(evening, ADA, zone=BRUSSELS)
    matches = [await evening.play(ADA, BO) for _ in range(3)]
    await evening.deliver()
    evening.now.later(9 * HOUR)
    [call] = to(await evening.deliver(), ADA)
    assert {call.match.id, *(other.id for other in call.others)} == set(matches)
    assert all(other.key == b"" for other in call.others)
    assert await evening.store.next_post() is None


async def test_a_call_that_nobody_has_followed_keeps_no_other_back(evening: Evening) -> None:
    await evening.play(ADA, BO, clock="daily")
    assert kinds_to(await evening.deliver(), ADA) == ["turn"]
    await evening.play(ADA, CY, clock="daily")
    assert kinds_to(await evening.deliver(), ADA) == ["turn"]


async def second_call(evening: Evening, after: float) -> Message:
    """Ada is called in one match, so long after in another one; the second call."""
    await evening.play(ADA, BO, clock="daily")
    [first] = to(await evening.deliver(), ADA)
    assert not first.silent
    evening.now.later(after)
    await evening.play(ADA, CY, clock="daily")
    [call] = [message for message in to(await evening.deliver(), ADA) if message.match.id == 2]
    return call


async def test_a_second_call_makes_no_sound_while_one_is_open(evening: Evening) -> None:
    assert (await second_call(evening, HOUR)).silent


async def test_a_call_that_nobody_has_followed_for_hours_silences_no_other(evening: Evening) -> None:
    assert not (await second_call(evening, RINGS + 1)).silent


async def test_a_call_is_heard_again_once_the_first_is_answered(evening: Evening) -> None:
    await evening.play(ADA, BO, clock="daily")
    await evening.deliver()
    await evening.answer(1, ADA)
    await evening.play(ADA, CY, clock="daily")
    [call] = [message for message in to(await evening.deliver(), ADA) if message.match.id == 2]
    assert not call.silent


async def test_reminders_are_heard_whatever_else_is_open(evening: Evening) -> None:
    await second_call(evening, HOUR)
    reminders: list[Message] = []
    while not reminders:
        evening.now.later(HOUR)
        await evening.owe()
        reminders = [message for message in to(await evening.deliver(), ADA) if message.post.kind == "half"]
    assert not any(message.silent for message in reminders)


async def test_a_mention_for_all_to_read_stands_for_no_other_match(evening: Evening) -> None:
    await keep(evening, ADA, zone=BRUSSELS)
    evening.box.private = False
    matches = [await evening.play(ADA, BO) for _ in range(2)]
    await evening.deliver()
    evening.now.later(9 * HOUR)
    assert sorted(message.match.id for message in to(await evening.deliver(), ADA)) == matches


# --- later


@pytest.mark.parametrize(
    ("zone", "when", "then"),
    [
        ("", "hour", "Tue 23:13"),
        (BRUSSELS, "tonight", "Tue 23:13"),  # it is past seven there: in an hour
        (ANGELES, "tonight", "Wed 03:00"),
        (BRUSSELS, "tomorrow", "Wed 08:00"),
        (ANGELES, "tomorrow", "Wed 17:00"),
        ("", "tonight", "Tue 23:13"),
    ],
)
async def test_in_an_hour_tonight_and_tomorrow_are_those_of_the_person(
    evening: Evening, zone: str, when: str, then: str
) -> None:
    await keep(evening, ADA, zone=zone)
    match = await evening.header(await evening.play(ADA, BO))
    until = await evening.house.notifications.later(ADA, match, when)
    assert f"{datetime.fromtimestamp(until, UTC):%a %H:%M}" == then


async def test_a_reminder_comes_once_and_only_if_the_match_still_waits(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    await evening.deliver()
    for user in (ADA, BO):
        await evening.matches.snooze(match, user, evening.now() + HOUR)
    await evening.answer(match, BO)
    await evening.deliver()
    evening.now.later(HOUR)
    await evening.owe()
    assert addressed(await evening.deliver()) == [("snooze", ADA)]
    evening.now.later(DAY)
    await evening.owe()
    assert "snooze" not in kinds_to(await evening.deliver(), ADA)


async def test_another_word_for_later_is_refused(evening: Evening) -> None:
    match = await evening.header(await evening.play(ADA, BO))
    with refused("habits.unknown"):
        await evening.house.notifications.later(ADA, match, "never")


# --- preferences that make no sense


async def test_what_makes_no_sense_is_refused_and_changes_nothing(evening: Evening) -> None:
    await keep(evening, ADA, zone=BRUSSELS, channel="both")
    with refused("habits.zone", zone="Mars/Olympus"):
        await keep(evening, ADA, zone="Mars/Olympus")
    with refused("habits.unknown"):
        await keep(evening, ADA, channel="pigeon")
    with refused("habits.unknown"):
        await keep(evening, ADA, moments=("start", "always"))
    with refused("habits.unknown"):
        await keep(evening, ADA, quick="sometimes")
    for easy in (-1, 2, IDLE + 1):
        with refused("habits.unknown"):
            await keep(evening, ADA, easy=easy)
    with refused("habits.always"):
        await keep(evening, ADA, quiet=(480, 480))
    with refused("habits.zone", zone=""):
        await evening.house.servers.change(7, zone="")
    assert await evening.house.notifications.preferences(ADA) == Preferences(channel=CallChannel.BOTH, zone=BRUSSELS)
