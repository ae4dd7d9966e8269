"""A sandbox with the real bot in it, once for each module, and in it a driver or a browser's page for each test."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize, expect

from tests.browser import PATIENCE, PHONE, running_browser
from tests.driver import Driver, running_sandbox
from tests.e2e.programs import Bot, running_bot
from tests.forks import Forks, running_forks

MORTAL = Path(__file__).with_name("mortal_bot.py")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Bot]]:
    """The address of a sandbox, and the bot in it."""
    with running_sandbox() as url, running_bot(tmp_path_factory.mktemp("bot"), url, met=True) as bot:
        yield url, bot


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    """Bots that may be killed at each of their commits."""
    with running_forks(MORTAL) as forks:
        yield forks


@pytest.fixture(scope="module")
def place(house: tuple[str, Bot]) -> str:
    """The address of a sandbox with the bot in it."""
    return house[0]


@pytest.fixture
async def driver(place: str) -> AsyncIterator[Driver]:
    """A connection to the sandbox, in which nothing goes wrong on demand any more afterwards."""
    async with await Driver.connect(place) as driver:
        await driver.ready()
        yield driver
        await driver.no_faults()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with running_browser() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, place: str) -> AsyncIterator[Page]:
    """The page of a sandbox with the bot in it; whatever the console complains of fails the test."""
    async with shown(browser, f"{place}?players=4", {"width": 1600, "height": 900}) as page:
        yield page


@pytest_asyncio.fixture(loop_scope="session")
async def phone(browser: Browser, place: str) -> AsyncIterator[Page]:
    """The same page as a person alone with a phone finds it."""
    async with shown(browser, place, PHONE) as page:
        yield page


@asynccontextmanager
async def shown(browser: Browser, address: str, size: ViewportSize) -> AsyncIterator[Page]:
    """The page of a sandbox; whatever the console complains of fails the test."""
    context = await browser.new_context(viewport=size, locale="en-US", timezone_id="UTC", reduced_motion="reduce")
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page.on("console", lambda line: complaints.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    await page.goto(address)
    await expect(page.get_by_text("Bot online")).to_be_visible()
    yield page
    await context.close()
    assert complaints == []
