"""The house backs itself up while it runs, once for all its processes, and keeps some of what it has made."""

import asyncio
import errno
import os
import random
import time
from calendar import timegm
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from db.backup import BackupRefused, restore
from db.migrate import read_url
from db.store import Store
from host.time.backups import HALF_AN_HOUR, STALE, BackupPlan, Backups, kept, name_at, tidy
from tests.host.evening import ADA, BO, NOON, Evening, refused

DAY = 86400.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "some" / "backups"


@pytest.fixture
def backups(evening: Evening, folder: Path) -> Backups:
    return Backups(evening.store, BackupPlan(folder, DAY), evening.now)


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


async def test_a_match_in_its_middle_goes_on_from_a_backup(
    evening: Evening, backups: Backups, folder: Path, tmp_path: Path
) -> None:
    match = await evening.ride(ADA, BO)
    seen = await evening.matches.see(match, ADA)
    await backups.work()
    url = f"sqlite+aiosqlite:///{tmp_path}/new.db"
    restore(read_url(url), folder / name_at(NOON))
    again = await Evening.begin(url, evening.now)
    assert (await again.matches.see(match, ADA)).fingerprint == seen.fingerprint
    assert (await again.play_on(match, random.Random(1))).match.phase == "over"
    await again.store.close()


async def test_of_several_processes_one_makes_it(evening: Evening, folder: Path) -> None:
    neighbour = await Store.open(evening.url)
    both = [Backups(store, BackupPlan(folder, DAY), evening.now) for store in (evening.store, neighbour)]
    await asyncio.gather(*(one.work() for one in both))
    assert names(folder) == [name_at(NOON)]
    await neighbour.close()


async def test_one_that_fails_is_tried_again_in_half_an_hour_and_the_owner_is_told(
    evening: Evening, backups: Backups, folder: Path, monkeypatch: pytest.MonkeyPatch, reports: list[Any]
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    await backups.work()
    evening.now.later(DAY)
    with monkeypatch.context() as patch:
        patch.setattr("db.backup_file.os.fsync", full)
        assert await backups.work() == NOON + DAY + HALF_AN_HOUR
    assert [line["log_level"] for line in reports if "no backup could be made" in line["event"]] == ["error"]
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


def test_what_a_killed_process_has_left_goes_after_a_day(folder: Path) -> None:
    folder.mkdir(parents=True)
    left = [folder / f"{name_at(NOON)}.part", folder / f"{name_at(NOON)}.copy"]
    for file in left:
        file.touch()
        os.utime(file, (NOON, NOON))
    tidy(folder, NOON + STALE)
    assert len(names(folder)) == 2
    tidy(folder, NOON + STALE + 1)
    assert names(folder) == []


async def test_the_house_makes_them_by_itself(evening: Evening, folder: Path) -> None:
    from host.house import House
    from tests.host.evening import GAMES

    house = House(evening.store, GAMES, evening.box, now=evening.now, backups=BackupPlan(folder, DAY))
    await house.start()
    while names(folder) != [name_at(NOON)]:  # noqa: ASYNC110 (a folder doesn't tell when it changes)
        await asyncio.sleep(0.01)
    await house.stop()


async def test_one_can_be_ordered_at_any_time_also_where_none_is_made_by_itself(evening: Evening, folder: Path) -> None:
    ordered = Backups(evening.store, BackupPlan(folder, 0.0), evening.now)
    assert not ordered.runs
    name, size = await ordered.make()
    assert (names(folder), (folder / name).stat().st_size) == ([name], size)
    with refused("backup.failed"):  # in the same second
        await ordered.make()
    evening.now.later(1)
    assert (await ordered.make())[0] != name
