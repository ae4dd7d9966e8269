"""Questions as a person answers them, and their answers with short and full labels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engines.table import Amount, Ask, Path, Pick, Ready
from host.play.seen import Seen, only_step
from locales import Catalogue
from render import RENDERERS
from render.pads import in_order
from render.shortcuts import MOST_WAYS, Shortcuts

NONE = "-"  # an empty choice, in a path and in a custom id


@dataclass(frozen=True, slots=True)
class Question:
    """A panel's question: the path past all single options, and the question after it."""

    path: Path
    ask: Ask


def next_question(seen: Seen, path: Path) -> Question | None:
    """The first question after `path` with more than one answer, or Ready; None if this viewer has none.

    In a finished match no one has, whatever its last view asks: it may have ended early.
    """
    if seen.seat is None or seen.match.phase != "running":
        return None
    while (ask := seen.ask(path)) is not None:
        step = None if isinstance(ask, Ready) else only_step(ask)
        if step is None:
            return Question(path, ask)
        path = (*path, step)
    return None


def shortcuts_of(seen: Seen) -> Shortcuts | None:
    """The game's way of joining questions, if it has one."""
    return RENDERERS[seen.match.game].STYLE.shortcuts


def shortcuts_on(seen: Seen, path: Path) -> tuple[Path, ...]:
    """Shortcuts after `path`, which answer several questions in one press; () if the question stands alone."""
    shortcuts = shortcuts_of(seen)
    return () if shortcuts is None or seen.seat is None else shortcuts.after(seen.view, path)


def question_words(seen: Seen, path: Path, say: Catalogue, *, joined: bool = True) -> str:
    """The text of the question after `path`; `joined` includes the questions that can be joined to it."""
    shortcuts = shortcuts_of(seen)
    if joined and shortcuts is not None and shortcuts_on(seen, path):
        return shortcuts.question(seen.view, path, say)
    return RENDERERS[seen.match.game].question(seen.view, path, say)


def stops(seen: Seen, path: Path) -> list[Path]:
    """The panel's stops along the path: one press leads from each to the next, and from the last one on."""
    places: list[Path] = []
    question = next_question(seen, ())
    while question is not None and len(question.path) < len(path) and not isinstance(question.ask, Ready):
        place = question.path
        places.append(place)
        taken = [way for way in shortcuts_on(seen, place) if path[len(place) : len(place) + len(way)] == way]
        question = next_question(seen, (*place, *(taken[0] if taken else path[len(place) : len(place) + 1])))
    return places


def choices(seen: Seen, path: Path) -> list[int]:
    """The places in the path with a choice."""
    asked = [(index, seen.ask(path[:index])) for index in range(len(path))]
    return [index for index, ask in asked if ask is not None and not isinstance(ask, Ready) and only_step(ask) is None]


def step_words(seen: Seen, path: Path, index: int, say: Catalogue) -> str:
    """The step at this place of a path, in the words of its button."""
    if not isinstance(seen.ask(path[:index]), Pick):
        return path[index]
    if path[index] == NONE:
        return "–"
    label = RENDERERS[seen.match.game].label
    return " + ".join(label(seen.view, path[:index], option, say) for option in path[index].split("+"))


def answer_words(seen: Seen, path: Path, say: Catalogue) -> str:
    """A whole move in the words of its buttons; "–" if there was no choice."""
    return " · ".join(step_words(seen, path, index, say) for index in choices(seen, path)) or "–"


@dataclass(frozen=True, slots=True)
class Answer:
    """A button of a question: where it leads, its short label, and its full meaning."""

    path: Path
    pad: str
    words: str

    @property
    def name(self) -> str:
        """The label and the meaning, unless the meaning begins with the label."""
        return self.words if self.words.startswith(self.pad) else f"{self.pad}: {self.words}"


def answers_to(seen: Seen, question: Question, say: Catalogue, *, joined: bool = True) -> list[Answer]:
    """The buttons for a question with one choice; [] if another widget serves it, or there is nothing to choose.

    `joined` includes the questions that can be joined to it.
    """
    path, ask = question.path, question.ask
    renderer, shortcuts = RENDERERS[seen.match.game], shortcuts_of(seen)
    there = shortcuts_on(seen, path)
    ways = there if joined else ()
    match ask:
        case Pick() if shortcuts is not None and ways:
            words = shortcuts.labels(seen.view, path, say)
        case Pick(_, options, 1, 1):
            ways = tuple((option,) for option in options)
            words = [renderer.label(seen.view, path, option, say) for option in options]
        case Amount(_, least, most) if most - least < MOST_WAYS:
            ways = tuple((str(number),) for number in range(least, most + 1))
            words = [renderer.label(seen.view, path, number, say) for (number,) in ways]
        case _:
            return []
    short = renderer.STYLE.pads
    pads = words if short is None or (there and not joined) else short(seen.view, path, say)
    answers = [Answer((*path, *way), pad, word) for way, pad, word in zip(ways, pads, words, strict=True)]
    return in_order(answers, lambda answer: answer.pad)


def pads_along(seen: Seen, path: Path, say: Catalogue) -> str:
    """The buttons that lead to a move, one after another."""
    pads: list[str] = []
    for place in stops(seen, path):
        question = next_question(seen, place)
        offered = answers_to(seen, question, say) if question is not None else []
        pressed = [answer for answer in offered if path[: len(answer.path)] == answer.path]
        if pressed:
            pads.append(pressed[0].words if seen.own.in_words else pressed[0].pad)
        elif len(place) < len(path):
            pads.append(step_words(seen, path, len(place), say))
    return " · ".join(pads) or "–"


def legend(answers: Iterable[Answer]) -> str:
    """The full meaning of each pad, for readers who can't see the picture."""
    return "; ".join(answer.name for answer in answers if answer.pad != answer.words)
