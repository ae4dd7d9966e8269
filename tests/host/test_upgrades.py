"""A database that is left in the middle of matches comes to later tables, and is played on."""

import random
from pathlib import Path

import pytest

from db.sql.url import read_url
from db.store import Store
from db.upkeep.backup import back_up, restore
from db.upkeep.revisions import revisions
from engines import GAMES
from host.doctor import Doctor, Verdict
from tests.host.evening import ADA, BO, NOON, Evening
from tests.later_revision import later_migrations

PLAYED = ("pistard", "legstrong")
MORE = 6  # answers
HOUR = 3600.0


async def answer(evening: Evening, match: int) -> None:
    """So many answers more are given, by anyone who is asked."""
    left = iter(range(MORE))
    await evening.play_on(match, random.Random(1), lambda _: next(left, None) is None)


@pytest.fixture
async def left(tmp_path: Path) -> str:
    """The URL of a database with two matches of two people, and a lobby."""
    url = f"sqlite+aiosqlite:///{tmp_path}/left.db"
    evening = await Evening.begin(url)
    for game in PLAYED:
        await answer(evening, await evening.play(ADA, BO, game=game))
    await evening.open(ADA)
    await evening.store.close()
    return url


async def goes_on(url: str) -> None:
    """Every match is what its log says, and its people play on."""
    evening = await Evening.begin(url)
    try:
        evening.now.time = NOON + HOUR
        doctor = Doctor(evening.store, GAMES, evening.now)
        running = await evening.store.matches_in(["running"])
        assert {match.game for match in running} == {*PLAYED}
        assert [line.text async for line in doctor.replay()] == [f"{len(running)} matches were played again."]
        bad = [str(finding) async for finding in doctor.findings() if finding.verdict is Verdict.BAD]
        assert not [line for line in bad if "matches" in line]
        for match in running:
            await answer(evening, match.id)
            assert (await evening.header(match.id)).seq > match.seq
        [lobby] = await evening.store.matches_in(["lobby"])
        await evening.lobby.join(lobby.id, evening.person(BO))
        assert len((await evening.header(lobby.id)).seats) == 2
    finally:
        await evening.store.close()


async def test_matches_are_played_on_after_the_upgrade_and_there_is_a_backup(
    left: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [first], folder = revisions(), tmp_path / "backups"
    monkeypatch.setattr("db.upkeep.revisions.MIGRATIONS", later_migrations(tmp_path / "migrations"))
    await (await Store.open(left, folder)).close()
    [backup] = folder.iterdir()
    assert backup.name.startswith(f"before-upgrade-{first}-")
    await goes_on(left)


async def test_a_backup_of_before_is_played_on_in_postgresql(
    left: str, tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(read_url(left), tmp_path / "then.backup", NOON)
    monkeypatch.setattr("db.upkeep.revisions.MIGRATIONS", later_migrations(tmp_path / "migrations"))
    restore(read_url(postgres_url), tmp_path / "then.backup")
    await goes_on(postgres_url)
