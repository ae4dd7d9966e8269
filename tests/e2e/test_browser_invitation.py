"""Invitations with the mouse: to a private table, by direct message, and by the menu of a person on a phone."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.e2e.columns import WORDS, go_to, newest, seat, send_command

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]


async def test_an_invitation_to_a_private_table(page: Page, tmp_path: Path) -> None:
    ann, bob, carla = (seat(page, name) for name in ("Ann", "Bob", "Carla"))
    await send_command(ann, "pistard new", {"players": "3"}, {"invite": "Bob", "private": "True"})
    lobby = carla.get_by_role("log").locator("article", has_text="Pistard #1").first
    await lobby.get_by_role("button", name=WORDS("lobby.join")).click()
    await expect(carla.get_by_text(WORDS("refusal.invite.private"))).to_be_visible()
    await go_to(bob, "gruppetto")
    asked = newest(bob)
    await expect(asked.get_by_role("button", name=WORDS("invite.block"))).to_be_visible()
    await page.screenshot(path=tmp_path / "invited.png")
    await asked.get_by_role("button", name=WORDS("invite.accept")).click()
    await expect(bob.get_by_text("You're in match #1.")).to_be_visible()
    await expect(lobby.get_by_role("listitem").filter(has_text="Bob")).to_be_visible()
    await send_command(carla, "games", {}, {"show": WORDS("games.show.open")})
    await expect(carla.get_by_text("There are no open tables here right now.")).to_be_visible()


async def test_a_challenge_from_the_menu_of_a_person_on_a_phone(phone: Page, tmp_path: Path) -> None:
    ann = seat(phone, "Ann")
    await ann.get_by_role("button", name=re.compile("^#")).click()
    await ann.get_by_role("group", name="People").get_by_role("button", name="Dmitri").click()
    menu = ann.get_by_role("dialog", name="Dmitri")
    await expect(menu).to_be_visible()
    await phone.screenshot(path=tmp_path / "menu.png")
    await menu.get_by_role("menuitem", name=WORDS("menu.challenge")).click()
    await expect(newest(ann)).to_contain_text(WORDS("challenge.head", name="Dmitri"))
    await newest(ann).get_by_role("button", name=WORDS("pistard.name")).click()
    await newest(ann).get_by_role("button", name=WORDS("open.week")).click()
    await expect(ann.get_by_text(WORDS("lobby.invited", name="Dmitri"))).to_be_visible()
