"""Notifications: whether, when and how a person is called."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from db.store import Store
from engines.table import Refused
from host.play.easy import LIMITS
from host.time.clocks import HOUR, NIGHT, Quiet, zone_of, zones
from host.time.worker import Now
from model.kinds import BY_DM, CallChannel, PostKind, QuickConfirm
from model.match import Match, Post, Preferences

MOMENTS = ("start", "half", "ninety")
MOMENT_OF = {
    PostKind.TURN: "start",
    PostKind.OVERTAKEN: "start",
    PostKind.HALF: "half",
    PostKind.NINETY: "ninety",
}
CALLS = (*MOMENT_OF, PostKind.SNOOZE)  # kinds of posts that ask a person to move
# news for one person, by direct message or not at all: the thread has the same, or it is for no one else
MESSAGES = (
    PostKind.HAND,
    PostKind.END,
    PostKind.COMPARED,
    PostKind.LATE,
    PostKind.REPAIR,
    PostKind.HOLIDAY,
    PostKind.DECLINED,
    PostKind.STANDING,
    PostKind.FOLLOWED,
)
# what else asks them for something, or what only they can hear of
ASKING = (
    PostKind.FULL,
    PostKind.FOUND,
    PostKind.OPENING,
    PostKind.BALLOT,
    PostKind.VOTE,
    PostKind.LIVE,
    PostKind.FREE,
    PostKind.STALLED,
    PostKind.INVITED,
)
NEVER = (0, 0)  # no quiet hours at all
LATER = ("hour", "tonight", "tomorrow")  # when a person may want a reminder
EVENING, MORNING = time(19), time(9)


@dataclass(frozen=True, slots=True)
class CallPreferences:
    """How a person has `chosen` to be called, and the zone of their quiet hours ("" if neither they nor the server has
    one).

    During their holidays they aren't called at all.
    """

    chosen: Preferences
    zone: str
    holidays: tuple[tuple[float, float], ...] = ()

    def is_wanted(self, post: Post) -> bool:
        """Whether they want a post addressed to them."""
        channel = self.chosen.channel
        if post.kind in ASKING:
            return channel != CallChannel.OFF
        if post.kind in MESSAGES:
            return channel in BY_DM
        moment = MOMENT_OF.get(post.kind)
        return moment is None or (channel != CallChannel.OFF and moment in self.chosen.moments)

    def earliest_time(self, now: float) -> float:
        """The first time from `now` on at which they may be disturbed."""
        quiet = self.chosen.quiet
        hours = quiet if quiet is not None else (NIGHT if self.zone else NEVER)
        while True:
            time = next((until for since, until in self.holidays if since <= now < until), now)
            time = time if hours == NEVER else Quiet(*hours, self.zone).over(time)
            if time == now:
                return time
            now = time


def without_thread(preferences: CallPreferences) -> CallPreferences:
    """The preferences for a match without a thread: by direct message or not at all."""
    chosen = preferences.chosen
    channel = CallChannel.OFF if chosen.channel == CallChannel.OFF else CallChannel.DM
    return replace(preferences, chosen=replace(chosen, channel=channel))


def alone(preferences: CallPreferences) -> CallPreferences:
    """The preferences for a solo match: by direct message or not at all, and at any hour.

    No one else moves there, so any call follows from the person's own play.
    """
    here = without_thread(preferences)
    return replace(here, chosen=replace(here.chosen, quiet=NEVER))


class Notifications:
    """Stores and reads how people want to be called."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store, self._now = store, now

    async def preferences(self, user: int) -> Preferences:
        """The person's preferences."""
        return await self._store.people.preferences(user)

    async def set_preferences(self, user: int, preferences: Preferences) -> None:
        """Store preferences; raises Refused for those that make no sense."""
        if preferences.zone:
            check_zone(preferences.zone)
        if preferences.channel not in [*CallChannel] or any(moment not in MOMENTS for moment in preferences.moments):
            raise Refused("habits.unknown")
        if preferences.easy not in LIMITS or preferences.quick not in [*QuickConfirm]:
            raise Refused("habits.unknown")
        if (
            preferences.quiet is not None
            and preferences.quiet != NEVER
            and preferences.quiet[0] == preferences.quiet[1]
        ):
            raise Refused("habits.always")
        await self._store.people.set_preferences(user, preferences)

    async def call_preferences(self, user: int, guild: int | None) -> CallPreferences:
        """How and when the person may be called about something in this server."""
        preferences, zone = await self._store.people.preferences_near(user, guild)
        return CallPreferences(preferences, preferences.zone or zone)

    async def zone(self, user: int, guild: int | None) -> str:
        """The person's time zone, else the server's; "" if neither is known."""
        return (await self.call_preferences(user, guild)).zone

    async def later(self, user: int, match: Match, when: str) -> float:
        """The time that "hour", "tonight" or "tomorrow" means for this person; Refused for other words."""
        now = self._now()
        if when == "hour":
            return now + HOUR
        if when not in LATER:
            raise Refused("habits.unknown")
        zone = zone_of(await self.zone(user, match.settings_of))
        local = datetime.fromtimestamp(now, zone)
        if when == "tonight":
            tonight = datetime.combine(local.date(), EVENING, zone).timestamp()
            return tonight if tonight > now else now + HOUR
        return datetime.combine(local.date() + timedelta(days=1), MORNING, zone).timestamp()


def check_zone(zone: str) -> None:
    """Raise Refused unless this is an IANA time zone."""
    if zone not in zones():
        raise Refused("habits.zone", {"zone": zone[:40]})


def with_moment(preferences: Preferences, moments: tuple[str, ...]) -> Preferences:
    """The preferences with these moments, in their default order."""
    return replace(preferences, moments=tuple(moment for moment in MOMENTS if moment in moments))
