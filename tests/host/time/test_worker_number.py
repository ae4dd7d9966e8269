"""No two processes have the same number, a dead one's is free soon, and identifies are spaced over all processes."""

import asyncio
import itertools
from collections.abc import AsyncIterator

import pytest

from db.store import Store
from db.stores.leases import Turns
from host.time.worker_number import BEAT, LEASE, SPACING, Identifies, NumberLost, NumberTaken, WorkerNumber

pytestmark = pytest.mark.quick

NUMBER = 2


class Clock:
    """The database's clock, which goes on when a task sleeps; `ticks` is called then."""

    def __init__(self) -> None:
        self.time, self.woken = 1000.0, asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self.time += seconds
        await asyncio.sleep(0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()

    async def now(_: Turns) -> float:
        return clock.time

    monkeypatch.setattr(Turns, "clock", now)
    return clock


@pytest.fixture
async def store(db_url: str) -> AsyncIterator[Store]:
    store = await Store.open(db_url)
    yield store
    await store.close()


async def test_a_number_that_nobody_has_is_had_at_once(store: Store, clock: Clock) -> None:
    await WorkerNumber(store, NUMBER, clock.sleep).take()
    await WorkerNumber(store, NUMBER + 1, clock.sleep).take()
    assert clock.time == 1000.0


async def test_a_number_that_is_given_back_is_free_at_once(store: Store, clock: Clock) -> None:
    first = WorkerNumber(store, NUMBER, clock.sleep)
    await first.take()
    await first.give_back()
    await WorkerNumber(store, NUMBER, clock.sleep).take()
    assert clock.time == 1000.0


async def test_the_number_of_a_process_that_died_is_waited_for(store: Store, clock: Clock) -> None:
    await WorkerNumber(store, NUMBER, clock.sleep).take()
    await WorkerNumber(store, NUMBER, clock.sleep).take()
    assert LEASE <= clock.time - 1000.0 <= LEASE + 1
    clock.time += LEASE
    before = clock.time
    await WorkerNumber(store, NUMBER, clock.sleep).take()
    assert clock.time == before, "it had run out long ago"


async def test_a_clock_that_goes_back_keeps_no_number(store: Store, clock: Clock) -> None:
    await WorkerNumber(store, NUMBER, clock.sleep).take()
    clock.time -= 3600
    before = clock.time
    await WorkerNumber(store, NUMBER, clock.sleep).take()
    assert clock.time - before <= LEASE + BEAT


async def test_a_number_that_is_used_is_refused(store: Store, clock: Clock) -> None:
    first = WorkerNumber(store, NUMBER, clock.sleep)
    await first.take()
    slept: list[float] = []

    async def first_lives(seconds: float) -> None:
        slept.append(seconds)
        await clock.sleep(seconds)
        if sum(slept) >= BEAT:
            assert await first._renew(first._lease)

    with pytest.raises(NumberTaken) as taken:
        await WorkerNumber(store, NUMBER, first_lives).take()
    assert str(taken.value) == first._holder.partition("/")[0] != ""
    assert sum(slept) <= LEASE


async def test_whoever_sleeps_too_long_loses_the_number(store: Store, clock: Clock) -> None:
    first, second = (WorkerNumber(store, NUMBER, clock.sleep) for _ in range(2))
    await first.take()
    clock.time += LEASE + 1
    await second.take()
    with pytest.raises(NumberLost):
        await first.keep()
    await first.give_back()  # what isn't its own
    assert await store.turns.seen(f"worker.{NUMBER}") == second._lease


async def test_a_number_is_kept_while_the_database_is_gone(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it has taken the renewal, and couldn't say so any more."""
    beats: list[float] = []
    take = Turns.take

    async def lost(turns: Turns, key: str, seen: str | None, value: str) -> bool:
        beats.append(clock.time)
        if len(beats) == 1:
            raise ConnectionError
        taken = await take(turns, key, seen, value)
        if len(beats) == 2:
            raise ConnectionError
        return taken

    async def sleep(seconds: float) -> None:
        if len(beats) == 4:
            raise asyncio.CancelledError
        await clock.sleep(seconds)

    number = WorkerNumber(store, NUMBER, sleep)
    await number.take()
    monkeypatch.setattr(Turns, "take", lost)
    with pytest.raises(asyncio.CancelledError):
        await number.keep()
    assert await store.turns.seen(f"worker.{NUMBER}") == number._lease
    assert beats == [1000.0 + BEAT * n for n in range(1, 5)]


async def test_identifies_of_all_processes_are_spaced(store: Store, clock: Clock) -> None:
    turns: list[float] = []

    async def identify() -> None:
        await Identifies(store, clock.sleep).turn()
        turns.append(clock.time)

    for _ in range(3):
        await identify()
    assert turns[0] == 1000.0
    assert all(SPACING <= later - sooner <= SPACING + 1 for sooner, later in itertools.pairwise(turns))


async def test_processes_that_start_together_identify_one_after_the_other(db_url: str, clock: Clock) -> None:
    stores = [await Store.open(db_url) for _ in range(3)]
    taken: list[float] = []
    asleep = 0

    async def sleep(_: float) -> None:
        """Time goes on once all who are left wait."""
        nonlocal asleep
        asleep += 1
        if asleep >= len(stores) - len(taken):
            asleep, clock.time = 0, clock.time + SPACING / 4
            clock.woken.set()
            clock.woken = asyncio.Event()
        else:
            await clock.woken.wait()

    async def identify(store: Store) -> None:
        await Identifies(store, sleep).turn()
        taken.append(clock.time)

    async with asyncio.timeout(60):
        await asyncio.gather(*(identify(store) for store in stores))
    for store in stores:
        await store.close()
    gaps = [later - sooner for sooner, later in itertools.pairwise(taken)]
    assert len(gaps) == 2 and min(gaps) >= SPACING, taken


async def test_a_clock_that_went_back_keeps_nobody_from_identifying(store: Store, clock: Clock) -> None:
    await Identifies(store, clock.sleep).turn()
    clock.time -= 3600
    before = clock.time
    await Identifies(store, clock.sleep).turn()
    assert clock.time - before <= SPACING


async def test_a_fault_of_ours_is_no_database_that_is_gone(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = WorkerNumber(store, NUMBER, clock.sleep)
    await number.take()

    async def broken(turns: Turns, key: str, *_values: object) -> bool:
        raise KeyError(key)

    monkeypatch.setattr(Turns, "take", broken)
    with pytest.raises(KeyError):
        await number.keep()
    with pytest.raises(KeyError):
        await Identifies(store, clock.sleep).turn()


async def test_identifying_waits_for_a_database_that_is_gone(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, gone = Turns.seen, [1, 1]

    async def lost(turns: Turns, key: str) -> str | None:
        if gone:
            gone.pop()
            raise ConnectionError
        return await seen(turns, key)

    monkeypatch.setattr(Turns, "seen", lost)
    await Identifies(store, clock.sleep).turn()
    assert clock.time == 1000.0 + 2 * SPACING
