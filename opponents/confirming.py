"""What an answer cost, looked at once more: of many costs the largest are the ones that chance made larger."""

from __future__ import annotations

import pickle
from dataclasses import replace

from engines import GAMES
from opponents.comparing import FINE, LEAST, Tally, in_one_world
from opponents.review import Choice, Moment, Record, states
from opponents.thinking import Budget


def confirmed(record: Record, moment: Moment, seed: int, budget: Budget) -> Moment:
    """The moment with the cost of its answer in other worlds than those in which it was first found to be large.

    A round of the budget is a world; LEAST of them are looked at in any case.
    """
    game = GAMES[record.game]
    row, before = next((row, before) for at, (row, before, _) in enumerate(states(game, record)) if at == moment.number)
    assert row is not None and moment.choice is not None, "an answer that could have been another"
    view, paths, gaps = game.view(pickle.loads(before), row.by), (moment.choice.best, row.path), Tally(1)

    def look(world: int) -> None:
        better, given = in_one_world(game, view, paths, f"{seed}.confirmed.{world}")
        gaps.add((better - given,))

    for world in range(LEAST):
        look(world)
    for world in budget.spend():
        if gaps.error() <= FINE:
            break
        look(LEAST + world)
    choice = Choice(moment.choice.best, gaps.mean().shares[0], gaps.error())
    return replace(moment, choice=choice, is_confirmed=True)
