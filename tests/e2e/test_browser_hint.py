"""A hint with a thumb: the best moves on a phone, and one of them given, in a match alone of each game."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from engines import GAMES
from tests.e2e.columns import STEP, newest, open_home, play_alone, press_step, seat, shoot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

BEFORE = 16  # presses at most, until something is asked whose answers can be compared


@pytest.mark.parametrize("game", GAMES)
async def test_a_hint_shows_what_to_play_and_plays_it(phone: Page, tmp_path: Path, game: str) -> None:
    ann = seat(phone, "Ann")
    home = await open_home(ann, game)
    await play_alone(ann, home)
    await newest(ann).get_by_role("link").click()
    hint = newest(ann).get_by_role("button", name="💡")
    shown = newest(ann).locator("img")
    several = False
    for number in range(BEFORE):
        await newest(ann).locator(STEP).first.or_(hint).first.wait_for()
        if await hint.is_visible():
            await shoot(newest(ann), tmp_path / f"asked-{number}.png")
            await hint.click()
            await expect(newest(ann).get_by_text("the best moves")).to_be_visible()
            await expect(shown.first).to_be_visible()
            await shoot(newest(ann), tmp_path / f"hint-{number}.png")
            several = await newest(ann).locator(STEP).count() > 1
            await newest(ann).locator(STEP).first.click()
            await expect(newest(ann).get_by_text("the best moves")).to_be_hidden()
            if several:
                break
        await press_step(ann)
    await shoot(newest(ann), tmp_path / "after.png")
    assert several
