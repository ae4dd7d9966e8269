"""Why the best answer of a puzzle is better than another: how it may go on after each, in the same world."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from random import Random
from typing import Any

from engines import GAMES
from engines.table import Event, Game, Move, Path, View
from opponents.comparing import standing
from opponents.luck import KeyedLuck
from opponents.puzzles import THOUGHT, play_on
from opponents.thinking import Budget

TRIED = Budget(seconds=5.0, rounds=12)  # worlds among which the one is that tells most
SHOWN = 16  # answers that follow


@dataclass(frozen=True, slots=True)
class GoingOn:
    """What the seat hears of that happens after an answer while Strong plays for all, and what it sees then."""

    path: Path
    events: tuple[Event, ...]
    view: View


@dataclass(frozen=True, slots=True)
class Reason:
    """An example: what the best answer may lead to, and what another one leads to in that world with that luck."""

    best: GoingOn
    other: GoingOn


def reason(key: str, view: View, answers: tuple[Path, Path], seed: int, budget: Budget = TRIED) -> Reason:
    """Of some worlds that the viewer imagines the one in which the best of two answers is most ahead of the other.

    A round of the budget is a world.
    """
    found: list[tuple[float, Reason]] = []
    for number in budget.spend():
        luck = f"{seed}.reason.{number}"
        world = pickle.dumps(GAMES[key].imagine(view, Random(luck)))
        (hope, one), (less, another) = (
            _going_on(GAMES[key], view, pickle.loads(world), path, luck) for path in answers
        )
        found.append((hope - less, Reason(one, another)))
    return max(found, key=lambda one: one[0])[1]


def _going_on(game: Game[Any, Any], view: View, state: Any, path: Path, luck: str) -> tuple[float, GoingOn]:
    """With the viewer's share of the first place at the end of it."""
    seat = view.viewer
    assert seat is not None, "a seat chooses, not the public"
    events = game.apply(state, Move(seat, path), KeyedLuck(luck))
    events += play_on(game, luck, SHOWN, THOUGHT, state)
    heard = tuple(event for event in events if event.to is None or seat in event.to)
    return standing(game, state)(luck)[seat], GoingOn(path, heard, game.view(state, seat))
