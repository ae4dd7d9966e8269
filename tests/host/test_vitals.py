"""A machine that watches the bot learns whether it can write: soon, and by few writes."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from db.store import LEAST, Store
from host.vitals import AGAIN, Vitals
from tests.host.evening import Noon

LOCKED = "The database is in use by another program: close that one first."


@pytest.fixture
async def store(sqlite_url: str) -> AsyncIterator[Store]:
    store = await Store.open(sqlite_url)
    yield store
    await store.close()


@contextmanager
def locked(url: str) -> Iterator[sqlite3.Connection]:
    """Another program has begun to write to the file, and doesn't come to an end."""
    with closing(sqlite3.connect(str(make_url(url).database), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


async def test_it_is_written_at_most_once_in_thirty_seconds(store: Store) -> None:
    clock = Noon()
    vitals = Vitals(store, clock)

    async def written() -> str | None:
        assert await asyncio.gather(*(vitals.missing() for _ in range(5))) == [[]] * 5
        return await store.meta("touched")

    first = await written()
    assert first is not None
    clock.later(AGAIN - 0.1)
    assert await written() == first
    clock.later(0.1)
    assert await written() != first


async def test_while_the_file_is_locked_questions_and_writes_are_answered_in_time(
    store: Store, sqlite_url: str
) -> None:
    vitals, began = Vitals(store), time.monotonic()
    with locked(sqlite_url):
        asked = [vitals.missing() for _ in range(3)]
        writes = [store.set_meta(f"key {n}", "value") for n in range(5)]
        found = await asyncio.gather(*asked, *writes, return_exceptions=True)
        assert time.monotonic() - began < 3.0
        assert found[:3] == [[LOCKED]] * 3
        assert all("database is locked" in str(fault) for fault in found[3:])
    assert await vitals.missing() == []
    await store.set_meta("key", "value")


async def test_a_write_that_hangs_is_not_begun_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a server that takes it and says nothing."""
    vitals, begun, ended = Vitals(store), 0, asyncio.Event()

    async def hang() -> None:
        nonlocal begun
        begun += 1
        await ended.wait()

    monkeypatch.setattr(store, "touch", hang)
    monkeypatch.setattr("host.vitals.ANSWERS_WITHIN", 0.01)
    for _ in range(3):
        assert await vitals.missing() == ["the database takes no writes"]
    ended.set()
    await asyncio.sleep(0)
    assert (await vitals.missing(), begun) == ([], 1)


async def test_a_lock_that_is_held_for_a_moment_is_waited_for(store: Store, sqlite_url: str) -> None:
    with locked(sqlite_url) as other:
        writing = asyncio.create_task(store.set_meta("key", "value"))
        await asyncio.sleep(0.2)
        other.execute("COMMIT")
        await writing


async def test_a_backup_under_way_is_no_illness(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although it takes room, work and the file."""
    for n in range(20):
        await store.set_meta(f"large {n}", f"{n:064d}" * 10_000)
    clock, looks = Noon(), 0
    vitals = Vitals(store, clock)
    monkeypatch.setattr("host.vitals.LEAST", 2**60)
    assert await vitals.missing() == ["the disk of the database is nearly full: make room on it"]
    making = asyncio.create_task(store.back_up(tmp_path / "house.backup", 0.0))
    await asyncio.sleep(0)
    while not making.done():
        clock.later(AGAIN)
        began = time.monotonic()
        assert await vitals.missing() == [] or making.done()
        assert time.monotonic() - began < 3.0
        looks += 1
    assert looks > 1 and (await making).size > 0


async def test_a_trial_of_a_backup_is_no_illness_and_leaves_room(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = list[tuple[bool, int]]()
    monkeypatch.setattr("db.store.rehearse", lambda _file, need: tried.append((store.is_backing_up, need)))
    await store.rehearse(tmp_path / "house.backup")
    size = await store._reader.value(text("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"))
    assert tried == [(True, LEAST + size)]
    assert not store.is_backing_up
