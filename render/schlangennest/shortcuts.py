"""End, card and rotation in one press, the squares that are asked for, numbered, and the pads that name them."""

from engines.schlangennest import SchlangennestView
from engines.table import Path, Pick
from render.schlangennest.choice import GAME, SNAKE, choice, completed, onward
from render.schlangennest.words import (
    ARROWS,
    PLACES,
    from_the_top,
    gains,
    label,
    numbers_of,
    place_name,
    question,
    snake_name,
)
from render.shortcuts import Shortcuts, distinct, once_a_view, shortcuts_on
from render.words import DOT, Say

LAID = ("card", "rotation", "turn", "swap")


@once_a_view
def shortcuts(view: SchlangennestView, path: Path = ()) -> tuple[Path, ...]:
    """Where, which card and which way round, if there is room for them all.

    Of several snakes one is chosen first. The first card of a snake is chosen alone, among cards that look much alike,
    and then its turn among pictures.
    """

    def joins(way: Path, pick: Pick) -> bool:
        return pick.about in LAID

    ask = GAME.ask(view, path)
    is_choice = ask is not None and ask.about == "snake" and isinstance(ask, Pick) and len(ask.options) > 1
    if is_choice or view.stage == "first":
        return ()
    ways = shortcuts_on(lambda path: GAME.ask(view, path), path, (joins,))
    is_of_places = ask is not None and ask.about in PLACES
    return tuple(sorted(ways, key=lambda way: from_the_top(way[0]))) if is_of_places else ways


@once_a_view
def numbered(view: SchlangennestView, path: Path = ()) -> dict[str, int]:
    """The ends or squares that are asked for after `path`, each with its number; none where nothing is to choose."""
    ask = GAME.ask(view, path)
    if not isinstance(ask, Pick):
        return {}
    places: list[str] = []
    for way in shortcuts(view, path) or [(option,) for option in ask.options]:
        for index, step in enumerate(way):
            asked = GAME.ask(view, (*path, *way[:index]))
            if isinstance(asked, Pick) and asked.about in PLACES:
                places.append(step)
    return numbers_of(places)


def pads(view: SchlangennestView, path: Path, say: Say) -> list[str]:
    """The number of the place, then the side where the snake goes on, or which end of it is laid there: "2→"."""
    ask = GAME.ask(view, path)
    if not isinstance(ask, Pick):
        return []
    numbers = numbered(view, path)
    ways = shortcuts(view, path) or tuple(_with_forced(view, path, option) for option in ask.options)
    snakes = {step for way in ways for step in way if step.startswith(SNAKE)}
    labels = [_pad(view, path, way, numbers, say) for way in ways]
    if len(snakes) == 1 and all(way[0] in snakes and len(way) > 1 for way in ways):
        labels = [pad[1:] or pad for pad in labels]  # all of one snake, whose sign stands first
    return distinct(labels)


def _pad(view: SchlangennestView, path: Path, way: Path, numbers: dict[str, int], say: Say) -> str:
    parts: list[str] = []
    for index, step in enumerate(way):
        ask = GAME.ask(view, (*path, *way[:index]))
        assert isinstance(ask, Pick), "a way has questions only"
        match ask.about:
            case "rotation":
                parts.append(_sides(view, (*path, *way[: index + 1])))
            case "card" if step in ("tail", "head"):
                parts.append(say(f"schlangennest.pad.{step}"))
            case "card" if index == len(way) - 1:
                parts.append(say(f"schlangennest.kind.{step}"))
            case "card":
                pass  # the sides say which
            case "snake":
                parts.append(snake_name(int(step.removeprefix(SNAKE)), say).split()[-1])  # its sign
            case "open":
                parts.append(say(f"schlangennest.pad.{step}"))
            case _ if step in numbers:
                parts.append(str(numbers[step]))
            case _ if len(ask.options) > 1:
                parts.append(place_name(view, 0, ask.about, step, say))
            case _:
                pass  # there is no other
    return "".join(parts) or label(view, path, way[0], say)


def _with_forced(view: SchlangennestView, path: Path, option: str) -> Path:
    """An option and the only answers to what is asked after it."""
    way: Path = (option,)
    while isinstance(ask := GAME.ask(view, (*path, *way)), Pick) and len(ask.options) == 1:
        way = (*way, *ask.options)
    return way


def _sides(view: SchlangennestView, answer: Path) -> str:
    """The sides of the card where its snake goes on, as arrows."""
    return "".join(ARROWS[side] for side in onward(choice(view, answer)))


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
            parts.append(snake_name(int(step.removeprefix(SNAKE)), say))
        elif ask.about == "open":
            parts.append(say(f"schlangennest.label.{step}"))
        else:
            parts.append(place_name(view, numbers[step], ask.about, step, say))
    return DOT.join((*parts, *gains(view, choice(view, completed(view, (*path, *way))), say)))


def explained(view: SchlangennestView, path: Path, way: Path) -> tuple[int, ...]:
    """All but which way round: the label has what that brings."""
    asks = [GAME.ask(view, (*path, *way[:index])) for index in range(len(way))]
    return tuple(i for i, ask in enumerate(asks) if isinstance(ask, Pick) and ask.about not in ("rotation", "turn"))


SHORTCUTS = Shortcuts(shortcuts, shortcut_labels, question, explained=explained)
