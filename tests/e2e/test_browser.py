"""A whole match played with the mouse: two players on the sandbox's page in Chromium, against the real bot."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from engines import GAMES
from tests.e2e.columns import STEP, go_to, newest, press_step, seat, send_command

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.asyncio(loop_scope="session")]


async def test_two_players_click_through_a_match(page: Page, tmp_path: Path) -> None:
    ann, bob, carla = (seat(page, name) for name in ("Ann", "Bob", "Carla"))
    await expect(ann.locator(".welcome img")).to_have_js_property("naturalWidth", 400)
    await expect(ann.locator(".welcome button").first).to_contain_text("/start")
    for key in GAMES:
        await ann.get_by_role("button", name=f"/{key} new").click()  # the welcome opens a form for each game
        await ann.get_by_role("form", name=f"/{key} new").get_by_role("button", name="Cancel").click()
    await send_command(ann, "pistard new", {"players": "2", "target": "3"}, {"preset": "Quick"})
    await expect(ann.get_by_text("Match #1 is open here.")).to_be_visible()
    await bob.get_by_role("button", name="Join").click()
    await expect(ann.get_by_text("The table is full")).to_be_visible()
    await ann.get_by_role("button", name="Start").click()
    for column in (ann, bob):
        await go_to(column, "gruppetto")
        await expect(newest(column).locator(STEP).first).to_be_visible()
    await go_to(carla, "Pistard #1")
    result = carla.get_by_role("heading", name="Match over")
    asked = [newest(column).locator(STEP).first for column in (ann, bob)]
    await page.screenshot(path=tmp_path / "start.png")
    while not await result.is_visible():
        await press_step(ann if await asked[0].is_visible() else bob)
        await result.or_(asked[0]).or_(asked[1]).first.wait_for()
    await expect(carla.get_by_text("🥇 1.")).to_be_visible()
    await expect(carla.get_by_text("— 3 points").last).to_be_visible()
    await page.screenshot(path=tmp_path / "result.png")
