"""Screens for a move: their height on a phone, and the taps of a decision, in matches of every game."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path as Folder
from random import Random

from playwright.async_api import Locator, expect
from playwright.async_api import TimeoutError as TooLong

from bench.post import Nobody
from bench.press import running_bot
from cogs.panel.paths import walk
from cogs.ui.controls import Component, QuestionId, Step
from cogs.ui.custom_id import read
from db.store import Store
from engines import GAMES
from engines.table import Path, Refused
from host.house import House
from host.play.dormant import remaker
from host.play.seen import Seen
from locales import languages
from opponents.greedy import play_greedy
from tests.browser import PHONE, running_browser
from tests.driver import Driver, running_sandbox
from tests.e2e.columns import ASKED, LIST, STEP, newest, open_home, play_alone, seat, send_command, tick, unfold

PLAYER = "Ann"
PRESSES = 120  # of a match; what follows is like what came before
FITS, MOST = 600, 700  # pixels of a phone's 844 for a message
BACK = "↩️"
PATIENCE = 20_000.0  # milliseconds for computers to answer
LOCALES = {"en": "en-US", "es": "es-ES"}  # what Discord calls them
PLACE = re.compile(r"g:[0-9a-z]+:([0-9a-f]+):([^!~*]*)(!?)")


@dataclass
class Tally:
    """What was seen in a match."""

    heights: list[int] = field(default_factory=list[int])  # of questions, in pixels
    taps: list[int] = field(default_factory=list[int])  # of decisions, where what can be taken back needs no Confirm
    confirmed: list[int] = field(default_factory=list[int])  # the same if each had ended with one

    def line(self, name: str) -> str:
        """The figures in a line."""
        count = max(len(self.heights), 1)
        fit = sum(height <= FITS for height in self.heights)
        taps, confirmed = (sum(some) / max(len(some), 1) for some in (self.taps, self.confirmed))
        return (
            f"{name}: {len(self.heights)} questions, {100 * fit / count:.1f} % in {FITS} px, "
            f"mean {sum(self.heights) / count:.0f}, tallest {max(self.heights, default=0)} (at most {MOST}); "
            f"{taps:.2f} taps a decision, {confirmed:.2f} with Confirm"
        )


def run() -> Iterator[str]:
    """Heights of panels at 390 px and taps a decision: every game, two seats and the most, in every language.

    Each match is played by someone who answers at random, and by someone who answers as Fair does.
    """
    for game, rules in GAMES.items():
        for count in dict.fromkeys((max(2, rules.spec.seats[0]), rules.spec.seats[-1])):
            for language in languages():
                for fair in (False, True):
                    way = "fair" if fair else "at random"
                    yield _match(game, count, language, fair=fair).line(f"{game}, {count} seats, {language}, {way}")


def _match(game: str, count: int, language: str, *, fair: bool) -> Tally:
    with tempfile.TemporaryDirectory() as folder, running_sandbox() as url, running_bot(Folder(folder), url):
        return asyncio.run(_played(url, game, count, language, Folder(folder) if fair else None))


class Fair:
    """Fair's moves for the person's question, from the bot's database."""

    def __init__(self, store: Store) -> None:
        self._matches = House(store, GAMES, Nobody(), watch=lambda _: None).matches
        self._answers: dict[str, tuple[Seen, Path]] = {}  # by fingerprint

    async def onward(self, codes: Sequence[str]) -> list[int]:
        """The places of those of the buttons that lead on along the answer; none where no button does."""
        steps = {index: step.place for index, code in enumerate(codes) if (step := _step(code)) is not None}
        for place in list(steps.values())[:1]:
            seen, answer = await self._answer(place)
            paths = {index: walk(seen, place.steps) for index, place in steps.items()}
            return [index for index, path in paths.items() if path and answer[: len(path)] == path]
        return []

    async def _answer(self, place: QuestionId) -> tuple[Seen, Path]:
        if place.fingerprint not in self._answers:
            public = await self._matches.see(place.match, None)
            [user] = [row.user for row in public.match.seats if row.user is not None]
            seen = await self._matches.see(place.match, user)
            answer = await asyncio.to_thread(play_greedy, seen.game, seen.view, Random(place.fingerprint))
            self._answers[seen.fingerprint] = seen, answer
        return self._answers[place.fingerprint]


def _step(code: str) -> Step | None:
    """The place that a button leads to; None for a list."""
    try:
        found = read(Component.BUTTON, code)
    except Refused:
        return None
    return found if isinstance(found, Step) else None


async def _played(url: str, game: str, count: int, language: str, folder: Folder | None) -> Tally:
    """A match of one person and computers, answered in the person's direct messages.

    Answers come at random, or from Fair with the bot's database in `folder`.
    """
    tally, rng = Tally(), Random(f"{game}.{count}")
    async with await Driver.connect(url) as driver, running_browser() as browser:
        await driver.ready()
        page = await (await browser.new_context(viewport=PHONE)).new_page()
        await page.goto(f"{url}?players=2")
        column = seat(page, PLAYER)
        home = await open_home(column, game)  # it leads to the person's direct messages, where a match begins at once
        await play_alone(column, home)
        await newest(column).get_by_role("link").click()
        await newest(column).locator(STEP).first.wait_for()
        await send_command(column, f"{game} new", {"players": str(count)}, {})
        await driver.player(PLAYER).speak(LOCALES.get(language, language))
        async with AsyncExitStack() as stack:
            fair = None
            if folder is not None:
                store = await Store.open(f"sqlite+aiosqlite:///{folder / 'bench.db'}", remake=remaker(GAMES))
                stack.push_async_callback(store.close)
                fair = Fair(store)
            await _answer(column, tally, rng, fair)
    return tally


async def _answer(column: Locator, tally: Tally, rng: Random, fair: Fair | None) -> None:
    """Press until the match is over or enough was seen."""
    presses: list[re.Match[str]] = []  # of one decision: its fingerprint, its steps, and "!" for Confirm
    for _ in range(PRESSES):
        panel = newest(column)
        answers = panel.locator(ASKED)
        try:
            await answers.first.wait_for(timeout=PATIENCE)
        except TooLong:  # the match is over
            break
        await expect(panel.locator("img").first).to_have_js_property("complete", value=True)
        box = await panel.bounding_box()
        assert box is not None
        tally.heights.append(round(box["height"]))
        await unfold(panel)
        onward = panel.locator(f"{STEP}, {LIST}").filter(has_not_text=BACK)
        if not (count := await onward.count()):
            continue  # a computer's answer has renewed the panel meanwhile
        codes = [await button.get_attribute("data-custom-id") or "" for button in await onward.all()]
        good = [] if fair is None else await fair.onward(codes)
        chosen = onward.nth(rng.choice(good or range(count)))
        code = await chosen.get_attribute("data-custom-id") or ""
        place = PLACE.match(code)
        assert place is not None, code
        if presses and place[1] != presses[-1][1]:
            tally.taps.append(len(presses))
            tally.confirmed.append(len(presses) + (not presses[-1][3]))
            presses.clear()
        presses.append(place)
        await _choose(panel, chosen)
        await expect(panel.locator(f"[data-custom-id='{code}']")).to_have_count(0)


async def _choose(panel: Locator, chosen: Locator) -> None:
    """Press the button; of a select take the first option, of several as many of the first as it wants."""
    if await chosen.evaluate("element => element.tagName") == "SELECT":
        await chosen.select_option(index=1)
        return
    await tick(panel, chosen)
    await chosen.click()
