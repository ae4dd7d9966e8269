"""The queue of thoughts: who is next, and how time is shared when many wait."""

from __future__ import annotations

import asyncio
import time

import pytest

from host.thinking.queue import GIVES_WAY, LEAST, SOON, ThoughtQueue

pytestmark = pytest.mark.quick


class Crowd:
    """Tasks that hold their turns until they are let go, and in what order they had them."""

    def __init__(self, size: int = 1) -> None:
        self.queue, self.served, self.shares = ThoughtQueue(size), list[str](), dict[str, float]()
        self.done = asyncio.Event()

    async def come(self, name: str, *, is_question: bool = True) -> asyncio.Task[None]:
        task = asyncio.create_task(self._hold(name, is_question))
        await asyncio.sleep(0)
        return task

    async def _hold(self, name: str, is_question: bool) -> None:
        async with self.queue.turn(is_question=is_question) as share:
            self.served.append(name)
            self.shares[name] = share
            await self.done.wait()


async def test_a_thought_with_nobody_behind_it_may_take_its_time() -> None:
    crowd = Crowd()
    await crowd.come("first")
    assert crowd.shares["first"] == pytest.approx(SOON, abs=0.5)


async def test_those_who_wait_share_the_time() -> None:
    crowd = Crowd()
    await crowd.come("first")
    for number in range(9):
        await crowd.come(f"waiting {number}")
    queue, now = crowd.queue, time.monotonic()
    assert queue.share(now, now) == pytest.approx(SOON / 10, abs=0.1)
    assert queue.share(now - SOON, now) == LEAST, "it is late already"


async def test_several_processes_share_it_among_them() -> None:
    crowd = Crowd(size=2)
    for number in range(2):
        await crowd.come(f"thinking {number}")
    for number in range(3):
        await crowd.come(f"waiting {number}")
    now = time.monotonic()
    assert crowd.queue.share(now, now) == pytest.approx(SOON / 2, abs=0.1)


async def test_questions_pass_other_tasks_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = Crowd()
    tasks = [await crowd.come("first")]
    tasks.append(await crowd.come("review", is_question=False))
    tasks.append(await crowd.come("question"))
    monkeypatch.setattr("host.thinking.queue.time.monotonic", lambda now=time.monotonic: now() + GIVES_WAY + 1)
    tasks.append(await crowd.come("much later"))
    crowd.done.set()
    await asyncio.gather(*tasks)
    assert crowd.served == ["first", "question", "review", "much later"]


async def test_who_goes_away_leaves_the_turn_to_the_next() -> None:
    crowd = Crowd()
    first, second, third = [await crowd.come(name) for name in ("first", "second", "third")]
    second.cancel()
    first.cancel()
    await asyncio.gather(first, second, return_exceptions=True)
    await asyncio.sleep(0)
    crowd.done.set()
    await third
    assert crowd.served == ["first", "third"]


async def test_a_turn_that_came_as_its_task_was_cancelled_is_not_lost() -> None:
    crowd = Crowd()
    first, second = [await crowd.come(name) for name in ("first", "second")]
    crowd.done.set()
    await asyncio.sleep(0)  # the first one leaves, and the second has its turn but hasn't run yet
    second.cancel()
    await asyncio.gather(first, second, return_exceptions=True)
    await (await crowd.come("third"))
    assert crowd.served[-1] == "third"
