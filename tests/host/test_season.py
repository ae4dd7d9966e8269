"""The season in small: some days of a few quick matches, in which nothing is stuck until something is."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bench.season.diary import Diary
from bench.season.play import BEGIN, Season
from bench.season.report import Played, lines
from host.times import DAY

DAYS = 3
GAMES = ("superechelon", "schlangennest")


async def played(folder: Path, *, fast: bool) -> Season:
    """Some days of four matches, to their last moment."""
    store = await Diary.open(f"sqlite+aiosqlite:///{folder}/season.db")
    season = Season(store, 1, fast=fast, matches=4, days=DAYS, games=GAMES)
    await season.play()
    return season


@pytest.fixture
async def season(tmp_path: Path) -> AsyncIterator[Season]:
    season = await played(tmp_path, fast=True)
    yield season
    await season.store.close()


async def running(season: Season) -> int:
    """A match that isn't over."""
    return (await season.store.matches_in(("running",)))[0].id


def change(folder: Path, sql: str, *values: object) -> None:
    """Write into the database behind the host's back."""
    with sqlite3.connect(folder / "season.db") as database:
        database.execute(sql, values)
    database.close()


def figures(season: Season) -> Played:
    return Played(BEGIN, season.end, season.store.courses, list(season.faults.values()))


async def test_in_a_few_days_matches_are_played_and_none_is_stuck(season: Season) -> None:
    played = figures(season)
    assert played.faults == []
    assert len(played.courses) == 4
    hows = {how for course in played.courses.values() for how in course.hows}
    assert {"player", "plan"} <= hows
    assert any(course.ended is not None for course in played.courses.values())
    assert sum(played.pings) > 0
    assert 0 < played.longest < DAYS * 24


async def test_a_match_that_waits_for_nothing_is_found(season: Season, tmp_path: Path) -> None:
    match = await running(season)
    change(tmp_path, "DELETE FROM deadlines WHERE match = ?", match)
    await season.check()
    assert list(season.faults) == [match]
    assert season.faults[match].endswith("waits for nothing")


async def test_a_match_that_should_have_gone_on_is_found(season: Season) -> None:
    match = await running(season)
    season.now += 30 * DAY  # and the clock sleeps through it
    await season.check()
    assert "was to go on" in season.faults[match]


async def test_a_match_that_should_have_ended_is_found(season: Season, tmp_path: Path) -> None:
    match = await running(season)
    change(tmp_path, "UPDATE seats SET substitute = 'greedy' WHERE match = ?", match)
    change(tmp_path, "UPDATE deadlines SET due = due + ? WHERE match = ?", 90 * DAY, match)
    season.now += DAY
    await season.check()
    assert season.faults[match].endswith("nobody has any time left and it hasn't ended")


async def test_a_paused_match_may_wait(season: Season, tmp_path: Path) -> None:
    match = await running(season)
    change(tmp_path, "UPDATE matches SET paused = 'voted' WHERE id = ?", match)
    season.now += 30 * DAY
    await season.check()
    assert match not in season.faults


async def test_what_the_host_reports_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("nobody can answer")

    monkeypatch.setattr("host.owing.only_path", fail)
    season = await played(tmp_path, fast=True)
    await season.store.close()
    assert any("the host reports" in fault or "was to go on" in fault for fault in season.faults.values())


async def test_the_last_line_says_what_plans_save(season: Season, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    plain = await played(tmp_path / "plain", fast=False)
    await plain.store.close()
    last = list(lines(figures(plain), figures(season)))[-1]
    for part in ("schlangennest: ", "superechelon: ", "all: ", "% saved", "longest wait", "pings a person and day"):
        assert part in last
