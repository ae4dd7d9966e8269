"""The bot is killed while a computer player thinks: another life of it thinks anew, and nothing is doubled."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from locales import catalogue
from tests.driver import Driver, Message, Player, running_sandbox
from tests.e2e.match import is_confirm, steps, take_first
from tests.e2e.programs import Bot, running_bot
from tests.e2e.trouble import revive

THINKING = catalogue(None)("panel.thinking")
RACE = {"opponent": ["champion"], "option.track": ["sprint"], "option.race": ["points"]}


@pytest.fixture
def sandbox() -> Iterator[str]:
    with running_sandbox() as url:
        yield url


@pytest.fixture
def bot(sandbox: str, tmp_path: Path) -> Iterator[Bot]:
    with running_bot(tmp_path, sandbox) as bot:
        yield bot


@pytest.fixture
async def driver(sandbox: str, bot: Bot) -> AsyncIterator[Driver]:
    async with await Driver.connect(sandbox) as driver:
        await driver.ready()
        yield driver


async def asked(driver: Driver, ann: Player) -> Message:
    """The newest message in which Ann is asked something, once there is one."""

    def found() -> list[Message]:
        return [message for message in ann.sees(ann.dm()) if steps(message)]

    await driver.wait(found)
    return found()[-1]


async def answers(driver: Driver, ann: Player) -> list[tuple[int, str]]:
    """Who has given each answer of the match, and how."""
    export = await ann.slash(ann.dm(), "match", "export", match="1")
    assert export is not None
    log = json.loads(await driver.file(export.attachments[0]))["log"]
    return [(row["seq"], row["how"]) for row in log if row["kind"] == "move"]


async def test_a_thought_outlives_the_bot(bot: Bot, driver: Driver) -> None:
    ann = driver.player("Ann")
    screen = await ann.slash(ann.dm(), "pistard", "new")
    assert screen is not None
    await ann.press(screen, "Details")
    await ann.submit(RACE)
    killed = 0
    while killed < 2:
        panel = await asked(driver, ann)
        offered = steps(panel)
        part = next((one for one in offered if is_confirm(one)), offered[0])
        panel = await take_first(ann, panel, part)
        if THINKING in panel.content:
            bot.kill()
            killed += 1
            await revive(bot, driver)
    await asked(driver, ann)
    played = await answers(driver, ann)
    assert len(dict(played)) == len(played)
    assert sum(how == "computer" for _, how in played) >= killed
    assert {how for _, how in played} <= {"player", "computer", "forced"}
