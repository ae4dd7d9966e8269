"""Chromium, for the tests that drive a page with it."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, ViewportSize, async_playwright, expect

from tests import driver

PATIENCE = 1000 * driver.PATIENCE  # ms, as Playwright counts
PHONE: ViewportSize = {"width": 390, "height": 844}
FLAGS = ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"]
MISSING = "The page's tests need Chromium: apt-get install chromium-headless-shell (or chromium)"


@asynccontextmanager
async def running_browser() -> AsyncIterator[Browser]:
    """A browser, and patience with all that is expected of its pages; a page that acts needs a timeout of its own."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if not found:
        pytest.skip(MISSING)
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=FLAGS, timeout=PATIENCE)
        yield browser
        await browser.close()
