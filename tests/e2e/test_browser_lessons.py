"""Every lesson with a thumb, from /start on a phone to its end: the sandbox's page in Chromium, with the real bot."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path as File

import pytest
from playwright.async_api import Locator, Page, expect

from cogs.panel import paths
from cogs.panel.lesson_screen import end, seen_at, title
from cogs.ui.controls import Component, LessonStep
from cogs.ui.custom_id import read
from engines.table import Amount, Path, Pick, Ready
from lessons import walk
from lessons.lesson import Lesson
from locales import Catalogue, catalogue
from screen.questions import next_question
from tests.browser import PHONE
from tests.e2e.columns import newest, open_home, play_alone, seat, shoot, unfold
from tests.marks import in_long

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SAY = catalogue(None)
CONTROLS = "[data-custom-id^='l:']"


@dataclass(frozen=True, slots=True)
class Press:
    """What can be pressed, or is chosen in a list: how much of the answer stands then, and what it is worth."""

    custom_id: str
    values: list[str]
    path: Path
    verdict: walk.Verdict


def plain(text: str) -> str:
    """A text as it is read: without Markdown, in one line."""
    return " ".join(re.sub(r"\*|^-# ", "", text, flags=re.MULTILINE).split())


async def offers(panel: Locator, lesson: Lesson, step: int, say: Catalogue = SAY) -> list[Press]:
    """All that a step's panel has to press."""
    seen, found = seen_at(lesson, step, say), list[Press]()
    for control in await panel.locator(CONTROLS).all():
        custom_id = await control.get_attribute("data-custom-id") or ""
        is_choice = custom_id.endswith("*")
        code = read(Component.SELECT if is_choice else Component.BUTTON, custom_id)
        assert isinstance(code, LessonStep)
        assert (code.game, code.chapter, code.step) == (lesson.game, lesson.chapter, step)
        here = paths.walk(seen, code.steps)
        for values in _choices(seen.ask(here)) if is_choice else [[]]:
            ask = seen.ask(here)
            path = (*here, paths.choice(ask, values)) if values and ask is not None else here
            question = next_question(seen, path)  # what has one answer isn't asked
            whole = question.path if question is not None and isinstance(question.ask, Ready) else path
            found.append(Press(custom_id, values, path, walk.judge(lesson, step, whole)))
    return found


def _choices(ask: object) -> list[list[str]]:
    match ask:
        case Amount(_, least, most):
            return [[str(number)] for number in range(least, most + 1)]
        case Pick(_, options, least, _):
            return [[str(at) for at in chosen] for chosen in combinations(range(len(options)), least)]
        case _:
            return []


async def press(panel: Locator, lesson: Lesson, step: int, choice: Press, say: Catalogue = SAY) -> None:
    """Press it, and wait for what the lesson says to that."""
    control = panel.locator(f"[data-custom-id='{choice.custom_id}']")
    if not choice.values:
        await control.click()
    elif await control.evaluate("control => control.localName") == "select":
        await control.select_option(choice.values)
    else:
        await unfold(panel)
        for value in choice.values:
            await panel.get_by_role("checkbox").and_(panel.locator(f"[value='{value}']")).check()
        await control.click()
    after = choice.verdict
    if after.why:
        await expect(panel).to_contain_text(plain(say(after.why)))
    elif after.step > step:
        await expect(panel).to_contain_text(plain(say(walk.text(lesson, after.step - 1, "done"))))
    else:
        await expect(control).to_have_count(0)
    await expect(panel).to_contain_text(plain(title(lesson, after.step, say)))


async def play(panel: Locator, lesson: Lesson, shots: File, say: Catalogue = SAY) -> None:
    """Press what the captions ask for until the lesson is over, once something wrong before."""
    step, number, errs = 0, 0, True
    while step < len(lesson.steps):
        await expect(panel).to_contain_text(plain(say(walk.text(lesson, step))))
        await shoot(panel, shots / f"{lesson.game}-{lesson.chapter}-{number:02}-{step + 1}.png")
        offered = await offers(panel, lesson, step, say)
        wrong = next((offer for offer in offered if offer.verdict.why), None)
        if errs and wrong:
            errs = False
            await press(panel, lesson, step, wrong, say)
            await shoot(panel, shots / f"{lesson.game}-{lesson.chapter}-{number:02}-{step + 1}-wrong.png")
            again = [offer.custom_id for offer in await offers(panel, lesson, step, say)]
            assert wrong.custom_id in again, "and another try"
        right = max((offer for offer in offered if not offer.verdict.why), key=lambda v: (v.verdict.step, len(v.path)))
        await press(panel, lesson, step, right, say)
        step, number = right.verdict.step, number + 1
    await expect(panel).to_contain_text(plain(end(lesson, say)))
    await shoot(panel, shots / f"{lesson.game}-{lesson.chapter}-{number:02}-end.png")
    assert not errs, "the lesson offers something wrong to press"


@pytest.mark.parametrize("game", ["pistard", *in_long("superechelon", "schlangennest", "legstrong")])
async def test_a_lesson_is_played_with_a_thumb_from_start_to_its_end(phone: Page, game: str, tmp_path: File) -> None:
    ann = seat(phone, "Ann")
    home = await open_home(ann, game)
    await shoot(home, tmp_path / f"{game}-home.png")
    await home.get_by_role("button", name=SAY("start.learn")).click()
    panel = newest(ann)
    chapters = walk.chapters(game)
    for chapter in chapters:
        await play(panel, chapter, tmp_path)
        assert await phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        if chapter is not chapters[-1]:
            await panel.get_by_role("button", name=SAY("lesson.next", chapter="")).click()
    await play_alone(ann, panel)
    link = newest(ann).get_by_role("link")
    await expect(link).to_be_visible()
    await phone.screenshot(path=tmp_path / f"{game}-leads-on.png")
    await link.click()
    await phone.screenshot(path=tmp_path / f"{game}-match.png")
