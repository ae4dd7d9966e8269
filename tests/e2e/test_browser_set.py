"""The end of a set on a phone: two tables with the same luck, and how each player's compares with the other."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.browser import PHONE
from tests.driver import Driver, running_sandbox
from tests.e2e.columns import WORDS, newest, seat
from tests.e2e.conftest import shown
from tests.e2e.match import is_confirm, steps, take_first
from tests.e2e.programs import running_bot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

PEOPLE = ("Ann", "Bob", "Carla", "Dmitri")
MOST = 400  # presses
COMPARED = "All tables with your luck are over"


async def play_all(driver: Driver) -> None:
    """Everyone gives the first answer to each of their questions until one of them hears how their table compares."""
    people = [driver.player(name) for name in PEOPLE]

    def told() -> bool:
        return any(COMPARED in message.content for player in people for message in player.sees(player.dm()))

    for _ in range(MOST):
        asked = [(player, m) for player in people for m in player.sees(player.dm())[-1:] if steps(m)]
        if not asked:
            await driver.wait(lambda: told() or any(steps(m) for p in people for m in p.sees(p.dm())[-1:]))
        if told():
            return
        for player, panel in asked:
            offered = steps(panel)
            if offered:  # it may have been answered, or retired, meanwhile
                await take_first(player, panel, next((part for part in offered if is_confirm(part)), offered[0]))
    raise AssertionError("the tables go on and on")


async def test_players_read_how_their_table_compares(browser: Browser, tmp_path: Path) -> None:
    with running_sandbox() as url, running_bot(tmp_path, url, met=True):
        async with await Driver.connect(url) as driver, shown(browser, url, PHONE) as phone:
            await driver.ready()
            ann = driver.player("Ann")
            options = {"game": "pistard", "format": "swiss", "table": 2, "preset": "quick", "title": "Twin cup"}
            await ann.slash("races", "cup", "new", **options)

            def cups(labelled: str) -> list[str]:
                shown = ann.sees("races")
                return [m.id for m in shown if "Twin cup" in str(m.embeds) and labelled in m.labels]

            await driver.wait(lambda: cups("Join"))
            [cup] = [driver.messages[number] for number in cups("Join")]
            for name in PEOPLE:
                await driver.player(name).press(cup, "Join")
            await ann.press(cup, "Start")
            await play_all(driver)
            column = seat(phone, "Ann")
            await column.get_by_role("button").first.click()  # a phone hides the list of conversations
            await column.locator("[data-channel]", has_text="gruppetto").last.click()
            told = column.get_by_role("log").locator("article", has_text=COMPARED)
            await expect(told).to_contain_text(re.compile(r"Against the same seat at the other tables: [+-]\d"))
            await told.evaluate("message => message.scrollIntoView()")  # the next round's call stands below
            await phone.screenshot(path=tmp_path / "compared.png")
            await told.get_by_role("button", name=WORDS("ending.film")).click()
            await expect(newest(column).locator("img").first).to_be_visible()
            await phone.screenshot(path=tmp_path / "film.png")
