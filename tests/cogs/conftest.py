"""A server with the real bot for each test; nothing may go wrong unseen, and no screen may be too large."""

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog

from tests.cogs.limits import check_sent
from tests.cogs.quiz import Quiz, dress_as_pistard
from tests.cogs.world import LogLines, World


@pytest.fixture
def db_url(tmp_path: Path) -> str:
    """A database file that doesn't exist yet."""
    return f"sqlite+aiosqlite:///{tmp_path}/house.db"


@pytest.fixture
async def world(db_url: str) -> AsyncIterator[World]:
    """A server where the bot hosts its games."""
    world = World(db_url)
    await world.begin()
    yield world
    await world.end()
    check_sent(world.bodies())


@pytest.fixture
async def quiz_world(db_url: str, quiz: Quiz, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server where the bot takes the quiz for Pistard."""
    dress_as_pistard(monkeypatch)
    world = World(db_url, {"pistard": quiz})
    await world.begin()
    yield world
    await world.end()
    check_sent(world.bodies())


@pytest.fixture(autouse=True)
def log_lines() -> Iterator[LogLines]:
    """What the house logs; a test that wants an error takes it out of the list."""
    with structlog.testing.capture_logs() as lines:
        yield lines
    assert not [line for line in lines if line["log_level"] in ("error", "critical")]


@pytest.fixture(autouse=True)
def no_swallowed_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """discord.py only logs what a lasting button raises; that fails the test too."""
    yield
    assert not [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
