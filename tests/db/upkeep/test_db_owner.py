"""Whose a database is: kept at the first login, brought back by backups, taken over by order alone."""

import asyncio
from pathlib import Path

import pytest

from db.sql.url import read_url
from db.store import Store
from db.upkeep.backup import BackupRefused
from db.upkeep.owner import SANDBOX, owner_of, take_over
from tests.db.sample import ADA, LOBBY, everything, row

OURS, OTHERS = "1001", "2002"


async def whose(url: str) -> str | None:
    return await asyncio.to_thread(owner_of, read_url(url))


async def test_a_database_belongs_to_the_first_to_claim_it(empty_url: str) -> None:
    assert await whose(empty_url) is None
    store = await Store.open(empty_url)
    assert await whose(empty_url) is None
    assert await asyncio.gather(*(store.claim(OURS) for _ in range(3))) == [OURS] * 3
    assert await store.claim(OTHERS) == await store.claim(SANDBOX) == OURS
    assert await whose(empty_url) == OURS
    await store.close()


def test_to_ask_makes_no_file(tmp_path: Path) -> None:
    assert owner_of(read_url(f"sqlite+aiosqlite:///{tmp_path}/none.db")) is None
    assert not list(tmp_path.iterdir())


async def test_the_sandbox_keeps_what_it_has_played_in(store: Store, db_url: str) -> None:
    assert await store.claim(SANDBOX) == SANDBOX
    assert await whose(db_url) is None, "it hasn't played yet"
    assert await store.claim(OURS) == OURS
    assert await store.claim(SANDBOX) == OURS


async def test_a_match_of_the_sandbox_is_one_to_lose(store: Store, db_url: str) -> None:
    await store.claim(SANDBOX)
    await store.create(LOBBY, row("open"))
    assert await store.claim(OURS) == await whose(db_url) == SANDBOX


async def test_it_is_taken_over_when_no_bot_runs(empty_url: str) -> None:
    url = read_url(empty_url)
    assert not await asyncio.to_thread(take_over, url, OURS), "there is nothing to take over"
    store = await Store.open(empty_url)
    await store.claim(SANDBOX)
    match = await store.create(LOBBY, row("open"))
    await store.show_panel("turn", ADA, 5, 6, match.id)
    await store.people.set_dm(ADA, 5)
    await store.open_tables.set(7, channel=5, message_channel=5, message=8)
    with pytest.raises(BackupRefused, match=r"^A bot runs on this database: stop it first\.$"):
        await asyncio.to_thread(take_over, url, OURS)
    await store.close()
    assert await asyncio.to_thread(take_over, url, OURS)
    assert await whose(empty_url) == OURS
    assert not (await everything(empty_url))["messages"], "no application can edit those of another"
    store = await Store.open(empty_url)
    assert await store.match(match.id) == match
    assert (await store.open_tables.of(7)).message is None
    assert await store.people.dm(ADA) is None, "nor write where that one has met people"
    await store.close()
