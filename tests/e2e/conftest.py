"""A sandbox with the real bot in it, once for each module, and a driver in it for each test."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.driver import Driver, running_sandbox
from tests.e2e.programs import PATIENCE, running_bot


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a sandbox with the bot in it."""
    with running_sandbox() as url, running_bot(_folder(tmp_path_factory), url):
        yield url


@pytest.fixture
async def driver(place: str) -> AsyncIterator[Driver]:
    async with await Driver.connect(place) as driver:
        await driver.ready(PATIENCE)
        yield driver


def _folder(factory: pytest.TempPathFactory) -> Path:
    return factory.mktemp("bot")
