"""Die, lane and bonus in one press: the squares that the rider may ride to, numbered."""

from collections import Counter

from engines.pistard import PistardView, Spot, find, row
from engines.table import Path, Pick, Ready
from render.pistard.words import GAME, lapping, rider_name, way
from render.shortcuts import Shortcuts, Wanted, shortcuts_on
from render.words import DOT, Say

STAYS = ("stop", "stay")


def shortcuts(view: PistardView, path: Path = ()) -> tuple[Path, ...]:
    """Die and lane, and the bonus steps where there is room for them all; one way where several end the same."""

    def rides(steps: str) -> Wanted:
        return lambda _, pick: pick.about == steps

    if view.stage != "move":
        return ()
    found = shortcuts_on(lambda path: GAME.ask(view, path), path, (rides("land"), rides("bonus")))
    ends: dict[tuple[str, int, int, bool], Path] = {}
    for steps in found:
        whole = (*path, *steps)
        there = way(view, whole)[-1]
        ends.setdefault((whole[0], there.d, there.lane, isinstance(GAME.ask(view, whole), Ready)), steps)
    return tuple(ends.values()) if len(ends) > 1 else found


def numbered(view: PistardView, path: Path = ()) -> dict[Spot, int]:
    """The squares where the ways end, each with its number; a rider who stays needs none."""
    found: dict[tuple[int, int], tuple[Spot, int]] = {}
    for steps in shortcuts(view, path):
        spots = way(view, (*path, *steps))
        if len(spots) > 1:
            found.setdefault((spots[-1].d, spots[-1].lane), (spots[-1], len(found) + 1))
    return dict(found.values())


def shortcut_labels(view: PistardView, path: Path, say: Say) -> list[str]:
    """Number, row and lane, the die that it takes, the bonus on the way and what may follow."""
    numbers = {(spot.d, spot.lane): number for spot, number in numbered(view, path).items()}
    return [_label(view, path, steps, numbers, say) for steps in shortcuts(view, path)]


def _label(view: PistardView, path: Path, steps: Path, numbers: dict[tuple[int, int], int], say: Say) -> str:
    whole = (*path, *steps)
    spots = way(view, whole)
    there, die = spots[-1], whole[0]
    if len(spots) == 1:
        return say("pistard.label.die.stay", die=die)
    number = numbers[there.d, there.lane]
    parts = [say("pistard.way", n=number, row=row(view.table, there.d), lane=there.lane)]
    if not path:
        parts.append(say("pistard.way.die", die=die))
    bonus = Counter(step for step in whole[max(len(path), 2) :] if step not in STAYS)
    parts += [say(f"pistard.way.{step}", n=count) for step, count in bonus.items()]
    following = GAME.ask(view, whole)
    if isinstance(following, Pick) and following.about == "bonus":
        parts.append(say("pistard.way.more"))
    return DOT.join((*parts, *lapping(view, spots[0], there, say)))


def shortcut_question(view: PistardView, path: Path, say: Say) -> str:
    """Where the rider is, and where they go."""
    rider = find(view.riders, view.due)
    here = way(view, path)[-1] if path else None
    d, lane = (rider.d, rider.lane) if here is None else (here.d, here.lane)
    values: dict[str, str | int] = {
        "rider": rider_name(rider.base, rider.seat, say),
        "row": row(view.table, d),
        "lane": lane,
    }
    return say("pistard.question.way.die", die=path[0], **values) if path else say("pistard.question.way", **values)


def explained(view: PistardView, path: Path, way: Path) -> tuple[int, ...]:
    """The die and the bonus steps; without any the last step, which says what there is or was to be had."""
    first = max(2 - len(path), 0)
    bonus = tuple(at for at in range(first, len(way)) if way[at] not in STAYS)
    return (*(() if path else (0,)), *(bonus or (len(way) - 1,)))


SHORTCUTS = Shortcuts(shortcuts, shortcut_labels, shortcut_question, explained=explained)
