"""Learn by playing: a private panel that leads through a lesson, a press at a time. It keeps nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

import discord

from cogs.panel import paths
from cogs.panel.components import Question, next_question, widgets
from cogs.panel.compose import Panel
from cogs.ui import custom_id
from cogs.ui.client import Client, Interaction
from cogs.ui.custom_id import Action, Component, LessonPlace, action_code, lesson_code
from cogs.ui.dynamic_items import Widget, cut, rows
from cogs.ui.match_text import CONTENT
from cogs.ui.replies import defer_in_private, reader, reply_in_private
from db.rows import Match, SeatRow
from engines import GAMES
from engines.table import IllegalMove, Path, Ready
from host.play.seen import Seen
from lessons import walk
from lessons.lesson import LEARNER, Lesson
from locales import Catalogue
from render import RENDERERS

AGAIN = "again"
# What is offered at the end of a lesson, beside its other chapters: the action for this game, its emoji and its words.
AFTERWARDS: tuple[tuple[Action, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """The lesson that somebody asks for: of a `game`, or in it a `chapter`, which may begin `anew`."""

    game: str
    chapter: str = ""
    anew: bool = False


def read(what: str) -> Wanted:
    """The lesson that a button is about; IllegalMove if there is none."""
    game, *more = what.split(".")
    chapter, anew = more[0] if more else "", more[1:] == [AGAIN]
    if len(more) > 1 + anew or not walk.chapters(game) or (chapter and walk.find(game, chapter) is None):
        raise IllegalMove("house.button")
    return Wanted(game, chapter, anew)


def learn_button(game: str, say: Catalogue, row: int | None = None) -> list[Widget]:
    """The button that opens the lesson about a game, if there is one."""
    if not walk.chapters(game):
        return []
    code = action_code(Action.LEARN, game)
    return [discord.ui.Button(label=say("lesson.learn"), emoji="🎓", custom_id=code, row=row)]


async def learn(interaction: Interaction, wanted: Wanted) -> None:
    """Open a lesson where the person left it: in a message of its own, or going on in the lesson that was pressed."""
    if wanted.chapter:
        await defer_in_private(interaction)
    else:
        await reply_in_private(interaction)
    house, user = interaction.client.house, interaction.user.id
    chapter = wanted.chapter or _first_unfinished(wanted.game, await house.lessons.steps(user, wanted.game))
    lesson = walk.find(wanted.game, chapter)
    assert lesson is not None, "`read` has looked"
    if wanted.anew:
        await house.lessons.anew(user, lesson.game, lesson.chapter)
    step = await _whereabouts(interaction, lesson)
    is_left = 0 < step < len(lesson.steps)
    await _show(interaction, lesson, step, head=reader(interaction)("lesson.resumed") if is_left else "")


async def answered(interaction: Interaction, place: LessonPlace, values: list[str]) -> None:
    """A button or a select of a lesson: go on along the path, hear why not, or come to the next step."""
    lesson = walk.find(place.game, place.chapter)
    if lesson is None:
        raise IllegalMove("house.button")
    await defer_in_private(interaction)
    say = reader(interaction)
    step = await _whereabouts(interaction, lesson)
    seen = await _seen(lesson, step, say)
    try:
        path = _walked(seen, place, values) if step == place.step < len(lesson.steps) else None
    except IllegalMove:  # the lesson was another one when this button was made
        path = None
    if path is None:
        await _show(interaction, lesson, step, head=say("lesson.stale"))
        return
    verdict = walk.judge(lesson, step, path)
    if verdict.why:
        head = say("lesson.why", text=say(verdict.why))
        await _show(interaction, lesson, step, path=verdict.path, head=head)
    elif verdict.step == step:
        await _show(interaction, lesson, step, path=verdict.path, page=place.page)
    else:
        await _go_on(interaction, lesson, step, verdict.step)


async def _go_on(interaction: Interaction, lesson: Lesson, step: int, after: int) -> None:
    """The answer was right: to the step after it, unless another press was faster."""
    say, lessons = reader(interaction), interaction.client.house.lessons
    if await lessons.move(interaction.user.id, lesson.game, lesson.chapter, step, after):
        head = say("lesson.done", text=say(walk.text(lesson, after - 1, "done")))
    else:
        after, head = await _whereabouts(interaction, lesson), say("lesson.stale")
    await _show(interaction, lesson, after, head=head)


def _walked(seen: Seen, place: LessonPlace, values: list[str]) -> Path:
    """The path that was pressed or chosen, and on to its end where nothing is left to choose."""
    path = paths.walk(seen, place.steps)
    ask = seen.ask(path)
    if values and ask is not None and not isinstance(ask, Ready):
        path = (*path, paths.choice(ask, values))
    question = next_question(seen, path)
    return question.path if question is not None and isinstance(question.ask, Ready) else path


def _first_unfinished(game: str, steps: dict[str, int]) -> str:
    """The chapter to go on with; the last one where all are done."""
    chapters = walk.chapters(game)
    open_ones = (one for one in chapters if steps.get(one.chapter, 0) < len(one.steps))
    return next(open_ones, chapters[-1]).chapter


async def _whereabouts(interaction: Interaction, lesson: Lesson) -> int:
    """The step at which the person is, at most the end: the lesson may have been longer once."""
    lessons = interaction.client.house.lessons
    return min(await lessons.open(interaction.user.id, lesson.game, lesson.chapter), len(lesson.steps))


# --- the screen


async def _show(
    interaction: Interaction, lesson: Lesson, step: int, *, path: Path = (), page: int = 0, head: str = ""
) -> None:
    """Put the step where the interaction has been deferred."""
    panel = await compose(interaction.client, lesson, step, reader(interaction), path=path, page=page, head=head)
    await interaction.edit_original_response(content=panel.content, attachments=[panel.picture], view=rows(panel.items))


async def compose(
    bot: Client, lesson: Lesson, step: int, say: Catalogue, *, path: Path = (), page: int = 0, head: str = ""
) -> Panel:
    """A step with the question after `path`, or the end after the last step; what has just come of a press: `head`."""
    seen = await _seen(lesson, step, say)
    begun = walk.scene(lesson, step).begun
    question = next_question(seen, path if len(path) > len(begun) else begun)
    lines = [_title(lesson, step, say), head]
    if step == len(lesson.steps) or question is None:
        shown: Path = ()
        lines.append(say(f"lesson.{lesson.game}.end.{lesson.chapter}"))
        items = _afterwards(lesson, say)
    else:
        shown = question.path
        words = RENDERERS[lesson.game].question(seen.view, shown, say)
        lines += [say(walk.text(lesson, step)), say("lesson.question", text=words)]
        items = _widgets(lesson, step, seen, question, say, page=page)
    picture = await bot.pictures.panel(seen, shown, say)
    return Panel(cut("\n".join(line for line in lines if line), CONTENT), picture, items)


def _title(lesson: Lesson, step: int, say: Catalogue) -> str:
    values = {"game": say(f"{lesson.game}.name"), "at": step + 1, "steps": len(lesson.steps)}
    key = "lesson.title.end" if step == len(lesson.steps) else "lesson.title"
    if len(walk.chapters(lesson.game)) == 1:
        return say(key, **values)
    return say(f"{key}.chapter", chapter=_chapter(lesson, say), **values)


def _chapter(lesson: Lesson, say: Catalogue) -> str:
    return say(f"lesson.{lesson.game}.title.{lesson.chapter}")


def _widgets(lesson: Lesson, step: int, seen: Seen, question: Question, say: Catalogue, *, page: int) -> list[Widget]:
    """The very buttons of a match, under ids of the lesson; without Back to what an earlier step has settled."""
    begun = walk.scene(lesson, step).begun
    items: list[Widget] = []
    for item in widgets(seen, question, say, page):
        assert item.custom_id is not None
        item.custom_id = lesson_code(lesson.game, lesson.chapter, step, item.custom_id)
        is_select = isinstance(item, discord.ui.Select)
        place = custom_id.read(Component.SELECT if is_select else Component.BUTTON, item.custom_id)
        assert isinstance(place, LessonPlace)
        if len(place.steps) >= len(begun):
            items.append(item)
    return items


def _afterwards(lesson: Lesson, say: Catalogue) -> list[Widget]:
    """Where to go from the end of a lesson."""
    chapters = walk.chapters(lesson.game)
    later = chapters[chapters.index(lesson) + 1 :][:1]
    items: list[Widget] = [
        _button(say("lesson.next", chapter=_chapter(one, say)), "▶️", (one.game, one.chapter), 0, is_first=True)
        for one in later
    ]
    items += [
        discord.ui.Button(label=say(words), emoji=emoji, custom_id=action_code(action, lesson.game), row=0)
        for action, emoji, words in AFTERWARDS
    ]
    rules = action_code(Action.RULES, lesson.game, 0)
    items.append(discord.ui.Button(label=say("board.rules"), emoji="📖", custom_id=rules, row=0))
    items.append(_button(say("lesson.again"), "🔁", (lesson.game, lesson.chapter, AGAIN), 0))
    if len(chapters) > 1:
        numbered = enumerate(chapters, 1)
        items += [
            _button(say("lesson.chapter", number=number, chapter=_chapter(one, say)), None, (one.game, one.chapter), 1)
            for number, one in numbered
            if one not in (lesson, *later)
        ]
    return items


def _button(label: str, emoji: str | None, what: Iterable[str], row: int, *, is_first: bool = False) -> Widget:
    style = discord.ButtonStyle.success if is_first else discord.ButtonStyle.secondary
    return discord.ui.Button(label=label, emoji=emoji, style=style, custom_id=action_code(Action.LEARN, *what), row=row)


async def _seen(lesson: Lesson, step: int, say: Catalogue) -> Seen:
    """A step of the lesson as the match that it is played in."""
    view = (await asyncio.to_thread(walk.scene, lesson, step)).view
    game = GAMES[lesson.game]
    match = Match(
        id=0,
        game=lesson.game,
        options=dict(lesson.options),
        rules=game.spec.rules,
        phase="running",
        seq=0,
        places=lesson.seats,
        guild=None,
        channel=0,
        thread=None,
        host=0,
        forced=True,
        key=b"",
        opened=0.0,
        changed=0.0,
        seats=tuple(SeatRow(seat, None, None, _name(seat, lesson.seats, say)) for seat in range(lesson.seats)),
    )
    return Seen(match, LEARNER, view, game)


def _name(seat: int, seats: int, say: Catalogue) -> str:
    if seat == LEARNER:
        return say("lesson.you")
    return say("lesson.computer") if seats == 2 else say("lesson.computers", number=seat + 1)  # as on its jersey
