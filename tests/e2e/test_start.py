"""How the program starts, checks itself and says what is wrong: in sentences, with status 1, never a traceback."""

import asyncio
import re
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from signal import SIGINT, SIGKILL

import pytest

from bot import AUTHENTICATION_FAILED, BAD_TOKEN
from tests.driver import PATIENCE, Driver, running_sandbox
from tests.e2e.match import Match
from tests.e2e.programs import Bot, ForkedBot, free_port, port_of
from tests.forks import shared_forks
from tests.marks import in_long

SECRET = "hunter2"


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which a program listens that never says anything."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def refusal(ended: subprocess.CompletedProcess[str]) -> list[str]:
    """The sentences with which the program gave up, after their head."""
    assert ended.returncode == 1, ended
    assert ended.stdout == "" and SECRET not in ended.stderr
    head, *sentences = ended.stderr.splitlines()
    assert head == "Can't start.", ended.stderr
    return sentences


def test_check_names_every_setting_that_is_wrong(tmp_path: Path) -> None:
    """Whether it comes from the environment or from the file of the folder."""
    (tmp_path / ".env").write_text(f"SHARD_IDS={SECRET}\nOWNER_IDS=1 2\n")
    wrong = {"SANDBOX_PORT": 0, "LOG_LEVEL": SECRET, "LOG_FORMAT": SECRET, "METRICS_PORT": 70000, "SHARD_COUNT": -1}
    sentences = refusal(ForkedBot(tmp_path, shared_forks(), **wrong).run("--check"))
    assert [sentence.partition(":")[0] for sentence in sentences] == [*wrong, "SHARD_IDS", "OWNER_IDS"]


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("sqlite+aiosqlite:///results.txt", "The database results.txt is not a SQLite database: .*"),
        (f"postgresql+psycopg://ann:{SECRET}@127.0.0.1:{{port}}/races", "The database .* can't be reached: .*"),
    ],
    ids=["another file", "no server"],
)
def test_a_database_that_cannot_be_used(url: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "results.txt").write_text("Ann 3, Bob 0\n" * 100)
    bot = ForkedBot(tmp_path, shared_forks(), DATABASE_URL=url.format(port=free_port()))
    (said,) = refusal(bot.run("--check"))
    assert re.fullmatch(f"DATABASE_URL: {sentence}", said), said


def test_a_database_of_another_version_is_left_alone(tmp_path: Path) -> None:
    bot = ForkedBot(tmp_path, shared_forks())
    ended = bot.run("--check")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "Settings, database and texts are fine.\n", "")
    with closing(sqlite3.connect(bot.database)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    before = bot.database.read_bytes()
    (said,) = refusal(bot.run())
    assert said.startswith("DATABASE_URL: The database has the tables of another version (revision 9999): update ")
    assert bot.database.read_bytes() == before


def test_a_port_that_another_program_has(tmp_path: Path, taken: int) -> None:
    sentences = refusal(ForkedBot(tmp_path, shared_forks(), SANDBOX_PORT=taken).run())
    assert sentences == [f"SANDBOX_PORT: the sandbox can't listen on {taken}; choose another port."]


def test_a_sandbox_that_cannot_go_on(tmp_path: Path) -> None:
    world = tmp_path / "sandbox.state" / "world.json"
    world.parent.mkdir()
    world.write_text("[]")
    ended = Bot(tmp_path, SANDBOX_PORT=free_port()).run()
    assert ended.returncode == 1 and "Traceback" not in ended.stderr
    why, *refused = ended.stderr.splitlines()
    assert why.startswith(f"The folder {world.parent} holds no world of the sandbox")
    assert refused == ["Can't start.", "The sandbox ended; the line above says why."]


async def test_it_brings_a_sandbox_says_where_and_takes_it_along(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}/"
    opened = f"No DISCORD_TOKEN, so this is the Gruppetto sandbox. Open {url} in your browser to play.\n"
    with closing(Bot(tmp_path, SANDBOX_PORT=port)) as bot:
        for times, (sign, status) in enumerate(((SIGINT, 0), (SIGKILL, -SIGKILL)), 1):
            bot.start()
            await bot.says(opened, times)
            async with await Driver.connect(url) as driver:
                await driver.ready()
                assert bot.end(sign) == status
                with pytest.raises(AssertionError, match="The connection to the sandbox is lost"):
                    await driver.wait(lambda: False)
    assert not bot.faults
    assert bot.log.count(opened) == 2


AGAIN = "Discord can't be reached, so the bot starts again in a while"
FEW_STARTS = "Discord allows few more starts today, so this one waits"
DISALLOWED_INTENTS = 4014


@pytest.mark.parametrize("turned_away", [(503,), *in_long((403, DISALLOWED_INTENTS))], ids=str)
async def test_a_bot_that_discord_turns_away_at_the_start_comes_up(
    tmp_path: Path, turned_away: tuple[int, ...]
) -> None:
    """It is turned away with these HTTP statuses and close codes, says so in a line each, and comes up then.

    Before it begins its session it waits, for it has begun nearly as many as Discord allows.
    """
    with running_sandbox() as url, closing(ForkedBot(tmp_path, shared_forks(), SANDBOX_PORT=port_of(url))) as bot:
        async with await Driver.connect(url) as driver:
            for code in turned_away:
                if code == DISALLOWED_INTENTS:
                    await driver.refuse(code)
                else:
                    await driver.fault("GET", "/users/@me", code)
            await driver.starts(left=60, seconds=100.0)
            bot.start()
            await bot.says(FEW_STARTS)
            assert not driver.online
            await driver.ready()
            assert bot.stop() == 0
    assert re.search(rf"{FEW_STARTS}.* left=60 .*seconds=2\b", bot.log)
    assert "already: this bot joins it." in bot.log
    lines = [line for line in bot.log.splitlines() if AGAIN in line]
    assert [f"code={code}" in line for code, line in zip(turned_away, lines, strict=True)] == [True] * len(lines)
    assert "Traceback" not in bot.log and not bot.faults


@pytest.mark.long
async def test_a_token_that_was_changed_while_the_bot_ran_ends_it_and_the_new_one_plays_on(tmp_path: Path) -> None:
    with running_sandbox() as url, closing(ForkedBot(tmp_path, shared_forks(), SANDBOX_PORT=port_of(url))) as bot:
        async with await Driver.connect(url) as driver:
            bot.start()
            await driver.ready()
            match = await Match.begin(driver, "Ann", "Bob")
            await match.play(1)
            await driver.refuse(AUTHENTICATION_FAILED)
            await driver.invalidate()
            async with asyncio.timeout(PATIENCE):
                assert await bot.dies() == 1
            assert bot.log.splitlines()[-2:] == ["Can't start.", BAD_TOKEN]
            await driver.wait(lambda: not driver.online)
            bot.start()
            await driver.ready()
            await match.play(1)
            await bot.has_sent_all()
            assert sum(match.played.values()) == 2 and bot.stop() == 0
    assert not bot.faults


async def test_a_token_that_discord_does_not_know_is_not_tried_again(tmp_path: Path) -> None:
    with running_sandbox() as url:
        async with await Driver.connect(url) as driver:
            await driver.fault("GET", "/users/@me", 401)
            bot = ForkedBot(tmp_path, shared_forks(), SANDBOX_PORT=port_of(url))
            ended = await asyncio.to_thread(bot.run)
    assert ended.returncode == 1 and ended.stderr.splitlines()[-2:] == ["Can't start.", BAD_TOKEN]
