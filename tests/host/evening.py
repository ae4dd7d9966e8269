"""An evening at the host: Ada, Bo, Cy and Dee, a clock that stands still, and a sender that keeps all messages."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Self

import pytest
from sqlalchemy import Executable, make_url, text

import engines
from db.sql.engine import make_engine
from db.store import Store
from engines.table import Game, Path, Refused, Seat
from host.delivery import Delivery, Sender, Unsent
from host.house import House
from host.lobby.lobby import ChannelRef, MatchRequest, Person
from host.outbox.messages import Message
from host.outbox.outbox import Outbox
from host.play.dormant import remaker
from host.play.seen import Seen
from host.thinking.pool import ThoughtPool
from model.kinds import RETIRING, How, Owed, PlayOn, PostKind, RowKind
from model.match import Deadline, LogRow, Match, MessageRef, Plan
from model.terms import Terms
from opponents.random import play_random
from tests.db.sample import everything
from tests.driver import PATIENCE
from tests.engines.tiny import Tiny

ADA, BO, CY, DEE = 101, 102, 103, 104
NAMES = {ADA: "Ada", BO: "Bo", CY: "Cy", DEE: "Dee"}
PLACE = ChannelRef(guild=7, channel=77)
NOON = 1_700_000_000.0
GAMES: dict[str, Game[Any, Any]] = {**engines.GAMES, "tiny": Tiny()}
PRESSES = itertools.count(1)


class PowerCut(BaseException):
    """The end of the process at this moment."""


class Noon:
    """A clock that stands still until its hands are moved."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> float:
        return self.time

    def later(self, seconds: float) -> None:
        self.time += seconds


class Postbox:
    """A sender that keeps every message; the next `faults` are raised instead.

    What is about cups and servers is kept apart, with its nonce, and can't be sent while that is `closed`.
    """

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.notices: list[Delivery] = []
        self.nonces: list[str] = []  # of notices, those that couldn't be sent too
        self.closed = False
        self.retired: list[Message] = []  # those that only retire calls
        self.faults: list[Exception] = []
        self.private = True  # messages to a person go to that person alone
        self._arrival = asyncio.Condition()
        self.sent = 0

    async def deliver(self, message: Delivery, /) -> MessageRef | None:
        if not isinstance(message, Message):
            return self._notice(message)
        if message.post.kind in (*RETIRING, PostKind.NEWER):
            self.retired.append(message)
            return None
        if self.faults:
            raise self.faults.pop(0)
        async with self._arrival:
            self.messages.append(message)
            self._arrival.notify_all()
        self.sent += 1
        return MessageRef(message.match.channel, self.sent, private=self.private and message.post.to is not None)

    def _notice(self, notice: Delivery) -> MessageRef:
        self.nonces.append(notice.post.nonce)
        if self.closed:
            raise Unsent
        self.notices.append(notice)
        return notice.place or MessageRef(PLACE.channel, len(self.notices))

    async def until(self, true: Callable[[list[Message]], bool]) -> None:
        """Wait until that is true of the messages."""
        async with asyncio.timeout(PATIENCE), self._arrival:
            await self._arrival.wait_for(lambda: true(self.messages))

    def take(self) -> list[Message]:
        """The messages since the last time."""
        messages, self.messages = self.messages, []
        return messages


class Evening:
    """A host on a database, in which nothing happens by itself: `owe` and `deliver` are its clock and outbox."""

    def __init__(self, store: Store, url: str, now: Noon, seed: int = 1, pool: ThoughtPool | None = None) -> None:
        self.url, self.store, self.now, self.box = url, store, now, Postbox()
        luck = random.Random(seed)
        rng = random.Random(seed)
        self.house = House(store, GAMES, self.box, watch=ignore, now=now, luck=luck.randbytes, rng=rng, pool=pool)
        self.lobby, self.matches, self.seats = self.house.lobby, self.house.matches, self.house.seats
        self.votes, self.pauses, self.autoplayer = self.house.votes, self.house.pauses, self.house.autoplayer
        self.outbox = self.house.outbox

    @classmethod
    async def begin(cls, url: str, now: Noon | None = None, pool: ThoughtPool | None = None) -> Self:
        """A host on this database, which is filled with tables if it has none."""
        return cls(await Store.open(url, remake=remaker(GAMES)), url, now or Noon(), pool=pool)

    # --- people

    def press(self) -> int:
        """The id of a new interaction."""
        return next(PRESSES)

    def person(self, user: int) -> Person:
        """A person with a new press."""
        return Person(user, NAMES[user], self.press())

    async def open(
        self,
        *users: int,
        game: str = "pistard",
        places: int | None = None,
        clock: str = "none",
        weekends: bool = False,
        hour: int | None = None,
        days: str = "",
        forced: bool = True,
        rated: bool = True,
        invited_only: bool = False,
        **options: str,
    ) -> Match:
        """A lobby: the first user opens it, the others join; without a clock no one's time runs."""
        hour = (await self.store.servers.settings(PLACE.guild)).evening if hour is None else hour
        terms = Terms(clock, weekends, hour, days, forced=forced, rated=rated, invited_only=invited_only)
        request = MatchRequest(game, options, places, terms)
        match = await self.lobby.open(request, PLACE, self.person(users[0]))
        for user in users[1:]:
            match = await self.lobby.join(match.id, self.person(user))
        return match

    async def play(self, *users: int, opponents: Sequence[str] = (), game: str = "pistard", **options: Any) -> int:
        """A running match of these persons and opponents; returns its id."""
        match = await self.open(*users, game=game, places=len(users) + len(opponents), **options)
        for opponent in opponents:
            match = await self.lobby.add_opponent(match.id, opponent, self.person(users[0]))
        return await self.start(match.id, users[0])

    async def start(self, match: int, user: int) -> int:
        """The person presses Start, and the match is dealt."""
        await self.lobby.start(match, self.person(user))
        await self.open_thread(match)
        return match

    async def open_thread(self, match: int) -> None:
        """Let the outbox send the opening of a match that starts, and nothing newer."""
        while (await self.header(match)).phase == "starting":
            [post] = await self.store.take_posts(self.now(), limit=1)
            await self.outbox.send(post)
        self.box.take()

    async def ride(self, *users: int, **options: Any) -> int:
        """A running match of Pistard in which the first riders are under way."""
        match = await self.play(*users, **options)
        for user in users:
            await self.answer(match, user)
        return match

    async def due(self, match: int) -> tuple[int, Seen]:
        """The only person who is waited for, and what they see."""
        [seat] = (await self.matches.see(match, None)).view.waiting
        assert seat is not None
        user = (await self.header(match)).seats[seat].user
        assert user is not None
        return user, await self.matches.see(match, user)

    async def answer(self, match: int, user: int, path: Path | None = None) -> Seen:
        """The person answers what they are asked; without a path what the game would answer for them."""
        seen = await self.matches.see(match, user)
        path = seen.game.fallback(seen.view) if path is None else path
        return await self.matches.play(match, user, path, seen.fingerprint, self.press())

    def presses(self, match: int, user: int) -> list[Awaitable[object]]:
        """Each press by which a person plays or leaves."""
        matches, press = self.matches, self.press()
        return [
            matches.play(match, user, ("1",), None, press),
            matches.undo(match, user, None, press),
            matches.play_for(match, user, PlayOn.TURN, None, press),
            matches.plan(match, user, ("1",)),
            matches.withdraw(match, user),
            matches.order(match, user, "follow.1.1.1.most"),
            matches.withdraw_orders(match, user),
            self.seats.resign(match, user, press),
        ]

    async def move(self, match: int, times: int = 1) -> None:
        """The only person who is waited for gives the fallback, so many times."""
        for _ in range(times):
            user, _ = await self.due(match)
            await self.answer(match, user)

    async def ask(self, match: int, user: int, about: Any, seat: Seat | None = None) -> Match:
        """The person puts something to the vote."""
        return await self.votes.open(match, user, about, seat, self.press())

    async def say(self, match: int, user: int, *, yes: bool) -> Match:
        """The person says yes or no in a vote."""
        return await self.votes.cast(match, user, yes=yes, interaction_id=self.press())

    async def play_on(self, match: int, rng: random.Random, until: Callable[[Seen], bool] = lambda seen: False) -> Seen:
        """People who are waited for answer at random, until it is so or the match is over."""
        while True:
            await self.think(match)
            seen = await self.matches.see(match, None)
            if seen.match.phase != "running" or until(seen):
                return seen
            user = rng.choice([row.user for row in seen.match.seats if row.seat in seen.view.waiting])
            assert user is not None
            own = await self.matches.see(match, user)
            await self.answer(match, user, play_random(own.game, own.view, rng))

    # --- the host

    async def think(self, match: int) -> None:
        """Wait until the bot has played every move it owes to the match."""
        while await self.owed(match):
            self.now.later(10)
            await self.owe()

    async def wake_up(self) -> None:
        """The host notices how long no bot ran."""
        await self.house.heartbeat.begin()

    async def owe(self) -> float | None:
        """Let the clock play what is due."""
        return await self.house.scheduler.work()

    async def deliver(self) -> list[Message]:
        """Let the outbox send what is due; returns what has arrived."""
        await self.outbox.work()
        return self.box.take()

    # --- looking behind the curtain

    async def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """All that is saved."""
        return await everything(self.url)

    async def write(self, *orders: Executable | str, **values: object) -> None:
        """Change the database behind the host's back."""
        engine = make_engine(make_url(self.url))
        async with engine.begin() as connection:
            for order in orders:
                await connection.execute(text(order) if isinstance(order, str) else order, values or None)
        await engine.dispose()

    @asynccontextmanager
    async def unchanged(self) -> AsyncIterator[None]:
        """A block in which nothing is saved."""
        before = await self.rows()
        yield
        assert await self.rows() == before

    async def late(self, match: int, seat: Seat | None = None) -> float:
        """When the time is up of the seat that is asked, or of this one among several."""
        [due] = [d.due for d in await self.store.deadlines(match) if d.kind == Owed.LATE and seat in (None, d.seat)]
        return due

    async def log(self, match: int) -> list[LogRow]:
        return await self.store.log(match)

    async def moves(self, match: int) -> list[LogRow]:
        """The rows of the log that are moves."""
        return [row for row in await self.log(match) if row.kind == RowKind.MOVE]

    async def owed(self, match: int) -> list[Deadline]:
        """The moves that the bot itself owes."""
        return [d for d in await self.store.deadlines(match) if isinstance(d.kind, Owed) and d.kind != How.LATE]

    async def header(self, match: int) -> Match:
        header = await self.store.match(match)
        assert header is not None
        return header

    async def plans(self, match: int) -> list[Plan]:
        """The plans of the match's seats."""
        facts = await self.store.facts(match)
        assert facts is not None
        return [seat.plan for seat in facts.seats if seat.plan is not None]

    async def body(self, match: int) -> bytes:
        """The newest snapshot."""
        snapshot = await self.store.snapshot(match)
        assert snapshot is not None
        return snapshot.body


def view_of(seen: Seen) -> Any:
    """What is seen, with all that views have in the game that is played."""
    return seen.view


def outbox_of(evening: Evening, sender: Sender) -> Outbox:
    """Another outbox of the host, with a sender of its own."""
    house = evening.house
    return Outbox(evening.store, evening.matches, house.notifications, house.kinds, sender, now=evening.now)


def addressed(messages: Sequence[Message]) -> list[tuple[str, int | None]]:
    """Kind and addressee of each message."""
    return [(message.post.kind, message.post.to) for message in messages]


def kinds_to(messages: Sequence[Message], to: int | None) -> list[str]:
    """The kinds of the messages to this person or (None) to the thread, in order; others may come in between."""
    return [kind for kind, reader in addressed(messages) if reader == to]


def ignore(match: int) -> None:
    """No one watches the matches."""


@contextmanager
def refused(reason: str, **about: str | int) -> Iterator[None]:
    """What happens in the block is refused for this reason."""
    with pytest.raises(Refused) as caught:
        yield
    assert (caught.value.reason, caught.value.about) == (reason, about)
