"""Processes that think: few, ended when no one needs them, gone with the bot, and replaced when they are killed."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path as File

import pytest
from prometheus_client import REGISTRY

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Ready, Table, View
from host.thinking.pool import ThoughtPool
from opponents.thinking import Ranking, Weighed
from opponents.worker import Question
from tests.driver import PATIENCE, ROOT

PISTARD = GAMES["pistard"]


@pytest.fixture
async def pool() -> AsyncIterator[ThoughtPool]:
    """Two processes at most."""
    made = ThoughtPool(size=2)
    yield made
    await made.close()


def start() -> View:
    """What the first seat of a match sees."""
    state, _ = PISTARD.setup(Table(2, {}, PISTARD.spec.rules), SeededDice(b"start", 0))
    return PISTARD.view(state, 0)


def question() -> Question:
    return Question("pistard", "strong", start(), 1, seconds=0.02)


async def hang(pool: ThoughtPool) -> asyncio.Task[Ranking | None]:
    """A thought that its process, the pool's only one, has begun and doesn't end."""
    [process] = pool.processes
    os.kill(process, signal.SIGSTOP)
    thinking = asyncio.create_task(pool.think(question()))
    await until(lambda: bool(pool._busy))
    return thinking


async def until(true: Callable[[], bool]) -> None:
    """Wait until that is so."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if true():
                return
            await asyncio.sleep(0.01)


def is_alive(pid: int) -> bool:
    """Whether the process runs; one that no one has waited for yet doesn't."""
    try:
        return File(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def test_an_answer_comes_from_a_process_that_stays_for_the_next_one(pool: ThoughtPool) -> None:
    assert pool.processes == ()
    used: list[tuple[int, ...]] = []
    for _ in range(2):
        ranking = await pool.think(question())
        assert ranking
        assert all(isinstance(PISTARD.ask(start(), answer.path), Ready) for answer in ranking)
        used.append(pool.processes)
    assert used[0] == used[1] and len(used[0]) == 1
    assert pool.memory() > 1_000_000
    metrics = {metric.name: metric.samples for metric in REGISTRY.collect()}
    assert [metric.value for metric in metrics["gruppetto_thinking_processes"]] == [1]
    assert metrics["gruppetto_thinking_memory_bytes"][0].value > 1_000_000
    assert {"level": "strong", "outcome": "answer"} in [metric.labels for metric in metrics["gruppetto_thoughts"]]


async def test_there_are_never_more_processes_than_may_be(pool: ThoughtPool) -> None:
    assert None not in await asyncio.gather(*(pool.think(question()) for _ in range(4)))
    assert len(pool.processes) == 2


async def test_what_a_killed_process_thought_about_is_thought_again(pool: ThoughtPool) -> None:
    await pool.think(question())
    [first] = pool.processes
    thinking = await hang(pool)
    os.kill(first, signal.SIGKILL)
    assert await thinking is not None
    assert first not in pool.processes


async def test_a_thought_that_fails_is_none_and_ends_no_process(pool: ThoughtPool) -> None:
    await pool.think(question())
    before = pool.processes
    assert await pool.think(Question("curling", "strong", start(), 1)) is None
    assert pool.processes == before


async def test_processes_that_nobody_needs_end(pool: ThoughtPool) -> None:
    brief = ThoughtPool(size=1, unused=0.05)
    await brief.think(question())
    [process] = brief.processes
    await until(lambda: not is_alive(process))
    assert brief.processes == ()
    assert await brief.think(question()) is not None, "another one is started"
    await brief.close()


async def test_a_closed_pool_thinks_nothing(pool: ThoughtPool) -> None:
    await pool.think(question())
    thinking = await hang(pool)
    running = pool.processes
    await pool.close()
    assert await thinking is None
    assert await pool.think(question()) is None
    assert not any(is_alive(pid) for pid in running)


BOT = """
import asyncio
from tests.host.thinking.test_thought_pool import question
from host.thinking.pool import ThoughtPool

async def live():
    pool = ThoughtPool(size=1)
    await pool.think(question())
    print(*pool.processes, flush=True)
    await asyncio.sleep(600)

asyncio.run(live())
"""


async def test_processes_end_with_a_bot_that_is_killed() -> None:
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-c", BOT, cwd=ROOT, stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert bot.stdout is not None
    process = int(await bot.stdout.readline())
    assert is_alive(process)
    bot.kill()
    await bot.wait()
    await until(lambda: not is_alive(process))


async def test_a_thought_takes_no_longer_than_it_may(pool: ThoughtPool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Question] = []

    async def ask(task: Question) -> list[Weighed]:
        asked.append(task)
        return [Weighed(("6",))]

    monkeypatch.setattr(pool, "_ask", ask)
    for seconds in (0.1, math.inf):
        await pool.think(replace(question(), seconds=seconds))
    assert asked[0].seconds == 0.1 < asked[1].seconds < math.inf


async def test_a_pool_is_free_until_all_its_processes_are_taken(pool: ThoughtPool) -> None:
    assert pool.is_free
    async with pool._queue.turn(is_question=True):
        assert pool.is_free
        async with pool._queue.turn(is_question=False):
            assert not pool.is_free
    assert pool.is_free
    await pool.close()
    assert not pool.is_free
