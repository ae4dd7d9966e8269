"""Preview of a path begun on the board: the snake and square it is about, and the nest that would come of it."""

from dataclasses import dataclass

from engines.schlangennest import SNAKES, Nest, Schlangennest, SchlangennestView, lay, split, swapped, turned
from engines.table import Ask, IllegalMove, Path, Pick, Ready

GAME = Schlangennest()
SNAKE = "snake."  # before the number of a snake in an answer
MOST_RESULTS = 4  # as many small pictures as fit side by side


@dataclass(frozen=True, slots=True)
class Choice:
    """The steps chosen so far, read for display."""

    ask: Ask | None  # the next question
    snake: int  # -1 while no step says it
    end: str  # "" while no step says it
    square: str  # likewise
    kind: str  # of the card, likewise
    rotation: str  # likewise
    nest: Nest  # after the whole answer; until then as it is now


def choice(view: SchlangennestView, path: Path) -> Choice:
    """What the path means; IllegalMove for a step that isn't an answer."""
    ask = GAME.ask(view, path)
    if path and ask is None:
        raise IllegalMove("not.asked")
    done = isinstance(ask, Ready)
    if view.stage == "open":
        how, square = (*path, "", "")[:2]
        snake = view.nest.cards[square].colour if square else -1
        nest = view.nest
        if done:
            after = turned(nest, square) if how == "turn" else swapped(nest, square)
            assert after is not None, "only what opens the loop is offered"
            nest = after
        return Choice(ask, snake, "", square, "", "", nest)
    if view.stage == "first":
        snake = int(path[0].removeprefix(SNAKE)) if path else -1
        end, steps = "", path[1:]
    else:
        end = path[0] if path else ""
        snake = int(entering(view.nest, end)) if end else -1
        steps = (split(end)[0], *path[1:]) if end else ()
    square, kind, rotation = (*steps, "", "", "")[:3]
    nest = lay(view.nest, snake, square, kind, rotation) if done else view.nest
    return Choice(ask, snake, end, square, kind, rotation, nest)


def entering(nest: Nest, end: str) -> str:
    """The strand that comes out at an open end."""
    square, side = split(end)
    return nest.reach[square][side]


def onward(chosen: Choice) -> str:
    """The sides of the card where its snake goes on: not that through which it comes, so none of an end of it."""
    entry = chosen.end.partition(".")[2]
    return "".join(side for side in chosen.rotation if side != entry)


def completed(view: SchlangennestView, path: Path) -> Path:
    """The path with the first option of every question that is left."""
    while isinstance(ask := GAME.ask(view, path), Pick):
        path = (*path, ask.options[0])
    return path


def results(view: SchlangennestView, path: Path) -> dict[Path, Choice]:
    """What each option, as a way of one step, would lead to: cards, turns of a card or cards to be turned.

    Nothing where there are too many or where there is nothing to choose.
    """
    ask = GAME.ask(view, path)
    if not isinstance(ask, Pick) or ask.about not in ("card", "rotation", "turn", "swap"):
        return {}
    if not 1 < len(ask.options) <= MOST_RESULTS:
        return {}
    return {(option,): choice(view, completed(view, (*path, option))) for option in ask.options}


def open_ends_by_square(nest: Nest) -> dict[str, list[tuple[int, int]]]:
    """The free squares where snakes come in, with side and snake of each end."""
    ends: dict[str, list[tuple[int, int]]] = {}
    for square, reach in nest.reach.items():
        entering = [(side, int(name)) for side, name in enumerate(reach) if name in SNAKES]
        if entering:
            ends[square] = entering
    return ends
