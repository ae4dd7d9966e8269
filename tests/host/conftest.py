"""A fresh host for every test, and what it reports."""

import itertools
import sqlite3
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import structlog

from db.sql.one_trip_cursor import OneTripConnection
from host.thinking.pool import ThoughtPool
from tests.host.evening import GAMES, Evening
from tests.host.rope import Rope
from tests.marks import in_long


@pytest.fixture
def house_url(request: pytest.FixtureRequest) -> str:
    """The database of the host: a file, or that of `db_url` or `slow_url` where a module uses one of these."""
    urls = [name for name in ("db_url", "slow_url") if name in request.fixturenames]
    return request.getfixturevalue(urls[0] if urls else "sqlite_url")


@pytest.fixture(params=["sqlite", *in_long("postgres")])
def slow_url(request: pytest.FixtureRequest) -> str:
    """The same for modules with many tests that depend a little on the database: PostgreSQL in the long run."""
    return request.getfixturevalue("postgres_url" if request.param == "postgres" else "sqlite_url")


@pytest.fixture
async def connections(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Close what a host had opened or was opening when it ended: the end of a process would, but a test goes on."""
    opened: list[OneTripConnection] = []
    files: list[sqlite3.Connection] = []
    begin, open_file = OneTripConnection.__init__, sqlite3.connect

    def beginning(connection: OneTripConnection, *args: Any, **kwargs: Any) -> None:
        begin(connection, *args, **kwargs)
        opened.append(connection)

    def opening(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        files.append(open_file(*args, **kwargs))
        return files[-1]

    monkeypatch.setattr(OneTripConnection, "__init__", beginning)
    monkeypatch.setattr(sqlite3, "connect", opening)
    yield
    for connection in opened:
        await connection.close()
        connection._thread.join()  # when it was broken off while it opened the file, it still does
    for file in files:
        file.close()


@pytest.fixture
def pool() -> ThoughtPool | None:
    """The pool of the evening's thinkers; modules that look at thoughts put theirs in its place."""
    return None


@pytest.fixture
async def evening(house_url: str, pool: ThoughtPool | None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    monkeypatch.setattr("tests.host.evening.PRESSES", itertools.count(1))  # the dice depend on them
    evening = await Evening.begin(house_url, pool=pool)
    yield evening
    await evening.house.thoughts.stop()
    await evening.store.close()


@pytest.fixture
async def neighbour(evening: Evening) -> AsyncIterator[Evening]:
    """A second process on the same database, under the same clock."""
    neighbour = await Evening.begin(evening.url, evening.now)
    yield neighbour
    await neighbour.store.close()


@pytest.fixture
def reports() -> Iterator[list[Any]]:
    """What the host logs, whatever the process has set up for logs."""
    with structlog.testing.capture_logs() as lines:
        yield lines


@pytest.fixture
def rope(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rope to climb, in addition to the other games."""
    monkeypatch.setitem(GAMES, "rope", Rope())
