"""The doctor says what is wrong, a line each with what to do, and changes nothing."""

import asyncio
import random
import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

import bot
import host.doctor
from db.sql.codec import decode
from db.sql.url import read_url
from db.store import Store
from db.upkeep.checkup import condition
from host.doctor import Doctor, Verdict, of_clock, of_connections, of_database, of_settings
from host.settings import Settings
from host.time.backup_folder import name_at
from host.time.backups import BackupPlan, Backups
from tests.db.sample import behind
from tests.host.evening import ADA, BO, Evening
from tests.later_revision import later_migrations

DAY = 86400.0
ON_A_FILE = pytest.mark.parametrize("db_url", ["sqlite"], indirect=True)


@pytest.fixture
def house_url(db_url: str) -> str:
    return db_url


def settings(evening: Evening) -> Settings:
    return Settings(DATABASE_URL=evening.url)


@pytest.fixture
def plan(tmp_path: Path) -> BackupPlan:
    """One backup a day, each of which is taken to a folder that is there."""
    (tmp_path / "second").mkdir()
    return BackupPlan(tmp_path / "backups", DAY, f"cp {{file}} {tmp_path}/second/")


async def said(evening: Evening, plan: BackupPlan | None = None) -> dict[str, str]:
    """The doctor's lines about the bot, by what they are about."""
    doctor = Doctor(evening.store, evening.house.games, evening.now, plan)
    return {finding.about: str(finding) async for finding in doctor.findings()}


async def replayed(evening: Evening) -> list[str]:
    return [str(line) async for line in Doctor(evening.store, evening.house.games, evening.now).replay()]


async def test_a_house_in_which_all_is_well(evening: Evening, plan: BackupPlan) -> None:
    await evening.wake_up()
    match = await evening.ride(ADA, BO)
    await evening.think(match)
    await evening.deliver()
    await Backups(evening.store, plan, evening.now, lambda: None).work()
    evening.now.later(3 * 3600)
    await evening.store.outages.beat(evening.now())
    await evening.deliver()
    rows = await evening.rows()
    assert await said(evening, plan) == {
        "bot": "ok   bot: a bot was seen on this database 0 seconds ago.",
        "age": "ok   age: the first match was opened 3 hours ago, and the last step of one was 3 hours ago.",
        "backups": f"ok   backups: {name_at(evening.now() - 3 * 3600)} is whole and 3 hours old.",
        "second place": "ok   second place: BACKUP_COMMAND has taken the last one there.",
        "trial": "ok   trial: a backup was restored on trial 3 hours ago and is whole.",
        "messages": "ok   messages: none is late.",
        "deadlines": "ok   deadlines: none is late.",
        "matches": "ok   matches: 1 run, 0 gather players; all can go on.",
    }
    assert await replayed(evening) == ["ok   replay: 1 matches were played again."]
    assert await evening.rows() == rows


async def test_saves_are_decoded_beside_the_bot(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    await evening.play(ADA, BO, game="tiny")
    threads: list[str] = []

    def decoded(*save: Any) -> Any:
        threads.append(threading.current_thread().name)
        return decode(*save)

    monkeypatch.setattr(host.doctor, "decode", decoded)
    await said(evening)
    await evening.house.doctor.ward(None, lambda _: True, lambda _: False)
    assert len(threads) >= 2
    assert threading.main_thread().name not in threads


async def test_what_lies_about_is_told_with_its_age(evening: Evening) -> None:
    await evening.store.outages.beat(evening.now())
    match = await evening.play(ADA, BO, game="tiny", opponents=["easy"])
    assert await evening.owed(match)
    evening.now.later(3 * DAY)
    lines = await said(evening)
    assert lines["bot"] == "note bot: none runs; the last one was seen 3 days ago. Start it if it should."
    assert lines["age"] == "ok   age: the first match was opened 3 days ago, and the last step of one was 3 days ago."
    assert lines["messages"].startswith("bad  messages: ")
    assert "the oldest for 3 days: see what the bot's log says of Discord." in lines["messages"]
    assert lines["deadlines"].startswith("bad  deadlines: ")


async def test_the_first_match_is_as_old_as_it_is_when_its_log_is_packed(evening: Evening) -> None:
    first = await evening.ride(ADA, BO)
    await evening.write(f"DELETE FROM log WHERE match = {first}")
    evening.now.later(90 * DAY)
    await evening.ride(ADA, BO)
    assert (await said(evening))["age"] == (
        "ok   age: the first match was opened 90 days ago, and the last step of one was just now."
    )


@ON_A_FILE
async def test_backups_are_looked_at_as_files(evening: Evening, plan: BackupPlan) -> None:
    backups = Backups(evening.store, plan, evening.now, lambda: None)
    assert (await said(evening, plan))["backups"].startswith("note backups: the bot has made none yet; it makes the")
    await evening.ride(ADA, BO)
    evening.now.later(DAY)
    assert (await said(evening, plan))["backups"] == (
        "bad  backups: there is none, after 24 hours of matches: the bot's log says why."
    )
    name, _ = await backups.make()
    evening.now.later(3 * DAY)
    lines = await said(evening, plan)
    assert lines["backups"].startswith(
        "bad  backups: the last one is 3 days old: try `python bot.py backup FILE`, which"
    )
    assert lines["second place"] == "note second place: BACKUP_COMMAND hasn't taken the last one there."
    file = plan.folder / name
    file.write_bytes(file.read_bytes()[:-3])
    assert (await said(evening, plan))["backups"].startswith(
        f"bad  backups: the newest can't be used. The file {file} is no whole backup of Gruppetto ("
    )
    file.unlink()
    assert (await said(evening, plan))["backups"] == (
        f"bad  backups: {file} isn't there any more: see who takes files out of its folder."
    )
    assert "backups" not in await said(evening)


@ON_A_FILE
async def test_what_failed_last_is_told_with_its_reason(evening: Evening, plan: BackupPlan) -> None:
    (plan.folder.parent / "second").rmdir()
    backups = Backups(evening.store, plan, evening.now, lambda: None)
    await backups.work()
    evening.now.later(DAY)
    (plan.folder / name_at(evening.now())).touch()
    await backups.work()
    (plan.folder / name_at(evening.now())).unlink()
    doctor = Doctor(evening.store, evening.house.games, evening.now, plan)
    lines = [str(finding) async for finding in doctor.findings()]
    [failed] = [line for line in lines if line.startswith("bad  backups")]
    assert failed.startswith("bad  backups: none could be made the last time. The file ")
    assert failed.endswith(" exists already: name another one.")
    [place] = [line for line in lines if line.startswith("bad  second place")]
    assert place.startswith("bad  second place: BACKUP_COMMAND has failed (exit status 1, cp: ")
    await evening.store.set_meta("backup.record", '{"trial_fault": "Make room."}')
    assert (await said(evening, plan))["trial"] == "bad  trial: a backup couldn't be restored on trial. Make room."


@ON_A_FILE
async def test_a_backup_on_another_machine_is_looked_for_there(
    evening: Evening, plan: BackupPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr("socket.gethostname", lambda: "gruppetto-1")
        name, _ = await Backups(evening.store, plan, evening.now, lambda: None).make()
    shared, empty = plan.folder, replace(plan, folder=plan.folder / "empty")
    evening.now.later(3 * 3600)
    assert (await said(evening, empty))["backups"] == (
        f"note backups: the last one is 3 hours old and lies on gruppetto-1 as {shared / name}: ask `doctor` there "
        "whether it is whole."
    )
    assert (await said(evening, plan))["backups"].startswith(f"ok   backups: {name} is whole"), "they share the folder"
    evening.now.later(2 * DAY)
    assert (await said(evening, empty))["backups"].startswith("bad  backups: the last one is 2 days old and lies on")
    await Backups(evening.store, empty, evening.now, lambda: None).make()
    assert (await said(evening, empty))["backups"].startswith("ok   backups: gruppetto-")


async def test_matches_that_cannot_be_read_are_named(evening: Evening) -> None:
    first, second, third = [await evening.ride(ADA, BO) for _ in range(3)]
    await evening.write(f"UPDATE matches SET game = 'tandem' WHERE id = {first}")
    await evening.write(f"DELETE FROM snapshots WHERE match = {third}")
    lines = await said(evening)
    assert lines["matches"] == (
        f"bad  matches: matches {first}, {third} can't be read: update Gruppetto, or restore a backup."
    )
    bad = await replayed(evening)
    assert {line[:4] for line in bad} == {"bad "}, "not all is well"
    assert bad[-1] == f"bad  replay: match {first} can't be read: update Gruppetto, or restore a backup."

    await evening.write(f"UPDATE matches SET rules = 99 WHERE id = {second}")
    assert f"matches {first}, {second}, {third}" in (await said(evening))["matches"]


async def test_a_match_that_waits_for_nobody_is_named(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny", opponents=["easy"])
    await evening.play_on(match, random.Random(1), lambda seen: seen.view.waiting == (2,) or seen.match.seq > 6)
    await evening.write(f"UPDATE seats SET resigned = TRUE WHERE match = {match}")
    await evening.write(f"DELETE FROM deadlines WHERE match = {match}")
    assert (await said(evening))["matches"].startswith(
        f"bad  matches: no one can play on match {match}: restart the bot"
    )


async def test_a_match_that_is_not_what_its_log_says_is_named_with_the_row(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    log = await evening.log(match)
    other = await evening.store.snapshot(match, log[-2].seq)
    assert other is not None
    await evening.write("UPDATE snapshots SET body = :body WHERE seq = :seq", body=other.body, seq=log[-1].seq)
    assert await replayed(evening) == [
        f"bad  replay: match {match} isn't what its log says (rows {log[-1].seq}): keep a backup and tell us."
    ]


async def test_an_answer_that_was_taken_back_is_no_difference(evening: Evening, rope: None) -> None:
    match = await evening.play(ADA, BO, game="rope")
    moved = await evening.answer(match, ADA, ("1",))
    await evening.matches.undo(match, ADA, moved.fingerprint, evening.press())
    assert await replayed(evening) == ["ok   replay: 1 matches were played again."]


# --- the database itself


def lines(url: str, now: float) -> list[str]:
    return [str(line) for line in of_database(condition(read_url(url)), now)]


async def test_the_database_tells_its_size_and_its_revision(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    found = await asyncio.to_thread(lines, evening.url, time.time())
    assert found[0].startswith("ok   migrations: all tables are of this version (revision ")
    assert found[1].startswith("ok   database: it has ")
    assert all(line.startswith("ok   clock: it agrees with that of the database's server") for line in found[2:])
    with monkeypatch.context() as patch:
        patch.setattr("db.upkeep.revisions.MIGRATIONS", later_migrations(tmp_path / "migrations"))
        found = await asyncio.to_thread(lines, evening.url, 0.0)
        assert found[0].startswith("note migrations: the tables are of an old")


async def test_tables_of_another_version_are_left_alone(empty_url: str) -> None:
    await (await Store.open(empty_url)).close()
    await behind(empty_url, "UPDATE alembic_version SET version_num = '9999'")
    assert (await asyncio.to_thread(lines, empty_url, 0.0))[0] == (
        "bad  migrations: the tables are those of another version (revision 9999): update Gruppetto if that one is "
        "newer, else name another database."
    )


def test_there_is_no_database_yet(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new.db"
    assert lines(url, 0.0)[0].startswith("note migrations: the database is empty; the bot makes its tables")
    assert not (tmp_path / "new.db").exists()


def test_a_damaged_file_is_found(sqlite_url: str) -> None:
    file = Path(str(make_url(sqlite_url).database))
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("PRAGMA foreign_keys = OFF")
        base.execute("INSERT INTO seats (match, seat, name, resigned) VALUES (99, 0, '', 0)")
    found = [line for line in lines(sqlite_url, 0.0) if line.startswith("bad")]
    assert len(found) == 1
    assert found[0].startswith("bad  database: it is damaged (seats ")
    assert found[0].endswith("): stop the bot and restore a backup into a new database.")


def test_clocks_that_differ_are_told_in_the_right_direction() -> None:
    assert of_clock("Discord", 3600.0).text == (
        "it is 3600 s behind that of Discord: switch on time synchronisation (NTP)."
    )
    assert "ahead of that of Discord" in of_clock("Discord", -60.0).text
    assert of_clock("Discord", 4.0).verdict is Verdict.OK


def test_settings_that_are_missing_are_told() -> None:
    read = Settings(DISCORD_TOKEN="t", OWNER_IDS=(1,), METRICS_PORT=9100, BACKUP_COMMAND="cp {file} /there")
    assert [str(setting) for setting in of_settings(read)] == ["ok   settings: all can be read."]
    bare = [setting.text.partition(" ")[0] for setting in of_settings(Settings(BACKUP_HOURS=0.0))]
    assert bare == ["DISCORD_TOKEN", "OWNER_IDS", "METRICS_PORT", "BACKUP_HOURS"]
    assert [setting.text.partition(" ")[0] for setting in of_settings(Settings())][3:] == ["BACKUP_COMMAND"]
    [lost] = [s for s in of_settings(Settings(BACKUP_COMMAND="rclonne copy")) if s.verdict is Verdict.BAD]
    assert lost.text == "BACKUP_COMMAND: there is no program rclonne; install it, or write its whole path."


def test_more_connections_than_the_server_allows_are_told() -> None:
    twelve = Settings(WORKERS=12, WORKER=0, DATABASE_URL="postgresql://bot@server/house")
    assert str(of_connections(twelve, 97)) == (
        "ok   connections: the bot opens 75 at most, the server of the database allows 97."
    )
    fifteen = replace(twelve, DATABASE_POOL=15)
    assert of_connections(fifteen, 97).verdict is Verdict.BAD
    assert of_connections(fifteen, 97).text == (
        "the bot may open 195, the server of the database allows 97: lower DATABASE_POOL, which is 15."
    )
    assert of_connections(Settings(), 8).verdict is Verdict.OK


# --- from a shell


async def test_only_what_somebody_has_to_do_is_the_exit_status(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    given = bot.read_arguments(["doctor", "--replay"])
    assert await bot.obey(settings(evening), given)
    out = capsys.readouterr().out
    assert "note settings: DISCORD_TOKEN is empty" in out
    assert "note owner: the database has no owner yet" in out
    assert "ok   replay: 0 matches were played again." in out
    match = await evening.ride(ADA, BO)
    await evening.write(f"UPDATE matches SET game = 'tandem' WHERE id = {match}")
    assert not await bot.obey(settings(evening), given)
    assert f"bad  matches: match {match} can't be read" in capsys.readouterr().out


async def test_a_database_that_cannot_be_asked_is_a_line_too(capsys: pytest.CaptureFixture[str]) -> None:
    gone = Settings(DATABASE_URL="postgresql://bot:secret@127.0.0.1:1/house")
    assert not await bot.obey(gone, bot.read_arguments(["doctor"]))
    out = capsys.readouterr().out
    assert "bad  database: The database postgresql+psycopg://bot:***@127.0.0.1:1/house can't be reached" in out
    assert "secret" not in out
