"""The screen of a lesson in Components V2: a step with a match's buttons, or what to do at its end.

A phone scrolls to the end of a new message, so the picture comes first, and what it teaches right above the
buttons. All pads are offered, as the picture numbers them; of many answers in words only instructive ones.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import groupby

import discord
from discord import ui

from cogs.panel import paths
from cogs.panel.components import widgets
from cogs.panel.compose import Panel
from cogs.panel.staged import Stage, staged
from cogs.ui import custom_id
from cogs.ui.client import Client
from cogs.ui.controls import Action, Component, LessonStep
from cogs.ui.custom_id import action_code, lesson_code
from cogs.ui.pictures import file_of
from cogs.ui.views import CONTENT, Layout, Widget
from engines import GAMES
from engines.table import Path, Ready
from host.play.seen import Seen
from lessons import walk
from lessons.lesson import LEARNER, Lesson
from locales import Catalogue
from render.words import cut
from screen.questions import Answer, Question, answers_to, legend, next_question, question_words, shortcuts_on

AGAIN = "again"
FEW = 4  # answers in words that a phone shows below what they are about


def learn_button(game: str, say: Catalogue, row: int | None = None) -> list[Widget]:
    """The button that opens a game's lesson, if there is one."""
    if not walk.chapters(game):
        return []
    code = action_code(Action.LEARN, game)
    return [discord.ui.Button(label=say("lesson.learn"), emoji="🎓", custom_id=code, row=row)]


async def compose(
    bot: Client,
    lesson: Lesson,
    step: int,
    say: Catalogue,
    *,
    path: Path = (),
    page: int = 0,
    head: str = "",
    why: str = "",
    in_words: bool = False,
) -> Panel:
    """A step with the question after `path`, or the end after the last step.

    The results of the last press come first: `head`. If the answer was wrong, `why` replaces the caption.
    """
    seen = await asyncio.to_thread(seen_at, lesson, step, say, in_words=in_words)
    question = question_at(seen, lesson, step, path)
    pads = ""
    if question is not None:
        pads = "" if in_words else legend(_offered(seen, lesson, step, question, say))
    picture = file_of(await bot.pictures.panel(seen, question.path if question is not None else (), say, pads))
    if question is None:
        return Panel(_text(title(lesson, step, say), head, end(lesson, say)), picture, afterwards(lesson, say))
    content = _text(title(lesson, step, say), *asked(seen, lesson, step, question, say, head=head, why=why))
    return Panel(content, picture, buttons(seen, lesson, step, question, say, page=page))


def layout(panel: Panel) -> Layout:
    """The message; its picture is attached as a file."""
    picture = discord.MediaGalleryItem(panel.picture, description=panel.picture.description)
    rows = (ui.ActionRow(*items) for _, items in groupby(panel.items, key=lambda item: item.row))
    return Layout([ui.MediaGallery(picture), ui.TextDisplay(panel.content), *rows])


def question_at(seen: Seen, lesson: Lesson, step: int, path: Path) -> Question | None:
    """The question after `path`, or after the answers of earlier steps; None at the end of the lesson."""
    if step == len(lesson.steps):
        return None
    begun = walk.scene(lesson, step).begun
    return next_question(seen, max(path, begun, key=len))


def settled(seen: Seen, path: Path) -> Path:
    """The path, extended to its end if nothing is left to choose."""
    question = next_question(seen, path)
    return question.path if question is not None and isinstance(question.ask, Ready) else path


def asked(
    seen: Seen, lesson: Lesson, step: int, question: Question, say: Catalogue, *, head: str = "", why: str = ""
) -> list[str]:
    """The lines of a step: the last press's results, the caption or why not, and the next question if there is one."""
    caption = walk.text(lesson, step)
    lines = [head, say("lesson.why", text=why) if why else say(caption)]
    if len(question.path) > len(walk.scene(lesson, step).begun):
        joined = is_joined(seen, lesson, step, question.path)
        lines.append(say("lesson.question", text=question_words(seen, question.path, say, joined=joined)))
    return lines


def end(lesson: Lesson, say: Catalogue) -> str:
    return say(f"lesson.{lesson.game}.end.{lesson.chapter}")


def _text(*lines: str) -> str:
    return cut("\n".join(line for line in lines if line), CONTENT)


def title(lesson: Lesson, step: int, say: Catalogue) -> str:
    values = {"game": say(f"{lesson.game}.name"), "at": step + 1, "steps": len(lesson.steps)}
    key = ".end" if step == len(lesson.steps) else ""
    if len(walk.chapters(lesson.game)) == 1:
        return say(f"lesson.title{key}", **values)
    return say(f"lesson.title.chapter{key}", chapter=_chapter(lesson, say), **values)


def _chapter(lesson: Lesson, say: Catalogue) -> str:
    return say(f"lesson.{lesson.game}.title.{lesson.chapter}")


def _offered(seen: Seen, lesson: Lesson, step: int, question: Question, say: Catalogue) -> list[Answer]:
    """The answers that a step offers."""
    return answers_to(seen, question, say, joined=is_joined(seen, lesson, step, question.path))


def buttons(
    seen: Seen, lesson: Lesson, step: int, question: Question, say: Catalogue, *, page: int = 0
) -> list[Widget]:
    """A match's buttons, with the lesson's ids; Back doesn't undo earlier steps.

    A step about the first of some joined questions asks it alone.
    """
    begun = walk.scene(lesson, step).begun
    answers: list[Widget] = []
    whys: list[str] = []
    others: list[Widget] = []
    for item in widgets(seen, question, say, page, _offered(seen, lesson, step, question, say)):
        assert item.custom_id is not None
        item.custom_id = lesson_code(lesson.game, lesson.chapter, step, item.custom_id)
        is_select = isinstance(item, discord.ui.Select)
        place = custom_id.read(Component.SELECT if is_select else Component.BUTTON, item.custom_id)
        assert isinstance(place, LessonStep)
        if len(place.steps) > len(question.path):
            answers.append(item)
            whys.append(walk.judge(lesson, step, settled(seen, paths.walk(seen, place.steps))).why)
        elif len(place.steps) >= len(begun):
            others.append(item)
    if seen.own.in_words:
        answers = [answers[index] for index in _telling(whys)]
        for item in answers:
            item.row = 0
    return [*answers, *others]


def is_joined(seen: Seen, lesson: Lesson, step: int, path: Path) -> bool:
    """Whether a joined answer is this step's right one, or begins it."""
    ways = ((*path, *way) for way in shortcuts_on(seen, path))
    return any(right[: len(way)] == way for way in ways for right in lesson.steps[step].right)


def _telling(whys: list[str]) -> list[int]:
    """A selection among many answers: a right one, and near it one for each reason to be wrong."""
    right = next((index for index, why in enumerate(whys) if not why), 0)
    nearest = sorted(range(len(whys)), key=lambda index: (bool(whys[index]), abs(index - right)))
    news = [*{whys[index]: index for index in reversed(nearest)}.values()][::-1]
    return sorted([*news, *(index for index in nearest if index not in news)][:FEW])


def afterwards(lesson: Lesson, say: Catalogue) -> list[Widget]:
    """Buttons at the end of a lesson."""
    chapters = walk.chapters(lesson.game)
    later = chapters[chapters.index(lesson) + 1 :][:1]
    items: list[Widget] = [
        _button(say("lesson.next", chapter=_chapter(step, say)), "▶️", (step.game, step.chapter), 0, is_first=True)
        for step in later
    ]
    items += [
        _action(
            say(words), emoji, action_code(action, lesson.game, *more), is_first=action is Action.SOLO and not later
        )
        for action, more, emoji, words in (
            (Action.SOLO, (lesson.seats,), "🤖", "start.solo"),  # at a table of the size they have learnt
            (Action.HOME, (), "🏠", "lesson.home"),
            (Action.RULES, (0,), "📖", "board.rules"),
        )
    ]
    items.append(_button(say("lesson.again"), "🔁", (lesson.game, lesson.chapter, AGAIN), 0))
    if len(chapters) > 1:
        numbered = enumerate(chapters, 1)
        items += [
            _button(say("lesson.chapter", number=number, chapter=_chapter(s, say)), None, (s.game, s.chapter), 1)
            for number, s in numbered
            if s not in (lesson, *later)
        ]
    return items


def _button(label: str, emoji: str | None, what: Iterable[str], row: int, *, is_first: bool = False) -> Widget:
    return _action(label, emoji, action_code(Action.LEARN, *what), row, is_first=is_first)


def _action(label: str, emoji: str | None, code: str, row: int = 0, *, is_first: bool = False) -> Widget:
    style = discord.ButtonStyle.success if is_first else discord.ButtonStyle.secondary
    return discord.ui.Button(label=label, emoji=emoji, style=style, custom_id=code, row=row)


def seen_at(lesson: Lesson, step: int, say: Catalogue, *, in_words: bool = False) -> Seen:
    """A lesson's step as a match to play in; `in_words` as for `staged`."""
    rules = GAMES[lesson.game].spec.rules
    stage = Stage(lesson.game, lesson.options, rules, lesson.seats, LEARNER)
    return staged(stage, walk.scene(lesson, step).view, say, in_words=in_words)
