"""Transactions in one trip, and connections that are given up, or closed by several."""

import asyncio
import os
import stat
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, make_url, select
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, make_engine
from db.sql.one_trip_cursor import OneTripConnection
from db.sql.tables import meta
from db.sql.upsert import put
from db.store import Store
from db.upkeep.backup import back_up, restore
from db.upkeep.checkup import condition
from tests.db.sample import LOBBY, NOON, owed, row, start
from tests.driver import PATIENCE


async def test_a_connection_that_was_told_to_stop_can_be_closed(sqlite_url: str) -> None:
    engine, opened = make_engine(make_url(sqlite_url)), list[OneTripConnection]()
    event.listen(engine.sync_engine, "connect", lambda connection, _: opened.append(connection.driver_connection))
    async with engine.begin():
        pass
    opened[0].stop()
    await opened[0].close()
    await engine.dispose()


async def test_a_connection_may_be_closed_by_several_at_once(sqlite_url: str) -> None:
    connection = await OneTripConnection(str(make_url(sqlite_url).database), at_error=lambda _: None)
    await asyncio.gather(*(connection.close() for _ in range(3)))
    await connection.close()


async def test_a_step_makes_one_trip_to_the_thread(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    trips, queued = list[str](), OneTripConnection._queued

    def counted(connection: OneTripConnection, work: Callable[[], Any], *future: Any) -> asyncio.Future[Any]:
        trips.append("there and back")
        return queued(connection, work, *future)

    monkeypatch.setattr(OneTripConnection, "_queued", counted)
    store = await Store.open(sqlite_url)
    match = await store.create(LOBBY, row("open"))
    trips.clear()
    await store.commit(start(match, owed("late", NOON)))
    assert trips == ["there and back"]
    await store.close()


async def kept(engine: TimedEngine) -> list[str]:
    """What the transactions below have left."""
    async with engine.begin() as read:
        ours = select(meta.c.key).where(meta.c.key.in_(["a", "b", "c"])).order_by(meta.c.key)
        return list((await read.execute(ours)).scalars())


@pytest.fixture
async def engine(db_url: str) -> AsyncIterator[TimedEngine]:
    await (await Store.open(db_url)).close()
    engine = make_engine(make_url(db_url))
    yield engine
    await engine.dispose()


async def test_a_transaction_is_written_whole_or_not_at_all(engine: TimedEngine) -> None:
    async def work(write: AsyncConnection) -> int:
        await put(write, meta, {"key": "a"}, {"value": ""})
        await put(write, meta, {"key": "b"}, {"value": ""})
        return 2

    async def broken(write: AsyncConnection) -> None:
        await put(write, meta, {"key": "c"}, {"value": ""})
        raise ZeroDivisionError

    assert await engine.run(work) == 2
    with pytest.raises(ZeroDivisionError):
        await engine.run(broken)
    assert await kept(engine) == ["a", "b"]


async def test_a_transaction_that_waits_for_something_else_is_not_written(sqlite_url: str) -> None:
    async def idle(write: AsyncConnection) -> None:
        await put(write, meta, {"key": "a"}, {"value": ""})
        await asyncio.sleep(0)

    await (await Store.open(sqlite_url)).close()
    engine = make_engine(make_url(sqlite_url))
    with pytest.raises(RuntimeError, match="waited for something else"):
        await engine.run(idle)
    assert await kept(engine) == []
    await engine.dispose()


async def test_a_caller_that_is_broken_off_waits_for_the_end_of_its_transaction(sqlite_url: str) -> None:
    begun, goes_on = threading.Event(), threading.Event()

    async def slow(write: AsyncConnection) -> None:
        await put(write, meta, {"key": "a"}, {"value": ""})
        begun.set()
        goes_on.wait(PATIENCE)
        await put(write, meta, {"key": "b"}, {"value": ""})

    await (await Store.open(sqlite_url)).close()
    engine = make_engine(make_url(sqlite_url))
    running = asyncio.create_task(engine.run(slow))
    await asyncio.to_thread(begun.wait, PATIENCE)
    for _ in range(2):
        running.cancel()
        await asyncio.sleep(0)
    assert not running.done()
    goes_on.set()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await kept(engine) == ["a", "b"]
    await engine.dispose()


@pytest.fixture
def open_to_all() -> Iterator[None]:
    """All users may read what this process makes, unless it says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


async def test_the_file_of_a_database_is_its_owner_s_alone(open_to_all: None, tmp_path: Path) -> None:
    url, copy = (f"sqlite+aiosqlite:///{tmp_path}/{name}.db" for name in ("house", "copy"))
    store = await Store.open(url)
    await store.set_meta("hand", "card.17")
    await asyncio.to_thread(back_up, make_url(url), tmp_path / "house.backup", 0.0)
    await asyncio.to_thread(restore, make_url(copy), tmp_path / "house.backup")
    files = await asyncio.to_thread(modes, tmp_path)
    assert files.keys() > {"house.db", "house.db-wal", "house.db-shm", "copy.db"}
    assert set(files.values()) == {0o600}, files
    await store.close()
    assert condition(make_url(url)).is_private
    (tmp_path / "house.db").chmod(0o644)  # as its owner may want it
    await (await Store.open(url)).close()
    assert not condition(make_url(url)).is_private
