"""The race of the day on a phone: begun from the home, played to its end, and its result the day after."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from host.sets.races import GRACE
from tests.browser import PHONE
from tests.driver import Driver, running_sandbox
from tests.e2e.columns import WORDS, newest, open_home, seat
from tests.e2e.conftest import shown
from tests.e2e.match import is_confirm, steps, take_first
from tests.e2e.programs import running_bot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

DAY = 86_400.0
MOST = 600  # presses
OVER = "The match is over."


async def ride(driver: Driver) -> None:
    """Ann gives the first answer to every question until her match is over."""
    ann = driver.player("Ann")
    await driver.wait(lambda: any(steps(message) for message in ann.sees(ann.dm())))
    [panel] = [message for message in ann.sees(ann.dm()) if steps(message)]
    for _ in range(MOST):
        if OVER in panel.content:
            return
        offered = steps(panel)
        panel = await take_first(ann, panel, next((part for part in offered if is_confirm(part)), offered[0]))
    raise AssertionError("the match goes on and on")


async def test_a_race_is_begun_ridden_and_its_result_read_the_day_after(browser: Browser, tmp_path: Path) -> None:
    with running_sandbox() as url, running_bot(tmp_path, url, met=True):
        async with await Driver.connect(url) as driver, shown(browser, url, PHONE) as phone:
            await driver.ready()
            ann = seat(phone, "Ann")
            home = await open_home(ann, "pistard")
            await phone.screenshot(path=tmp_path / "home.png")
            await home.get_by_role("button", name=WORDS("race.button")).click()
            await expect(newest(ann)).to_contain_text("Everyone plays the same match today")
            await phone.screenshot(path=tmp_path / "race.png")
            await newest(ann).get_by_role("button", name=WORDS("race.start")).click()
            await expect(newest(ann)).to_contain_text(re.compile("direct messages"))
            await ride(driver)
            home = await open_home(ann, "pistard")
            await home.get_by_role("button", name=WORDS("race.button")).click()
            await expect(newest(ann)).to_contain_text("You have finished the race of the day")
            await phone.screenshot(path=tmp_path / "finished.png")
            await driver.pass_time(DAY + GRACE)
            while True:  # the bot reads the sandbox's clock now and then, and closes the race
                home = await open_home(ann, "pistard")
                await home.get_by_role("button", name=WORDS("race.button")).click()
                await expect(newest(ann)).to_contain_text("Seed of all draws, sealed")
                if "In this server: 1. Ann" in await newest(ann).inner_text():
                    break
            await phone.screenshot(path=tmp_path / "result.png")
            await newest(ann).get_by_role("button", name=WORDS("race.film", name="Ann")).click()
            await expect(newest(ann).locator("img").first).to_be_visible()
            await phone.screenshot(path=tmp_path / "film.png")
