"""What a machine learns of the bot over HTTP, and what its owner does with it from a shell while it runs."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from bot import CannotStart, served
from cogs.health import Health
from tests.driver import PATIENCE, Driver, running_sandbox
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
        while ask(port, "/readyz") != (200, "ready\n"):  # noqa: ASYNC110 (nobody tells when it changes)
            await asyncio.sleep(0.05)
    assert ask(port, "/healthz") == (200, "alive\n")
    status, text = ask(port, "/metrics")
    assert status == 200
    assert "python_info" in text


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


async def test_without_a_bot_there_is_nothing_to_be_ready() -> None:
    port = free_port()
    async with served(Health(), port):
        answer = await asyncio.to_thread(ask, port, "/readyz")
    assert answer == (503, "the bot isn't started\n")


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
    assert restored.stdout.startswith("The database is as it was at ")
    assert elsewhere.run("--check").returncode == 0
