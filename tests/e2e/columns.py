"""What is done with the mouse in a player's column of the sandbox's page."""

import re
from collections.abc import Mapping
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from locales import catalogue

WORDS = catalogue(None)
STEP = "button[data-custom-id^='g:']:not([data-custom-id*='@'], [data-custom-id$='~'])"  # answers a question
LIST = "select[data-custom-id^='g:']"  # so does this
SEVERAL = "details.several > summary"  # unfolds boxes of which several are ticked
ASKED = f"{STEP}, {LIST}, {SEVERAL}"  # what is there to press at a question
PUZZLE_STEP, PUZZLE_LIST = STEP.replace("'g:'", "'z:'"), LIST.replace("'g:'", "'z:'")  # and these of a puzzle


def seat(page: Page, player: str) -> Locator:
    """A player's column."""
    return page.locator(f"[data-player={player}]")


def newest(column: Locator) -> Locator:
    """The newest message of the conversation that is open in a column."""
    return column.get_by_role("log").locator("article").last


async def go_to(column: Locator, channel: str) -> None:
    """Open the conversation of that name."""
    await column.locator("[data-channel]", has_text=channel).click()


async def send_command(column: Locator, command: str, typed: Mapping[str, str], chosen: Mapping[str, str]) -> None:
    """Pick a slash command and fill in its options: those that are typed and those that are chosen from a list."""
    await column.get_by_role("textbox", name="Message as").press_sequentially(f"/{command}")
    await column.get_by_role("listbox", name="Commands").get_by_role("option", name=f"/{command}").click()
    form = column.get_by_role("form", name=f"/{command}")
    await expect(form).to_be_visible()
    more = form.get_by_role("button", name=re.compile(r"^\+\d+ more$"))
    if await more.is_visible():
        await more.click()
    for option in (*typed, *chosen):
        free = form.get_by_role("button", name=f"+ {option}", exact=True)
        if await free.count():  # else it is required, and there
            await free.click()
        field = form.get_by_label(re.compile(rf"^{option}( |$)"))  # a required one has a sign behind its name
        if option in typed:
            await field.fill(typed[option])
        else:
            # behind the name of a choice may stand what it is about
            named = field.locator("option").filter(has_text=re.compile(rf"^{re.escape(chosen[option])}( –|$)"))
            await field.select_option(label=await named.inner_text())
    await form.get_by_role("button", name="Send").click()


async def open_home(column: Locator, game: str) -> Locator:
    """Type /start, and turn to the card of a game."""
    await send_command(column, "start", {}, {})
    home, name = newest(column), WORDS(f"{game}.name")
    await expect(home.get_by_role("button", name=WORDS("start.learn"))).to_be_visible()
    if not await home.get_by_role("heading", name=name).is_visible():
        await home.get_by_role("button", name=name).click()
    await expect(home.get_by_role("heading", name=name)).to_be_visible()
    return home


async def play_alone(column: Locator, asked: Locator) -> None:
    """Press Play the computer in a message, and the easiest level in the answer."""
    await asked.get_by_role("button", name=WORDS("start.solo")).click()
    await newest(column).get_by_role("button", name=WORDS("opponent.easy.level")).click()


async def shoot(panel: Locator, file: Path) -> None:
    """What the browser shows, with the message's picture."""
    await expect(panel.locator("img").first).to_have_js_property("complete", value=True)
    await panel.page.screenshot(path=file)


async def press_step(column: Locator, number: int = 0, steps: str = STEP) -> None:
    """Click a choice of the newest panel, or Confirm, and wait until the panel has gone on."""
    panel = newest(column)
    button = panel.locator(steps).nth(number)
    custom_id = await button.get_attribute("data-custom-id")
    await button.click()
    await expect(panel.locator(f"[data-custom-id='{custom_id}']")).to_have_count(0)


async def unfold(panel: Locator) -> None:
    """Open the boxes of a question with several answers."""
    if await panel.locator("details.several:not([open])").count():
        await panel.locator(SEVERAL).click()


async def tick(panel: Locator, confirm: Locator) -> None:
    """Tick boxes from the first on until their button can be pressed."""
    await unfold(panel)
    for box in await panel.get_by_role("checkbox").all():
        if await confirm.is_enabled():
            return
        await box.check()


async def choose(column: Locator, number: int = 0, steps: str = STEP, lists: str = LIST) -> None:
    """Take a choice of the newest panel, from its list if it has one, or the last if there are fewer.

    Of boxes to tick take as many of the first as are wanted. Nothing is pressed in a panel that has just gone on by
    itself.
    """
    panel = newest(column)
    if await panel.locator(SEVERAL).count():
        await tick(panel, panel.locator(steps).first)
    field = panel.locator(lists)
    if not await field.count():
        offered = await panel.locator(steps).count()
        if offered:
            await press_step(column, min(number, offered - 1), steps)
        return
    custom_id = await field.get_attribute("data-custom-id")
    options = await field.locator("option:not([hidden])").count()
    await field.select_option(index=1 + min(number, options - 1))
    await expect(panel.locator(f"[data-custom-id='{custom_id}']")).to_have_count(0)
