"""Two hosts on one PostgreSQL database (on SQLite one after the other): either may stop at any moment.

The hosts run by themselves and know nothing of each other. People answer only what they are called to, at
whichever host takes their press, so a call that gets lost ends the test.
"""

import asyncio
import gc
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import event, make_url

from db.sql.engine import make_engine
from db.store import LEASE, Doubled, Stale, Store
from engines.table import Refused
from host.cups.cups import CupRequest
from host.cups.messages import CupMessage
from host.cups.state import podium_of
from host.delivery import Delivery
from host.house import House
from host.lobby.lobby import Person
from host.outbox.messages import Message
from host.play.dormant import remaker
from host.play.seen import Seen
from model.cup import WholeCup
from model.kinds import CupRowKind, PostKind, RowKind
from model.match import MessageRef
from opponents.random import play_random
from tests.driver import PATIENCE
from tests.host.evening import ADA, BO, GAMES, PLACE, Evening, Noon, ignore
from tests.host.replayed import check
from tests.marks import in_long

TAKES = ("due", "take_posts")
WRITES = ("commit", "remember", "settle")
CUP_WRITES = ("commit", "seat", "show")
LIVES = (3, 20)  # writes until a host ends, least and most
MOMENT = 0.005  # seconds between two looks of a host with nothing to do
# a process that ends closes nothing; what it held is closed with the street, whenever the collector finds it before
pytestmark = [
    pytest.mark.usefixtures("connections"),
    pytest.mark.filterwarnings("ignore:The garbage collector is trying:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore:.*was deleted while still open:ResourceWarning"),  # psycopg's, half made
]


@pytest.fixture(params=["postgres", *in_long("sqlite")])
def house_url(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue(f"{request.param}_url")


class Channel:
    """What people see: of messages with the same nonce only the first, as on Discord."""

    def __init__(self) -> None:
        self.seen: dict[str, Message] = {}
        self.cups: dict[str, WholeCup] = {}  # what the message of a cup has shown, by nonce

    async def show(self, message: Delivery, /) -> MessageRef:
        if isinstance(message, CupMessage):
            if not message.verdicts:
                self.cups.setdefault(message.post.nonce, message.record)
            return message.place or MessageRef(message.record.cup.channel, len(self.cups))
        assert isinstance(message, Message)
        self.seen.setdefault(message.post.nonce, message)
        return MessageRef(message.match.channel, list(self.seen).index(message.post.nonce) + 1)

    def to(self, reader: int | None) -> list[Message]:
        """What this person or (None) the thread has got, in order."""
        return [message for message in self.seen.values() if message.post.to == reader]


async def doze(wait: Coroutine[Any, Any, None]) -> None:
    """Idle for a moment, as if the hour were over after which a host looks again."""
    wait.close()
    await asyncio.sleep(MOMENT)


LOOPS = 4  # connections of a host, which some of its loops share


class Process:
    """A host that runs by itself until it has written that often; then it ends, before or after that is done."""

    def __init__(self, url: str, channel: Channel, now: Noon, life: int) -> None:
        self._life, self._tasks = life, set[asyncio.Task[Any]]()
        engine = make_engine(make_url(url))
        self._connections = list[Any]()
        event.listen(engine.sync_engine, "connect", lambda connection, _: self._connections.append(connection))
        self.store = Store(engine, remaker(GAMES))
        for name in WRITES:
            setattr(self.store, name, self._mortal(getattr(self.store, name)))
        for name in CUP_WRITES:
            setattr(self.store.cups, name, self._mortal(getattr(self.store.cups, name)))
        for name in TAKES:
            setattr(self.store, name, self._taking(getattr(self.store, name)))
        self.deliver = self._mortal(channel.show)
        sender: Any = self
        self.house = House(self.store, GAMES, sender, watch=ignore, now=now, idle=doze, rng=random.Random(life))

    @property
    def alive(self) -> bool:
        return self._life > 0

    async def start(self) -> None:
        # connect for all loops and a press: no one closes a connection that was being made when the process ended
        await asyncio.gather(*(self.store.meta("") for _ in range(LOOPS + 1)))
        before = asyncio.all_tasks()
        await self.house.start()
        self._tasks |= asyncio.all_tasks() - before

    async def press(self, step: Coroutine[Any, Any, Any]) -> bool:
        """Let the host take a press; returns whether it counts (if the host ends over it, no one knows)."""
        task = asyncio.create_task(step)
        self._tasks.add(task)
        await asyncio.wait({task})
        self._tasks.remove(task)
        if task.cancelled() or isinstance(task.exception(), Stale):
            return False
        return isinstance(task.exception(), Doubled) or bool(task.result())

    def end(self) -> None:
        """Stop at once, without cleaning up."""
        self._life = 0
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Close every connection that it ever made, also those that it held when it ended."""
        # what broke off is still rolled back; a task that was cancelled while it undid something may go on after that
        while left := {task for task in self._tasks if not task.done()}:
            for task in left:
                task.cancel()
            await asyncio.wait(left, timeout=1.0)
        await self.store.close()
        while self._connections:
            await self._connections.pop().driver_connection.close()

    async def _age(self) -> None:
        self._life -= 1
        if self._life == 0:
            self.end()
            await asyncio.sleep(0)  # here it ends

    def _mortal(self, step: Callable[..., Awaitable[Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
        async def done(*args: Any, **named: Any) -> Any:
            await self._age()
            result = await step(*args, **named)
            await self._age()
            return result

        return done

    def _taking(self, step: Callable[..., Awaitable[list[Any]]]) -> Callable[..., Coroutine[Any, Any, list[Any]]]:
        async def taken(*args: Any) -> list[Any]:
            result = await step(*args)
            if result:
                await self._age()
            return result

        return taken


class Street:
    """Hosts on one database; each that ends is followed by a new one."""

    def __init__(self, url: str, now: Noon, rng: random.Random) -> None:
        self.channel, self.processes = Channel(), list[Process]()
        self._url, self._now, self._rng = url, now, rng
        self._open = 1 if url.startswith("sqlite") else 2

    async def open(self) -> list[Process]:
        """The hosts that are open, as many as there may be; whatever those that ended had open is closed."""
        for process in self.processes:
            if not process.alive:
                await process.close()
        while len(alive := [process for process in self.processes if process.alive]) < self._open:
            process = Process(self._url, self.channel, self._now, self._rng.randint(*LIVES))
            self.processes.append(process)
            await process.start()
        return alive

    async def until(self, true: Callable[[], Awaitable[bool]]) -> None:
        """Let the time pass until it is so."""
        async with asyncio.timeout(PATIENCE):
            while not await true():
                await self.open()
                await asyncio.sleep(2 * MOMENT)
                self._now.later(LEASE / 10)

    async def press(self, step: Callable[[House], Coroutine[Any, Any, Any]]) -> None:
        """A person presses, again and again until it counts."""
        async with asyncio.timeout(PATIENCE):
            while not await (process := self._rng.choice(await self.open())).press(step(process.house)):
                pass


@asynccontextmanager
async def street_of(evening: Evening, rng: random.Random) -> AsyncIterator[Street]:
    before, street = asyncio.all_tasks(), Street(evening.url, evening.now, rng)
    yield street
    for process in street.processes:
        process.end()
    # what broke off is still rolled back, and no one closes a connection that comes back to a closed pool
    if left := asyncio.all_tasks() - before:
        await asyncio.wait(left)
    for process in street.processes:
        await process.close()
    street.processes.clear()
    gc.collect()  # here, where the warning is expected, and in no later test


async def is_called(evening: Evening, channel: Channel, match: int) -> bool:
    """Whether the match waits for persons only and each of them has been called to their question, or it is over."""
    header = await evening.header(match)
    if header.phase != "running":
        return header.phase == "over"
    seen = await evening.matches.see(match, None)
    seats = [header.seats[seat] for seat in seen.view.waiting if seat is not None]
    calls = {seat.seat: {message.match.seats[seat.seat].asked for message in channel.to(seat.user)} for seat in seats}
    return bool(seats) and all(seat.user and seat.asked in calls[seat.seat] for seat in seats)


@pytest.mark.parametrize("seed", [0, *in_long(1)])
async def test_whoever_stops_nothing_is_lost_or_doubled(evening: Evening, reports: list[Any], seed: int) -> None:
    rng, presses = random.Random(seed), list[int]()
    lobby = await evening.open(ADA, BO, game="tiny", legs="1", places=3)
    await evening.lobby.add_opponent(lobby.id, "easy", evening.person(ADA))
    match = (await evening.lobby.start(lobby.id, evening.person(ADA))).id

    async def play(house: House, user: int, interaction_id: int) -> Seen:
        seen = await house.matches.see(match, user)
        path = play_random(seen.game, seen.view, rng) if seen.ask() else ()
        return await house.matches.play(match, user, path, seen.fingerprint, interaction_id)

    async with street_of(evening, rng) as street:
        channel = street.channel
        while True:
            await street.until(lambda: is_called(evening, channel, match))
            seen = await evening.matches.see(match, None)
            if seen.view.over:
                break
            user = rng.choice([row.user for row in seen.match.seats if row.user and row.seat in seen.view.waiting])
            presses.append(evening.press())
            evening.now.later(1)  # so that no two questions are asked at the same time
            await street.press(lambda house, user=user: play(house, user, presses[-1]))

        async def all_is_told() -> bool:
            return await evening.store.next_post() is None

        await street.until(all_is_told)
        ended = sum(not process.alive for process in street.processes)

    await check(evening, match)
    log = await evening.log(match)
    assert [row.interaction_id for row in log if row.kind == "move" and row.how == "player"] == presses
    assert [row.kind for row in log].count(RowKind.DEAL) == 1
    for reader in (None, ADA, BO):
        posts = [message.post for message in channel.to(reader)]
        for there in ("lobby",), {post.kind for post in posts} - {"lobby"}:  # in the channel, and elsewhere
            ids = [post.id for post in posts if post.kind in there]
            assert ids == sorted(ids)
        assert [post.kind for post in posts].count(PostKind.RESULT if reader is None else PostKind.END) == 1
    assert [message.post.kind for message in channel.to(None)].count(PostKind.OPENING) == 1
    assert reports == []
    assert ended >= 2


@pytest.mark.long
@pytest.mark.parametrize("people", [3, 5, 6])
async def test_a_cup_goes_on_whoever_stops(evening: Evening, reports: list[Any], people: int) -> None:
    """Sign-up, draw, rounds and results are pressed at either host; each is written once, and each table has a match.

    The director sets all results, so that what the hosts do for the cup is all that happens.
    """
    rng, cups, rounds = random.Random(people), evening.store.cups, (people - 1).bit_length()
    cup = (await evening.house.cups.open(CupRequest("tiny", {}, "knockout"), PLACE, evening.person(ADA))).id
    director = Person(ADA, "Ada", None)

    async def pressed(step: Awaitable[Any]) -> bool:
        """A press counts also if it is refused: it had come through when its host ended."""
        try:
            await step
        except Refused as refused:
            assert refused.reason in ("cup.joined", "cup.begun"), refused
        return True

    async def decide(house: House, number: int, table: int) -> bool:
        whole = await house.cups.whole(cup)
        found = next(t for t in whole.of_round(number) if t.number == table)
        winner = whole.holder(min(found.places))
        if winner is not None and found.ranks is None and whole.cup.round == number:
            await house.cups.set_result(cup, table, winner.user, director, manages=False, seen=whole)
        return True

    async def is_seated() -> bool:
        whole = await evening.house.cups.whole(cup)
        tables = whole.of_round(whole.cup.round)
        undecided = [table for table in tables if table.ranks is None]  # without them the next round is yet to come
        return whole.cup.phase == "over" or (bool(undecided) and all(match.match is not None for match in undecided))

    async def is_shown() -> bool:
        return await evening.store.next_post() is None

    async with street_of(evening, rng) as street:
        for user in range(1, people + 1):
            who = Person(1000 + user, f"Rider {user}", evening.press())
            await street.press(lambda house, who=who: pressed(house.cups.join(cup, who)))
        await street.press(lambda house: pressed(house.cups.start(cup, director, manages=False)))
        while True:
            await street.until(is_seated)
            whole = await evening.house.cups.whole(cup)
            if whole.cup.phase == "over":
                break
            for table in whole.of_round(whole.cup.round):
                if table.ranks is None:
                    at = (table.round, table.number)
                    await street.press(lambda house, at=at: decide(house, *at))
        await street.until(is_shown)
        ended = sum(not process.alive for process in street.processes)
        newest = list(street.channel.cups.values())[-1]

    whole = await evening.house.cups.whole(cup)
    log = await cups.log(cup)
    kinds = [row.kind for row in log]
    assert [row.seq for row in log] == list(range(1, whole.cup.seq + 1))
    once = (CupRowKind.START, CupRowKind.ROUND, CupRowKind.UNEARNED)
    assert [kinds.count(kind) for kind in once] == [1, rounds, 1]
    assert [row.by for row in log if row.kind == CupRowKind.JOIN] == list(range(1001, 1001 + people))
    assert [entrant.number for entrant in whole.entrants] == list(range(1, 1 + people))
    held = {t.match for t in whole.tables if t.match is not None}
    begun = await evening.store.matches_in(("starting", "running", "over", "cancelled"))
    assert sorted(held) == sorted(match.id for match in begun)
    assert len(held) == people - 1
    assert podium_of(whole)[0].place == 1
    assert newest.cup.phase == "over"
    assert reports == []
    assert ended >= 2
