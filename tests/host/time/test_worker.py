"""The worker: it works when something is due or when it is woken, and no fault ends it."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from host.time.worker import LONGEST, Idle, Now, Worker, just_wait
from tests.driver import PATIENCE
from tests.host.evening import Noon

pytestmark = pytest.mark.quick


class Work:
    """Does what the test says in each round, the last again and again, and counts the rounds."""

    def __init__(self, *rounds: float | Exception | None) -> None:
        self._rounds = list(rounds)
        self.done = 0
        self.times: list[float] = []  # of the rounds, by the loop's clock
        self.worked = asyncio.Condition()

    async def work(self) -> float | None:
        async with self.worked:
            self.done += 1
            self.times.append(asyncio.get_running_loop().time())
            self.worked.notify_all()
        result = self._rounds.pop(0) if len(self._rounds) > 1 else self._rounds[0]
        if isinstance(result, Exception):
            raise result
        return result

    async def until(self, rounds: int) -> None:
        async with asyncio.timeout(PATIENCE), self.worked:
            await self.worked.wait_for(lambda: self.done >= rounds)


class Bed:
    """Idles as a worker does, and says so."""

    def __init__(self) -> None:
        self.in_bed = asyncio.Event()

    async def __call__(self, wait: Coroutine[Any, Any, None]) -> None:
        self.in_bed.set()
        await wait
        self.in_bed.clear()

    async def sleeping(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.in_bed.wait()


@asynccontextmanager
async def working(
    work: Callable[[], Awaitable[float | None]], now: Now, idle: Idle = just_wait
) -> AsyncIterator[Worker]:
    """A worker that has started and is stopped at the end."""
    worker = Worker("test", work, now, idle)
    worker.start()
    yield worker
    await worker.stop()


async def test_it_looks_at_once_and_then_when_it_is_woken() -> None:
    job, bed = Work(None), Bed()
    async with working(job.work, Noon(), bed) as worker:
        await bed.sleeping()
        assert job.done == 1
        worker.wake()
        await job.until(2)


async def test_it_sleeps_on_if_what_is_new_is_due_after_its_next_look() -> None:
    job, bed, now = Work(None), Bed(), Noon()
    async with working(job.work, now, bed) as worker:
        await bed.sleeping()
        worker.wake(now() + LONGEST)
        for _ in range(3):
            await asyncio.sleep(0)
        assert bed.in_bed.is_set() and job.done == 1
        worker.wake(now() + LONGEST - 1)
        await job.until(2)


async def test_it_wakes_for_anything_new_if_its_clock_is_past_the_next_look() -> None:
    job, bed, now = Work(None), Bed(), Noon()
    async with working(job.work, now, bed) as worker:
        await bed.sleeping()
        now.later(2 * LONGEST)
        worker.wake(now() + LONGEST)
        await job.until(2)


async def test_it_wakes_when_something_is_due() -> None:
    job = Work(time.time() + 0.02, None)
    async with working(job.work, time.time):
        await job.until(2)
        assert job.done == 2


async def test_it_works_on_at_once_when_something_is_overdue() -> None:
    now = Noon()
    job = Work(now() - 3600, now() - 1, now(), None)
    async with working(job.work, now):
        await job.until(4)


@pytest.mark.parametrize("due", [None, 10 * LONGEST])
async def test_it_looks_now_and_then_for_what_other_processes_have_written(
    due: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.time.worker.LONGEST", 0.01)
    now = Noon()
    job = Work(due and now() + due)
    async with working(job.work, now):
        await job.until(3)


async def test_a_wake_up_while_it_works_is_not_missed() -> None:
    job, now = Work(None), Noon()

    async def work() -> float | None:
        if job.done == 0:
            worker.wake()
        return await job.work()

    async with working(work, now) as worker:
        await job.until(2)


async def test_a_fault_is_reported_and_after_a_rest_it_works_again(
    reports: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.time.worker.AFTER_FAULT", 0.25)
    job = Work(ZeroDivisionError(), None)
    async with working(job.work, Noon()):
        await job.until(2)
    assert job.times[1] - job.times[0] > 0.2
    assert [(report["event"], report["sleeper"]) for report in reports] == [("work failed", "test")]


async def test_what_has_come_up_right_before_the_stop_is_done() -> None:
    job, bed = Work(None), Bed()
    async with working(job.work, Noon(), bed) as worker:
        await bed.sleeping()
        worker.wake()
    assert job.done == 2


async def test_it_does_not_look_again_to_stop_if_nothing_has_come_up() -> None:
    job, bed = Work(None), Bed()
    async with working(job.work, Noon(), bed):
        await bed.sleeping()
    assert job.done == 1


async def test_what_comes_up_in_a_look_that_the_stop_waits_for_is_done_once() -> None:
    begun, go_on, done = asyncio.Event(), asyncio.Event(), 0

    async def work() -> float | None:
        nonlocal done
        done += 1
        begun.set()
        await go_on.wait()
        worker.wake()
        return None

    worker = Worker("test", work, Noon(), just_wait)
    worker.start()
    await begun.wait()
    stop = asyncio.create_task(worker.stop())
    await asyncio.sleep(0)
    go_on.set()
    await stop
    assert done == 2


async def test_what_a_fault_has_left_undone_is_tried_again_at_the_stop(reports: list[Any]) -> None:
    job, bed = Work(ZeroDivisionError(), None), Bed()
    async with working(job.work, Noon(), bed):
        await bed.sleeping()
    assert job.done == 2 and len(reports) == 1


async def test_stopping_breaks_off_the_work() -> None:
    begun, broken_off = asyncio.Event(), asyncio.Event()

    async def work() -> float | None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            broken_off.set()

    worker = Worker("test", work, Noon(), just_wait)
    worker.start()
    await begun.wait()
    await worker.stop(patience=0)
    assert broken_off.is_set()
    assert [task for task in asyncio.all_tasks() if task.get_name() == "test"] == []


async def test_one_that_was_never_started_stops_too() -> None:
    job = Work(None)
    worker = Worker("test", job.work, Noon(), just_wait)
    await worker.stop()
    await worker.stop()
    assert job.done == 0


def test_work_of_a_process_that_has_died_is_noticed_within_a_minute() -> None:
    assert LONGEST <= 60
