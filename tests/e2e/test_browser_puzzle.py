"""The puzzle of the day with a thumb: from /puzzle on a phone to what the answer was worth, and to the card."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.e2e.columns import PUZZLE_LIST, PUZZLE_STEP, SEVERAL, WORDS, choose, newest, seat, send_command, shoot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

MOST = 12  # presses that a puzzle takes at most
JUDGED = re.compile("that's the best move|there's a better move")


async def test_a_puzzle_is_solved_and_counts_in_the_profile(phone: Page, tmp_path: Path) -> None:
    ann = seat(phone, "Ann")
    await send_command(ann, "puzzle", {}, {})
    await expect(newest(ann)).to_contain_text("One move is clearly best. Which?")
    judged = newest(ann).get_by_text(JUDGED)
    for number in range(MOST):
        await judged.or_(newest(ann).locator(f"{PUZZLE_STEP}, {PUZZLE_LIST}, {SEVERAL}").first).first.wait_for()
        await shoot(newest(ann), tmp_path / f"{number:02}.png")
        if await judged.is_visible():
            break
        await choose(ann, 0, PUZZLE_STEP, PUZZLE_LIST)
    await expect(judged).to_be_visible()
    await expect(newest(ann).get_by_role("button", name=WORDS("puzzle.older"))).to_be_visible()
    await send_command(ann, "puzzle", {}, {})
    await expect(newest(ann).get_by_text(JUDGED)).to_be_visible()
    await send_command(ann, "profile", {}, {})
    await expect(newest(ann).locator("img")).to_have_attribute("alt", re.compile(WORDS("career.puzzles")))
    await shoot(newest(ann), tmp_path / "profile.png")
