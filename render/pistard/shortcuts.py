"""Die, lane and bonus in one press: the squares that the rider may ride to, numbered, and the pads that name them."""

from collections import Counter

from engines.pistard import PistardView, Spot, find, row
from engines.table import Path, Pick, Ready
from render.pistard.words import GAME, landings, lapping, rider_name, way
from render.shortcuts import Shortcuts, Wanted, once_a_view, shortcuts_on
from render.words import DOT, Say

STAYS = ("stop", "stay")


@once_a_view
def shortcuts(view: PistardView, path: Path = ()) -> tuple[Path, ...]:
    """Die and lane, and the bonus steps where there is room for them all; one way where several end the same.

    Where two dice reach a square the die is chosen first, for a number is to mean one thing.
    """

    def rides(steps: str) -> Wanted:
        return lambda _, pick: pick.about == steps

    if view.stage != "move":
        return ()
    ways = shortcuts_on(lambda path: GAME.ask(view, path), path, (rides("land"), rides("bonus")))
    ends: dict[tuple[str, int, int, bool], Path] = {}
    dice: dict[tuple[int, int], str] = {}
    for steps in ways:
        answer = (*path, *steps)
        there, die = way(view, answer)[-1], answer[0]
        if len(way(view, answer)) > 1 and dice.setdefault((there.d, there.lane), die) != die:
            return ()
        ends.setdefault((die, there.d, there.lane, isinstance(GAME.ask(view, answer), Ready)), steps)
    return tuple(ends.values()) if len(ends) > 1 else ways


def offered(view: PistardView, path: Path) -> tuple[Path, ...]:
    """The ways on that have buttons after `path`: shortcuts, or the options of one question."""
    ask = GAME.ask(view, path)
    if view.viewer is None or not isinstance(ask, Pick):
        return ()
    return shortcuts(view, path) or tuple((option,) for option in ask.options)


@once_a_view
def numbered(view: PistardView, path: Path = ()) -> dict[Spot, int]:
    """The squares where the ways end, each with its number; a rider who stays needs none.

    Where the die alone is asked for, a square has the number of the die that leads to it; where one step is asked for,
    that of its lane.
    """
    ask = GAME.ask(view, path)
    if view.stage != "move" or not isinstance(ask, Pick):
        return {}
    ways = offered(view, path)
    if all(len(steps) == 1 for steps in ways) and ask.about == "die":
        return {spot: die for die in sorted(map(int, ask.options)) for spot in landings(view, (str(die),))}
    if all(len(steps) == 1 for steps in ways):
        return {spot: spot.lane for spot in landings(view, path)}
    spots_by_square: dict[tuple[int, int], tuple[Spot, int]] = {}
    here = len(way(view, path)) if path else 1
    for steps in ways:
        spots = way(view, (*path, *steps))
        if len(spots) > here:
            spots_by_square.setdefault((spots[-1].d, spots[-1].lane), (spots[-1], len(spots_by_square) + 1))
    return dict(spots_by_square.values())


def pads(view: PistardView, path: Path, say: Say) -> list[str]:
    """The number of the square, with a plus where the rider may go on from there; the die where it alone is chosen."""
    numbers = {(spot.d, spot.lane): number for spot, number in numbered(view, path).items()}
    return [_pad(view, path, steps, numbers, say) for steps in offered(view, path)]


def _pad(view: PistardView, path: Path, steps: Path, numbers: dict[tuple[int, int], int], say: Say) -> str:
    answer = (*path, *steps)
    if view.stage == "start" or len(answer) == 1:
        return say("pistard.way.die", die=steps[0])
    if answer[-1] in STAYS and len(steps) == 1:
        return say(f"pistard.label.{answer[-1]}")
    spots = way(view, answer)
    if len(spots) == 1:
        return say("pistard.pad.stay", die=answer[0])
    following = GAME.ask(view, answer)
    more = "+" if isinstance(following, Pick) and following.about == "bonus" else ""
    return f"{numbers[spots[-1].d, spots[-1].lane]}{more}"


def shortcut_labels(view: PistardView, path: Path, say: Say) -> list[str]:
    """Number, row and lane, the die that it takes, the bonus on the way and what may follow."""
    numbers = {(spot.d, spot.lane): number for spot, number in numbered(view, path).items()}
    return [_label(view, path, steps, numbers, say) for steps in shortcuts(view, path)]


def _label(view: PistardView, path: Path, steps: Path, numbers: dict[tuple[int, int], int], say: Say) -> str:
    steps_so_far = (*path, *steps)
    spots = way(view, steps_so_far)
    there, die = spots[-1], steps_so_far[0]
    if steps == ("stop",):
        return say("pistard.label.stop")
    if len(spots) == 1:
        return say("pistard.label.die.stay", die=die)
    number = numbers[there.d, there.lane]
    parts = [say("pistard.way", n=number, row=row(view.table, there.d), lane=there.lane)]
    if not path:
        parts.append(say("pistard.way.die", die=die))
    bonus = Counter(step for step in steps_so_far[max(len(path), 2) :] if step not in STAYS)
    parts += [say(f"pistard.way.{step}", n=count) for step, count in bonus.items()]
    following = GAME.ask(view, steps_so_far)
    if isinstance(following, Pick) and following.about == "bonus":
        parts.append(say("pistard.way.more"))
    return DOT.join((*parts, *lapping(view, spots[0], there, say)))


def shortcut_question(view: PistardView, path: Path, say: Say) -> str:
    """To which square the rider goes, with the die that is chosen."""
    rider = find(view.riders, view.due)
    name = rider_name(rider.base, rider.seat, say)
    return say("pistard.question.way.die", rider=name, die=path[0]) if path else say("pistard.question.way", rider=name)


def explained(view: PistardView, path: Path, way: Path) -> tuple[int, ...]:
    """The die and the bonus steps; without any the last step, which says what there is or was to be had."""
    first = max(2 - len(path), 0)
    bonus = tuple(index for index in range(first, len(way)) if way[index] not in STAYS)
    return (*(() if path else (0,)), *(bonus or (len(way) - 1,)))


SHORTCUTS = Shortcuts(shortcuts, shortcut_labels, shortcut_question, explained=explained)
