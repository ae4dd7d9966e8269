"""Opening a database: brought up to date once, or refused with a sentence that says what to do."""

import asyncio
import os
import re
import socket
import sqlite3
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, make_url, text
from sqlalchemy.exc import IntegrityError

import db.upkeep.migrate
from db.sql.advice import DatabaseClosed
from db.sql.engine import make_engine
from db.sql.tables import metadata
from db.sql.url import read_url
from db.store import Store
from db.upkeep.alembic_config import alembic_config, upgrade
from db.upkeep.backup import BackupRefused, back_up, restore
from db.upkeep.checkup import check_file, condition
from db.upkeep.migrate import open_newest
from db.upkeep.owner import owner_of, take_over
from db.upkeep.revisions import revisions
from model.kinds import PostKind
from model.match import Match, Outgoing
from tests.db.sample import LOBBY, behind, everything, row, start, step
from tests.driver import PATIENCE, ROOT
from tests.later_revision import later_migrations

NOBODY = 65534  # a user without rights


async def refusal(url: str) -> str:
    """What the owner reads when the store doesn't open: one sentence."""
    with pytest.raises(DatabaseClosed) as caught:
        await Store.open(url)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


@pytest.fixture
def other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[sqlite3.Connection]:
    """Another program, which has locked the new file for itself; SQLite doesn't wait for it by itself."""
    monkeypatch.setattr("db.sql.engine.PRAGMAS", ("busy_timeout=0", "journal_mode=WAL"))
    other = sqlite3.connect(tmp_path / "house.db")
    other.execute("BEGIN EXCLUSIVE")
    yield other
    other.close()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can come to; pytest's own are shut."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@contextmanager
def locked(folder: Path, mode: int) -> Iterator[None]:
    """The folder with these rights; the superuser, as which containers run tests, steps down so that they count."""
    folder.chmod(mode)
    me = os.geteuid()
    if me == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(me)
        folder.chmod(0o755)


async def lived_in(url: str) -> Match:
    """A running match in a database of the first revision."""
    store = await Store.open(url)
    match = await store.commit(start(await store.create(LOBBY, row("open"))))
    await store.close()
    return match


async def test_several_starters_at_once_end_with_one_database(empty_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(empty_url) for _ in range(4)))
    for store in stores:
        await store.create(LOBBY, row("open"))
    assert len(await stores[0].matches_in(["lobby"])) == 4
    for store in stores:
        await store.close()


async def test_a_starter_waits_until_the_new_file_is_free(
    tmp_path: Path, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlite_code, refused = db.upkeep.migrate.sqlite_code, asyncio.Event()

    def heard(error: BaseException | None) -> int | None:
        refused.set()
        return sqlite_code(error)

    monkeypatch.setattr("db.upkeep.migrate.sqlite_code", heard)
    opening = asyncio.create_task(Store.open(f"sqlite:///{tmp_path}/house.db"))
    await asyncio.wait_for(refused.wait(), PATIENCE)
    assert not opening.done()
    other.rollback()
    await (await opening).close()


@pytest.mark.usefixtures("other")
async def test_a_file_that_stays_in_use_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.upkeep.migrate.BUSY_TRIES", 2)
    assert "is in use by another program" in await refusal(f"sqlite:///{tmp_path}/house.db")


def tables(connection: Connection) -> dict[str, list[str]]:
    """The tables of the database: their columns with type, default and null, keys, indices, counting, in no order."""
    inspector = inspect(connection)

    def columns(name: str) -> list[dict[str, Any]]:
        """Without the type to which PostgreSQL casts a default, which stays when the column gets another type."""
        return [
            {**column, "default": str(column["default"]).partition("::")[0]} for column in inspector.get_columns(name)
        ]

    def counts(name: str) -> list[bool]:
        sql = text("SELECT sql FROM sqlite_master WHERE name = :name")
        made = connection.execute(sql, {"name": name}).scalar_one() if connection.dialect.name == "sqlite" else ""
        return ["AUTOINCREMENT" in made]

    parts = (columns, counts, inspector.get_foreign_keys, inspector.get_indexes, inspector.get_unique_constraints)
    return {
        name: [*sorted(repr(item) for part in parts for item in part(name)), repr(inspector.get_pk_constraint(name))]
        for name in inspector.get_table_names()
        if name != "alembic_version"
    }


async def test_the_migrations_make_exactly_the_tables_of_the_code(empty_url: str) -> None:
    engine = make_engine(make_url(empty_url))
    async with engine.begin() as connection:
        await connection.run_sync(metadata.create_all)
        wanted = await connection.run_sync(tables)
        await connection.run_sync(metadata.drop_all)
        await connection.run_sync(upgrade)
        assert await connection.run_sync(tables) == wanted
        await connection.run_sync(lambda made: command.check(alembic_config(made)))  # raises where they differ
    await engine.dispose()


async def test_a_match_is_played_on_after_an_upgrade(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await lived_in(empty_url)
    store = await Store.open(empty_url)
    for _ in range(3):
        match = await store.commit(step(match, posts=(Outgoing(PostKind.BOARD, None, None),)))
    await store.close()
    last = max(await behind(empty_url, "SELECT id FROM outbox"))
    await behind(empty_url, "DELETE FROM outbox")
    before = await everything(empty_url)
    monkeypatch.setattr("db.upkeep.revisions.MIGRATIONS", later_migrations(tmp_path / "migrations"))
    scripts = ScriptDirectory.from_config(alembic_config()).walk_revisions()
    assert revisions() == tuple(script.revision for script in scripts)
    store = await Store.open(empty_url)
    assert await everything(empty_url) == before
    assert await behind(empty_url, "SELECT DISTINCT shoes FROM seats") == ["old"]
    assert await store.match(match.id) == match
    assert (await store.commit(step(match, posts=(Outgoing(PostKind.BOARD, None, None),)))).seq == match.seq + 1
    assert (await store.create(LOBBY, row("open"))).id > match.id
    assert await behind(empty_url, "SELECT id FROM outbox") == [last + 1], "no id is given twice"
    await store.close()


async def test_a_seat_needs_its_match_in_a_database_that_was_just_upgraded(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lived_in(empty_url)
    monkeypatch.setattr("db.upkeep.revisions.MIGRATIONS", later_migrations(tmp_path / "migrations"))
    engine = await open_newest(read_url(empty_url))
    with pytest.raises(IntegrityError):
        await engine.execute(text("INSERT INTO seats (match, seat, name, resigned) VALUES (99, 0, '', false)"))
    await engine.dispose()


def backups_in(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.exists() else []


START = """
import asyncio, sys
from pathlib import Path
import db.upkeep.migrate
from db.store import Store
db.upkeep.revisions.MIGRATIONS = Path(sys.argv[3])
async def start():
    await (await Store.open(sys.argv[1], Path(sys.argv[2]))).close()
asyncio.run(start())
"""


@pytest.mark.long
async def test_of_several_workers_that_start_one_backs_up_and_upgrades(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lived_in(empty_url)
    [first] = revisions()
    folder, migrations = tmp_path / "backups", later_migrations(tmp_path / "migrations")
    order = (sys.executable, "-c", START, empty_url, str(folder), str(migrations))
    starting = [await asyncio.create_subprocess_exec(*order, cwd=ROOT) for _ in range(3)]
    assert [await process.wait() for process in starting] == [0, 0, 0]
    [backup] = backups_in(folder)
    assert backup.name.startswith(f"before-upgrade-{first}-")
    monkeypatch.setattr("db.upkeep.revisions.MIGRATIONS", migrations)
    new = read_url(f"sqlite:///{tmp_path}/new.db")
    assert restore(new, backup).revision == first
    assert await everything(str(new)) == await everything(empty_url), "the backup leads to the same end"
    await (await Store.open(empty_url, folder)).close()
    assert backups_in(folder) == [backup], "there was nothing to upgrade any more"


async def test_a_new_database_needs_no_backup(empty_url: str, tmp_path: Path) -> None:
    await (await Store.open(empty_url, tmp_path / "backups")).close()
    assert backups_in(tmp_path / "backups") == []


async def test_without_a_backup_nothing_is_upgraded(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lived_in(empty_url)
    [first] = revisions()
    monkeypatch.setattr("db.upkeep.revisions.MIGRATIONS", later_migrations(tmp_path / "migrations"))
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseClosed, match=r"The folder .*/file for the backup before the upgrade can't be made"):
        await Store.open(empty_url, tmp_path / "file")
    assert await behind(empty_url, "SELECT version_num FROM alembic_version") == [first]


async def test_rows_that_point_nowhere_are_a_sentence_and_of_many_starts_one_backup_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, folder = f"sqlite+aiosqlite:///{tmp_path}/house.db", tmp_path / "backups"
    await lived_in(url)
    [first] = revisions()
    monkeypatch.setattr("db.upkeep.revisions.MIGRATIONS", later_migrations(tmp_path / "migrations"))
    await behind(url, "UPDATE snapshots SET match = 99", foreign_keys=False)
    folder.mkdir()
    for earlier in ("0-20231114T221320Z", f"{first}-20231114T221320Z", f"{first}-20231114T221330Z"):
        (folder / f"before-upgrade-{earlier}.backup").touch()
    with pytest.raises(DatabaseClosed) as caught:
        await Store.open(url, folder)
    assert str(caught.value) == (
        "The database is damaged (rows of snapshots point nowhere), so it stays as it was: restore a backup into a "
        "new one."
    )
    other_upgrade, [made] = backups_in(folder)[0], backups_in(folder)[1:]
    assert other_upgrade.name == "before-upgrade-0-20231114T221320Z.backup"
    assert made.name > f"before-upgrade-{first}-20231114T221330Z.backup"
    assert made.stat().st_size


async def test_a_database_of_another_version_is_refused_and_untouched(empty_url: str) -> None:
    await lived_in(empty_url)
    await behind(empty_url, "UPDATE alembic_version SET version_num = '9999'", "CREATE TABLE news (id INTEGER)")
    before = await everything(empty_url)
    assert await refusal(empty_url) == (
        "The database has the tables of another version (revision 9999): update Gruppetto if that one is newer, else "
        "name another database, for nothing from before 1.0 is kept."
    )
    assert await everything(empty_url) == before
    assert await behind(empty_url, "SELECT version_num FROM alembic_version") == ["9999"]


async def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "nowhere"
    said = await refusal(f"sqlite+aiosqlite:///{folder}/house.db")
    assert said == f"The folder {folder} of the database doesn't exist: make it or change the URL."
    assert not folder.exists()


async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    file.write_text("Dear diary, " * 100)
    assert "is not a SQLite database: move the file away" in await refusal(f"sqlite+aiosqlite:///{file}")
    assert file.read_text() == "Dear diary, " * 100


async def test_a_schema_that_is_damaged_is_a_sentence_whoever_reads_it_first(sqlite_url: str, tmp_path: Path) -> None:
    """SQLite quotes what it can't read, and sqlite3 can't decode that."""
    await (await Store.open(sqlite_url)).close()
    url = read_url(sqlite_url)
    whole = await asyncio.to_thread(Path(str(url.database)).read_bytes)
    await asyncio.to_thread(Path(str(url.database)).write_bytes, whole.replace(b"TABLE meta (", b"TABLE meta \xda"))
    said = f"^The database {url.database} is damaged: restore it from a backup "
    for ask in (owner_of, check_file, condition, lambda url: take_over(url, "88")):
        with pytest.raises(DatabaseClosed, match=said):
            await asyncio.to_thread(ask, url)
    with pytest.raises(BackupRefused, match=said):
        await asyncio.to_thread(back_up, url, tmp_path / "house.backup", 0.0)
    assert said[1:] in await refusal(sqlite_url)


async def test_a_folder_in_place_of_the_file_cannot_be_opened(tmp_path: Path) -> None:
    assert "can't be opened: give the bot's user the right" in await refusal(f"sqlite+aiosqlite:///{tmp_path}")


@pytest.mark.parametrize("made_before", [True, False])
async def test_a_database_that_is_read_only_is_refused(tmp_path: Path, made_before: bool) -> None:
    file = tmp_path / "house.db"
    if made_before:
        await (await Store.open(f"sqlite+aiosqlite:///{file}")).close()
    else:
        file.touch()
    assert "can't be written: give the bot's user the right" in await refusal(
        f"sqlite+aiosqlite:///file:{file}?mode=ro&uri=true"
    )


LOCKED_FOLDERS = {
    "without a file": (0o555, "new.db", "can't be opened: give the bot's user the right to write to the file and to"),
    "with a file": (0o555, "house.db", "can't be written: give the bot's user the right to write to it and to its"),
    "out of sight": (0o000, "house.db", "can't be opened: give the bot's user the right to write to the file and to"),
}


@pytest.mark.parametrize("folder", LOCKED_FOLDERS)
async def test_a_folder_that_the_bot_may_not_write_to_is_named(open_folder: Path, folder: str) -> None:
    mode, name, said = LOCKED_FOLDERS[folder]
    await (await Store.open(f"sqlite:///{open_folder}/house.db")).close()
    (open_folder / "house.db").chmod(0o644)  # as before a bot ran as another user
    with locked(open_folder, mode):
        assert f"The database {open_folder}/{name} {said}" in await refusal(f"sqlite:///{open_folder}/{name}")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("house.db", "The database's URL can't be read: write sqlite"),
        ("", "The database's URL can't be read: write sqlite"),
        ("mysql://root:secret@localhost/house", "There is no driver for mysql databases: write sqlite"),
        ("sqlite+aiosqlite://", "A database in memory forgets every match: write sqlite"),
        ("sqlite+aiosqlite:///:memory:", "A database in memory forgets every match: write sqlite"),
        ("postgres://server/house?prepare_threshold=x", "prepare_threshold in the database's URL is no number: leave"),
        ("postgresql://bot:very@secret@server/house", "The database's URL holds more than one @: in the password"),
    ],
)
async def test_a_wrong_url_is_answered_with_a_right_one(url: str, said: str) -> None:
    sentence = await refusal(url)
    assert sentence.startswith(said)
    assert "secret" not in sentence


UNREACHED = "can't be reached: check that its server runs and that the URL is right"
REFUSED = {
    "password": ("guest:secret@/{house}?host={folder}", f"guest:***@/{{house}} {UNREACHED} (connection failed: "),
    "in query": ("guest@/{house}?host={folder}&password=secret", f"guest@/{{house}} {UNREACHED} (connection failed: "),
    "database": ("postgres:secret@/nowhere?host={folder}", f"postgres:***@/nowhere {UNREACHED} (connection failed: "),
    "port": ("bot:secret@127.0.0.1:1/house", f"bot:***@127.0.0.1:1/house {UNREACHED} (connection failed: "),
    "name": ("bot:secret@h.invalid/house", f"bot:***@h.invalid/house {UNREACHED} (failed to resolve host "),
    "rights": ("guest:welcome@/{house}?host={folder}", "guest:***@/{house} can't be changed: give the bot's user the "),
}


@pytest.mark.parametrize("wrong", REFUSED)
async def test_a_postgresql_that_cannot_be_used_is_refused_without_its_password(
    postgres_url: str, wrong: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    server = make_url(postgres_url)
    url, said = (text.format(house=server.database, folder=server.query["host"]) for text in REFUSED[wrong])
    with pytest.raises(DatabaseClosed) as caught:
        await Store.open(f"postgresql://{url}")
    sentence = str(caught.value)
    assert sentence.startswith(f"The database postgresql+psycopg://{said}")
    assert re.fullmatch(r"[^\n]+\.", sentence)
    words_shown = "".join(traceback.format_exception(caught.value)) + repr(caught.value) + caplog.text
    assert sentence in words_shown
    assert not re.search("secret|welcome", words_shown)


async def test_a_server_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.sql.engine.CONNECT_TIMEOUT", "2")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        assert "can't be reached" in await refusal(f"postgresql://bot:secret@127.0.0.1:{port}/house")
