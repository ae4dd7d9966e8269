"""The house as a whole: clock and post run by themselves from `start` to `stop`."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from db.store import Store
from host.house import House
from host.lobby import Wish
from host.post import Letter, Place
from opponents import OPPONENTS
from tests.host.evening import ADA, GAMES, ROOM, Evening, Noon, Postbox


class Night(Noon):
    """A clock on which time passes at once when clock and post are both asleep."""

    def __init__(self) -> None:
        super().__init__()
        self._asleep = 0
        self._later = asyncio.Event()

    async def idle(self, wait: Coroutine[Any, Any, None]) -> None:
        """Sleep until woken by the house or by the passing of time."""
        self._asleep += 1
        nap, later = asyncio.create_task(wait), asyncio.create_task(self._later.wait())
        try:
            await asyncio.wait((nap, later), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._asleep -= 1
            for task in (nap, later):
                task.cancel()
            await asyncio.gather(nap, later, return_exceptions=True)

    async def until(self, true: Callable[[], bool]) -> None:
        """Let the time pass until it is so."""
        async with asyncio.timeout(20):
            while not true():
                await asyncio.sleep(0.002)
                if self._asleep == 2:
                    self.later(5)
                    self._later.set()
                    await asyncio.sleep(0)
                    self._later.clear()


def house_at_night(evening: Evening, night: Night) -> House:
    return House(evening.store, GAMES, evening.box, now=night, idle=night.idle, rng=random.Random(1))


async def test_the_house_plays_and_tells_by_itself(evening: Evening) -> None:
    night = Night()
    house = house_at_night(evening, night)
    house.start()
    match = await house.lobby.open(Wish("pistard", {}, 2), ROOM, evening.person(ADA))
    await house.lobby.add_opponent(match.id, "random", evening.person(ADA))
    await house.lobby.start(match.id, evening.person(ADA))
    boards: list[Letter] = []

    def opponent_has_answered() -> bool:
        boards[:] = [letter for letter in evening.box.letters if letter.post.kind == "board"]
        return bool(boards) and boards[-1].seen is not None and boards[-1].seen.view.waiting == (0,)

    await night.until(opponent_has_answered)
    await house.stop()
    assert [row.how for row in await evening.log(match.id)][-1] == "computer"
    assert {letter.post.to for letter in evening.box.letters if letter.post.kind == "turn"} == {ADA}


async def test_what_was_due_while_nobody_was_there_comes_first(evening: Evening) -> None:
    match = await evening.play(ADA, opponents=["random"])
    [owed] = await evening.owed(match)
    night = Night()
    night.later(100_000)
    house = house_at_night(evening, night)
    house.start()
    await night.until(lambda: any(letter.post.kind == "board" for letter in evening.box.letters))
    await night.until(lambda: house.store is evening.store and evening.box.letters[-1].match.seq > owed.seq)
    await house.stop()
    assert await evening.owed(match) == []


async def test_a_stopped_house_does_nothing_more(evening: Evening) -> None:
    night = Night()
    house = house_at_night(evening, night)
    house.start()
    assert {task.get_name() for task in asyncio.all_tasks()} >= {"clock", "post"}
    await house.stop()
    assert not {task.get_name() for task in asyncio.all_tasks()} & {"clock", "post"}
    await house.stop()
    await evening.open(ADA)
    await asyncio.sleep(0.01)
    assert evening.box.letters == []


async def test_a_house_needs_no_more_than_a_store_games_and_a_sender(tmp_path: Path) -> None:
    posted = asyncio.Event()

    class Bell(Postbox):
        async def deliver(self, letter: Letter) -> Place | None:
            posted.set()
            return await super().deliver(letter)

    bell = Bell()
    house = House(await Store.open(f"sqlite+aiosqlite:///{tmp_path}/own.db"), GAMES, bell)
    house.start()
    person = Evening(house.store, "", Noon()).person(ADA)
    match = await house.lobby.open(Wish("tiny", {}), ROOM, person)
    async with asyncio.timeout(10):
        await posted.wait()
    saved = await house.store.match(match.id)
    assert saved is not None
    assert len(set(saved.key)) > 8
    assert [letter.match for letter in bell.letters] == [match]
    await house.stop()


async def test_the_house_names_its_opponents(evening: Evening) -> None:
    assert evening.house.opponents == tuple(OPPONENTS)
    assert "random" in evening.house.opponents


async def test_the_same_seed_is_the_same_evening(tmp_path: Path) -> None:
    bodies: list[bytes] = []
    for name in ("one", "two"):
        evening = await Evening.begin(tmp_path / name)
        match = await evening.play(ADA, opponents=["random"], game="tiny")
        await evening.play_on(match, random.Random(1))
        bodies.append(await evening.body(match))
        await evening.store.close()
    assert bodies[0] == bodies[1]
