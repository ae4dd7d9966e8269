"""Whole matches of any game, played at random and written down row by row as the host would."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from engines.dice import Draw, SeededDice
from engines.table import Event, Game, Move, Table, Viewer
from opponents.random import play_random


@dataclass(frozen=True)
class Row:
    """One answer: the state before and after it as bytes, what was drawn and what happened."""

    number: int
    before: bytes
    move: Move
    draws: list[Draw]
    events: list[Event]
    after: bytes


@dataclass(frozen=True)
class Match:
    """A match from the empty table to its end (or to one move more than the game's limit)."""

    game: Game[Any, Any]
    table: Table
    key: bytes
    draws: list[Draw]
    opening: list[Event]
    start: bytes
    rows: list[Row]

    @property
    def states(self) -> list[bytes]:
        """Every position, the first and the last included."""
        return [self.start, *(row.after for row in self.rows)]

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """The public first, then the seats."""
        return (None, *range(self.table.seats))

    def load(self, saved: bytes) -> Any:
        """A position as a fresh state."""
        return msgspec.json.decode(saved, type=self.game.State)

    def dice(self, row: Row) -> SeededDice:
        """The dice of that row once more."""
        return SeededDice(self.key, row.number)


def save(value: Any) -> bytes:
    """A state, view, question or list of events as bytes."""
    return msgspec.json.encode(value)


def play(game: Game[Any, Any], table: Table, seed: int, answers: Sequence[str] = ()) -> Match:
    """A match in which everyone answers at random; the host applies to a freshly decoded state every time.

    `answers` are the first ones, their steps parted by spaces.
    """
    rng, key = random.Random(seed), hashlib.sha256(str(seed).encode()).digest()
    dice = SeededDice(key, 0)
    state, opening = game.setup(table, dice)
    match = Match(game, table, key, dice.draws, opening, save(state), [])
    while len(match.rows) <= game.spec.limit:
        before = match.rows[-1].after if match.rows else match.start
        state = match.load(before)
        due = waited_for(game, state)
        if not due:
            break
        by = rng.choice(due)
        at = len(match.rows)
        path = tuple(answers[at].split()) if at < len(answers) else play_random(game, game.view(state, by), rng)
        move = Move(by, path)
        dice = SeededDice(key, at + 1)
        events = game.apply(state, move, dice)
        match.rows.append(Row(at + 1, before, move, dice.draws, events, save(state)))
    return match


def asked(game: Game[Any, Any], state: Any) -> list[Viewer]:
    """Everyone who may answer now, the host (None) first."""
    return [viewer for viewer in viewers(state) if game.ask(game.view(state, viewer)) is not None]


def waited_for(game: Game[Any, Any], state: Any) -> list[Viewer]:
    """Those who must answer and are asked, the host (None) first."""
    waiting = game.view(state, None).waiting
    return [viewer for viewer in viewers(state) if viewer in waiting and game.ask(game.view(state, viewer)) is not None]


def viewers(state: Any) -> tuple[Viewer, ...]:
    """The public first, then the seats of this state's table."""
    return (None, *range(state.table.seats))


def visible(events: Iterable[Event], viewer: Viewer) -> list[Event]:
    """The events that this viewer hears of."""
    return [event for event in events if event.to is None or viewer in event.to]


def digest(game: Game[Any, Any], options: dict[str, str], seed: int) -> str:
    """A short name for all that happened in one match at the largest table."""
    match = play(game, Table(game.spec.seats[-1], options, game.spec.rules), seed)
    happened = [match.opening, *(row.events for row in match.rows)]
    return hashlib.sha256(b"".join(match.states) + save(happened)).hexdigest()


def sample(rng: random.Random, things: Sequence[Any], most: int) -> list[Any]:
    """At most that many of the things, in their order."""
    chosen = sorted(rng.sample(range(len(things)), min(most, len(things))))
    return [things[at] for at in chosen]
