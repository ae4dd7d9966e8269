"""The way through a lesson: what the learner sees at each step, and whether an answer leads on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engines import GAMES
from engines.table import Event, Game, Move, Path, Ready, Table, View, settle
from lessons import LESSONS
from lessons.lesson import LEARNER, Lesson, Step, Turn
from lessons.luck import LessonDice


@dataclass(frozen=True, slots=True)
class Scene:
    """What the learner has before them: their view, the part of the answer that stands already, what happened since."""

    view: View
    begun: Path
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth: the step at which the learner is then (their own if it was wrong or isn't whole).

    `path` is as far as they have come in that step's question, a wrong step left out; `why` is the key of the reason
    why not, "" if right.
    """

    step: int
    path: Path
    why: str = ""


def chapters(game: str) -> tuple[Lesson, ...]:
    """The lessons about a game, in the order in which they are meant; none for a game without."""
    return LESSONS.get(game, ())


def is_learnt(game: str, steps: Mapping[str, int]) -> bool:
    """Whether someone who has come to these steps (by chapter) has done the game's lesson."""
    lessons = [lesson for lesson in chapters(game) if not lesson.beyond]
    return bool(lessons) and all(steps.get(lesson.chapter, 0) >= len(lesson.steps) for lesson in lessons)


def find(game: str, chapter: str) -> Lesson | None:
    """The lesson of this chapter, if there is one."""
    return next((lesson for lesson in chapters(game) if lesson.chapter == chapter), None)


def scene(lesson: Lesson, step: int) -> Scene:
    """What stands before the learner at a step, from 0; after the last one there is the end."""
    return _scenes(lesson.game, lesson.chapter)[step]


def judge(lesson: Lesson, step: int, path: Path) -> Verdict:
    """What to say to an answer, or to its beginning, at a step; it must be one that the game offers there."""
    while step < len(lesson.steps):
        current = lesson.steps[step]
        reached = next((right for right in current.right if path[: len(right)] == right), None)
        if reached is None:
            if any(right[: len(path)] == path for right in current.right):
                return Verdict(step, path)
            return Verdict(step, _as_far_as_right(current, path), _why(lesson, step, path))
        step += 1
        if scene(lesson, step).begun != reached or reached == path:
            break
        # the press was worth more than one step
    return Verdict(step, scene(lesson, step).begun)


def text(lesson: Lesson, step: int, part: str = "") -> str:
    """The key of a step's caption, or of another of its texts."""
    key = f"lesson.{lesson.game}.{lesson.steps[step].name}"
    return f"{key}.{part}" if part else key


def _as_far_as_right(step: Step, path: Path) -> Path:
    """The beginning of a wrong answer that a right one shares: from there the question comes again."""
    return next(
        path[:length]
        for length in range(len(path), -1, -1)
        if any(right[:length] == path[:length] for right in step.right)
    )


def _why(lesson: Lesson, step: int, path: Path) -> str:
    why = lesson.steps[step].why
    for length in range(len(path), 0, -1):
        if (name := why.get(" ".join(path[:length]))) is not None:
            return text(lesson, step, f"why.{name}")
    return text(lesson, step, "why")


@cache
def _scenes(game: str, chapter: str) -> tuple[Scene, ...]:
    """One scene for each step and one for the end; only views are kept."""
    lesson = find(game, chapter)
    assert lesson is not None
    return tuple(_play(GAMES[game], lesson))


def _play(game: Game[Any, Any], lesson: Lesson) -> list[Scene]:
    table = settle(game.spec, Table(lesson.seats, dict(lesson.options), game.spec.rules))
    state, events = game.setup(table, LessonDice(lesson.rolls, lesson.tops, 0))
    number = 0

    def play(turns: tuple[Turn, ...]) -> list[Event]:
        nonlocal number
        happened: list[Event] = []
        for turn in turns:
            number += 1
            path = game.fallback(game.view(state, turn.by)) if turn.path is None else turn.path
            dice = LessonDice(lesson.rolls, lesson.tops, number)
            happened += game.apply(state, Move(turn.by, path), dice)
        return happened

    events += play(lesson.before)
    scenes = [_scene(game, state, (), events)]
    for step in lesson.steps:
        answer = step.right[0]
        view = game.view(state, LEARNER)
        if isinstance(game.ask(view, answer), Ready):
            scenes.append(_scene(game, state, (), play((Turn(LEARNER, answer), *step.then))))
        else:
            scenes.append(_scene(game, state, answer, []))
    return scenes


def _scene(game: Game[Any, Any], state: Any, begun: Path, events: list[Event]) -> Scene:
    heard = tuple(event for event in events if event.to is None or LEARNER in event.to)
    return Scene(game.view(state, LEARNER), begun, heard)
