"""Bottle and length in one press, and what a rider who stays inside has to say about chase and token."""

from collections.abc import Sequence
from functools import partial

from engines.legstrong import KEEP, LegstrongView, drink_of
from engines.table import Path, Pick
from render.legstrong.names import sign_of
from render.legstrong.preview import GAME, bottles_of, steps
from render.legstrong.words import label, length_name, question
from render.pads import MOST_ROWS, rows_needed
from render.shortcuts import Shortcuts, Wanted, distinct, shortcuts_on
from render.words import DOT, Say

GOING = ("bottle", "ride", "rows")
WORDS = ("stay", "inside", "done", "no", "yes", "unless", "keep", "pass", "easy", "hard")  # answers without a pad
TOKEN = ("keep", "pass")
IDLE = ("stay", "done", "no", "unless", "pass")


def shortcuts(view: LegstrongView, path: Path = ()) -> tuple[Path, ...]:
    """A verdict with what leads to it, then bottle and length.

    Whether another rider attacks is asked when the length is known: who says no has confirmed what stands above it.
    """

    def asks(*about: str) -> Wanted:
        return lambda way, pick: pick.about.partition(".")[0] in about and "inside" not in way

    def follows(about: str) -> Wanted:
        return lambda way, pick: pick.about == about and (not way or way[-1] in WORDS)

    if view.stage not in ("ride", "attack", "chase"):
        return ()
    rounds = (follows("chase"), follows("hold"), asks(*GOING), asks("bottle"))
    return shortcuts_on(lambda path: GAME.ask(view, path), path, rounds, partial(_fit, view, path))


def _fit(view: LegstrongView, path: Path, ways: Sequence[Path]) -> bool:
    """Whether pads and words have room; a rider of several is chosen first, before bottle and length."""
    riders = {rider.id for rider in view.road.riders}
    pads = [way for way in ways if way and way[-1] not in WORDS]
    if len({way[0] for way in pads if way[0] in riders}) > 1 and any(len(way) > 1 for way in pads):
        return False
    words = [way for way in ways if way not in pads]
    long = sum(_is_long(view, path, way) for way in words)
    return rows_needed(len(pads), len(words) - long, long) <= MOST_ROWS


def _is_long(view: LegstrongView, path: Path, way: Path) -> bool:
    """Whether a way has words for three choices, or for two of which one is about the token."""
    count = sum(is_choice(view, (*path, *way[:index])) for index in range(len(way)))
    return count > 2 or (count > 1 and way[-1] in TOKEN)


def is_choice(view: LegstrongView, path: Path) -> bool:
    """Whether there is something to choose after `path`."""
    ask = GAME.ask(view, path)
    return isinstance(ask, Pick) and len(ask.options) > 1


def shortcut_labels(view: LegstrongView, path: Path, say: Say) -> list[str]:
    """The steps of each, the row first with its price and chance."""
    return distinct([_label(view, path, way, say) for way in shortcuts(view, path)])


def _label(view: LegstrongView, path: Path, way: Path, say: Say) -> str:
    answer = (*path, *way)
    parts: list[str] = []
    for index, step in enumerate(steps(view, answer)[0]):
        ask = GAME.ask(view, answer[:index]) if index >= len(path) else None
        if not isinstance(ask, Pick) or len(ask.options) == 1:
            continue
        if step.choice:
            parts.append(length_name(view, step.choice, say))
        elif step.about == "bottle":
            drunk = sum(map(drink_of, bottles_of(view, step.subject, step.value)))
            parts += [say("legstrong.way.drink", n=drunk)] if drunk else []
        elif step.about == "attack" and step.value in {rider.id for rider in view.road.riders}:
            parts.append(sign_of(view, step.value, say))
        elif step.value != "done" or index == len(path):
            parts.append(label(view, answer[:index], step.value, say))
    return DOT.join(parts) or say("legstrong.label.keep")


def shortcut_question(view: LegstrongView, path: Path, say: Say) -> str:
    """As for the first of the steps; a bottle and the way after it are one question."""
    return question(view, path, say, with_way=True)


def is_idle(view: LegstrongView, path: Path, begun: int) -> bool:
    """Whether no one else attacks and no one chases, and the token goes as before."""
    if view.stage not in ("attack", "chase") or view.viewer is None:
        return False
    as_before = (*IDLE, KEEP) if view.wishes[view.viewer] == KEEP else IDLE
    return begun < len(path) and all(step in as_before for step in path[begun:])


SHORTCUTS = Shortcuts(shortcuts, shortcut_labels, shortcut_question, is_idle=is_idle)
