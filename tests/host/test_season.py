"""The season in small: some days of a few quick matches, in which nothing is stuck until something is."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bench.season.diary import Diary
from bench.season.play import BEGIN, Season
from bench.season.report import Played, lines
from host.time.clocks import DAY


async def played(folder: Path, days: float, *, fast: bool = True) -> Season:
    """A quick match, to the last moment of the season."""
    store = await Diary.open(f"sqlite+aiosqlite:///{folder}/season.db")
    season = Season(store, 1, fast=fast, matches=1, days=days, games=("schlangennest",))
    await season.play()
    return season


@pytest.fixture
async def season(tmp_path: Path) -> AsyncIterator[Season]:
    """The first half day, in which it doesn't end."""
    season = await played(tmp_path, 0.5)
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


async def closed(season: Season) -> Season:
    await season.store.close()
    return season


def figures(season: Season) -> Played:
    return Played(BEGIN, season.end, season.store.courses, list(season.faults.values()))


async def test_in_some_days_a_match_is_played_and_none_is_stuck(tmp_path: Path) -> None:
    for folder in ("plain", "fast"):
        (tmp_path / folder).mkdir()
    plain = figures(await closed(await played(tmp_path / "plain", 14, fast=False)))
    fast = figures(await closed(await played(tmp_path / "fast", 14)))
    assert plain.faults == fast.faults == []
    assert len(plain.over(fast)) == 1
    hows = [{how for course in season.courses.values() for how in course.hows} for season in (plain, fast)]
    assert hows[0].isdisjoint({"plan", "forced", "easy"}) and {"player", "plan"} <= hows[1]
    assert sum(fast.pings) > 0
    assert 0 < fast.messages <= 1 and 0 < plain.messages <= 1
    assert plain.stale_panels == fast.stale_panels == 0
    last = list(lines(plain, fast))[-1]
    for part in ("schlangennest: ", "all: ", "saved", "longest wait", "pings a person and day"):
        assert part in last


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
    assert season.faults[match].endswith("no one has any time left and it hasn't ended")


async def test_a_paused_match_may_wait(season: Season, tmp_path: Path) -> None:
    match = await running(season)
    change(tmp_path, "UPDATE matches SET paused = 'voted' WHERE id = ?", match)
    season.now += 30 * DAY
    await season.check()
    assert match not in season.faults


async def test_what_the_host_reports_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no message can be written")

    monkeypatch.setattr("host.outbox.messages.Composer.message", fail)
    season = await closed(await played(tmp_path, 0.1))
    assert season.faults[1] == "the host reports: post failed"


async def test_people_take_holidays_and_matches_have_evenings(tmp_path: Path) -> None:
    store = await Diary.open(f"sqlite+aiosqlite:///{tmp_path}/season.db")
    season = Season(store, 1, fast=True, matches=1, days=1.0, games=("schlangennest",), evenings=1.0, holidays=1.0)
    await season.play()
    [match] = await store.matches_in(("running", "over"))
    away = [user for user in season.people if await store.people.holidays(user)]
    assert match.terms.clock == "evening"
    assert away and all(season.people[user].away[0] > BEGIN for user in away)
    assert season.faults == {}
    await store.close()
