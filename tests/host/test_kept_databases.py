"""The databases and backups of released versions open in the present one, are read whole, and go on."""

import itertools
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from db.sql.url import read_url
from db.store import Store
from db.upkeep.backup import UNKEPT, restore
from engines import GAMES
from host.careers.recount import Recount
from host.doctor import Doctor, Verdict
from tests.db.sample import everything
from tests.host.evening import NAMES, Evening, Noon
from tests.kept.databases import put_postgresql, put_sqlite
from tests.kept.folder import BACKUP, FIRST_GAMES, VERSIONS
from tests.kept.people import ENDS, PEOPLE
from tests.marks import in_long

NEW_PRESS = 10**9  # the first press after those of the life


@pytest.fixture(params=VERSIONS, ids=lambda path: path.name)
def version(request: pytest.FixtureRequest) -> Path:
    """The folder of a version."""
    return request.param


@pytest.fixture(params=["sqlite", *in_long("postgres")])
def house_url(request: pytest.FixtureRequest, version: Path, tmp_path: Path) -> str:
    """The URL of the database that the version has left."""
    if request.param == "postgres":
        return put_postgresql(version, request.getfixturevalue("postgres_url"))
    return put_sqlite(version, tmp_path / "house.db")


@pytest.fixture
async def evening(house_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """The present host on that database, after the life."""
    monkeypatch.setattr("tests.host.evening.PRESSES", itertools.count(NEW_PRESS))
    for user, name in PEOPLE.items():
        monkeypatch.setitem(NAMES, user, name)
    clock = Noon()
    clock.time = ENDS
    evening = await Evening.begin(house_url, clock)
    yield evening
    await evening.house.thoughts.stop()
    await evening.store.close()


async def running(evening: Evening) -> list[int]:
    return [match.id for match in await evening.store.matches_in(["running"]) if match.paused is None]


async def test_everything_in_it_is_read(evening: Evening) -> None:
    doctor = Doctor(evening.store, GAMES, evening.now)
    assert [finding async for finding in doctor.replay() if finding.verdict is Verdict.BAD] == []
    found = await Recount(evening.store, evening.house.games).check()
    assert found.matches and (found.unread, found.wrong) == ((), ())
    for match in await evening.store.matches_in(["over"]):
        assert (await evening.house.exports.verify(match.id)).wrong == ()
    for user in PEOPLE:
        assert (await evening.house.privacy.export_of(user))["stored"]


async def test_its_matches_go_on(evening: Evening) -> None:
    matches = await running(evening)
    assert {(await evening.header(match)).game for match in matches} >= FIRST_GAMES
    for match in matches:
        before = (await evening.header(match)).seq
        after = await evening.play_on(match, random.Random(1), lambda seen, seq=before: seen.match.seq > seq)
        assert after.match.seq > before


@pytest.mark.long
async def test_its_matches_are_played_to_their_ends(evening: Evening) -> None:
    for match in await running(evening):
        assert (await evening.play_on(match, random.Random(1))).match.phase == "over"


@pytest.mark.parametrize("kind", ["sqlite", *in_long("postgres")])
async def test_a_backup_brings_back_the_same(
    version: Path, kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    new = f"sqlite+aiosqlite:///{tmp_path}/new.db"
    url = new if kind == "sqlite" else request.getfixturevalue("postgres_url")
    restore(read_url(url), version / BACKUP)
    backed_up = put_sqlite(version, tmp_path / "house.db")
    await (await Store.open(backed_up)).close()
    assert kept(await everything(url)) == kept(await everything(backed_up))


def kept(rows: dict[str, list[tuple[Any, ...]]]) -> dict[str, list[tuple[Any, ...]]]:
    """The rows without the tables of which no backup is made."""
    return {table: found for table, found in rows.items() if table not in UNKEPT}
