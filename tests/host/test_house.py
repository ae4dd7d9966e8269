"""The host as a whole: clock and outbox run by themselves from `start` to `stop`."""

import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from db.store import Store
from engines.table import Viewer
from host.house import House
from host.lobby.lobby import MatchRequest
from host.outbox.messages import Message
from host.play.dormant import remaker
from tests.driver import PATIENCE
from tests.host.evening import ADA, GAMES, PLACE, Evening, Noon, Postbox, ignore

pytestmark = pytest.mark.quick


class Night(Noon):
    """A clock that stands still while anything works by itself, and moves on when all is asleep and it may."""

    def __init__(self) -> None:
        super().__init__()
        self.workers = self._asleep = 0
        self._fell_asleep = asyncio.Condition()
        self._later = asyncio.Event()

    async def idle(self, wait: Coroutine[Any, Any, None]) -> None:
        """Sleep until woken by the host or by the passing of time."""
        nap, later = asyncio.create_task(wait), asyncio.create_task(self._later.wait())
        try:
            async with self._fell_asleep:
                self._asleep += 1
                self._fell_asleep.notify_all()
            await asyncio.wait((nap, later), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._asleep -= 1
            for task in (nap, later):
                task.cancel()
            await asyncio.gather(nap, later, return_exceptions=True)

    async def asleep(self) -> None:
        """Wait until all that works by itself sleeps; no time passes."""
        async with asyncio.timeout(PATIENCE), self._fell_asleep:
            await self._fell_asleep.wait_for(lambda: self._asleep == self.workers)

    async def until(self, true: Callable[[], bool]) -> None:
        """Let the time pass until it is so."""
        async with asyncio.timeout(PATIENCE):
            while True:
                await self.asleep()
                if true():
                    return
                self.later(5)
                self._later.set()
                await asyncio.sleep(0)
                self._later.clear()


def waiting(message: Message) -> tuple[Viewer, ...]:
    """Who is waited for, as the message tells."""
    return message.seen.view.waiting if message.seen else ()


def house_at_night(evening: Evening, night: Night) -> House:
    rng = random.Random(1)
    house = House(evening.store, GAMES, evening.box, watch=ignore, now=night, idle=night.idle, rng=rng)
    night.workers = len(house._workers)
    return house


async def start_a_match(house: House, evening: Evening) -> int:
    """A match of Ada and a computer whose Start was pressed."""
    match = await house.lobby.open(MatchRequest("pistard", {}, 2), PLACE, evening.person(ADA))
    await house.lobby.add_opponent(match.id, "easy", evening.person(ADA))
    return (await house.lobby.start(match.id, evening.person(ADA))).id


async def test_the_house_plays_and_tells_by_itself(evening: Evening) -> None:
    night = Night()
    house = house_at_night(evening, night)
    await house.start()
    match = await start_a_match(house, evening)
    await night.until(lambda: any(waiting(message) == (0,) for message in evening.box.messages))
    await house.stop()
    assert [row.how for row in await evening.log(match)][-1] == "computer"
    assert {message.post.to for message in evening.box.messages if message.post.kind == "turn"} == {ADA}


async def test_what_was_due_while_nobody_was_there_comes_first(evening: Evening) -> None:
    match = await evening.play(ADA, opponents=["easy"])
    [owed] = await evening.owed(match)
    night = Night()
    night.later(100_000)
    house = house_at_night(evening, night)
    await house.start()
    await night.until(lambda: any(waiting(message) == (0,) for message in evening.box.messages))
    await house.stop()
    assert [row.seq for row in await evening.log(match) if row.how == "computer"] == [owed.seq + 1]
    assert await evening.owed(match) == []


async def test_whatever_is_saved_wakes_the_post(evening: Evening) -> None:
    night = Night()
    house = house_at_night(evening, night)
    await house.start()
    await night.asleep()
    match = await house.lobby.open(MatchRequest("pistard", {}, 2), PLACE, evening.person(ADA))
    await evening.box.until(lambda messages: len(messages) == 1)
    await night.asleep()
    await house.lobby.add_opponent(match.id, "easy", evening.person(ADA))
    await evening.box.until(lambda messages: len(messages) == 2)
    await night.asleep()
    await house.lobby.start(match.id, evening.person(ADA))
    await evening.box.until(lambda messages: len(messages) == 6)
    assert sorted(message.post.kind for message in evening.box.messages[2:]) == ["board", "lobby", "opening", "turn"]
    await house.stop()


async def test_whatever_is_owed_wakes_the_clock(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.play.step_facts.SEALED_DELAY", (0.02, 0.03))
    night = Night()
    house = House(evening.store, GAMES, evening.box, watch=ignore, now=time.time, idle=night.idle)
    await house.start()
    await night.asleep()
    await start_a_match(house, evening)
    await evening.box.until(lambda messages: any(waiting(message) == (0,) for message in messages))
    await house.stop()


async def test_a_stopped_house_does_nothing_more(evening: Evening) -> None:
    night = Night()
    house, before = house_at_night(evening, night), asyncio.all_tasks()
    await house.start()
    assert {task.get_name() for task in asyncio.all_tasks()} >= {"clock", "post"}
    await house.stop()
    assert asyncio.all_tasks() == before
    await house.stop()
    await house.lobby.open(MatchRequest("pistard", {}, 2), PLACE, evening.person(ADA))
    assert asyncio.all_tasks() == before, "There is somebody left who could send it"
    assert evening.box.messages == []


async def test_a_house_needs_no_more_than_a_store_games_a_sender_and_a_watch(tmp_path: Path) -> None:
    box = Postbox()
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/own.db", remake=remaker(GAMES))
    house = House(store, GAMES, box, watch=ignore)
    await house.start()
    person = Evening(store, "", Noon()).person(ADA)
    match = await house.lobby.open(MatchRequest("tiny", {}), PLACE, person)
    await box.until(lambda messages: len(messages) == 1)
    saved = await store.match(match.id)
    assert saved is not None
    assert len(set(saved.key)) > 8
    assert [message.match for message in box.messages] == [match]
    await house.stop()
