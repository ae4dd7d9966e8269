"""Where a rider's squares and dice lie on the picture: what a touch means."""

from collections.abc import Iterator

from engines.pistard import PistardView, Spot
from engines.table import Path, Pick
from render.pistard.picture import dice_boxes
from render.pistard.shortcuts import STAYS, numbered, offered
from render.pistard.track import COURSES
from render.pistard.words import GAME, way
from render.places import Box, Places, squares_at

SQUARE = 32  # pixels of a square that are its own on the straights


def places(view: PistardView, path: Path = ()) -> Places:
    """The squares that may be ridden to; the dice, where one is chosen first.

    Of two ways to a square, that which may go on from there has it: to stop there is offered again.
    """
    ask = GAME.ask(view, path)
    if view.viewer is None or not isinstance(ask, Pick):
        return {}
    if view.stage == "start":
        return {(die,): _dice(view, path, die) for die in ask.options}
    ways = offered(view, path)
    if ask.about == "die" and all(len(steps) == 1 for steps in ways):
        return {(die,): _dice(view, path, die) for die in ask.options} | _squares(view, dict(_rides(view, ask)))
    here = len(way(view, path)) if path else 1
    ends: dict[tuple[int, int], tuple[Path, Spot]] = {}
    for steps in ways:
        passed = way(view, (*path, *steps))
        there = passed[-1]
        if len(passed) > here and ((there.d, there.lane) not in ends or _goes_on(view, (*path, *steps))):
            ends[there.d, there.lane] = steps, there
    return _squares(view, dict(ends.values()))


def _rides(view: PistardView, dice: Pick) -> Iterator[tuple[Path, Spot]]:
    """Die and lane together: the squares, each with the die whose number it bears."""
    numbers = {(spot.d, spot.lane): die for spot, die in numbered(view, ()).items()}
    for die in dice.options:
        lanes = GAME.ask(view, (die,))
        for lane in lanes.options if isinstance(lanes, Pick) else ():
            spot = way(view, (die, lane))[-1]
            if lane not in STAYS and numbers[spot.d, spot.lane] == int(die):
                yield (die, lane), spot


def _goes_on(view: PistardView, answer: Path) -> bool:
    return isinstance(GAME.ask(view, answer), Pick)


def _dice(view: PistardView, path: Path, die: str) -> tuple[Box, ...]:
    """The dice with these pips; at the start only those that aren't given out."""
    given = len(path) if view.stage == "start" else 0
    return tuple(box for pips, box in dice_boxes(view, path)[given:] if str(pips) == die)


def _squares(view: PistardView, spots: dict[Path, Spot]) -> dict[Path, tuple[Box, ...]]:
    course = COURSES[view.table.options["track"]]
    return squares_at({way: course.centre(spot.d, spot.lane) for way, spot in spots.items()}, SQUARE)
