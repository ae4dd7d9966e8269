"""Films a turn of each game on a phone, for the README: the sandbox's page in Chromium, with the real bot behind it."""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.async_api import Browser, Locator, ViewportSize, expect

from tests.browser import PATIENCE, running_browser
from tests.driver import Driver, running_sandbox
from tests.e2e.columns import newest, seat
from tests.e2e.match import PLAYED, Match, take_first
from tests.e2e.programs import Bot, port_of

PHONE: ViewportSize = {"width": 390, "height": 700}
SHARP = 2  # pixels of a screen's pixel, as phones have them
BOT = Path(__file__).with_name("clip_bot.py")
# only the conversation, without the sandbox's own tools and what is different each time
LOOK = """
  body { grid-template-rows: minmax(0, 1fr) !important }
  .top, .seat > :not(.where), .head time, .edited, .privates, .newer-place { display: none !important }
  .messages { scrollbar-width: none !important }
"""
READ, LOOKED_AT, PRESSED = 2000, 2800, 240  # ms: what is new, the last scene, a finger on the screen
QUALITY = 72
FINGER = 23  # radius, in the page's pixels


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of Ann's against computers: after so many answers, with these dice, she presses these labels.

    Before that she has answered with the first choice each time, or with one that lies a `stride` further each time.
    """

    seed: int
    answers: int
    presses: tuple[str, ...]
    stride: int = 0
    seats: int = 2
    options: dict[str, Any] = field(default_factory=dict[str, Any])


TURNS = {
    "pistard": Turn(3, 7, ("🎲2", "4", "1", "Confirm")),
    "superechelon": Turn(5, 4, ("1", "Confirm", "1", "Confirm"), seats=3),
    "schlangennest": Turn(9, 7, ("↑", "→"), stride=1),
    "legstrong": Turn(7, 4, ("2", "27", "That's all", "30"), seats=3, options={"tour": "race", "attacks": "clockwise"}),
}


class SteadyBot(Bot):
    """A bot whose dice fall by a seed."""

    def __init__(self, folder: Path, port: int, seed: int) -> None:
        super().__init__(folder, BOT, SANDBOX_PORT=port)
        self._seed = str(seed)

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, str(BOT), self._seed], cwd=self.folder, env=self._environment(), stdout=log, stderr=log
            )


class Film:
    """The scenes of a column of the page, and the finger that leads from one to the next."""

    def __init__(self, column: Locator) -> None:
        self._column = column
        self._frames: list[Image.Image] = []
        self._times: list[int] = []

    async def show(self, milliseconds: int = READ) -> None:
        """What is on the screen now, once its pictures are there."""
        page = self._column.page
        await page.wait_for_function("() => [...document.images].every(image => image.complete)")
        await page.wait_for_timeout(400)  # the page scrolls to what is new
        self._add(await self._screen(), milliseconds)

    async def press(self, button: Locator) -> None:
        """A finger comes down on a button, which is then pressed."""
        await button.scroll_into_view_if_needed()
        box = await button.bounding_box()
        assert box is not None, "the button is on the screen"
        at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        screen = await self._screen()
        for share in (1.25, 1.0):
            self._add(touched(screen, at, share), PRESSED)
        await button.click()

    async def _screen(self) -> Image.Image:
        shot = await self._column.page.screenshot(scale="device")
        return Image.open(io.BytesIO(shot)).convert("RGB")

    def _add(self, frame: Image.Image, milliseconds: int) -> None:
        self._frames.append(frame)
        self._times.append(milliseconds)

    def webp(self) -> bytes:
        """The film; WebP, for a GIF has 256 colours at most."""
        file = io.BytesIO()
        first, *others = self._frames
        first.save(
            file, "WEBP", save_all=True, append_images=others, duration=self._times, loop=0, quality=QUALITY, method=6
        )
        return file.getvalue()


def touched(scene: Image.Image, at: tuple[float, float], share: float) -> Image.Image:
    """The scene with a soft disc where a finger presses."""
    fine = 4
    radius = FINGER * share * SHARP
    size = int(2 * radius) + 2
    disc = Image.new("L", (size * fine, size * fine), 0)
    pen = ImageDraw.Draw(disc)
    pen.ellipse((0, 0, size * fine - 1, size * fine - 1), fill=95)
    rim = 2 * SHARP * fine
    pen.ellipse((0, 0, size * fine - 1, size * fine - 1), outline=225, width=rim)
    disc = disc.resize((size, size), Image.Resampling.LANCZOS)
    drawn = scene.copy()
    left, top = (round(part * SHARP - size / 2) for part in at)
    drawn.paste((255, 255, 255), (left, top), disc)
    return drawn


async def begun(driver: Driver, game: str, turn: Turn) -> Match:
    """The match at that turn: Ann has answered so often, each time with the first answer."""
    ann = driver.player("Ann")
    match = await Match.open(driver, ann, game, players=turn.seats, **turn.options)
    for seated in range(1, turn.seats):
        levels = await ann.press(match.lobby, "Add computer")
        assert levels is not None
        await ann.press(levels, "Easy")
        await driver.wait(lambda place=seated + 1: f"{place}. Computer" in match.seating)
    await ann.press(match.lobby, "Start")
    match.players = (ann,)
    await driver.wait(lambda: match.news)
    for number in range(turn.answers):
        await answer(match, number * turn.stride)
    await match.asked()
    await match.settled()
    return match


async def answer(match: Match, at: int) -> None:
    """Ann's next answer: the choice that lies there in each of its questions, counted round and round."""
    ann = await match.asked()
    assert ann is not None, "the match goes on"
    panel = match.panel(ann)
    assert panel is not None, "she is asked"
    while choices := match.steps(panel):
        panel = await take_first(ann, panel, choices[at % len(choices)])
        if PLAYED in panel.content:
            return


async def filmed(browser: Browser, url: str, match: Match, presses: tuple[str, ...]) -> bytes:
    """From the board in the thread over the presses to the board after them."""
    context = await browser.new_context(
        viewport=PHONE, device_scale_factor=SHARP, locale="en-US", reduced_motion="reduce", has_touch=True
    )
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    await page.goto(url)
    await expect(page.get_by_text("Bot online")).to_be_visible()
    await page.add_style_tag(content=LOOK)
    ann = seat(page, "Ann")
    await ann.locator(".where").click()
    await ann.locator("[data-channel]", has_text=match.title).click()
    film = Film(ann)
    await film.show()
    await film.press(newest(ann).get_by_role("button", name="Your move"))
    panel = ann.locator("article[data-ephemeral]").last
    for label in presses:
        button = panel.get_by_role("button", name=label, exact=True)
        await expect(button).to_be_visible()
        answered = panel.locator(f"[data-custom-id='{await button.get_attribute('data-custom-id')}']")
        await film.show()
        await film.press(button)
        await expect(answered).to_have_count(0)
    await expect(panel).not_to_contain_text("The computer is thinking")
    await film.show(LOOKED_AT)
    await match.settled()
    await film.press(panel.get_by_role("button", name="Dismiss"))
    await film.show(LOOKED_AT)
    await context.close()
    return film.webp()


async def clip(game: str) -> bytes:
    """The film of that game's turn."""
    turn = TURNS[game]
    with (
        tempfile.TemporaryDirectory() as folder,
        running_sandbox() as url,
        closing(SteadyBot(Path(folder), port_of(url), turn.seed)) as bot,
    ):
        bot.meet()
        bot.start()
        async with running_browser() as browser, await Driver.connect(url) as driver:
            await driver.ready()
            return await filmed(browser, url, await begun(driver, game, turn), turn.presses)
