"""Backups: all of a database in one file while bots go on, and from there into an empty one of either kind."""

import asyncio
import gzip
import json
import os
import resource
import shutil
import signal
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

import db.upkeep.backup
from db.sql.url import read_url
from db.store import Store
from db.upkeep.backup import BackupRefused, back_up, rehearse, restore
from db.upkeep.revisions import revisions
from model.kinds import NewsKind, PostKind
from model.match import Counted, Limit, Match, Outgoing
from model.webhook import Webhook
from tests.conftest import EMPTY
from tests.db.sample import ADA, CHANNEL, GUILD, LOBBY, NOON, behind, everything, owed, row, start, step
from tests.later_revision import later_migrations
from tests.marks import in_long

Lines = list[Any]


def about(file: Path) -> os.stat_result:
    return file.stat()


def is_there(file: Path) -> bool:
    return file.exists()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.backup"


@pytest.fixture(params=["to the other kind", *in_long("to the same kind")])
def new_url(request: pytest.FixtureRequest, db_url: str, tmp_path: Path) -> Callable[[], str]:
    """Where to restore to: an empty database, made empty when it is asked for."""
    if db_url.startswith("sqlite") == (request.param == "to the same kind"):
        return lambda: f"sqlite+aiosqlite:///{tmp_path}/new.db"
    postgres: str = request.getfixturevalue("postgres")

    def emptied() -> str:
        import psycopg

        with psycopg.connect(postgres, autocommit=True) as root:
            for order in EMPTY:
                root.execute(order.encode())
        return postgres.replace("postgresql:", "postgresql+psycopg:")

    return emptied


async def lived_in(url: str) -> Match:
    """A database with a match in the middle, a lobby whose number is never given again, and posts that wait."""
    store = await Store.open(url)
    match = await store.commit(start(await store.create(LOBBY, row("open"))))
    posts = (Outgoing(PostKind.TURN, ADA, 0), Outgoing(PostKind.BOARD, None, None))
    match = await store.commit(step(match, owed("computer", NOON, 1), posts=posts, interaction_id=2**60 + 7))
    await store.people.meet(ADA, "fr", "Ada")
    await store.create(replace(LOBBY, game="pistard"), row("open"))
    await store.claim("1001")
    hook = Webhook(
        0, GUILD, CHANNEL, ADA, "https://example.org/", "secret", opened=NOON, confirmed=NOON, failures=0, ready=NOON
    )
    await store.webhooks.add(hook, Limit(Counted.WEBHOOKS, GUILD, 3))
    match = await store.commit(replace(step(match, owed("computer", NOON, 1)), news=NewsKind.TURN))
    await store.close()
    wheres = ("seats WHERE match = 2", "log WHERE match = 2", "matches WHERE id = 2")
    await behind(url, *(f"DELETE FROM {where}" for where in wheres), foreign_keys=False)
    return match


async def test_what_is_restored_is_what_was_there_and_is_played_on(
    db_url: str, new_url: Callable[[], str], file: Path
) -> None:
    match = await lived_in(db_url)
    before = await everything(db_url)
    made = await asyncio.to_thread(back_up, read_url(db_url), file, NOON)
    assert made.rows == sum(len(rows) for rows in before.values())
    assert made.size == about(file).st_size
    url = new_url()
    await asyncio.to_thread(restore, read_url(url), file)
    assert await everything(url) == before
    store = await Store.open(url)
    assert await store.match(match.id) == match
    assert (await store.commit(step(match))).seq == match.seq + 1
    assert (await store.create(LOBBY, row("open"))).id == 3, "a number that was given before isn't given again"
    await store.close()


async def test_none_is_made_of_tables_that_are_changed_meanwhile(postgres_url: str, file: Path) -> None:
    """PostgreSQL shows a rewritten table as empty to a reader who began before."""
    import psycopg

    await lived_in(postgres_url)
    with psycopg.connect(postgres_url.replace("postgresql+psycopg:", "postgresql:")) as bot:
        bot.execute("LOCK TABLE matches IN ACCESS EXCLUSIVE MODE")
        making = asyncio.create_task(asyncio.to_thread(back_up, read_url(postgres_url), file, NOON))
        waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'matches'::regclass"
        while not (bot.execute(waits).fetchone() or (0,))[0]:
            assert not making.done()
            await asyncio.sleep(0.01)
        bot.execute("ALTER TABLE matches ALTER COLUMN rules TYPE bigint")
        bot.execute("UPDATE alembic_version SET version_num = '9999'")
        bot.commit()
    with pytest.raises(BackupRefused, match=r"has changed the tables meanwhile: make the backup again\.$"):
        await making
    assert not is_there(file)


async def test_a_backup_is_of_one_moment_while_moves_go_on(db_url: str, file: Path, tmp_path: Path) -> None:
    match = await lived_in(db_url)
    store = await Store.open(db_url)
    making = asyncio.create_task(asyncio.to_thread(back_up, read_url(db_url), file, NOON))
    moves = 0
    while not making.done() or moves < 3:
        match = await store.commit(step(match))
        moves += 1
    await making
    await store.close()
    url = f"sqlite+aiosqlite:///{tmp_path}/new.db"
    restore(read_url(url), file)
    kept = await everything(url)
    [header] = kept["matches"]
    seqs = [r[1] for r in kept["log"]]
    assert seqs == list(range(1, len(seqs) + 1))
    assert [r[1] for r in kept["snapshots"]] == seqs[1:]
    assert header[5] == seqs[-1]


async def test_a_backup_is_for_its_owner_alone_and_leaves_nothing_beside_it(db_url: str, file: Path) -> None:
    await lived_in(db_url)
    before = os.umask(0)
    back_up(read_url(db_url), file, NOON)
    os.umask(before)
    assert stat.S_IMODE(about(file).st_mode) == 0o600
    assert {path.name for path in file.parent.iterdir()} <= {"house.backup", "house.db", "house.db-wal", "house.db-shm"}


async def test_a_backup_of_an_older_version_comes_to_the_tables_of_today(
    db_url: str, new_url: Callable[[], str], file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await lived_in(db_url)
    back_up(read_url(db_url), file, NOON)
    assert lines_of(file)[0]["revision"] == revisions()[0]
    monkeypatch.setattr("db.upkeep.revisions.MIGRATIONS", later_migrations(tmp_path / "migrations"))
    url = new_url()
    restore(read_url(url), file)
    assert await behind(url, "SELECT DISTINCT shoes FROM seats") == ["old"]
    store = await Store.open(url)
    assert (await store.commit(step(match))).seq == match.seq + 1
    await store.close()


async def test_a_backup_is_tried_by_restoring_it(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beside = {*made.parent.iterdir()}
    assert rehearse(made) == sum(isinstance(line, list) for line in lines_of(made))
    monkeypatch.setattr("db.upkeep.backup._write", lambda _write, _table, _about, rows: [*rows])
    with pytest.raises(BackupRefused, match=r"The table \w+ came back with 0 of \d+ rows: tell us\.$"):
        rehearse(made)
    assert {*made.parent.iterdir()} == beside


def test_a_trial_takes_the_room_of_the_database_once(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names, compared = list[str](), db.upkeep.backup._compared

    def looked(*about: Any) -> int:
        names.extend(file.name for folder in made.parent.glob("rehearsal-*") for file in folder.iterdir())
        return compared(*about)

    monkeypatch.setattr("db.upkeep.backup._compared", looked)
    rehearse(made)
    assert {*names} == {"house.db"}, "and no log of what was written"
    with pytest.raises(BackupRefused, match=r"lacks the room for a trial: free \d+ MB more\.$"):
        rehearse(made, 2**60)


def test_a_disk_that_is_full_during_a_trial_is_a_sentence(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(*_: Any) -> int:
        full = sqlite3.OperationalError("database or disk is full")
        full.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise full

    monkeypatch.setattr("db.upkeep.backup._compared", fill)
    with pytest.raises(BackupRefused, match="can't grow: make room on its disk"):
        rehearse(made)


# --- what is refused


def lines_of(file: Path) -> Lines:
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]


def without_tables(whole: Lines) -> None:
    whole[1:-1] = []
    whole[-1]["rows"] = 0


def without_a_table(whole: Lines) -> None:
    [at] = [n for n, line in enumerate(whole) if isinstance(line, dict) and line.get("table") == "cups"]
    del whole[at]


def with_another_number(whole: Lines) -> None:
    [at] = [n for n, line in enumerate(whole) if isinstance(line, list) and ADA in line and "fr" in line]
    whole[at][whole[at].index(ADA)] += 1


def sign(whole: Lines) -> bytes:
    """The lines with the checksum that goes with them."""
    import hashlib

    text = b"".join(json.dumps(line).encode() + b"\n" for line in whole[:-1])
    return text + json.dumps({**whole[-1], "sha256": hashlib.sha256(text).hexdigest()}).encode() + b"\n"


def plainly(whole: Lines) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in whole)


NONE = "is no whole backup of Gruppetto"
SPOILT: dict[str, tuple[Callable[[Lines], object], Callable[[Lines], bytes], str]] = {
    "newer tables": (
        lambda whole: whole[0].update(revision="9999"),
        sign,
        "has the tables of another version (revision 9999): update Gruppetto",
    ),
    "newer form": (
        lambda whole: whole[0].update(format=2, news=True),
        sign,
        "was made by a newer version (format 2): update Gruppetto.",
    ),
    "a row is missing": (lambda whole: whole.pop(-2), sign, f"{NONE} (its checksum is wrong): take"),
    "the end is missing": (lambda whole: whole.pop(), plainly, f"{NONE} (its end is missing): take"),
    "no table": (without_tables, sign, f"{NONE} (it holds no tables): take another one."),
    "a table is missing": (without_a_table, sign, "lacks the table cups: take another one."),
    "a long row": (
        lambda whole: whole.insert(-1, ["x" * 9 * 2**20]),
        sign,
        f"{NONE} (a line is longer than 8 MB): take another",
    ),
    "another number": (with_another_number, plainly, f"{NONE} (its checksum is wrong): take"),
}


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database that was lived in, and a backup of it."""
    folder = tmp_path_factory.mktemp("source")
    url = f"sqlite+aiosqlite:///{folder}/source.db"
    asyncio.run(lived_in(url))
    back_up(read_url(url), folder / "house.backup", NOON)
    return folder


@pytest.fixture
def made(tmp_path: Path, source: Path) -> Path:
    """A backup, beside the database of which it was made."""
    shutil.copytree(source, tmp_path, dirs_exist_ok=True)
    return tmp_path / "house.backup"


def refusal(url: str, file: Path) -> str:
    with pytest.raises(BackupRefused) as caught:
        restore(read_url(url), file)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize("fault", SPOILT)
def test_a_backup_that_is_broken_or_newer_is_refused_with_its_reason(made: Path, tmp_path: Path, fault: str) -> None:
    spoil, spell, said = SPOILT[fault]
    whole = lines_of(made)
    spoil(whole)
    made.write_bytes(gzip.compress(spell(whole)))
    assert said in refusal(f"sqlite:///{tmp_path}/new.db", made)
    assert not (tmp_path / "new.db").exists()


def test_every_byte_of_a_backup_counts(made: Path, tmp_path: Path) -> None:
    whole = made.read_bytes()
    for at in range(12, len(whole), 97):  # of the first bytes some mean nothing
        made.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert NONE in refusal(f"sqlite:///{tmp_path}/new.db", made)
    for end in range(0, len(whole), 97):
        made.write_bytes(whole[:end])
        assert NONE in refusal(f"sqlite:///{tmp_path}/new.db", made)
    assert not (tmp_path / "new.db").exists()


def test_a_file_that_is_none_and_one_that_is_not_there_are_refused(tmp_path: Path, file: Path) -> None:
    file.write_text("Dear diary, " * 9)
    assert NONE in refusal(f"sqlite:///{tmp_path}/new.db", file)
    file.unlink()
    assert "can't be read (No such file or directory): name" in refusal(f"sqlite:///{tmp_path}/new.db", file)


async def test_a_database_that_is_not_empty_is_refused_and_stays_as_it_is(
    db_url: str, made: Path, tmp_path: Path
) -> None:
    await lived_in(db_url)
    before = await everything(db_url)
    assert "isn't empty: restore into a new one." in refusal(db_url, made)
    assert await everything(db_url) == before


async def test_a_database_in_which_a_bot_has_started_once_counts_as_empty(db_url: str, made: Path) -> None:
    store = await Store.open(db_url)
    await store.outages.begin(NOON)
    await store.set_meta("commands", "hash")
    await store.close()
    restore(read_url(db_url), made)
    assert len((await everything(db_url))["matches"]) == 1


async def test_a_bot_that_runs_is_not_restored_over(db_url: str, made: Path) -> None:
    store = await Store.open(db_url)
    await store.set_meta("commands", "hash")
    assert refusal(db_url, made) == "A bot runs on this database: stop it first."
    assert await store.meta("commands") == "hash"
    await store.set_meta("commands", "other")  # and it goes on
    await store.close()
    restore(read_url(db_url), made)


async def test_an_empty_database_is_not_backed_up(empty_url: str, file: Path) -> None:
    with pytest.raises(BackupRefused, match="nothing to back up"):
        back_up(read_url(empty_url), file, NOON)
    assert not is_there(file)
    assert not is_there(Path(str(make_url(empty_url).database)))


def test_an_older_backup_is_never_overwritten(made: Path, tmp_path: Path) -> None:
    whole = made.read_bytes()
    with pytest.raises(BackupRefused, match="exists already: name another one"):
        back_up(read_url(f"sqlite:///{tmp_path}/source.db"), made, NOON)
    assert made.read_bytes() == whole


async def test_of_two_backups_at_once_one_is_made(db_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await lived_in(db_url)
    url = read_url(db_url)

    def meanwhile(*given: Any) -> Any:
        monkeypatch.undo()
        with pytest.raises(BackupRefused, match="Another backup of this database is being made: wait"):
            back_up(url, tmp_path / "second", NOON)
        return written(*given)

    from db.upkeep.backup import written

    monkeypatch.setattr("db.upkeep.backup.written", meanwhile)
    back_up(url, tmp_path / "first", NOON)
    assert (tmp_path / "first").exists()
    assert not (tmp_path / "second").exists()
    back_up(url, tmp_path / "third", NOON)


# --- faults


@contextmanager
def no_larger_files_than(size: int) -> Iterator[None]:
    """A disk with so much room: the system refuses what would make a file larger."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


@pytest.mark.parametrize("room", [100, 40_000])
async def test_a_full_disk_leaves_the_earlier_backups_and_no_half_of_one(
    db_url: str, tmp_path: Path, room: int
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    match = await lived_in(db_url)
    back_up(read_url(db_url), folder / "first", NOON)
    whole = (folder / "first").read_bytes()
    store = await Store.open(db_url)
    for _ in range(4):
        match = await store.commit(step(match, body=os.urandom(20_000)))
    await store.close()
    with no_larger_files_than(room), pytest.raises(BackupRefused, match="can't be written: make room on its disk or"):
        back_up(read_url(db_url), folder / "second", NOON)
    assert [path.name for path in folder.iterdir()] == ["first"]
    assert (folder / "first").read_bytes() == whole


async def test_a_disk_that_fills_up_while_restoring_leaves_no_half_of_a_database(made: Path, tmp_path: Path) -> None:
    with no_larger_files_than(60_000):
        assert "new.db can't" in refusal(f"sqlite:///{tmp_path}/new.db", made)
    assert not (tmp_path / "new.db").exists()


async def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/house.db"
    await lived_in(url)
    with pytest.raises(BackupRefused, match=r"nowhere/file can't be written: .* \(No such file or directory\)"):
        back_up(read_url(url), tmp_path / "nowhere" / "file", NOON)


async def test_a_server_that_is_gone_is_named_without_its_password(file: Path, made: Path) -> None:
    url = read_url("postgresql://bot:secret@127.0.0.1:1/house")
    for order in (lambda: back_up(url, file.with_name("other"), NOON), lambda: restore(url, made)):
        with pytest.raises(BackupRefused, match="can't be reached: check that its server runs") as caught:
            order()
        assert "secret" not in str(caught.value)
