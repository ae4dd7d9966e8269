"""A fresh house for every test, and what it reports."""

import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from structlog.testing import LogCapture

from tests.host.evening import GAMES, Evening
from tests.host.rope import Rope


@pytest.fixture
def house_url(tmp_path: Path) -> str:
    """The database of the house: a file; modules that test what hangs on the database put `db_url` in its place."""
    return f"sqlite+aiosqlite:///{tmp_path}/house.db"


@pytest.fixture
async def evening(house_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    monkeypatch.setattr("tests.host.evening.PRESSES", itertools.count(1))  # the dice hang on them
    evening = await Evening.begin(house_url)
    yield evening
    await evening.store.close()


@pytest.fixture
async def neighbour(evening: Evening) -> AsyncIterator[Evening]:
    """A second process on the same database, under the same clock."""
    neighbour = await Evening.begin(evening.url, evening.now)
    yield neighbour
    await neighbour.store.close()


@pytest.fixture
def reports(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the house logs, whatever the process has set up for logs."""
    capture = LogCapture()
    for module in ("clock", "ledger", "owing", "post", "sleeper"):
        monkeypatch.setattr(f"host.{module}.log", structlog.wrap_logger(None, processors=[capture]))
    return capture.entries


@pytest.fixture
def rope(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rope to climb, besides the other games."""
    monkeypatch.setitem(GAMES, "rope", Rope())
