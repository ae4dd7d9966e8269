"""A cup with the mouse: four people sign up on the sandbox's page in Chromium, and see the bracket in their columns."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.e2e.columns import WORDS, newest, seat, send_command, shoot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

FORMAT = "Knock-out: lose and you're out"


async def test_sign_up_and_bracket(page: Page, tmp_path: Path) -> None:
    people = [seat(page, name) for name in ("Ann", "Bob", "Carla", "Dmitri")]
    ann = people[0]
    await send_command(ann, "cup new", {"title": "Spring cup", "players": "8"}, {"game": "Pistard", "format": FORMAT})
    for column in people:
        message = column.get_by_role("log").locator("article", has_text="Spring cup").filter(has_text="Sign up until")
        await expect(message).to_be_visible()
        await message.get_by_role("button", name=WORDS("cup.button.cupjoin")).click()
        await expect(column.get_by_text("You're in: Spring cup")).to_be_visible()
    await expect(ann.get_by_text("4 of 8 places are taken")).to_be_visible()
    await page.screenshot(path=tmp_path / "signed-up.png")
    message = ann.get_by_role("log").locator("article", has_text="Spring cup").filter(has_text="Sign up until")
    await message.get_by_role("button", name=WORDS("cup.button.cupstart")).click()
    cup = ann.get_by_role("log").locator("article").filter(has_text="Semi-finals · 1 of 2")
    await expect(cup).to_be_visible()
    await expect(cup.locator("img").first).to_be_visible()
    await cup.locator("img").first.evaluate("image => image.scrollIntoView()")  # the message is renewed meanwhile
    await shoot(cup, tmp_path / "bracket.png")
    await cup.get_by_role("button", name=WORDS("cup.button.cuppage")).click()
    await expect(newest(ann).get_by_role("button", name=WORDS("ladder.after"))).to_be_enabled()
    await newest(ann).get_by_role("button", name=WORDS("ladder.after")).click()
    await expect(newest(ann).locator("img").first).to_be_visible()
    await shoot(newest(ann), tmp_path / "tables.png")
    await ann.locator("[data-channel]", has_text=re.compile("Pistard #.*Ann")).click()
    await expect(ann.get_by_text(re.compile("The winner goes through: Final"))).to_be_visible()
    await page.screenshot(path=tmp_path / "thread.png")
