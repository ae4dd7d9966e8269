"""Whole matches played with the mouse: the players on the sandbox's page in Chromium, against the real bot."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FLAGS = ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"]
MISSING = "Playing in the browser needs Chromium: apt-get install chromium-headless-shell (or chromium)"
STEP = "button[data-custom-id^='g:']:not([data-custom-id*='@'])"  # answers a question
PATIENCE = 10_000  # ms
MOST_QUESTIONS = 20  # one after the other in one answer


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if not found:
        pytest.skip(MISSING)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, place: str) -> AsyncIterator[Page]:
    """The page of a sandbox with the bot in it; whatever the console complains of fails the test."""
    context = await browser.new_context(
        viewport={"width": 1600, "height": 900}, locale="en-US", timezone_id="UTC", reduced_motion="reduce"
    )
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page.on("console", lambda line: complaints.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    await page.goto(place)
    await expect(page.get_by_text("Bot online")).to_be_visible(timeout=2 * PATIENCE)
    yield page
    await context.close()
    assert complaints == []


def seat(page: Page, player: str) -> Locator:
    """A player's column."""
    return page.locator(f"[data-player={player}]")


def newest(column: Locator) -> Locator:
    """The newest message of the conversation that is open in a column."""
    return column.get_by_role("log").locator("article").last


async def open_match(column: Locator, game: str, preset: str, **numbers: str) -> None:
    """Pick the game's `new` and fill in its options."""
    await column.get_by_role("textbox", name="Message as").press_sequentially(f"/{game} new")
    await column.get_by_role("listbox", name="Commands").get_by_role("option", name=f"/{game} new").click()
    form = column.get_by_role("form", name=f"/{game} new")
    for option, value in numbers.items():
        await form.get_by_role("button", name=f"+ {option}").click()
        await form.get_by_label(option, exact=True).fill(value)
    await form.get_by_role("button", name="+ preset").click()
    await form.get_by_label("preset", exact=True).select_option(preset)
    await form.get_by_role("button", name="Send").click()


async def answer(column: Locator) -> None:
    """Click the first choice of the newest panel, or Confirm, and wait until the panel has gone on."""
    panel = newest(column)
    button = panel.locator(STEP).first
    custom_id = await button.get_attribute("data-custom-id")
    await button.click()
    await expect(panel.locator(f"[data-custom-id='{custom_id}']")).to_have_count(0, timeout=PATIENCE)


async def test_two_players_click_through_a_match(page: Page, tmp_path: Path) -> None:
    ann, bob, carla = (seat(page, name) for name in ("Ann", "Bob", "Carla"))
    await open_match(ann, "pistard", "Quick", players="2", target="3")
    await expect(ann.get_by_text("Match #1 is open in this channel.")).to_be_visible()
    await bob.get_by_role("button", name="Join").click()
    await expect(ann.get_by_text("All places are taken")).to_be_visible()
    await ann.get_by_role("button", name="Start").click()
    for column in (ann, bob):
        await column.locator("[data-channel]", has_text="gruppetto").click()
        await expect(newest(column).locator(STEP).first).to_be_visible()
    await carla.locator("[data-channel]", has_text="Pistard #1").click()
    result = carla.get_by_role("heading", name="The match is over")
    asked = [newest(column).locator(STEP).first for column in (ann, bob)]
    await page.screenshot(path=tmp_path / "start.png")
    while not await result.is_visible():
        await answer(ann if await asked[0].is_visible() else bob)
        await result.or_(asked[0]).or_(asked[1]).first.wait_for()
    await expect(carla.get_by_text("🥇 1.")).to_be_visible()
    await expect(carla.get_by_text("— 3 points").last).to_be_visible()
    await page.screenshot(path=tmp_path / "result.png")


def asking(column: Locator) -> Locator:
    """The newest message in a column that asks something."""
    return column.locator("article").filter(has=column.page.locator(STEP)).last


async def click_through(column: Locator) -> None:
    """Answer the question that is open in a column with its first choice, and so on until nothing is asked."""
    for _ in range(MOST_QUESTIONS):
        panel = asking(column)
        if not await panel.is_visible():
            return
        button, boxes = panel.locator(STEP).first, panel.get_by_role("checkbox")
        custom_id = await button.get_attribute("data-custom-id")
        for box in await boxes.all():
            if not await button.is_enabled():
                await box.check()
        await button.click()
        await expect(column.locator(f"[data-custom-id='{custom_id}']")).to_have_count(0, timeout=PATIENCE)
    raise AssertionError("asked too much")


@pytest.mark.long
async def test_three_players_click_through_a_tour_one_of_them_without_direct_messages(
    page: Page, tmp_path: Path
) -> None:
    ann, bob, carla, dmitri = (seat(page, name) for name in ("Ann", "Bob", "Carla", "Dmitri"))
    await carla.get_by_role("switch", name="DMs closed").click()
    await open_match(ann, "superechelon", "Short", players="3")
    for column in (bob, carla):
        await column.get_by_role("button", name="Join").last.click()
    await expect(ann.get_by_text("All places are taken").last).to_be_visible()
    await ann.get_by_role("button", name="Start").last.click()
    for column in (carla, dmitri):
        await column.locator("[data-channel]", has_text="SuperEchelon #").last.click()
    for column in (ann, bob):
        await column.locator("[data-channel]", has_text="gruppetto").click()
        await expect(newest(column).get_by_role("img", name="Your hand: ").first).to_be_visible()
    calls = carla.locator("article", has_text="it's your move. I can't send you direct messages").filter(
        has=page.get_by_role("button", name="Your move")
    )
    result, called = dmitri.get_by_role("heading", name="The match is over"), 0
    async with asyncio.timeout(100):
        while not await result.is_visible():
            if await calls.count() > called:
                called = await calls.count()
                await calls.last.get_by_role("button", name="Your move").click()
                await page.screenshot(path=tmp_path / f"carla-{called}.png")
            for column in (ann, bob, carla):
                await click_through(column)
            await asyncio.sleep(0.05)
    assert called > 10
    await expect(
        dmitri.get_by_text("wins the season!").or_(dmitri.get_by_text("share the season!")).last
    ).to_be_visible()
    await expect(dmitri.get_by_role("img", name="Your hand: ")).to_have_count(0)
    await page.screenshot(path=tmp_path / "tour.png")
    await carla.locator("[data-channel]", has_text="gruppetto").click()
    await expect(carla.locator("article")).to_have_count(0)
