"""Connections that are given up, or closed by several."""

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event, make_url

from db.sql.engine import make_engine
from db.sql.one_trip_cursor import OneTripConnection
from db.store import Store
from db.upkeep.backup import back_up, restore
from db.upkeep.checkup import condition


async def test_a_connection_that_was_told_to_stop_can_be_closed(sqlite_url: str) -> None:
    engine, opened = make_engine(make_url(sqlite_url)), list[OneTripConnection]()
    event.listen(engine.sync_engine, "connect", lambda connection, _: opened.append(connection.driver_connection))
    async with engine.begin():
        pass
    opened[0].stop()
    await opened[0].close()
    await engine.dispose()


async def test_a_connection_may_be_closed_by_several_at_once(sqlite_url: str) -> None:
    connection = await OneTripConnection(str(make_url(sqlite_url).database))
    await asyncio.gather(*(connection.close() for _ in range(3)))
    await connection.close()


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
