"""The bot backs itself up while it runs, once for all its processes, and keeps some of what it has made."""

import asyncio
import errno
import os
import shlex
import signal
import sys
import time
from calendar import timegm
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from db.store import Store
from db.upkeep.backup import BackupRefused
from host.time import backup_folder
from host.time.backup_folder import STALE, BackupFolder, Found, NotTaken, kept, name_at, take_elsewhere, tidy
from host.time.backups import DAY, HALF_AN_HOUR, MONTH, WHATS, BackupFigures, BackupPlan, Backups, read_record
from tests.driver import PATIENCE
from tests.host.evening import ADA, BO, NOON, Evening, refused


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "some" / "backups"


@pytest.fixture(autouse=True)
def quick_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """To restore a backup takes a second."""
    monkeypatch.setattr("db.store.rehearse", lambda *_: 1)


@pytest.fixture
def backups(evening: Evening, folder: Path) -> Backups:
    return Backups(evening.store, BackupPlan(folder, DAY), evening.now, lambda: None)


def full(*_: object) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir()) if folder.exists() else []


async def test_a_backup_is_made_at_once_and_then_every_day(evening: Evening, backups: Backups, folder: Path) -> None:
    assert await backups.work() == NOON + DAY
    assert names(folder) == [name_at(NOON)]
    evening.now.later(DAY - 1)
    assert await backups.work() == NOON + DAY
    evening.now.later(1)
    assert await backups.work() == NOON + 2 * DAY
    assert names(folder) == [name_at(NOON), name_at(NOON + DAY)]


async def test_of_several_processes_one_makes_it(evening: Evening, folder: Path) -> None:
    neighbour = await Store.open(evening.url)
    both = [Backups(store, BackupPlan(folder, DAY), evening.now, lambda: None) for store in (evening.store, neighbour)]
    await asyncio.gather(*(b.work() for b in both))
    assert names(folder) == [name_at(NOON)]
    await neighbour.close()


async def test_one_that_fails_is_tried_again_in_half_an_hour_and_the_owner_is_told(
    evening: Evening, backups: Backups, folder: Path, monkeypatch: pytest.MonkeyPatch, reports: list[Any]
) -> None:
    await backups.work()
    evening.now.later(DAY)
    with monkeypatch.context() as patch:
        patch.setattr("db.upkeep.backup_file.os.fsync", full)
        assert await backups.work() == NOON + DAY + HALF_AN_HOUR
    [line] = [line for line in reports if "no backup could be made" in line["event"]]
    assert line["log_level"] == "error"
    assert line["reason"].endswith(
        "can't be written: make room on its disk or name another folder (No space left on device)."
    )
    assert (await read_record(evening.store)).fault == line["reason"]
    assert names(folder) == [name_at(NOON)]
    assert await backups.work() == NOON + DAY + HALF_AN_HOUR
    evening.now.later(HALF_AN_HOUR)
    await backups.work()
    assert names(folder) == [name_at(NOON), name_at(NOON + DAY + HALF_AN_HOUR)]


async def test_while_one_is_made_moves_go_on(
    evening: Evening, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.ride(ADA, BO)
    begun, go_on = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(*_: object) -> None:
        loop.call_soon_threadsafe(begun.set)
        asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()
        raise BackupRefused("enough.")

    monkeypatch.setattr("db.store.back_up", slow)
    making = asyncio.create_task(backups.work())
    await begun.wait()
    user, seen = await evening.due(match)
    assert (await evening.answer(match, user)).match.seq > seen.match.seq
    go_on.set()
    await making


def test_the_newest_stay_and_of_the_weeks_before_the_last_of_each() -> None:
    daily = [name_at(NOON + day * DAY) for day in range(100)]
    assert kept(daily) >= {*daily[-7:]}
    older = sorted(kept(daily) - {*daily[-7:]})
    assert len(older) == 4
    stamps = [time.strptime(name[10:26], "%Y%m%dT%H%M%SZ") for name in older]
    assert [round((timegm(b) - timegm(a)) / DAY) for a, b in pairwise(stamps)] == [7, 7, 7]


def test_a_year_of_backups_by_the_day_ends_with_eleven_of_them_five_weeks_back(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "gruppetto-holiday.backup").touch()
    for day in range(365):
        (folder / name_at(NOON + day * DAY)).touch()
        tidy(folder, NOON + day * DAY)
    assert len(names(folder)) == 12
    assert "gruppetto-holiday.backup" in names(folder), "what somebody else has put there stays"
    assert names(folder)[0] >= name_at(NOON + (364 - 42) * DAY)


def test_a_backup_from_before_an_upgrade_goes_after_five_weeks(folder: Path) -> None:
    folder.mkdir(parents=True)
    made = folder / f"before-upgrade-0001-{name_at(NOON).removeprefix('gruppetto-')}"
    made.touch()
    tidy(folder, NOON + 35 * DAY)
    assert made.is_file()
    tidy(folder, NOON + 35 * DAY + 1)
    assert names(folder) == []


def test_what_a_killed_process_has_left_goes_after_a_day(folder: Path) -> None:
    folder.mkdir(parents=True)
    left = [folder / f"{name_at(NOON)}.part", folder / f"{name_at(NOON)}.copy", folder / "rehearsal-x1_y"]
    left[2].mkdir()
    for file in left:
        file.touch()
        os.utime(file, (NOON, NOON))
    tidy(folder, NOON + STALE)
    assert len(names(folder)) == 3
    tidy(folder, NOON + STALE + 1)
    assert names(folder) == []


async def test_the_house_makes_them_by_itself(evening: Evening, folder: Path) -> None:
    from host.house import House
    from tests.host.evening import GAMES, ignore

    house = House(evening.store, GAMES, evening.box, watch=ignore, now=evening.now, backups=BackupPlan(folder, DAY))
    await house.start()
    while names(folder) != [name_at(NOON)]:  # noqa: ASYNC110 (a folder doesn't tell when it changes)
        await asyncio.sleep(0.01)
    await house.stop()


async def test_one_can_be_ordered_at_any_time_also_where_none_is_made_by_itself(evening: Evening, folder: Path) -> None:
    ordered = Backups(evening.store, BackupPlan(folder, 0.0), evening.now, lambda: None)
    assert not ordered.runs
    name, size = await ordered.make()
    assert (names(folder), (folder / name).stat().st_size) == ([name], size)
    with refused("backup.failed"):  # in the same second
        await ordered.make()
    evening.now.later(1)
    assert (await ordered.make())[0] != name


# --- the newest file


async def test_what_counts_is_the_newest_file_that_is_whole(evening: Evening, backups: Backups, folder: Path) -> None:
    await backups.work()
    evening.now.later(DAY)
    await backups.work()
    looking, newest = BackupFolder(folder), folder / name_at(NOON + DAY)
    assert await looking.look() == Found(2, newest.name, "", NOON + DAY)
    newest.write_bytes(newest.read_bytes()[:-9])
    found = await looking.look()
    assert (found.count, found.newest, found.made) == (2, newest.name, NOON)
    assert "is no whole backup of Gruppetto" in found.fault
    newest.unlink()
    assert await looking.look() == Found(1, name_at(NOON), "", NOON)
    (folder / name_at(NOON)).unlink()
    assert await looking.look() == Found(0, "", "", None)


async def test_a_file_that_has_not_changed_is_read_once(
    backups: Backups, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await backups.work()
    looking = BackupFolder(folder)
    await looking.look()
    monkeypatch.setattr(backup_folder, "check_file", None)
    assert (await looking.look()).made == NOON


async def test_what_is_told_of_them_begins_with_the_first_start(
    evening: Evening, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("db.upkeep.backup_file.os.fsync", full)
    backups = Backups(evening.store, BackupPlan(folder, DAY), evening.now, lambda: None)
    well = dict.fromkeys(WHATS, False)
    await backups.work()
    assert await backups.figures() == BackupFigures(0.0, 0, {**well, "making": True})
    await evening.ride(ADA, BO)
    evening.now.later(DAY + 1)
    figures = await backups.figures()
    assert figures is not None
    assert figures.age == DAY + 1, "of the first match"
    monkeypatch.undo()
    await backups.work()
    assert await backups.figures() == BackupFigures(0.0, 1, well)
    assert await Backups(evening.store, BackupPlan(folder, 0.0), evening.now, lambda: None).figures() is None


# --- a second place


def wait_for_end(process: int) -> None:
    """Until it has ended, although no one may have asked for its status yet."""
    until = time.monotonic() + PATIENCE
    with suppress(FileNotFoundError):
        while not Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].startswith("Z"):
            assert time.monotonic() < until
            time.sleep(0.01)


@pytest.mark.parametrize("order", ["cp -- {{file}} '{there}'", "cp -t '{there}'"])
async def test_each_backup_is_taken_to_a_second_place(
    evening: Evening, folder: Path, tmp_path: Path, order: str
) -> None:
    there = tmp_path / "the other disk"
    there.mkdir()
    backups = Backups(evening.store, BackupPlan(folder, DAY, order.format(there=there)), evening.now, lambda: None)
    await backups.work()
    assert names(there) == [name_at(NOON)]
    evening.now.later(60)
    await backups.make()
    await backups.work()
    assert names(there) == names(folder)
    assert len(names(there)) == 2


async def test_an_order_that_fails_is_given_again_in_half_an_hour_and_the_owner_is_told(
    evening: Evening, folder: Path, tmp_path: Path, reports: list[Any]
) -> None:
    there = tmp_path / "there"
    backups = Backups(evening.store, BackupPlan(folder, DAY, f"cp {{file}} {there}/"), evening.now, lambda: None)
    assert await backups.work() == NOON + HALF_AN_HOUR
    assert await backups.work() == NOON + HALF_AN_HOUR
    [line] = [line for line in reports if line["event"] == "BACKUP_COMMAND has failed"]
    assert line["reason"].startswith("exit status 1, cp: ")
    figures = await backups.figures()
    assert figures is not None
    assert [what for what, failed in figures.faults.items() if failed] == ["command"]
    there.mkdir()
    evening.now.later(HALF_AN_HOUR)
    assert await backups.work() == NOON + DAY
    assert names(there) == [name_at(NOON)]
    record = await read_record(evening.store)
    assert (record.took, record.command_fault) == (True, "")


async def test_of_several_processes_one_takes_it(evening: Evening, folder: Path, tmp_path: Path) -> None:
    neighbour, log = await Store.open(evening.url), tmp_path / "log"
    write = f'{sys.executable} -c \'import sys; open(sys.argv[1], "a").write("taken ")\' {log}'
    plan = BackupPlan(folder, DAY, write)
    both = [Backups(store, plan, evening.now, lambda: None) for store in (evening.store, neighbour)]
    await both[0].make()
    await asyncio.gather(*(b.work() for b in both))
    assert log.read_text() == "taken "
    await neighbour.close()


async def test_an_order_is_no_line_of_a_shell_and_learns_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "POSTGRES_PASSWORD", "PGPASSWORD"):
        monkeypatch.setenv(name, "hush")
    show = shlex.quote("import os, sys; print('hush' in os.environ.values(), *sys.argv[1:]); sys.exit(3)")
    with pytest.raises(NotTaken) as caught:
        await take_elsewhere(f"{sys.executable} -c {show} $HOME;ls '*' to={{file}}", tmp_path / "a b")
    assert str(caught.value) == f"exit status 3, False $HOME;ls * to={tmp_path}/a b"


async def test_an_order_that_cannot_be_given_or_takes_for_ever_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotTaken, match=r"^no-such-program: No such file or directory$"):
        await take_elsewhere("no-such-program --quick", tmp_path)
    monkeypatch.setattr(backup_folder, "TAKES_WITHIN", 0.1)
    with pytest.raises(NotTaken, match="it took longer than"):
        await take_elsewhere("sh -c 'sleep 600 | cat'", tmp_path)


@pytest.mark.parametrize("helper", ["sleep 600", "setsid sleep 600"])
async def test_a_helper_that_an_order_leaves_behind_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, helper: str
) -> None:
    monkeypatch.setattr(backup_folder, "TAKES_WITHIN", 5.0)
    monkeypatch.setattr(backup_folder, "SPEAKS_WITHIN", 0.1)
    number = tmp_path / "number"
    order = shlex.quote(f"{helper} & echo $! > {number}; echo no room; exit 3")
    with pytest.raises(NotTaken, match=r"^exit status 3, no room$"):
        await take_elsewhere(f"sh -c {order}", tmp_path)
    left = int(await asyncio.to_thread(number.read_text))
    if helper.startswith("setsid"):
        with suppress(ProcessLookupError):
            os.kill(left, signal.SIGKILL)
    await asyncio.to_thread(wait_for_end, left)


# --- restored on trial


async def test_once_a_month_the_newest_is_restored_on_trial(
    evening: Evening, backups: Backups, folder: Path, monkeypatch: pytest.MonkeyPatch, reports: list[Any]
) -> None:
    tried, faults = list[str](), iter(["it has rows that point nowhere.", ""])

    def rehearsed(file: Path, _need: int) -> int:
        tried.append(file.name)
        if fault := next(faults, ""):
            raise BackupRefused(fault)
        return 1

    monkeypatch.setattr("db.store.rehearse", rehearsed)
    for days in (1, 1, 28, 1, 1):
        await backups.work()
        evening.now.later(days * DAY)
    assert tried == [name_at(NOON + days * DAY) for days in (0, 1, 31)]
    assert [line["reason"] for line in reports if "on trial" in line["event"] and "reason" in line] == [
        "it has rows that point nowhere."
    ]
    assert (await read_record(evening.store)).trial_fault == ""
    assert MONTH == 30 * DAY
