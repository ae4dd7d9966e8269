"""Lines that a person tries out, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from host.play.lines import Lines, Scene, Trial
from host.play.seen import Seen
from locales import Catalogue
from model.line import Line
from render.words import cut
from screen.names import names_of
from screen.questions import answer_words
from screen.sentences import sentences

MOST = 300  # characters of a line
SENTENCE = 250  # characters on one of its answers
NEWS = 600  # of what its last answer has caused


def line_words(trial: Trial, say: Catalogue) -> str:
    """The answers of a line, each with its player."""
    names = names_of(trial.seen.match, say)
    steps = (f"{names[tried.seen.seat or 0]}: {answer_words(tried.seen, tried.path, say)}" for tried in trial.steps)
    return cut(" → ".join(steps), MOST)


def trial_head(trial: Trial, say: Catalogue) -> str:
    """That nothing is played here, the line so far, and what its last answer has caused."""
    news = cut(" ".join(sentences(trial.seen, trial.news, say)), NEWS) if trial.steps else ""
    return "\n".join(filter(None, (say("try.head"), line_words(trial, say), f"-# {news}" if news else "")))


def scene_lines(scenes: Sequence[Scene], say: Catalogue) -> list[str]:
    """A sentence on each move of a line, from what everyone would have heard of it."""
    names = names_of(scenes[0].seen.match, say)
    lines: list[str] = []
    for number, scene in enumerate(scenes[1:], 1):
        heard = next(iter(sentences(scene.seen, scene.news, say)), "") or say(
            "share.line.secret", name=names[scene.by or 0]
        )
        lines.append(f"{number}. {cut(heard, SENTENCE)}")
    return lines


def with_seat(seen: Seen, question: str, say: Catalogue) -> str:
    """The question; in what is tried out with the name of the seat it is put to."""
    return f"{names_of(seen.match, say)[seen.seat or 0]}: {question}" if seen.trying else question


class KeptLine(NamedTuple):
    """A line that a person keeps, in words."""

    line: Line
    words: str
    is_possible: bool


async def kept_lines(lines: Lines, seen: Seen, say: Catalogue) -> list[KeptLine]:
    """The lines a person keeps; one that has become impossible is struck out."""
    return [KeptLine(line, _kept_words(line, trial, say), trial is not None) for line, trial in await lines.kept(seen)]


def _kept_words(line: Line, trial: Trial | None, say: Catalogue) -> str:
    if trial is None:
        return say("try.struck", n=line.number)
    return say("try.kept", n=line.number, line=line_words(trial, say))
