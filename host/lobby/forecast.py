"""Forecast of a match's length, from a few trial matches with throw-away dice."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from statistics import median
from typing import Any

from engines.dice import SeededDice
from engines.table import LEG, Game, Move, Seat, Table
from host.play.seen import only_path

TRIALS = 3
AN_ANSWER = 20.0  # seconds for a move by someone who is there: look, think, press


@dataclass(frozen=True, slots=True)
class Length:
    """Length of a match: the typical number of moves with a real choice, over all seats.

    `legs` says whether the match is a tour of several legs. `handovers` is how often the match has to wait
    for another seat: simultaneous moves of several seats count as one, and so do consecutive moves of one seat.
    """

    answers: int
    legs: bool
    handovers: int

    @property
    def minutes(self) -> int:
        """Length of the match in minutes, when all players are there."""
        return max(1, ceil(self.answers * AN_ANSWER / 60))

    def own(self, seats: int) -> int:
        """Minutes for which one of so many players is busy in the match."""
        return max(1, round(self.minutes / seats))


class Forecast:
    """Forecasts for tables; each is simulated once, in a thread, and cached."""

    def __init__(self, games: Mapping[str, Game[Any, Any]]) -> None:
        self._games = games
        self._known: dict[tuple[str, int, tuple[tuple[str, str], ...]], Length] = {}

    async def length(self, key: str, seats: int, options: Mapping[str, str]) -> Length:
        """Typical length of a match with this game, number of seats and options."""
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
    """The median length of some trial matches in which every seat plays its fallback."""
    trials = [_trial(game, table, trial) for trial in range(TRIALS)]
    answers, handovers = (round(median(trial[index] for trial in trials)) for index in (0, 1))
    return Length(answers, any(legs > 1 for _, _, legs in trials), handovers)


def _trial(game: Game[Any, Any], table: Table, trial: int) -> tuple[int, int, int]:
    """The numbers of moves, hand-overs and legs of one trial match."""
    key = trial.to_bytes(4, "big")
    state, events = game.setup(table, SeededDice(key, 0))
    legs = sum(event.kind == LEG for event in events)
    answers = move = handovers = 0
    last: Seat | None = None
    asked: dict[Seat, int] = {}  # the number of hand-overs at which each waiting seat was asked
    while not (public := game.view(state, None)).over:
        for seat in public.waiting:
            if seat is not None:
                asked.setdefault(seat, handovers)
        who = public.waiting[0]
        view = game.view(state, who)
        move += 1
        if who is not None:
            since = asked.pop(who)
            if only_path(game, view) is None:
                answers += 1
                handovers = max(handovers, since + (who != last))
                last = who
        events = game.apply(state, Move(who, game.fallback(view)), SeededDice(key, move))
        legs += sum(event.kind == LEG for event in events) + (who is None)
    return answers, handovers, legs
