"""Delay of boards and calls over real HTTP, while Discord rate limits other messages."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any

import aiohttp
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from cogs.gruppetto import Gruppetto
from db.store import Store
from engines import GAMES
from host.delivery import Delivery, Sender
from host.house import House
from host.lobby.lobby import ChannelRef, MatchRequest, Person
from host.outbox.messages import Message
from host.play.dormant import remaker
from model.match import MessageRef
from tests.driver import Driver, running_sandbox

MATCHES, STARTS = 200, 12  # in play, and of those that start at once
MOVES = 10  # a second, of all matches together
CALM, TROUBLED = 8.0, 22.0  # seconds of play before and while Discord rate limits some of them
LIMITED, HANGING = 60.0, 20.0  # seconds that one thread is limited for, and that one edit hangs
A_CALL = 0.15  # seconds that each call takes while matches start
PATIENCE = 60.0  # seconds until all must have arrived
LOOK = 0.1  # seconds between two looks whether they have
GUILD = 1100000000000000001  # the sandbox's only one


@dataclass
class TimedSender:
    """A sender that records how many seconds after its match's last step each message arrived.

    Those of the matches that Discord has `kept_waiting` don't count.
    """

    sender: Sender
    waits: list[float] = field(default_factory=list[float])
    kept_waiting: set[int] = field(default_factory=set[int])
    arrived: dict[tuple[int, str], int] = field(default_factory=dict[tuple[int, str], int])
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def deliver(self, message: Delivery, /) -> MessageRef | None:
        """Send it on."""
        assert isinstance(message, Message)
        place = await self.sender.deliver(message)
        if message.post.kind in ("board", "turn") and message.match.id not in self.kept_waiting:
            self.waits.append(time.time() - message.match.changed)
        key = (message.match.id, message.post.kind)
        self.arrived[key] = self.arrived.get(key, 0) + 1
        self.news.set()
        return place

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until that is true of what has arrived."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                self.news.clear()
                await self.news.wait()


def run() -> Iterator[str]:
    """Waits of boards and calls, with and without trouble elsewhere; and of starts that come together."""
    with tempfile.TemporaryDirectory() as folder, running_sandbox() as url:
        calm, troubled, starts, calls = asyncio.run(measured(f"sqlite+aiosqlite:///{folder}/bench.db", url))
    p99: list[float] = []
    for name, waits in (("calm", calm), ("troubled", troubled)):
        cuts = quantiles(waits, n=100)
        p99.append(cuts[98])
        longest = f"longest {max(waits):.2f} s ({len(waits)} messages)"
        yield f"{name}: median {cuts[49]:.2f} s, p99 {cuts[98]:.2f} s, {longest}"
    yield f"{MATCHES} matches, {MOVES} moves a second"
    yield f"trouble: a thread limited for {LIMITED:.0f} s, an edit hanging for {HANGING:.0f} s"
    yield f"p99 troubled / calm: {p99[1] / p99[0]:.2f}"
    yield f"{STARTS} starts at once, {1000 * A_CALL:.0f} ms a call: {starts:.2f} s for {calls} calls"
    yield f"one call after the other / together: {calls * A_CALL / starts:.1f}"


async def measured(database: str, url: str) -> tuple[list[float], list[float], float, int]:
    """The seconds of each message, calm and troubled; those of the starts, and the calls that they took."""
    async with await Driver.connect(url) as driver:
        people = [int(user) for user in await driver.people(2 * (MATCHES + 2 + STARTS))]
        store = await Store.open(database, remake=remaker(GAMES))
        house = House(store, GAMES, Nobody(), watch=lambda _: None)
        place = ChannelRef(guild=GUILD, channel=int(driver.channel("races").id))
        async with aiohttp.ClientSession(headers={"Authorization": "Bot bench"}) as http:
            pairs = list(zip(people[::2], people[1::2], strict=True))
            threads = dict([await seated(house, place, http, url, *pair) for pair in pairs[: MATCHES + 2]])
        await store.close()
        with closing(sqlite3.connect(database.partition("///")[2])) as base, base:
            base.execute("DELETE FROM outbox")  # they have been going on for a while
        async with running_bot(database, url) as (bot, timed):
            limited, hanging, *others = threads
            await moves(bot.house, others, CALM)
            await settled(database, set())
            calm, timed.waits = timed.waits, []
            timed.kept_waiting = {limited, hanging}
            await driver.fault("*", rf"/channels/{threads[limited]}/.*", 429, retry_after=LIMITED, times=1000)
            await driver.fault("*", rf"/channels/{threads[hanging]}/.*", before=HANGING)
            for match in (limited, hanging):
                await move(bot.house, match)
            await moves(bot.house, others[int(CALM * MOVES) :] + others, TROUBLED)
            await settled(database, timed.kept_waiting)
            troubled = timed.waits
            await driver.no_faults()
            return calm, troubled, *await started(bot, timed, driver, place, pairs[MATCHES + 2 :])


class Nobody:
    """A sender for a host that sends nothing."""

    async def deliver(self, message: Delivery, /) -> MessageRef | None:
        """Nothing comes here."""
        raise AssertionError(f"no one sends {message.post}")


def person(user: int) -> Person:
    """A person who presses."""
    return Person(user, f"Guest {user}", None)


async def seated(
    house: House, place: ChannelRef, http: aiohttp.ClientSession, url: str, *users: int
) -> tuple[int, int]:
    """A match of these people that has begun, and its thread in the sandbox."""
    match = await opened(house, place, *users)
    body = {"name": f"match {match}", "type": 11, "auto_archive_duration": 10080}
    async with http.post(f"{url}api/v10/channels/{place.channel}/threads", json=body) as answer:
        thread = int((await answer.json())["id"])
    await house.matches.set_thread(match, thread)
    await house.lobby.start(match, person(users[0]))
    await house.matches.deal(match)
    return match, thread


async def opened(house: House, place: ChannelRef, host: int, guest: int) -> int:
    """A full lobby."""
    match = await house.lobby.open(MatchRequest("pistard", {}, 2), place, person(host))
    return (await house.lobby.join(match.id, person(guest))).id


@asynccontextmanager
async def running_bot(database: str, url: str) -> AsyncIterator[tuple[Gruppetto, TimedSender]]:
    """The real bot at that sandbox, and its sender."""
    Route.BASE = f"{url}api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws{url.removeprefix('http')}gateway")
    senders: list[TimedSender] = []

    async def open_house(sender: Sender, watch: Callable[[int], None]) -> House:
        senders.append(TimedSender(sender))
        store = await Store.open(database, remake=remaker(GAMES))
        return House(store, GAMES, senders[0], watch=watch)

    bot = Gruppetto(open_house, time.time)
    async with bot:
        running = asyncio.create_task(bot.start("bench"))
        await asyncio.wait_for(bot.at_home.wait(), PATIENCE)
        yield bot, senders[0]
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)


async def move(house: House, match: int) -> None:
    """The seats waited for give their fallbacks."""
    public = await house.matches.see(match, None)
    user = next(row.user for row in public.match.seats if row.seat in public.view.waiting)
    assert user is not None
    seen = await house.matches.see(match, user)
    await house.matches.play(match, user, seen.game.fallback(seen.view), seen.fingerprint)


async def moves(house: House, matches: list[int], seconds: float) -> None:
    """Moves at an even pace, in one match after the other."""
    begun, moving = time.perf_counter(), list[asyncio.Task[None]]()
    for n in range(int(seconds * MOVES)):
        await asyncio.sleep(max(0.0, begun + n / MOVES - time.perf_counter()))
        moving.append(asyncio.create_task(move(house, matches[n % len(matches)])))
    await asyncio.gather(*moving)


async def settled(database: str, but: set[int]) -> None:
    """Wait until nothing is left to send, except for these matches."""
    until = time.perf_counter() + PATIENCE
    with closing(sqlite3.connect(database.partition("///")[2])) as base:
        while waiting := {match for (match,) in base.execute("SELECT match FROM outbox")} - but:
            if time.perf_counter() > until:
                raise TimeoutError(f"messages of {len(waiting)} matches are still to be sent")
            await asyncio.sleep(LOOK)


async def started(
    bot: Gruppetto, timed: TimedSender, driver: Driver, place: ChannelRef, pairs: list[tuple[int, int]]
) -> tuple[float, int]:
    """Seconds until everything about matches that start at once is sent, and the calls that it took."""
    lobbies = [await opened(bot.house, place, *pair) for pair in pairs]
    await timed.until(lambda: all((match, "lobby") in timed.arrived for match in lobbies))
    before, calls, request = dict(timed.arrived), 0, bot.http.request

    async def counted(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        return await request(*args, **kwargs)

    bot.http.request = counted
    await driver.fault("*", "/(channels|users)/.*", before=A_CALL, times=10_000)
    begun = time.perf_counter()

    def all_told() -> bool:
        new = {key: n - before.get(key, 0) for key, n in timed.arrived.items()}
        wanted = (("opening", 1), ("board", 1), ("lobby", 1), ("turn", 2))
        return all(new.get((match, kind), 0) >= n for match in lobbies for kind, n in wanted)

    await asyncio.gather(
        *(bot.house.lobby.start(match, person(pair[0])) for match, pair in zip(lobbies, pairs, strict=True))
    )
    await timed.until(all_told)
    return time.perf_counter() - begun, calls
