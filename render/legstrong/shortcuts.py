"""Rider, bottle and length in one press, and what a rider who stays inside has to say about chase and token."""

from engines.legstrong import KEEP, LegstrongView, drink_of
from engines.table import Path, Pick
from render.legstrong.names import sign_of
from render.legstrong.preview import GAME, bottles_of, steps
from render.legstrong.words import label, length_name, question
from render.shortcuts import Shortcuts, Wanted, distinct, shortcuts_on
from render.words import DOT, Say

GOING = ("bottle", "ride", "rows")
VERDICT = ("chase", "hold")
IDLE = ("stay", "done", "no", "unless", "pass")


def shortcuts(view: LegstrongView, path: Path = ()) -> tuple[Path, ...]:
    """A verdict with what leads to it, then bottle and length.

    Whether another rider attacks is asked when the length is known: who says no has confirmed what stands above it.
    """

    def asks(*about: str) -> Wanted:
        return lambda _, pick: pick.about.partition(".")[0] in about

    if view.stage not in ("ride", "attack", "chase"):
        return ()
    return shortcuts_on(lambda path: GAME.ask(view, path), path, (asks(*VERDICT), asks(*GOING), asks("bottle")))


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
    """As for the first of the steps; a bottle and what follows it are one question."""
    asked = question(view, path, say)
    ask = GAME.ask(view, path)
    return f"{asked} {say('legstrong.question.way')}" if ask is not None and ask.about.startswith("bottle.") else asked


def is_idle(view: LegstrongView, path: Path, begun: int) -> bool:
    """Whether no one else attacks and no one chases, and the token goes as before."""
    if view.stage not in ("attack", "chase") or view.viewer is None:
        return False
    as_before = (*IDLE, KEEP) if view.wishes[view.viewer] == KEEP else IDLE
    return begun < len(path) and all(step in as_before for step in path[begun:])


SHORTCUTS = Shortcuts(shortcuts, shortcut_labels, shortcut_question, is_idle=is_idle)
