"""Schlangennest played with the mouse from the lobby to the result: two seats, the recommended nest."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.columns import STEP, go_to, newest, press_step, seat, send_command

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.asyncio(loop_scope="session")]

ASKED = {  # what a panel can ask, by words of its question
    "square": "on which square",
    "card": "which card",
    "end": "at which open end",
    "sure": "Confirm",
}


async def shown_picture(column: Locator, before: str) -> str:
    """The address of the newest panel's picture: another than `before`, 800 pixels wide and told in words."""
    picture = newest(column).locator(".picture img").last
    await expect(picture).not_to_have_attribute("src", before)
    await expect(picture).to_have_js_property("naturalWidth", 800)
    assert "The nest has 5 by 7 squares." in (await picture.get_attribute("alt") or "")
    return await picture.get_attribute("src") or ""


def winding(labels: list[str], turn: int) -> int:
    """One side and then another, so that the snakes wind; no head and no tail while there is something else."""
    bodies = [at for at, label in enumerate(labels) if "tail" not in label and "head" not in label]
    return bodies[turn // 2 % len(bodies)] if bodies else 0


async def test_two_players_click_through_a_nest(page: Page, tmp_path: Path) -> None:
    ann, bob, carla = (seat(page, name) for name in ("Ann", "Bob", "Carla"))
    await send_command(ann, "schlangennest new", {"players": "2"}, {})
    await bob.get_by_role("button", name="Join").click()
    await expect(ann.get_by_text("The table is full")).to_be_visible()
    await expect(ann.get_by_text("Border: Floating: fixed as you play")).to_be_visible()
    await ann.get_by_role("button", name="Start").click()
    await go_to(carla, "Schlangennest #1")
    for column in (ann, bob):
        await go_to(column, "gruppetto")
    result = carla.get_by_role("heading", name="Match over")
    asked = [newest(column).locator(STEP).first for column in (ann, bob)]
    questions: set[str] = set()
    pictures = [""]
    await result.or_(asked[0]).or_(asked[1]).first.wait_for()
    while not await result.is_visible():
        column = ann if await asked[0].is_visible() else bob
        text = await newest(column).inner_text()
        questions |= {about for about, words in ASKED.items() if words in text}
        pictures.append(await shown_picture(column, pictures[-1]))
        await press_step(column, winding(await newest(column).locator(STEP).all_inner_texts(), len(pictures)))
        await result.or_(asked[0]).or_(asked[1]).first.wait_for()
    await page.screenshot(path=tmp_path / "result.png")

    assert questions == set(ASKED)
    assert len(set(pictures)) == len(pictures) > 30
    words_shown = await carla.get_by_role("log").locator("article", has_text="🥇 1.").inner_text()
    places = re.findall(r"([12])\. (Ann|Bob) — (\d+) parts?", words_shown)
    assert sorted(name for _, name, _ in places) == ["Ann", "Bob"], words_shown
    assert int(places[0][2]) >= int(places[1][2]) > 5, words_shown
