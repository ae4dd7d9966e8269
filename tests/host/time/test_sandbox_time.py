"""A bot in the sandbox goes by the sandbox's time: from its start on, and soon after each leap, after any restart."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from aiohttp import ClientTimeout

from host.time import sandbox_time
from host.time.sandbox_time import SandboxTime, followed
from sandbox.server import running
from tests.driver import PATIENCE, Driver
from tests.e2e.programs import free_port

pytestmark = pytest.mark.quick

NOON, DAY = 1_700_000_000.0, 86_400.0


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_time, "LOOKS_EVERY", 0.01)
    monkeypatch.setattr(sandbox_time, "ANSWERS_WITHIN", ClientTimeout(PATIENCE))


async def nap() -> None:
    await asyncio.Event().wait()


async def leaps(time: SandboxTime) -> None:
    """Sleep until the time leaps."""
    async with asyncio.timeout(PATIENCE):
        await time.idle(nap())


async def test_it_follows_each_leap_and_wakes_all_who_wait() -> None:
    async with running(0, None) as url, await Driver.connect(url) as driver, followed(url, lambda: NOON) as time:
        assert time.now() == NOON
        for days in (1, 2):
            waiting = [asyncio.create_task(leaps(time)) for _ in range(2)]
            await driver.pass_time(DAY)
            await asyncio.gather(*waiting)
            assert time.now() == NOON + days * DAY


async def test_it_waits_no_longer_than_asked() -> None:
    async with running(0, None) as url, followed(url) as time, asyncio.timeout(PATIENCE):
        await time.idle(asyncio.sleep(0.001))


async def test_a_sandbox_that_starts_anew_is_followed_on(tmp_path: Path) -> None:
    port = free_port()
    async with AsyncExitStack() as bot:
        async with running(port, tmp_path) as url, await Driver.connect(url) as driver:
            await driver.pass_time(DAY)
            time = await bot.enter_async_context(followed(url, lambda: NOON))
            assert time.now() == NOON + DAY, "it knows at once how late it is there"
        await time.look()  # no one answers
        assert time.now() == NOON + DAY
        async with running(port, tmp_path) as url, await Driver.connect(url) as driver:
            waiting = asyncio.create_task(leaps(time))
            await driver.pass_time(DAY)
            await waiting
            assert time.now() == NOON + 2 * DAY
