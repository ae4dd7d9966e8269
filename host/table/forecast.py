"""How long a match will be, found by playing some of them with throw-away dice."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

from engines.dice import SeededDice
from engines.table import LEG, Game, Move, Table
from host.play.seen import only_path

TRIALS = 3


@dataclass(frozen=True, slots=True)
class Length:
    """The usual number of answers in a match that somebody has to think about, of all seats together.

    `legs` says whether the match is a tour of several legs.
    """

    answers: int
    legs: bool


class Forecast:
    """Lengths of tables; each is played once in a thread and kept."""

    def __init__(self, games: Mapping[str, Game[Any, Any]]) -> None:
        self._games = games
        self._known: dict[tuple[str, int, tuple[tuple[str, str], ...]], Length] = {}

    async def length(self, key: str, seats: int, options: Mapping[str, str]) -> Length:
        """How long a match of this game with that many seats and these options usually is."""
        what = (key, seats, tuple(sorted(options.items())))
        if what not in self._known:
            game = self._games[key]
            table = Table(seats, dict(options), game.spec.rules)
            self._known[what] = await asyncio.to_thread(measure, game, table)
        return self._known[what]

    async def has_legs(self, key: str, seats: int, options: Mapping[str, str]) -> bool:
        """Whether such a match is a tour of several legs."""
        return (await self.length(key, seats, options)).legs


def measure(game: Game[Any, Any], table: Table) -> Length:
    """The median over some matches in which every seat plays its fallback."""
    trials = [_trial(game, table, trial) for trial in range(TRIALS)]
    return Length(round(median(answers for answers, _ in trials)), any(legs > 1 for _, legs in trials))


def _trial(game: Game[Any, Any], table: Table, trial: int) -> tuple[int, int]:
    """How many answers and legs one match has."""
    key = trial.to_bytes(4, "big")
    state, events = game.setup(table, SeededDice(key, 0))
    legs = sum(event.kind == LEG for event in events)
    answers = move = 0
    while not (public := game.view(state, None)).over:
        who = public.waiting[0]
        view = game.view(state, who)
        move += 1
        answers += who is not None and only_path(game, view) is None
        events = game.apply(state, Move(who, game.fallback(view)), SeededDice(key, move))
        legs += sum(event.kind == LEG for event in events) + (who is None)
    return answers, legs
