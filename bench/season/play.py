"""The season itself: a bot, its people, their calendar, and a watch over every moment of it."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Awaitable, Callable, MutableMapping
from datetime import timedelta
from functools import partial
from math import inf
from random import Random
from typing import Any
from unittest.mock import patch

import aiosqlite
from structlog.testing import capture_logs

from bench.season.diary import Diary
from bench.season.people import (
    AT_ONCE,
    AWAY,
    FURTHER,
    HURRIES,
    ORDERS,
    PLANS,
    SOON,
    STAYS,
    THINKS,
    Player,
    choice,
    is_night,
    player,
)
from engines import GAMES
from engines.orders import offered
from engines.table import Refused
from host.delivery import Delivery
from host.house import House
from host.lobby.lobby import ChannelRef, MatchRequest, Person
from host.outbox.messages import PANELS, Message
from host.outbox.notifications import CALLS
from host.play.matches import PLAY_ON
from host.play.plans import MOST_ANSWERS
from host.play.seen import Seen, seat_of
from host.time.clocks import DAY, HOUR, day_of, zone_of
from model.kinds import RETIRING, Evening, Owed, PostKind
from model.match import Counted, Match, MessageRef, Preferences
from model.pace import DEFAULT_CLOCK, EVENING
from model.terms import Terms

BEGIN = 1_798_416_000.0  # a Monday, midnight in UTC
DAYS = 60
MATCHES = 200
OPENED = 0.5  # of the season: until then matches are opened
PEOPLE = 60
KEPT_LINES = 1000  # of the log, until they are read
GONE_AFTER = 10 * DAY  # when one of the people vanishes
PLACE = ChannelRef(guild=7, channel=77)
MOST_SEATS = 4  # of a game whose tables aren't named
TABLES: dict[str, tuple[tuple[int, dict[str, str]], ...]] = {  # seats and options, in turn; else `tables` has some
    "pistard": ((2, {}), (4, {}), (3, {"target": "6"}), (2, {"target": "6"}), (4, {"target": "6"})),
    "superechelon": ((2, {"tours": "1"}), (3, {"tours": "1"}), (4, {"tours": "1"}), (4, {})),
    "schlangennest": ((2, {}), (3, {}), (4, {})),
    "legstrong": (
        (2, {"tour": "weekend"}),
        (3, {"tour": "weekend", "attacks": "clockwise", "doping": "off"}),
        (4, {"tour": "weekend"}),
    ),
}


class Season:
    """A bot with its people and calendar; `faults` is what went wrong, a sentence each.

    A share of its matches have the clock `evening`, a share of its people take a holiday, a share play live when they
    are offered it.
    """

    def __init__(
        self,
        store: Diary,
        seed: int,
        *,
        fast: bool,
        matches: int = MATCHES,
        days: float = DAYS,
        games: tuple[str, ...] = tuple(GAMES),
        opened: float = OPENED,
        evenings: float = 0.0,
        holidays: float = 0.0,
        live: float = 0.0,
    ) -> None:
        self.store, self.now, self.end = store, BEGIN, BEGIN + days * DAY
        self.faults: dict[int, str] = {}  # by match
        self._rng, self._fast, self._games = Random(seed), fast, games
        self._presses = itertools.count(1)
        self._calendar: list[tuple[float, int, Callable[[], Awaitable[None]]]] = []
        self._entries = itertools.count()
        self._checks_ends = BEGIN  # when to look next for matches that should have ended
        self._changed = False  # whether clock and outbox may have something to do
        people = max(5, PEOPLE * matches // MATCHES)
        self.people = {user: player(user, self._rng, plans=fast) for user in range(1, people + 1)}
        self.people[1].vanishes = BEGIN + GONE_AFTER
        self.people[2].closed = True
        self._sender = RecordingSender(self)
        luck = Random(seed)
        self.house = House(
            store,
            GAMES,
            self._sender,
            watch=lambda _: None,
            now=lambda: self.now,
            luck=luck.randbytes,
            rng=Random(seed),
        )
        self.outbox = self.house.outbox
        self.clock = self.house.scheduler
        self._whims, self._evenings = Random(f"{seed}.whims"), evenings  # so that all else goes as without them
        self._lives = Random(f"{seed}.live")
        for person in self.people.values():
            person.joins = self._lives.random() < live
            if self._whims.random() < holidays:
                self._schedule(BEGIN + self._whims.uniform(0.1, opened) * days * DAY, partial(self._take_leave, person))
        for number in range(matches):
            self._schedule(BEGIN + days * DAY * opened * number / matches, partial(self._open, number))

    def _schedule(self, when: float, what: Callable[[], Awaitable[None]]) -> None:
        if when < self.end:
            heapq.heappush(self._calendar, (when, next(self._entries), what))

    async def play(self) -> None:
        """The whole season; what the host reports is a fault too."""
        # a thread of its own for SQLite, as aiosqlite has it, takes most of the time and gains nothing here
        with (
            capture_logs() as logs,
            patch.object(aiosqlite.Connection, "_execute", _at_once),
            # who may open and sit down isn't what is measured
            patch("db.stores.limits.AWAY", MATCHES),
            patch("host.lobby.limits.NEWCOMERS", MATCHES),
            patch("host.lobby.limits.DAILY", dict.fromkeys(Counted, MATCHES)),
        ):
            for user, person in self.people.items():
                await self.house.notifications.set_preferences(user, Preferences(zone=person.zone, easy=person.easy))
                self._looks(person, person.looks_after(self.now, self._rng))
            due = await self._work()
            while (when := min(due, self._calendar[0][0] if self._calendar else self.end)) < self.end:
                self.now, self._changed = max(self.now, when), due <= when
                while self._calendar and self._calendar[0][0] <= self.now:
                    _, _, what = heapq.heappop(self._calendar)
                    await what()
                if self._changed:
                    due = await self._work()
                if len(logs) > KEPT_LINES:
                    self._read(logs)
        self._read(logs)

    def _read(self, logs: list[MutableMapping[str, Any]]) -> None:
        """Record what the host reports, and forget it."""
        for line in logs:
            if line["log_level"] == "error":
                self.faults.setdefault(line.get("match", 0), f"the host reports: {line['event']}")
        logs.clear()

    # --- the host

    async def _work(self) -> float:
        """Clock and outbox do what is due, and then nothing may be stuck; returns when they have work again."""
        while True:
            await self.outbox.work()
            due = await self.clock.work()
            post = await self.store.next_post()
            if post is None or post > self.now:
                break
        await self.check()
        return min(inf if due is None else due, inf if post is None else post)

    async def check(self) -> None:
        """Record the matches that nothing moves on, and those that go on although everyone's time has run out."""
        for match_id in await self.store.stuck([*Owed, *Evening], self.now):
            owed = [d.due for d in await self.store.deadlines(match_id) if isinstance(d.kind, Owed | Evening)]
            fault = f"was to go on {self.now - max(owed):.0f} s ago and hasn't" if owed else "waits for nothing"
            self.fault(match_id, fault)
        if self.now >= self._checks_ends:
            self._checks_ends = self.now + HOUR
            for match_id in await self.store.without_people(self.now - HOUR):
                self.fault(match_id, "no one has any time left and it hasn't ended")

    def fault(self, match_id: int, what: str) -> None:
        """Record what is wrong with a match."""
        self.faults.setdefault(match_id, f"match {match_id} on day {(self.now - BEGIN) / DAY:.2f}: {what}")

    # --- its people

    async def _open(self, number: int) -> None:
        """A match is opened, joined and begun."""
        game = self._games[number % len(self._games)]
        in_turn = tables(game)
        seats, options = in_turn[number // len(self._games) % len(in_turn)]
        users = self._rng.sample([user for user, person in self.people.items() if person.vanishes > self.now], seats)
        clock = EVENING if self._whims.random() < self._evenings else DEFAULT_CLOCK
        request = MatchRequest(game, options, seats, Terms(clock, forced=self._fast))
        match = await self.house.lobby.open(request, PLACE, self._person(users[0]))
        for user in users[1:]:
            await self.house.lobby.join(match.id, self._person(user))
        await self.house.lobby.start(match.id, self._person(users[0]))
        self._changed = True

    async def _take_leave(self, person: Player) -> None:
        """Take a holiday from tomorrow on, and look at nothing until it is over."""
        if person.vanishes <= self.now:
            return
        first = day_of(self.now, zone_of(person.zone)) + timedelta(days=1)
        last = first + timedelta(days=self._whims.randint(*AWAY) - 1)
        taken = await self.house.holidays.take(person.user, PLACE.guild, first, last)
        person.away = taken.since, taken.until
        self._changed = True

    def _person(self, user: int) -> Person:
        return Person(user, f"Rider {user}", next(self._presses))

    def _looks(self, person: Player, when: float, last: int | None = None) -> None:
        person.looks_at = when
        self._schedule(when, partial(self._look, person, when, last))

    def called(self, user: int, match: Match) -> None:
        """A call has arrived: some follow it soon, the others look when they would have looked.

        In live play, and while they wait for it, almost all are still there.
        """
        person = self.people[user]
        if (match.is_live or self.now < person.stays) and person.is_awake(self.now):
            if self._lives.random() < STAYS:
                self._looks(person, self.now + self._lives.uniform(*THINKS))
            return
        if person.is_awake(self.now) and self._rng.random() < AT_ONCE:
            soon = self.now + self._rng.expovariate(1 / SOON)
            if soon < person.looks_at:
                self._looks(person, soon)

    async def _look(self, person: Player, when: float, last: int | None) -> None:
        """Let a person look at the matches waiting for them, first at `last`, in which they have just moved.

        In one sitting they move in all of them, then they plan ahead, if that is their way.
        """
        if person.looks_at != when:
            return  # they have looked in between
        if not person.is_awake(self.now):
            self._looks(person, person.looks_after(self.now, self._rng))
            return
        if last is None:
            await self._come_back(person)
        mine = await self._running(person)
        if person.joins:
            await self._join(person, mine)
        waiting = [(match.id != last, since, match.id) for match in mine if (since := _asked(match, person.user))]
        if waiting:
            _, _, match_id = min(waiting)
            await self._answer(person, await self.house.matches.see(match_id, person.user))
            self._looks(person, self.now + self._rng.uniform(*THINKS), match_id)
            return
        for match in mine if person.plans else []:
            if self._rng.random() < PLANS:
                await self._plan(person, match)
            if self._rng.random() < ORDERS:
                await self._order(person, match)
        self._looks(person, person.looks_after(self.now, self._rng))

    async def _join(self, person: Player, mine: list[Match]) -> None:
        """They agree to live play wherever it is offered."""
        for match in mine:
            await self._agree(person, await self.house.matches.see(match.id, person.user))

    async def _agree(self, person: Player, seen: Seen) -> None:
        if person.joins and seen.own.offered is not None and not seen.own.agreed:
            await self.house.live.agree(seen.match.id, person.user, next(self._presses))
            person.stays = max(person.stays, seen.own.offered)
            self._changed = True

    async def _answer(self, person: Player, seen: Seen) -> None:
        matches = self.house.matches
        header, number, interaction_id = seen.match, seen.match.id, next(self._presses)
        panel = self._sender.panel_of(number, person.user)
        if person.plans and not seen.view.sealed and self._rng.random() < HURRIES:
            legs = await self.house.forecast.has_legs(header.game, len(header.seats), header.options)
            until = self._rng.choice(PLAY_ON if legs else PLAY_ON[:2])
            after = await matches.play_for(number, person.user, until, seen.fingerprint, interaction_id, panel=panel)
        else:
            path = choice(seen, self._rng)
            after = await matches.play(number, person.user, path, seen.fingerprint, interaction_id, panel=panel)
        if panel is not None:
            await matches.show_panel(person.user, header.channel, panel, after)
        matches.presence.shown(seen.match.id, person.user, after.sight)  # the panel goes on to it
        await self._agree(person, after)
        self._changed = True

    async def _running(self, person: Player) -> list[Match]:
        return [match for match in await self.house.matches.mine(person.user) if match.phase == "running"]

    async def _come_back(self, person: Player) -> None:
        """They take their seats back where an opponent sits in for them."""
        for match in await self._running(person):
            if any(row.user == person.user and row.substitute for row in match.seats):
                await self.house.seats.come_back(match.id, person.user, next(self._presses))
                self._changed = True

    async def _plan(self, person: Player, match: Match) -> None:
        matches = self.house.matches
        seen = await matches.see(match.id, person.user)
        if seen.own.plan:
            return
        try:
            future = await matches.planning(seen)
        except Refused:
            return  # nothing can be foretold
        planned = [choice(future, self._rng)]
        while len(planned) < MOST_ANSWERS and self._rng.random() < FURTHER:
            planned.append(choice(future, self._rng))  # which may be one that is there already
        for path in planned:
            await matches.plan(match.id, person.user, path, future.fingerprint)

    async def _order(self, person: Player, match: Match) -> None:
        matches = self.house.matches
        seen = await matches.see(match.id, person.user)
        if offers := offered(match.game, seen.view, seen.own.orders):
            await matches.order(match.id, person.user, self._rng.choice(offers))


def tables(game: str) -> tuple[tuple[int, dict[str, str]], ...]:
    """Seats and options of a game's matches, in turn: with the default options at every number of seats, up to four."""
    seats = [seats for seats in GAMES[game].spec.seats if seats <= MOST_SEATS] or [GAMES[game].spec.seats[0]]
    return TABLES.get(game) or tuple((number, {}) for number in seats)


class RecordingSender:
    """A sender that counts the calls to each person, and lets them look."""

    def __init__(self, season: Season) -> None:
        self._season = season
        self._messages = itertools.count(1)
        self._panels: dict[tuple[int, int], list[int]] = {}  # open ones, by match and person, the newest last

    def panel_of(self, match: int, user: int) -> int | None:
        """The panel of the match in the person's direct messages, in which they press."""
        return next(reversed(self._panels.get((match, user), ())), None)

    async def deliver(self, message: Delivery, /) -> MessageRef | None:
        """A person who takes no direct messages is mentioned in the thread, if they must answer."""
        assert isinstance(message, Message)
        user, season = message.post.to, self._season
        if message.post.kind in (*RETIRING, PostKind.NEWER):
            self._retire(message)
            return None  # without a sound
        if user is None:
            return MessageRef(message.match.channel, next(self._messages))
        closed = season.people[user].closed
        if closed and message.post.kind not in CALLS:
            return None
        if message.live is not None:
            return message.live  # it is edited, which makes no sound either
        day = int((season.now - BEGIN) // DAY)
        course = season.store.courses[message.match.id]
        course.pings[user, day] += 1
        if message.post.kind in CALLS and not message.silent:
            course.calls[user, day] += 1
            if is_night(season.people[user], season.now):
                course.nights += 1
                season.fault(message.match.id, f"calls {user} at night")
            season.called(user, message.match)
        place = MessageRef(message.match.channel, next(self._messages), private=not closed)
        if place.private and message.post.kind in PANELS:
            if message.post.kind != PostKind.END:  # in which no one presses
                self._panels.setdefault((message.match.id, user), []).append(place.message)
                course.messages += 1
            course.panels[user] += 1
        return place

    def _retire(self, message: Message) -> None:
        for call in message.retired:
            panels = self._panels.get((message.match.id, call.to), [])
            if call.place.message in panels:
                panels.remove(call.place.message)
                self._season.store.courses[message.match.id].panels[call.to] -= 1
                if not panels:
                    del self._panels[message.match.id, call.to]


async def _at_once(_connection: aiosqlite.Connection, do: Callable[..., Any], *args: Any, **named: Any) -> Any:
    return do(*args, **named)


def _asked(match: Match, user: int) -> float | None:
    """Since when the match has waited for this person; None while it doesn't."""
    seat = seat_of(match, user)
    return None if seat is None else match.seats[seat].asked
