"""Matches, lessons and rules on a phone in every language that has texts: nothing is shown in English."""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from engines import GAMES
from lessons import walk
from locales import catalogue, languages
from tests.browser import PATIENCE, PHONE
from tests.driver import Driver, running_sandbox
from tests.e2e.columns import ASKED, choose, newest, seat, shoot
from tests.e2e.match import decide
from tests.e2e.programs import running_bot
from tests.e2e.spoken import Spoken
from tests.e2e.test_browser_lessons import play

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

OTHERS = [language for language in languages() if language != "en"]
DISCORD = {"de": "de", "es": "es-ES", "fr": "fr"}  # what Discord calls them


@pytest.fixture(params=OTHERS)
def spoken_place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """A language, and the address of a sandbox with the bot in it."""
    with running_sandbox() as url, running_bot(tmp_path, url, met=True):
        yield request.param, url


@pytest_asyncio.fixture(loop_scope="session")
async def reader(browser: Browser, spoken_place: tuple[str, str], tmp_path: Path) -> AsyncIterator["Reader"]:
    """Ann with a phone, in a server of her language."""
    language, url = spoken_place
    async with await Driver.connect(url) as driver:
        await driver.ready()
        await decide(driver, "language", language)
    context = await browser.new_context(viewport=PHONE, locale="en-US", timezone_id="UTC", reduced_motion="reduce")
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    spoken = Spoken(page, language)
    await page.goto(url)
    await expect(page.get_by_text("Bot online")).to_be_visible()
    await page.get_by_label("Ann's language").select_option(DISCORD[language])
    ann = Reader(page, spoken, language)
    await ann.go_to("races")
    yield ann
    (tmp_path / "said.txt").write_text("\n".join(spoken.lines), encoding="utf-8")
    await page.screenshot(path=tmp_path / "last.png")
    await context.close()


class Reader:
    """Ann's column of the page, with all that the bot says to her."""

    def __init__(self, page: Page, spoken: Spoken, language: str) -> None:
        self.page, self.spoken, self.say = page, spoken, catalogue(language)
        self.column = seat(page, "Ann")

    async def type(self, command: str) -> Locator:
        """Send a command without options, and return what answers it."""
        articles = self.column.get_by_role("log").locator("article")
        before = await newest(self.column).get_attribute("data-message") if await articles.count() else None
        await self.column.get_by_role("textbox", name="Message as").press_sequentially(f"/{command}")
        await self.column.get_by_role("listbox", name="Commands").get_by_role("option").first.click()
        await self.column.locator("form.command").get_by_role("button", name="Send").click()
        await expect(newest(self.column)).to_have_attribute("data-message", re.compile(rf"^(?!{before}$)"))
        await expect(newest(self.column).locator(".thinking")).to_have_count(0)
        return newest(self.column)

    async def go_to(self, channel: str) -> None:
        """Open a conversation out of the list, which a phone hides."""
        await self.column.get_by_role("button").first.click()
        await self.column.locator("[data-channel]", has_text=channel).last.click()

    def button(self, action: str) -> Locator:
        """The newest button of an action."""
        return self.column.locator(f"button[data-custom-id^='h:{action}']:enabled").last

    async def press(self, action: str) -> None:
        await self.button(action).click()

    async def play(self) -> None:
        """Answer whatever is asked with the first choice, until the match is over."""
        over = self.column.locator("button[data-custom-id^='h:review:'], button[data-custom-id^='h:rematch:']").first
        asked = newest(self.column).locator(ASKED).first
        while True:
            await over.or_(asked).first.wait_for()
            if await over.is_visible():
                return
            await choose(self.column)

    def check(self) -> None:
        assert len(self.spoken.lines) > 10
        assert "\n".join(self.spoken.foreign()) == ""


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
async def test_what_a_stranger_is_shown_is_in_their_language(reader: Reader, game: str, tmp_path: Path) -> None:
    """From /start through a lesson to the end of a match against the computer, and the rules."""
    home = await reader.type("start")
    await reader.press(f"home:{game}") if game != next(iter(GAMES)) else None
    await expect(home.get_by_role("heading", name=reader.say(f"{game}.name"))).to_be_visible()
    await shoot(home, tmp_path / f"{game}-home.png")
    await reader.press("rules:")
    await read_rules(reader, game, tmp_path)
    home = await reader.type("start")
    await reader.press(f"home:{game}") if game != next(iter(GAMES)) else None
    await expect(home.get_by_role("heading", name=reader.say(f"{game}.name"))).to_be_visible()
    await home.locator("button[data-custom-id^='h:learn:']").click()
    panel = newest(reader.column)
    chapters = walk.chapters(game)
    for chapter in chapters:
        await play(panel, chapter, tmp_path, reader.say)
        assert await reader.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        if chapter is not chapters[-1]:
            await panel.get_by_role("button", name=reader.say("lesson.next", chapter="")).click()
    await panel.locator("button[data-custom-id^='h:solo:']").click()
    await newest(reader.column).locator("button[data-custom-id$='.easy']").click()
    await newest(reader.column).get_by_role("link").click()
    await expect(newest(reader.column).locator(ASKED).first).to_be_visible()
    await reader.page.screenshot(path=tmp_path / f"{game}-panel.png")
    await reader.play()
    await reader.page.screenshot(path=tmp_path / f"{game}-result.png")
    reader.check()


async def read_rules(reader: Reader, game: str, shots: Path) -> None:
    """Every page of a game's rules."""
    page = newest(reader.column)
    contents = page.locator("select[data-custom-id^='r:']")
    await expect(contents).to_be_visible()
    values = await contents.locator("option:not([hidden])").evaluate_all("all => all.map(one => one.value)")
    for value in values[1:]:  # the first is there
        await contents.select_option(value)
        await expect(page.locator("[aria-busy=true]")).to_have_count(0)
        await expect(contents).to_have_value(value)
        await shoot_page(reader, shots / f"{game}-rules-{value}.png")
        assert await reader.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_match_is_in_the_language_of_its_reader(reader: Reader, game: str, tmp_path: Path) -> None:
    await reader.type(f"{game} new")
    await shoot_page(reader, tmp_path / f"{game}-opening.png")
    await reader.press("preset:tonight")
    lobby = reader.column.locator("article").filter(has=reader.page.locator("[data-custom-id^='h:opponent:']")).last
    await lobby.locator("[data-custom-id^='h:opponent:']").click()
    await newest(reader.column).locator("button[data-custom-id^='h:seat:']").first.click()
    start = lobby.locator("[data-custom-id^='h:start:']")
    await start.scroll_into_view_if_needed()
    await shoot_page(reader, tmp_path / f"{game}-lobby.png")
    await start.click()
    await reader.go_to("gruppetto")
    await expect(newest(reader.column).locator(ASKED).first).to_be_visible()
    await shoot_page(reader, tmp_path / f"{game}-asked.png")
    await reader.play()
    await shoot_page(reader, tmp_path / f"{game}-over.png")
    await newest(reader.column).get_by_role("link").first.click()
    await expect(reader.column.get_by_role("log").locator("[data-custom-id^='h:rematch:']").last).to_be_visible()
    await shoot_page(reader, tmp_path / f"{game}-thread.png")
    for command in ("settings", "profile", "leaderboard", "games", "puzzle", "match history", "match board"):
        await reader.type(command)
        await shoot_page(reader, tmp_path / f"{game}-{command.replace(' ', '-')}.png")
    reader.check()


async def shoot_page(reader: Reader, file: Path) -> None:
    await reader.page.screenshot(path=file)
