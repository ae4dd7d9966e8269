"""Two hundred matches of all games are counted again from their logs; `python bot.py ratings` does it from a shell."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Insert, insert, literal, null, select

import bot
from db.sql.tables import log, matches, seats, sittings, snapshots
from engines import GAMES as ALL_GAMES
from host.careers.recount import MOST, Findings, Recount, tell
from host.settings import Settings
from tests.db.ended import end
from tests.engines.facts import brief
from tests.host.evening import ADA, BO, GAMES, NOON, Evening

MATCHES = 200


@pytest.fixture
def all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for key, game in ALL_GAMES.items():
        monkeypatch.setitem(GAMES, key, game)


async def copy(evening: Evening, match: int, times: int) -> None:
    """The same match again and again, a minute later each time, as if it had been played that often."""
    newest, orders = max(number for number, *_ in (await evening.rows())["matches"]), list[Insert]()
    for copied in range(1, times + 1):
        new = {"id": literal(newest + copied), "match": literal(newest + copied), "press": null()}
        new |= {"rematch_of": null(), "changed": matches.c.changed + 60 * copied, "at": log.c.at + 60 * copied}
        for table in (matches, seats, sittings, log, snapshots):
            columns = [new.get(column.name, column) for column in table.c]
            mine = table.c.id if table is matches else table.c.match
            orders.append(insert(table).from_select([*table.c.keys()], select(*columns).where(mine == match)))
    await evening.write(*orders)


@pytest.mark.long
@pytest.mark.usefixtures("all_games")
@pytest.mark.parametrize("keys", [("superechelon", "schlangennest"), tuple(ALL_GAMES)], ids=["two", "all"])
async def test_badges_and_reliability_of_200_matches_are_counted_again(evening: Evening, keys: tuple[str, ...]) -> None:
    recount, games = Recount(evening.store, evening.house.games), len(keys)
    for game in keys:
        match = await evening.play(ADA, BO, game=game, **brief(game))
        await evening.play_on(match, random.Random(0))
        evening.now.later(60)
    assert await recount.check() == Findings(games, (), ())
    for match in range(1, games + 1):
        await copy(evening, match, MATCHES // games - 1)
    assert await recount.rebuild() == Findings(MATCHES, (), ())
    assert await recount.check() == Findings(MATCHES, (), ())
    rows = await evening.rows()
    assert len(rows["results"]) == 2 * MATCHES
    earned = Counter(badge for _, _, badge, *_ in rows["badges"])
    assert earned
    assert set(earned.values()) == {MATCHES // games}
    await evening.write("UPDATE results SET in_time = in_time + 1 WHERE match = 150 AND seat = 1")
    await evening.write("DELETE FROM badges WHERE match = (SELECT max(match) FROM badges)")
    assert [line.split(":")[0].split(" of ")[0] for line in (await recount.check()).wrong] == ["results", "badges"]


# --- from a shell


def settings(evening: Evening) -> Settings:
    return Settings(DATABASE_URL=evening.url)


async def ratings(evening: Evening, what: str) -> bool:
    return await bot.obey(settings(evening), bot.read_arguments(["ratings", what]))


async def test_from_a_shell_a_tampered_rating_is_found_and_made_good(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    for at in range(3):
        await end(evening.store, NOON + at, {ADA: 1, BO: 2})
    assert await ratings(evening, "--check")
    assert capsys.readouterr().out.endswith("0 matches counted, 0 differences.\n")
    await evening.write(f'UPDATE ratings SET mu = 40 WHERE "user" = {ADA} AND scope = 0')
    assert not await ratings(evening, "--check")
    said = capsys.readouterr().out
    assert "ratings: {" in said
    assert said.endswith("2 differences.\n")
    assert await ratings(evening, "--rebuild")
    assert await ratings(evening, "--check")


def test_ratings_needs_to_be_told_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["ratings"], ["ratings", "--check", "--rebuild"]):
        with pytest.raises(SystemExit):
            bot.read_arguments(words)
    assert "--rebuild" in capsys.readouterr().err
    assert not bot.read_arguments(["ratings", "--check"]).check  # that is the check of the settings
    assert bot.read_arguments(["--check"]).order is None


def test_a_difference_is_the_exit_status(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def obeyed(_: Settings, given: Any) -> bool:
        return bool(given.rebuild)

    monkeypatch.setattr(bot, "obey", obeyed)
    monkeypatch.setattr(bot, "set_up_logs", lambda *_: None)
    monkeypatch.chdir(tmp_path)
    status: list[int] = []
    for what in ("--check", "--rebuild"):
        monkeypatch.setattr("sys.argv", ["bot.py", "ratings", what])
        status.append(bot.main())
    assert status == [1, 0]
    assert capsys.readouterr().err == ""


def test_many_differences_are_told_in_short() -> None:
    said: list[str] = []
    tell(Findings(5, (7, 9), tuple(f"row {number}" for number in range(MOST + 3))), said.append)
    assert said[MOST:] == [
        "... and 3 more.",
        "Not read, and left as they are: matches 7, 9.",
        f"5 matches counted, {MOST + 3} differences.",
    ]
