"""Lessons: each game can be learnt by playing a match that is written down, step by step."""

from typing import cast

from engines import outside
from lessons import legstrong, pistard, schlangennest, superechelon
from lessons.lesson import Lesson

LESSONS: dict[str, tuple[Lesson, ...]] = {
    "pistard": pistard.LESSONS,
    "superechelon": superechelon.LESSONS,
    "schlangennest": schlangennest.LESSONS,
    "legstrong": legstrong.LESSONS,
}
KIND = cast("type[tuple[Lesson, ...]]", tuple)
outside.join(LESSONS, "lesson", lambda _, module: outside.typed(module.LESSONS, KIND), optional=True)
