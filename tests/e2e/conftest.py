"""A sandbox with the real bot in it, once for each module, and in it a driver or a browser's page for each test."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.driver import Driver, running_sandbox
from tests.e2e import columns
from tests.e2e.programs import PATIENCE, running_bot

FLAGS = ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"]
MISSING = "Playing in the browser needs Chromium: apt-get install chromium-headless-shell (or chromium)"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a sandbox with the bot in it."""
    with running_sandbox() as url, running_bot(_folder(tmp_path_factory), url):
        yield url


@pytest.fixture
async def driver(place: str) -> AsyncIterator[Driver]:
    async with await Driver.connect(place) as driver:
        await driver.ready(PATIENCE)
        yield driver


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if not found:
        pytest.skip(MISSING)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, place: str) -> AsyncIterator[Page]:
    """The page of a sandbox with the bot in it; whatever the console complains of fails the test."""
    context = await browser.new_context(
        viewport={"width": 1600, "height": 900}, locale="en-US", timezone_id="UTC", reduced_motion="reduce"
    )
    page = await context.new_page()
    page.set_default_timeout(columns.PATIENCE)
    complaints: list[str] = []
    page.on("console", lambda line: complaints.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    await page.goto(place)
    await expect(page.get_by_text("Bot online")).to_be_visible(timeout=2 * columns.PATIENCE)
    yield page
    await context.close()
    assert complaints == []


def _folder(factory: pytest.TempPathFactory) -> Path:
    return factory.mktemp("bot")
