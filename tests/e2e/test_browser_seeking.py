"""*Find me a table* with the mouse: two people tick what they would play, and sit at a table a moment later."""

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.columns import WORDS, go_to, newest, open_home, seat, send_command

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

FIND = WORDS("start.seek")


async def fill_in(column: Locator, file: Path) -> None:
    """Keep the game that is ticked, and of the paces and lengths only a week."""
    form = column.get_by_role("dialog", name=FIND)
    await expect(form.get_by_role("checkbox", name=WORDS("schlangennest.name"))).to_be_checked()
    for length in ("tonight", "long"):
        await form.get_by_role("checkbox", name=WORDS(f"open.{length}")).uncheck()
    await form.page.screenshot(path=file)
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)


async def test_two_people_find_a_table(page: Page, tmp_path: Path) -> None:
    ann, bob, carla = (seat(page, name) for name in ("Ann", "Bob", "Carla"))
    await (await open_home(ann, "schlangennest")).get_by_role("button", name=FIND).click()
    await fill_in(ann, tmp_path / "form.png")
    looking = ann.get_by_role("log").locator("article", has_text="I'm looking for a table for you")
    await expect(looking).to_contain_text("You're the only one looking here so far.")
    await expect(looking).to_contain_text("I can't tell yet how long that takes here.")
    await page.screenshot(path=tmp_path / "looking.png")
    await expect(carla.get_by_text("I'm looking for a table")).to_have_count(0)
    await send_command(bob, "play", {}, {})
    await newest(bob).get_by_role("button", name=FIND).click()
    form = bob.get_by_role("dialog", name=FIND)
    for game in ("pistard", "superechelon", "legstrong"):
        await form.get_by_role("checkbox", name=WORDS(f"{game}.name")).uncheck()
    await fill_in(bob, tmp_path / "second.png")
    lobby = carla.get_by_role("log").locator("article", has_text="Schlangennest #1").first
    for name in ("Ann", "Bob"):
        await expect(lobby.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    for column in (ann, bob):
        await go_to(column, "gruppetto")
        await expect(newest(column)).to_contain_text("I've found you a table: Schlangennest #1")
    await page.screenshot(path=tmp_path / "found.png")


async def test_one_press_ends_it(page: Page, tmp_path: Path) -> None:
    carla = seat(page, "Carla")
    await (await open_home(carla, "schlangennest")).get_by_role("button", name=FIND).click()
    await fill_in(carla, tmp_path / "form.png")
    panel = carla.get_by_role("log").locator("article", has_text="I'm looking for a table for you")
    await panel.get_by_role("button", name=WORDS("seek.stop")).click()
    await expect(carla.get_by_text(WORDS("seek.stopped"))).to_be_visible()
