"""Lessons: each game can be learnt by playing a match that is written down, step by step."""

from collections.abc import Mapping

from lessons import legstrong, pistard, schlangennest, superechelon
from lessons.lesson import Lesson

LESSONS: Mapping[str, tuple[Lesson, ...]] = {
    "pistard": pistard.LESSONS,
    "superechelon": superechelon.LESSONS,
    "schlangennest": schlangennest.LESSONS,
    "legstrong": legstrong.LESSONS,
}
