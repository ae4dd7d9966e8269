"""A game of one answer: each wins by lot, as often as is written in the table's options, if no one stops it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engines.table import Ask, Dice, Event, Move, Option, Path, Pick, Ready, Spec, Standing, Table, Text, View, Viewer

SIDES = 100


@dataclass(slots=True)
class Tossed:
    """Who has won, once all is answered; `secret` is known to no one and matters to no one."""

    table: Table
    secret: str
    answered: str = ""  # by seat 0, if seat 1 may stop it
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class TossView(View):
    """All but the secret."""

    table: Table
    answered: str


class Toss:
    """Seat 0 picks one of a, b, c ...; the option `chances` says of each in how many of a hundred matches it wins.

    An answer with `!` behind its number never wins if seat 1 stops it.
    """

    State = Tossed
    spec = Spec(
        "toss", range(2, 3), (Option("chances", Text("chances", 80), "50 50"),), 1, 1, 1, difficulty=1, presets={}
    )

    def setup(self, table: Table, dice: Dice) -> tuple[Tossed, list[Event]]:
        return Tossed(table, str(dice.roll("secret", SIDES)[0])), []

    def apply(self, state: Tossed, move: Move, dice: Dice) -> list[Event]:
        chance = chances(state.table)[state.answered or move.path[0]]
        if chance.endswith("!") and not state.answered:
            state.answered = move.path[0]
            return []
        won = move.path[0] != "stop" and dice.roll("toss", SIDES)[0] <= int(chance.rstrip("!"))
        state.winner = 0 if won else 1
        return []

    def view(self, state: Tossed, viewer: Viewer) -> TossView:
        over = state.winner is not None
        standings = tuple(Standing(seat, 1 + (seat != (state.winner or 0)), 0) for seat in (0, 1))
        waiting = () if over else (1,) if state.answered else (0,)
        return TossView(viewer, "toss", waiting, standings, over, False, state.table, state.answered)

    def ask(self, view: TossView, path: Path = ()) -> Ask | None:
        if view.viewer not in view.waiting:
            return None
        options = ("let", "stop") if view.answered else tuple(chances(view.table))
        return Ready() if path else Pick("toss", options)

    def fallback(self, view: TossView) -> Path:
        return ("let",) if view.answered else ("a",)

    def imagine(self, view: TossView, rng: Random) -> Tossed:
        return Tossed(view.table, str(rng.randrange(SIDES)), view.answered)


def chances(table: Table) -> dict[str, str]:
    """Of each option."""
    return dict(zip("abcdefgh", table.options["chances"].split(), strict=False))
