"""Databases of every revision of the tables, left in the middle of matches, come to today's and are played on.

`tests/db/revisions/` holds what the last commit of each revision wrote with its own code: a match of two people in each
game that there was, and a lobby. A revision that is missing there never was the newest of a commit.
"""

import gzip
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.sql.url import read_url
from db.store import Store
from db.upkeep.backup import back_up, restore
from db.upkeep.revisions import revisions
from engines import GAMES
from host.doctor import Doctor, Verdict
from tests.driver import ROOT
from tests.host.evening import BO, NOON, Evening
from tests.marks import in_long

RECORDED = sorted(file.name.partition(".")[0] for file in (ROOT / "tests" / "db" / "revisions").iterdir())
USUAL = (RECORDED[0], RECORDED[-1])
MORE = 6  # answers
HOUR = 3600.0


@pytest.fixture(params=[*USUAL, *in_long(*(one for one in RECORDED if one not in USUAL))])
def revision(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def left(revision: str, tmp_path: Path) -> str:
    """The URL of the database as it was left."""
    file = tmp_path / "left.db"
    sql = gzip.decompress((ROOT / "tests" / "db" / "revisions" / f"{revision}.sql.gz").read_bytes()).decode()
    with closing(sqlite3.connect(file)) as base:
        base.executescript(sql)
    return f"sqlite+aiosqlite:///{file}"


def test_the_newest_revisions_are_those_that_are_not_recorded_yet() -> None:
    assert set(RECORDED) <= set(revisions())


async def goes_on(url: str, revision: str) -> None:
    """Every match is what its log says, and its people play on."""
    evening = await Evening.begin(url)
    try:
        await plays_on(evening, revision)
    finally:
        await evening.store.close()


async def plays_on(evening: Evening, revision: str) -> None:
    evening.now.time = NOON + HOUR
    doctor = Doctor(evening.store, GAMES, evening.now)
    running = await evening.store.matches_in(["running"])
    assert {match.game for match in running} == ({"pistard"} if revision == "0001" else GAMES.keys())
    assert [one.text async for one in doctor.replay()] == [f"{len(running)} matches were played again."]
    bad = [str(one) async for one in doctor.findings() if one.verdict is Verdict.BAD]
    assert not [line for line in bad if "matches" in line]
    for match in running:
        count = 0

        def enough(_seen: object) -> bool:
            nonlocal count
            count += 1
            return count > MORE

        seen = await evening.play_on(match.id, random.Random(1), enough)
        assert seen.match.seq > match.seq
    [lobby] = await evening.store.matches_in(["lobby"])
    await evening.lobby.join(lobby.id, evening.person(BO))
    assert len((await evening.header(lobby.id)).seats) == 2


@pytest.fixture(autouse=True)
def every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.host.evening.GAMES", GAMES)
    monkeypatch.setattr("tests.host.evening.PRESSES", iter(range(10**6, 10**7)))  # those that were recorded count


async def test_matches_are_played_on_after_the_upgrade_and_there_is_a_backup(
    left: str, revision: str, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    await (await Store.open(left, folder)).close()
    [backup] = backups(folder)
    assert backup.name.startswith(f"before-upgrade-{revision}-")
    await goes_on(left, revision)


async def test_a_backup_of_then_is_played_on_in_postgresql(
    left: str, revision: str, tmp_path: Path, postgres_url: str
) -> None:
    back_up(read_url(left), tmp_path / "then.backup", NOON)
    restore(read_url(postgres_url), tmp_path / "then.backup")
    await goes_on(postgres_url, revision)


def backups(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.exists() else []
