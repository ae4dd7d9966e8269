"""Reasons why the best answer is better than another: how it may go on after each, in the same world."""

from __future__ import annotations

import pickle
from dataclasses import replace
from random import Random
from typing import Any

from engines import GAMES
from engines.table import Game, Move, Path, View
from opponents.comparing import standing
from opponents.examples import GoingOn, Reason
from opponents.luck import KeyedLuck
from opponents.puzzles import THOUGHT, play_on
from opponents.review import Moment, Record, chosen
from opponents.thinking import Budget

TRIED = Budget(seconds=5.0, rounds=12)  # worlds among which the one is that tells most
SHOWN = 16  # answers that follow
KEPT = 32  # events of an example that is stored, of which a few are shown


def reason(key: str, view: View, answers: tuple[Path, Path], seed: int, budget: Budget = TRIED) -> Reason:
    """Of some worlds that the viewer imagines the one in which the best of two answers is most ahead of the other.

    A round of the budget is a world.
    """
    reasons: list[Reason] = []
    for number in budget.spend():
        luck = f"{seed}.reason.{number}"
        world = pickle.dumps(GAMES[key].imagine(view, Random(luck)))
        (hope, way), (less, another) = (
            _going_on(GAMES[key], view, pickle.loads(world), path, luck) for path in answers
        )
        reasons.append(Reason(way, another, hope - less))
    return max(reasons, key=lambda reason: reason.lead)


def explained(record: Record, moment: Moment, seed: int, budget: Budget) -> Moment:
    """The moment with an example of why another answer would have been better; as it is if none was found.

    It is made of what the seat saw then, nothing else.
    """
    view, paths = chosen(record, moment)
    example = reason(record.game, view, paths, seed, budget)
    if example.lead <= 0:
        return moment
    return replace(moment, reason=replace(example, best=_shortened(example.best), other=_shortened(example.other)))


def _shortened(going: GoingOn) -> GoingOn:
    return replace(going, events=going.events[:KEPT])


def _going_on(game: Game[Any, Any], view: View, state: Any, path: Path, luck: str) -> tuple[float, GoingOn]:
    """With the viewer's share of the first place at the end of it."""
    seat = view.viewer
    assert seat is not None, "a seat chooses, not the public"
    events = game.apply(state, Move(seat, path), KeyedLuck(luck))
    events += play_on(game, luck, SHOWN, THOUGHT, state)
    heard = tuple(event for event in events if event.to is None or seat in event.to)
    after = game.view(state, seat)
    return standing(game, state)(luck)[seat], GoingOn(path, heard, tuple(after.standings), after.over)
