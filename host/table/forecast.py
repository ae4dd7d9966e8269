"""How long a match will be, found by playing some of them with throw-away dice."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

from engines.dice import SeededDice
from engines.table import LEG, Game, Move, Table, Viewer
from host.play.seen import only_path

TRIALS = 3
SECONDS_AN_ANSWER = 20  # with the look at the board
HANDOVERS_A_DAY = 8  # of people who look at their phone now and then, and sleep at night


@dataclass(frozen=True, slots=True)
class Length:
    """The usual number of answers in a match that somebody has to think about, of all seats together.

    `legs` says whether the match is a tour of several legs. `handovers` counts how often it then waits for somebody who
    wasn't asked before.
    """

    answers: int
    legs: bool
    handovers: int

    def minutes(self, seats: int) -> int:
        """About how long one of that many players is busy, all in all."""
        return max(1, round(self.answers / seats * SECONDS_AN_ANSWER / 60))

    def days(self) -> int:
        """About how long a match takes that is played on the side."""
        return max(1, round(self.handovers / HANDOVERS_A_DAY))


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
    answers, legs, handovers = zip(*trials, strict=True)
    return Length(round(median(answers)), any(legs > 1 for legs in legs), round(median(handovers)))


def _trial(game: Game[Any, Any], table: Table, trial: int) -> tuple[int, int, int]:
    """How many answers, legs and hand-overs one match has."""
    key = trial.to_bytes(4, "big")
    state, events = game.setup(table, SeededDice(key, 0))
    legs = sum(event.kind == LEG for event in events)
    answers = handovers = move = 0
    last: Viewer = None
    together: set[Viewer] = set()  # who were asked with the one before, so that nobody has to wait for them in turn
    while not (public := game.view(state, None)).over:
        who = public.waiting[0]
        view = game.view(state, who)
        move += 1
        if who is not None and only_path(game, view) is None:
            answers += 1
            if who != last and who not in together:
                handovers, together = handovers + 1, set(public.waiting)
            together.discard(who)
            last = who
        events = game.apply(state, Move(who, game.fallback(view)), SeededDice(key, move))
        legs += sum(event.kind == LEG for event in events) + (who is None)
    return answers, legs, handovers
