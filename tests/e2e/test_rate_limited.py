"""Discord limits or holds up one thread: the others go on; and what a move costs in calls."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.driver import PATIENCE, Driver, Json, running_sandbox
from tests.e2e.match import Match
from tests.e2e.programs import Bot, running_bot

LIMITED = 60.0  # seconds, more than discord.py waits by itself


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all calls of the bot are written."""
    return tmp_path_factory.mktemp("record") / "calls.jsonl"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, record: Path) -> Iterator[tuple[str, Bot]]:
    with running_sandbox(record=record) as url, running_bot(tmp_path_factory.mktemp("bot"), url, met=True) as bot:
        yield url, bot


def pictures(match: Match) -> list[str]:
    """The boards in a match's thread."""
    return [file["filename"] for message in match.news for file in message.attachments]


async def test_a_thread_that_is_limited_holds_up_no_other_match(driver: Driver) -> None:
    """Its board comes when Discord has said; its players are called all the same."""
    limited, other = await Match.begin(driver, "Ann", "Bob"), await Match.begin(driver, "Carla", "Dmitri")
    for match in (limited, other):
        await match.play(2)
        await match.settled()
    shown = pictures(limited)
    await driver.rate_limit(LIMITED, path=f"/channels/{limited.thread.id}/messages.*", times=100)
    await limited.play(2)
    for _ in range(3):
        await other.play(1)
        await other.settled()
    assert pictures(limited) == shown
    await driver.no_faults()
    await driver.pass_time(LIMITED)
    await limited.settled()
    assert pictures(limited) != shown


async def test_a_call_that_hangs_holds_up_its_own_thread_only(driver: Driver) -> None:
    stuck, other = await Match.begin(driver, "Ann", "Bob"), await Match.begin(driver, "Carla", "Dmitri")
    for match in (stuck, other):
        await match.play(2)
        await match.settled()
    shown = pictures(stuck)
    await driver.fault("PATCH", f"/channels/{stuck.thread.id}/messages/.*", before=PATIENCE)
    await stuck.play(1)
    await other.play(1)
    await other.settled()
    assert pictures(stuck) == shown
    await driver.no_faults()
    await stuck.settled()


async def test_a_move_costs_a_call_for_the_board_and_one_for_the_player_called(
    driver: Driver, house: tuple[str, Bot], record: Path
) -> None:
    """Neither people nor channels are asked for, also by a bot that has just started; it opens a channel once."""
    _, bot = house
    match = await Match.begin(driver, "Ann", "Bob")
    await match.play(2)
    await match.settled()
    await bot.has_sent_all()
    assert bot.stop() == 0
    await driver.wait(lambda: not driver.online)
    bot.start()
    await driver.wait(lambda: driver.online)
    for _ in range(4):
        begun = len(calls(record))
        await match.play(1)
        await match.settled()
        await bot.has_sent_all()
        made = [call for call in calls(record)[begun:] if not call["path"].startswith(("/interactions", "/webhooks"))]
        assert [call["path"] for call in made if call["method"] == "GET"] == []
        assert "/users/@me/channels" not in [call["path"] for call in made], "it was opened in an earlier life"
        written = [(call["method"], call["path"].split("/")[2]) for call in made]
        called = {(method, player.dm().id) for player in match.players for method in ("POST", "PATCH")}
        assert [channel for _, channel in written].count(match.thread.id) == 1
        assert len(written) - 1 == sum(user in called for user in written)
        assert sum(method == "POST" for method, _ in written) <= 1, "the new panel"
        assert sum(method == "PATCH" for method, _ in written) <= 2, "the board, and the older panel, now a line"


def calls(record: Path) -> list[Json]:
    """What the bot has called for until now."""
    return [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
