"""Presses in a lesson. The panel stores nothing; the host knows a person's step."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from cogs.panel import paths
from cogs.panel.lesson_screen import AGAIN, compose, is_joined, layout, question_at, seen_at, settled
from cogs.ui.client import Interaction
from cogs.ui.controls import LessonStep
from cogs.ui.replies import reader, reply_in_private
from engines.table import Path, Ready, Refused
from host.play.seen import Seen
from lessons import walk
from lessons.lesson import Lesson
from screen.questions import shortcuts_on


@dataclass(frozen=True, slots=True)
class Wanted:
    """The lesson asked for: of a `game`, perhaps a `chapter`, and whether to begin it again."""

    game: str
    chapter: str = ""
    anew: bool = False


def read(what: str) -> Wanted:
    """The lesson behind a button's code; Refused if there is none."""
    game, *more = what.split(".")
    chapter, anew = more[0] if more else "", more[1:] == [AGAIN]
    if len(more) > 1 + anew or not walk.chapters(game) or (chapter and walk.find(game, chapter) is None):
        raise Refused("house.button")
    return Wanted(game, chapter, anew)


async def learn(interaction: Interaction, wanted: Wanted) -> None:
    """Open a lesson where the person left it, in a new message, or in the lesson that was pressed."""
    if wanted.chapter:
        await _defer(interaction)
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


async def answered(interaction: Interaction, place: LessonStep, values: list[str]) -> None:
    """Handle a button or select of a lesson: continue the path, explain a mistake, or go to the next step."""
    lesson = walk.find(place.game, place.chapter)
    if lesson is None:
        raise Refused("house.button")
    await _defer(interaction)
    say = reader(interaction)
    step = await _whereabouts(interaction, lesson)
    seen = await asyncio.to_thread(seen_at, lesson, step, say)
    try:
        path = _walked(seen, place, values) if step == place.step < len(lesson.steps) else None
    except Refused:  # the lesson has changed since this button was made
        path = None
    if path is None:
        await _show(interaction, lesson, step, head=say("lesson.stale"))
        return
    verdict = walk.judge(lesson, step, path)
    if why := verdict.why:
        await _show(interaction, lesson, step, path=_pressed_at(seen, lesson, step, verdict.path), why=say(why))
    elif verdict.step == step:
        await _show(interaction, lesson, step, path=verdict.path, page=place.page)
    else:
        await _go_on(interaction, lesson, step, verdict)


async def _go_on(interaction: Interaction, lesson: Lesson, step: int, verdict: walk.Verdict) -> None:
    """Go to the next step after a right answer, unless another press was faster."""
    say, lessons = reader(interaction), interaction.client.house.lessons
    after, path = verdict.step, verdict.path
    if await lessons.move(interaction.user.id, lesson.game, lesson.chapter, step, after):
        done = walk.text(lesson, after - 1, "done")
        head = say("lesson.done", text=say(done))
    else:
        after, path, head = await _whereabouts(interaction, lesson), (), say("lesson.stale")
    await _show(interaction, lesson, after, path=path, head=head)


def _walked(seen: Seen, place: LessonStep, values: list[str]) -> Path:
    """The path pressed or chosen, extended to its end if nothing is left to choose."""
    path = paths.walk(seen, place.steps)
    ask = seen.ask(path)
    if values and ask is not None and not isinstance(ask, Ready):
        path = (*path, paths.choice(ask, values))
    return settled(seen, path)


def _pressed_at(seen: Seen, lesson: Lesson, step: int, path: Path) -> Path:
    """The last stop of a panel along the path, as some presses answer several questions."""
    question = question_at(seen, lesson, step, ())
    assert question is not None
    place = question.path
    while len(place) < len(path):
        alone = (path[len(place) : len(place) + 1],)
        ways = shortcuts_on(seen, place) if is_joined(seen, lesson, step, place) else alone
        way = next((w for w in ways if path[len(place) : len(place) + len(w)] == w), None)
        if way is None:
            break
        question = question_at(seen, lesson, step, (*place, *way))
        assert question is not None
        place = question.path
    return place


def _first_unfinished(game: str, steps: dict[str, int]) -> str:
    """The first unfinished chapter; the last one if all are done."""
    chapters = walk.chapters(game)
    open_ones = (chapter for chapter in chapters if steps.get(chapter.chapter, 0) < len(chapter.steps))
    return next(open_ones, chapters[-1]).chapter


async def _whereabouts(interaction: Interaction, lesson: Lesson) -> int:
    """The person's step, at most the end: the lesson may have been longer once."""
    lessons = interaction.client.house.lessons
    return min(await lessons.open(interaction.user.id, lesson.game, lesson.chapter), len(lesson.steps))


async def _show(
    interaction: Interaction,
    lesson: Lesson,
    step: int,
    *,
    path: Path = (),
    page: int = 0,
    head: str = "",
    why: str = "",
) -> None:
    """Show the step in the deferred reply."""
    say = reader(interaction)
    in_words = (await interaction.client.house.notifications.preferences(interaction.user.id)).in_words
    panel = await compose(
        interaction.client, lesson, step, say, path=path, page=page, head=head, why=why, in_words=in_words
    )
    await interaction.edit_original_response(attachments=[panel.picture], view=layout(panel))


async def _defer(interaction: Interaction) -> None:
    """Defer the reply: to the pressed lesson, else to a new message."""
    message = interaction.message
    if message is not None and message.flags.ephemeral and message.flags.components_v2:
        await interaction.response.defer()
    else:
        await reply_in_private(interaction)
