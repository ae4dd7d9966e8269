"""A match alone with a thumb: from /start on a phone to the verdict, on the sandbox's page in Chromium."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.e2e.columns import ASKED, WORDS, choose, newest, open_home, play_alone, seat, shoot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

OVER = "The match is over"
SHOTS = 12  # presses that are looked at


async def test_a_match_is_played_in_direct_messages_to_its_verdict(phone: Page, tmp_path: Path) -> None:
    ann = seat(phone, "Ann")
    home = await open_home(ann, "pistard")
    await play_alone(ann, home)
    link = newest(ann).get_by_role("link")
    await expect(link).to_be_visible()
    await phone.screenshot(path=tmp_path / "begun.png")
    await link.click()
    number = 0
    log = ann.get_by_role("log")
    over, asked = log.get_by_text(OVER), newest(ann).locator(ASKED)
    while True:
        await over.or_(asked.first).first.wait_for()
        is_over = await over.is_visible()  # asked once: the panel is drawn again when it is edited
        if number < SHOTS or is_over:
            await shoot(newest(ann), tmp_path / f"{number:03}.png")
        if is_over:
            break
        await choose(ann)
        number += 1
    verdict = log.locator("article", has_text="wins the race with")
    await expect(verdict.get_by_role("button", name=re.compile("podium"))).to_be_in_viewport(ratio=1)
    await expect(verdict.get_by_role("button", name=WORDS("board.rematch"))).to_be_in_viewport(ratio=1)
    await shoot(verdict, tmp_path / "over.png")
    await verdict.get_by_role("button", name=WORDS("ending.review")).click()
    await expect(newest(ann)).to_contain_text(WORDS("task.review"))
