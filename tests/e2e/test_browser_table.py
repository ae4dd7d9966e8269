"""The table in a browser: whole matches by touch and by keyboard on a phone, while the other player sits in Discord."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, expect

from locales import catalogue
from tests.browser import PATIENCE, PHONE
from tests.driver import Driver, running_sandbox
from tests.e2e.match import SHORT, Match
from tests.e2e.programs import Bot, port_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SAY = catalogue("en")
READY = "main:not([aria-busy])"
PLACE, WORDS, CONFIRM = ".place", ".answer", ".bar .primary:visible"
LONGEST = 400  # answers
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
OPTIONS: dict[str, dict[str, Any]] = {"pistard": SHORT, "superechelon": {"tours": "1"}, "legstrong": {"tour": "race"}}


@asynccontextmanager
async def table(
    browser: Browser, driver: Driver, match: Match, *, by: str = "Ann", calm: bool = True
) -> AsyncIterator[Page]:
    """A browser at the match, on a phone; if it is to stay `calm`, what the console complains of fails the test."""
    context = await browser.new_context(viewport=PHONE, locale="en-US", has_touch=True, reduced_motion="reduce")
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page.on("console", lambda line: complaints.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    answer = await driver.player(by).press(match.news[-1], "Open the table")
    assert answer is not None
    await page.goto(answer.parts[0]["url"])
    await page.get_by_role("button", name=f"I'm {by}: open").tap()
    await expect(page.get_by_role("heading", name=match.title)).to_be_visible()
    await driver.wait(lambda: "A browser is open" in driver.messages[answer.id].content)
    yield page
    await context.close()
    assert complaints == [] or not calm


async def check_accessible(page: Page) -> None:
    """Fail if axe finds something serious on the screen."""
    found = (await Axe().run(page)).response["violations"]
    assert [violation["id"] for violation in found if violation["impact"] in ("serious", "critical")] == []


async def is_asked(page: Page) -> bool:
    """Whether the table asks Ann something; once the last press has been answered."""
    await page.locator(READY).wait_for()
    return await page.locator(f"{PLACE}, {WORDS}, {CONFIRM}").count() > 0


async def touch(page: Page, rng: random.Random) -> None:
    """Confirm what is chosen, or touch a place of the picture, or words where there is none."""
    confirm, places, words = (page.locator(what) for what in (CONFIRM, PLACE, WORDS))
    if await confirm.count() and await confirm.is_enabled():
        await confirm.tap()
    elif count := await places.count():
        await places.nth(rng.randrange(count)).tap()
    else:
        await words.nth(rng.randrange(await words.count())).tap()


async def type_on(page: Page, rng: random.Random) -> None:
    """The same by keyboard alone: Tab to some answer, Enter."""
    for _ in range(rng.randrange(1, 4)):
        await page.keyboard.press("Tab")
    for _ in range(60):
        if await page.evaluate("document.activeElement.matches('.place, .answer, .bar .primary:not([disabled])')"):
            break
        await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")


async def played(page: Page, match: Match, by: Any, answers: int) -> int:
    """Play on till the end, or so many presses of Ann: she at the table, Bob in Discord. How often she pressed."""
    rng, bob, presses = random.Random(7), match.players[1], 0
    while not match.result and presses < answers:
        if match.panel(bob):
            await match.answer(bob)
        elif await is_asked(page):
            await by(page, rng)
            presses += 1
        else:
            await asyncio.sleep(0.05)
    return presses


async def begun(driver: Driver, game: str) -> Match:
    """Ann and Bob at the start of a match."""
    match = await Match.open(driver, driver.player("Ann"), game, players=2, **OPTIONS.get(game, {}))
    await driver.player("Bob").press(match.lobby, "Join")
    match.players = (driver.player("Ann"), driver.player("Bob"))
    await match.players[0].press(match.lobby, "Start")
    await driver.wait(lambda: match.news)
    return match


async def test_some_answers_by_touch_and_some_by_keyboard(browser: Browser, place: str) -> None:
    async with await Driver.connect(place) as driver:
        await driver.ready()
        match = await begun(driver, "pistard")
        begun_with = match.news[-1].content
        async with table(browser, driver, match) as page:
            await check_accessible(page)
            assert await played(page, match, touch, 4) == 4
            assert await played(page, match, type_on, 4) == 4
            await driver.wait(lambda: match.news[-1].content != begun_with)
            await page.reload()  # where no answer is begun
            await page.get_by_role("button", name="Note").tap()
            await page.get_by_role("textbox").fill("the inside lane")
            await check_accessible(page)
            await page.get_by_role("button", name="Save").tap()
            await expect(page.get_by_text("the inside lane")).to_be_visible()
            await page.get_by_role("link", name="My matches").tap()
            await expect(page.get_by_role("link", name=match.title)).to_be_visible()
            await check_accessible(page)


@pytest.mark.long
async def test_a_tab_that_is_not_looked_at_hears_nothing_until_it_is(browser: Browser, place: str) -> None:
    """So seven tabs share the six connections that a browser has over HTTP/1.1."""
    async with await Driver.connect(place) as driver:
        await driver.ready()
        match = await begun(driver, "schlangennest")
        async with table(browser, driver, match) as page:
            while await is_asked(page):
                await touch(page, random.Random(7))
            await page.evaluate(HIDE, True)
            await driver.wait(lambda: match.panel(match.players[1]))
            await match.answer(match.players[1])
            await page.wait_for_timeout(1500)
            assert not await is_asked(page)
            await page.evaluate(HIDE, False)
            await page.locator(f"{PLACE}, {WORDS}").first.wait_for()


def is_said(driver: Driver, match: Match, words: str) -> bool:
    """Whether the match's thread says so."""
    return any(words in said.content for said in driver.messages.values() if said.channel_id == match.thread.id)


@pytest.mark.long
async def test_live_play_is_offered_to_all_and_begins_with_the_last_press(browser: Browser, place: str) -> None:
    async with await Driver.connect(place) as driver:
        await driver.ready()
        match = await begun(driver, "schlangennest")
        bob = match.players[1]
        async with table(browser, driver, match) as page:
            agree, enough = (page.get_by_role("button", name=SAY(f"live.{act}")) for act in ("agree", "enough"))
            while not await agree.count():
                await played(page, match, touch, 1)
                await page.wait_for_timeout(300)
            await check_accessible(page)
            await agree.tap()
            await expect(page.get_by_text("You're in, and only you know.")).to_be_visible()
            panel = await bob.press(match.news[-1], "Your move")
            assert panel is not None
            await bob.press(panel, SAY("live.agree"))
            await driver.wait(lambda: is_said(driver, match, "from now on you play live"))
            await expect(enough).to_be_visible()
            await enough.tap()
            await driver.wait(lambda: is_said(driver, match, "says it's enough"))
            await bob.slash("races", "match", "pause", match=str(match.number))
            await expect(page.get_by_role("button", name="Yes")).to_be_visible()
            await expect(page.get_by_text(SAY("live.done"))).to_be_visible(timeout=1)  # still, beside the vote


@pytest.mark.long
async def test_who_looks_on_follows_the_match_with_one_button(browser: Browser, place: str) -> None:
    async with await Driver.connect(place) as driver:
        await driver.ready()
        match = await begun(driver, "schlangennest")
        async with table(browser, driver, match, by="Carla") as page:
            follow, leave = (
                page.get_by_role("button", name=SAY(key), exact=True) for key in ("follow.on", "follow.off")
            )
            await follow.tap()
            await expect(page.get_by_text("You follow this match now.")).to_be_visible()
            await check_accessible(page)
            await page.reload()
            await leave.tap()
            await expect(page.get_by_text(SAY("follow.gone"))).to_be_visible()
            await expect(follow).to_be_visible()
        async with table(browser, driver, match) as page:
            await expect(page.get_by_role("button", name="Note")).to_be_visible()
            assert not await page.get_by_role("button", name=SAY("follow.on")).count()


@pytest.mark.long
async def test_a_page_says_that_the_bot_is_away_and_goes_on_when_it_is_back(browser: Browser, tmp_path: Path) -> None:
    with running_sandbox() as url, closing(Bot(tmp_path, SANDBOX_PORT=port_of(url))) as bot:
        bot.meet()
        bot.start()
        async with await Driver.connect(url) as driver:
            await driver.ready()
            match = await begun(driver, "schlangennest")
            async with table(browser, driver, match, calm=False) as page:
                assert bot.stop() == 0
                await expect(page.get_by_text("I'll be back soon")).to_be_visible()
                bot.start()
                await expect(page.get_by_text("I'll be back soon")).not_to_be_visible()
                assert await played(page, match, touch, 3) == 3
        assert bot.stop() == 0


@pytest.mark.long
@pytest.mark.parametrize("by", [touch, type_on])
@pytest.mark.parametrize("game", ["pistard", "schlangennest", "superechelon", "legstrong"])
async def test_a_whole_match_is_played_at_the_table(browser: Browser, place: str, game: str, by: Any) -> None:
    async with await Driver.connect(place) as driver:
        await driver.ready()
        match = await begun(driver, game)
        async with table(browser, driver, match) as page:
            assert await played(page, match, by, LONGEST) < LONGEST
            await expect(page.locator(".about")).to_contain_text("1. ")
        await match.export_finished()
