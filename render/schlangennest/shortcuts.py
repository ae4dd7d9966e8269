"""End, card and rotation in one press, and the squares that are asked for, numbered."""

from engines.schlangennest import SchlangennestView
from engines.table import Path, Pick
from render.schlangennest.choice import GAME, choice, completed
from render.schlangennest.words import ARROWS, MOST_NUMBERS, PLACES, gains, place_name, question, snake_name
from render.shortcuts import Shortcuts, shortcuts_on
from render.words import DOT, Say

LAID = ("card", "rotation", "turn", "swap")


def shortcuts(view: SchlangennestView, path: Path = ()) -> tuple[Path, ...]:
    """Where, which card and which way round, if there is room for them all."""

    def joins(way: Path, pick: Pick) -> bool:
        return pick.about in LAID

    return shortcuts_on(lambda path: GAME.ask(view, path), path, (joins,))


def numbered(view: SchlangennestView, path: Path = ()) -> dict[str, int]:
    """The ends or squares that are asked for after `path`, each with its number; none where nothing is to choose."""
    ask = GAME.ask(view, path)
    if not isinstance(ask, Pick):
        return {}
    numbers: dict[str, int] = {}
    for way in shortcuts(view, path) or [(option,) for option in ask.options]:
        for index, step in enumerate(way):
            asked = GAME.ask(view, (*path, *way[:index]))
            if isinstance(asked, Pick) and asked.about in PLACES:
                numbers.setdefault(step, len(numbers) + 1)
    return numbers if 1 < len(numbers) <= MOST_NUMBERS else {}


def shortcut_labels(view: SchlangennestView, path: Path, say: Say) -> list[str]:
    """Where it goes, by its number in the picture, what goes there and what that brings."""
    numbers = numbered(view, path)
    return [_label(view, path, way, numbers, say) for way in shortcuts(view, path)]


def _label(view: SchlangennestView, path: Path, way: Path, numbers: dict[str, int], say: Say) -> str:
    parts: list[str] = []
    for index, step in enumerate((*path, *way)):
        ask = GAME.ask(view, (*path, *way)[:index])
        if index < len(path) or not isinstance(ask, Pick) or len(ask.options) == 1:
            continue
        if ask.about == "rotation":
            parts.append("".join(ARROWS[side] for side in step))
        elif ask.about == "card":
            parts.append(say(f"schlangennest.kind.{step}"))
        elif ask.about == "snake":
            parts.append(snake_name(int(step.removeprefix("snake.")), say))
        elif ask.about == "open":
            parts.append(say(f"schlangennest.label.{step}"))
        else:
            parts.append(place_name(view, numbers[step], ask.about, step, say))
    return DOT.join((*parts, *gains(view, choice(view, completed(view, (*path, *way))), say)))


def shortcut_question(view: SchlangennestView, path: Path, say: Say) -> str:
    """As for the first of the steps; where places are numbered it says so."""
    asked = question(view, path, say)
    return f"{asked} {say('schlangennest.question.way')}" if numbered(view, path) else asked


def explained(view: SchlangennestView, path: Path, way: Path) -> tuple[int, ...]:
    """All but which way round: the label has what that brings."""
    asks = [GAME.ask(view, (*path, *way[:index])) for index in range(len(way))]
    return tuple(i for i, ask in enumerate(asks) if isinstance(ask, Pick) and ask.about not in ("rotation", "turn"))


SHORTCUTS = Shortcuts(shortcuts, shortcut_labels, shortcut_question, explained=explained)
