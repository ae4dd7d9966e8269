"""SuperEchelon played with the mouse: a tour of three seats, one of them without direct messages."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.driver import PATIENCE
from tests.e2e.columns import STEP, newest, seat, send_command, tick

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.asyncio(loop_scope="session")]

TOUR = 5 * PATIENCE  # seconds for all of it
MOST_QUESTIONS = 20  # one after the other in one answer


def asking(column: Locator) -> Locator:
    """The newest message in a column that asks something."""
    return column.locator("article").filter(has=column.page.locator(STEP)).last


async def click_through(column: Locator) -> None:
    """Answer the question that is open in a column with its first choice, and so on until nothing is asked."""
    for _ in range(MOST_QUESTIONS):
        panel = asking(column)
        if not await panel.is_visible():
            return
        button = panel.locator(STEP).first
        custom_id = await button.get_attribute("data-custom-id")
        await tick(panel, button)
        await button.click()
        await expect(column.locator(f"[data-custom-id='{custom_id}']")).to_have_count(0)
    raise AssertionError("asked too much")


async def test_three_players_click_through_a_tour_one_of_them_without_direct_messages(
    page: Page, tmp_path: Path
) -> None:
    ann, bob, carla, dmitri = (seat(page, name) for name in ("Ann", "Bob", "Carla", "Dmitri"))
    await carla.get_by_role("switch", name="Close DMs").click()
    await send_command(ann, "superechelon new", {"players": "3"}, {"preset": "Short"})
    for column in (bob, carla):
        await column.get_by_role("button", name="Join").last.click()
    await expect(ann.get_by_text("The table is full").last).to_be_visible()
    await ann.get_by_role("button", name="Start").last.click()
    for column in (carla, dmitri):
        await column.locator("[data-channel]", has_text="SuperEchelon #").last.click()
    for column in (ann, bob):
        await column.locator("[data-channel]", has_text="gruppetto").click()
        await expect(newest(column).get_by_role("img", name="Your hand: ").first).to_be_visible()
    calls = carla.locator("article", has_text="it's your turn. I can't send you direct messages").filter(
        has=page.get_by_role("button", name="Your move")
    )
    result, called = dmitri.get_by_role("heading", name="Match over"), set[str]()
    async with asyncio.timeout(TOUR):
        while not await result.is_visible():
            numbers = await calls.evaluate_all("all => all.map(one => one.dataset.message)")
            if numbers and numbers[-1] not in called:  # those that are answered become one quiet line
                called.add(numbers[-1])
                await calls.last.get_by_role("button", name="Your move").click()
                await page.screenshot(path=tmp_path / f"carla-{len(called)}.png")
            for column in (ann, bob, carla):
                await click_through(column)
            await asyncio.sleep(0.05)
    assert len(called) > 10
    await expect(
        dmitri.get_by_text("wins the season!").or_(dmitri.get_by_text("share the season win!")).last
    ).to_be_visible()
    await expect(dmitri.get_by_role("img", name="Your hand: ")).to_have_count(0)
    await page.screenshot(path=tmp_path / "tour.png")
    await carla.locator("[data-channel]", has_text="gruppetto").click()
    await expect(carla.locator("article")).to_have_count(0)
