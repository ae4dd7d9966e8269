"""What a machine learns of the bot over HTTP, and what its owner does with it from a shell while it runs."""

import asyncio
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import make_url

from bot import CannotStart, served
from cogs.health import Health
from db.store import Store
from host.vitals import Vitals
from locales import catalogue
from tests.deploy.test_watching import EXPORTED
from tests.driver import PATIENCE, Driver, Message, Player, running_sandbox
from tests.e2e.match import Match
from tests.e2e.programs import Bot, ForkedBot, free_port, port_of, running_bot
from tests.forks import shared_forks


def ask(port: int, path: str) -> tuple[int, str]:
    """Status and text of an answer."""
    try:
        with urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        return refused.code, refused.read().decode()


@pytest.fixture(scope="module")
def place() -> Iterator[str]:
    with running_sandbox() as address:
        yield address


@pytest.fixture(scope="module")
def bot(place: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    with running_bot(tmp_path_factory.mktemp("bot"), place, METRICS_PORT=str(free_port())) as bot:
        yield bot


@pytest.fixture
async def online(place: str, bot: Bot) -> AsyncIterator[Bot]:
    """The bot once it is connected."""
    async with await Driver.connect(place) as driver:
        await driver.ready()
    yield bot


async def test_a_bot_that_plays_is_alive_and_ready_and_shows_its_metrics(online: Bot) -> None:
    port = int(online.settings["METRICS_PORT"])
    async with asyncio.timeout(PATIENCE):
        while ask(port, "/readyz") != (200, "ready\n"):  # noqa: ASYNC110 (nothing tells when it changes)
            await asyncio.sleep(0.05)
    assert ask(port, "/healthz") == (200, "alive\n")


async def test_the_metrics_are_those_that_the_dashboard_knows(place: str, online: Bot) -> None:
    port = int(online.settings["METRICS_PORT"])
    async with await Driver.connect(place) as driver:
        match = await Match.begin(driver, "Ann", "Bob")
        await match.play(1)
        assert await match.players[0].slash(match.thread, "match", "history") is not None
    await online.has_sent_all()
    status, text = await asyncio.to_thread(ask, port, "/metrics")
    assert status == 200
    told = {family.name: family for family in text_string_to_metric_families(text)}
    wanted = {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in EXPORTED}
    backups = {name for name in wanted if name.startswith("gruppetto_backup_")}
    assert {name for name in told if name.startswith("gruppetto_")} >= wanted - backups
    assert not backups & told.keys(), "in the sandbox none are made"
    seen = {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in told.values()
        for sample in family.samples
    }
    assert seen["gruppetto_moves_total", "pistard", "player"] == 1
    assert seen["gruppetto_matches", "pistard", "running"] == 1
    assert seen["gruppetto_press_seconds_count", "answer"] >= 1
    assert seen["gruppetto_press_seconds_count", "button join"] == 1
    assert seen["gruppetto_press_seconds_count", "/pistard new"] == 1
    assert seen["gruppetto_press_seconds_count", "/match history"] == 1
    assert ("gruppetto_press_seconds_count", "unknown") not in seen
    assert seen["gruppetto_first_answer_seconds_count",] >= 4
    assert seen["gruppetto_shard_up", "0"] == seen["gruppetto_database_up",] == 1
    assert seen["gruppetto_outbox_messages",] == seen["gruppetto_outbox_oldest_seconds",] == 0
    labels = {label for family in told.values() for sample in family.samples for label in sample.labels.values()}
    numbers = {label for label in labels if re.search(r"\d{6}|[\w-]{40}", label)}
    assert numbers == set(), "ids and tokens make endless series"
    assert not {name for label in labels for name in ("Ann", "Bob") if name in label}


# --- an outage

PRESSES = 3
LOCKED = catalogue("en")("fault.busy")


def alarms(driver: Driver, player: Player) -> list[Message]:
    """The messages to this player alone that say why nothing was saved."""
    return [m for m in driver.messages.values() if m.content == LOCKED and m.visible_to == [player.id]]


async def test_people_hear_of_a_locked_file_and_the_log_shows_it_once(place: str, online: Bot) -> None:
    async with await Driver.connect(place) as driver:
        match = await Match.begin(driver, "Ann", "Bob")
        player = await match.asked()
        assert player is not None
        panel = await player.press(match.news[-1], "Your move")
        assert panel is not None
        panel = await match.walk(player, panel)
        await online.has_sent_all()
        before = len(online.log)
        with closing(sqlite3.connect(online.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for _ in range(PRESSES):
                await player.press(panel, "Confirm")
                await driver.wait(lambda: alarms(driver, player))  # in a new message, or in place of "One moment…"
        outage, online.expected_faults = online.log[before:], online.faults
        await player.press(panel, "Confirm")
        await online.has_sent_all()
        assert "move" in [row["kind"] for row in (await match.export())["log"]]
    assert set(online.faults) <= {"interaction failed", "work failed"}
    assert outage.count("interaction failed") == PRESSES
    assert len(re.findall("^Traceback", outage, re.MULTILINE)) == 2, "that of the driver and that of SQLAlchemy"
    assert outage.count("The database is in use by another program: close that one first.") >= PRESSES


# --- without a bot


async def test_a_bot_that_has_lost_discord_is_alive_but_not_ready(tmp_path: Path) -> None:
    port = free_port()
    with running_sandbox() as address:
        bot = ForkedBot(tmp_path, shared_forks(), SANDBOX_PORT=port_of(address), METRICS_PORT=port)
        bot.start()
        async with await Driver.connect(address) as driver:
            await driver.ready()
    async with asyncio.timeout(PATIENCE):
        while (found := ask(port, "/readyz"))[0] == 200:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert found[0] == 503
    assert ask(port, "/healthz") == (200, "alive\n")
    bot.close()


async def test_a_bot_that_cannot_write_says_why_within_three_seconds(sqlite_url: str) -> None:
    store, port = await Store.open(sqlite_url), free_port()
    house, starts = SimpleNamespace(remembered=store.meta, vitals=Vitals(store)), SimpleNamespace(is_waiting=True)
    calm: Any = SimpleNamespace(is_closed=bool, is_ready=lambda: True, shards={}, house=house, starts=starts)
    health = Health()
    health.of(calm)
    async with served(health, port):
        with closing(sqlite3.connect(str(make_url(sqlite_url).database), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            locked = await asyncio.to_thread(ask, port, "/readyz")
            assert time.monotonic() - began < 3.0
        assert locked == (
            503,
            "Discord allows few more starts today, so this one waits\n"
            "The database is in use by another program: close that one first.\n",
        )
        starts.is_waiting = False
        assert await asyncio.to_thread(ask, port, "/readyz") == (200, "ready\n")
    await store.close()


async def test_a_fault_of_ours_is_not_told_as_a_silent_database(sqlite_url: str) -> None:
    async def broken(_name: str = "") -> None:
        raise KeyError("ours")

    store, port = await Store.open(sqlite_url), free_port()
    house = SimpleNamespace(remembered=broken, figures=broken, vitals=Vitals(store))
    starts = SimpleNamespace(is_waiting=False)
    calm: Any = SimpleNamespace(is_closed=bool, is_ready=lambda: True, shards={}, house=house, starts=starts)
    health = Health()
    health.of(calm)
    async with served(health, port):
        assert (await asyncio.to_thread(ask, port, "/readyz"))[0] == 500
        assert (await asyncio.to_thread(ask, port, "/metrics"))[0] == 500
    await store.close()


async def test_without_a_bot_there_is_nothing_to_be_ready() -> None:
    port = free_port()
    async with served(Health(), port):
        answer = await asyncio.to_thread(ask, port, "/readyz")
    assert answer == (503, "the bot isn't started\n")


async def test_an_address_that_is_none_of_this_machine_is_named() -> None:
    port = free_port()
    with pytest.raises(
        CannotStart, match=rf"can't listen on 192\.0\.2\.1:{port}, see METRICS_HOST; choose another port\."
    ):
        async with served(Health(), port, "192.0.2.1"):
            pass


async def test_a_port_that_is_taken_is_named() -> None:
    port = free_port()
    async with served(Health(), port):
        with pytest.raises(CannotStart, match=rf"METRICS_PORT: can't listen on {port}; choose another port\."):
            async with served(Health(), port):
                pass


# --- backups from a shell


async def test_a_bot_that_plays_is_backed_up_and_not_restored_over(online: Bot, tmp_path: Path) -> None:
    file = tmp_path / "evening.backup"
    made = online.run("backup", str(file))
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith(f"{file}: ")
    again = online.run("backup", str(file))
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr == f"Can't backup.\nThe file {file} exists already: name another one.\n"
    over = online.run("restore", str(file))
    assert (over.returncode, over.stderr) == (1, "Can't restore.\nA bot runs on this database: stop it first.\n")
    elsewhere = ForkedBot(tmp_path, shared_forks())
    restored = elsewhere.run("restore", str(file))
    assert (restored.returncode, restored.stderr) == (0, "")
    assert " is as it was at " in restored.stdout
    assert elsewhere.run("--check").returncode == 0
