"""The page as a stranger with a phone finds it: one player, one button, and behind it the home."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser import PHONE


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_stranger_with_a_phone_is_shown_the_way(phone: Page, tmp_path: Path) -> None:
    page = phone
    players = page.get_by_label("Players")
    await expect(players.get_by_role("tab")).to_have_count(1)
    await page.get_by_role("button", name="What can I play?").click()
    home = page.get_by_role("log").locator("article", has_text="Board games in Discord")
    await expect(home.get_by_role("heading", name="Pistard")).to_be_visible()
    await expect(home.get_by_role("button", name="Enlarge: Points race")).to_be_in_viewport(ratio=0.85)
    await expect(home.get_by_role("button", name="SuperEchelon")).to_be_in_viewport(ratio=1)
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    await page.screenshot(path=tmp_path / "home.png")
    await home.get_by_role("button", name="SuperEchelon").click()
    await expect(home.get_by_role("heading", name="SuperEchelon")).to_be_visible()
    await home.get_by_role("button", name="Rules").click()
    await expect(page.get_by_role("heading", name="The aim")).to_be_visible()
    described = page.locator(".embed").get_by_role("button", name="Breakaway A, 25 points")
    await expect(described).to_be_visible()  # the page's picture, with its alt text
    await expect(home.get_by_role("heading", name="SuperEchelon")).to_be_visible()  # it stands above
    await page.get_by_role("button", name="Home").click()  # always there
    await expect(home.get_by_role("heading", name="Pistard")).to_be_visible()
    await players.get_by_role("button", name="Player").click()
    await expect(page.get_by_role("tab", name="Bob")).to_have_attribute("aria-selected", "true")
    await expect(page.locator("[data-player=Ann]")).to_be_hidden()
