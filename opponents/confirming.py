"""Second look at the cost of an answer: of many costs the largest are the ones that chance made larger."""

from __future__ import annotations

from dataclasses import replace

from engines import GAMES
from opponents.comparing import FINE, LEAST, Tally, in_one_world
from opponents.review import Choice, Moment, Record, chosen
from opponents.thinking import Budget


def confirmed(record: Record, moment: Moment, seed: int, budget: Budget) -> Moment:
    """The moment with the cost of its answer in other worlds than those in which it was first found to be large.

    A round of the budget is a world; LEAST of them are looked at in any case.
    """
    game, gaps = GAMES[record.game], Tally(1)
    view, paths = chosen(record, moment)

    def look(world: int) -> None:
        better, actual = in_one_world(game, view, paths, f"{seed}.confirmed.{world}")
        gaps.add((better - actual,))

    for world in range(LEAST):
        look(world)
    for world in budget.spend():
        if gaps.error() <= FINE:
            break
        look(LEAST + world)
    choice = Choice(paths[0], gaps.mean().shares[0], gaps.error())
    return replace(moment, choice=choice, is_confirmed=True)
