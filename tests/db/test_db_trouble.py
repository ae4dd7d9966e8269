"""What the host meets while it runs: a full disk, a server that goes away, saves and games that it can't read."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, and_, event, update
from sqlalchemy.exc import OperationalError

from db.sql.codec import BrokenSave, decode, encode
from db.sql.tables import matches, snapshots
from db.sql.url import read_url
from db.store import Store
from db.upkeep.migrate import open_newest
from engines.dice import SeededDice
from engines.pistard import Pistard
from engines.table import Table
from model.kinds import Owed, PostKind
from model.match import Deadline, Match, Outgoing
from tests.db.sample import ADA, LOBBY, NOON, behind, everything, owed, row, start, step

PISTARD = Pistard()
STATE, _ = PISTARD.setup(Table(2, {}, PISTARD.spec.rules), SeededDice(bytes(32), 1))
SAVE = encode(PISTARD.spec, STATE)

END_OTHERS = """
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


class Disk:
    """The room that a SQLite database has: as many pages."""

    def __init__(self) -> None:
        self.pages = 1_000_000

    def limit(self, connection: Connection) -> None:
        """Let SQLite refuse what a full disk would refuse, with the same error."""
        connection.exec_driver_sql(f"PRAGMA max_page_count={self.pages}")


@pytest.fixture
async def cramped(tmp_path: Path) -> AsyncIterator[tuple[Store, Disk]]:
    """A store on such a disk."""
    disk = Disk()
    url = read_url(f"sqlite:///{tmp_path}/house.db")
    store = Store(await open_newest(url))
    event.listen(Engine, "begin", disk.limit)
    yield store, disk
    await store.close()
    event.remove(Engine, "begin", disk.limit)


async def begin(store: Store) -> Match:
    return await store.commit(start(await store.create(LOBBY, row("open"))))


async def test_on_a_full_disk_nothing_is_half_written_and_the_match_goes_on_when_there_is_room(
    cramped: tuple[Store, Disk], tmp_path: Path
) -> None:
    store, disk = cramped
    match = await begin(store)
    before = await everything(f"sqlite+aiosqlite:///{tmp_path}/house.db")
    large = step(
        match, owed("late", NOON), posts=(Outgoing(PostKind.TURN, ADA, 0),), body=bytes(100_000), interaction_id=5
    )
    disk.pages = 1  # SQLite takes that for as many as there are
    for _ in range(3):
        with pytest.raises(OperationalError, match="database or disk is full"):
            await store.commit(large)
        assert await store.pressed(5) is None
        assert await store.match(match.id) == match
    assert await everything(f"sqlite+aiosqlite:///{tmp_path}/house.db") == before
    disk.pages = 1_000_000
    assert (await store.commit(large)).seq == match.seq + 1


async def test_a_server_that_was_restarted_is_found_again(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which takes longer than here, so that each connection has rested."""
    monkeypatch.setattr("db.sql.engine.RESTED", 0.0)
    store = await Store.open(postgres_url)
    match = await begin(store)
    assert await behind(postgres_url, END_OTHERS)
    assert (await store.commit(step(match))).seq == match.seq + 1
    await store.close()


async def test_after_a_broken_save_the_match_can_go_back_to_the_one_before(store: Store, db_url: str) -> None:
    match = await begin(store)
    match = await store.commit(step(match, body=SAVE))
    match = await store.commit(step(match, body=SAVE))
    broken = bytearray(SAVE)
    broken[len(SAVE) // 2] ^= 1
    newest = and_(snapshots.c.match == match.id, snapshots.c.seq == match.seq)
    await behind(db_url, update(snapshots).where(newest).values(body=bytes(broken)))
    kept, earlier = await store.snapshot(match.id), await store.snapshot(match.id, match.seq - 1)
    assert kept is not None
    assert earlier is not None
    with pytest.raises(BrokenSave, match="is damaged"):
        decode(PISTARD, kept.schema, kept.body)
    assert decode(PISTARD, earlier.schema, earlier.body) == STATE
    match = await store.commit(step(match, body=earlier.body))
    assert await store.snapshot(match.id) == replace(earlier, seq=match.seq)


async def test_a_match_of_a_game_that_this_version_does_not_know_is_kept_like_any_other(
    store: Store, db_url: str
) -> None:
    match = await store.commit(step(await begin(store), owed("computer", NOON, 1), body=SAVE))
    other = await begin(store)
    await behind(db_url, update(matches).where(matches.c.id == match.id).values(game="tandem"))
    match = replace(match, game="tandem")
    assert await store.matches_of(ADA, ["running"]) == [match, other]
    assert await store.due(NOON, 10) == [Deadline(match.id, match.seq, Owed.COMPUTER, 1, NOON)]
    called_off = await store.commit(step(replace(match, phase="cancelled")))
    assert await store.match(match.id) == called_off
    assert called_off.game == "tandem"
