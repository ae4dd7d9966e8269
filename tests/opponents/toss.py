"""A game of one answer: each wins by lot, as often as is written in the table's options."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engines.table import Ask, Dice, Event, Move, Option, Path, Pick, Ready, Spec, Standing, Table, Text, View, Viewer

SIDES = 100


@dataclass(slots=True)
class Tossed:
    """Who has won, once seat 0 has answered; `secret` is known to nobody and matters to nobody."""

    table: Table
    secret: str
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class TossView(View):
    """All but the secret."""

    table: Table


class Toss:
    """Seat 0 picks one of a, b, c ...; the option `chances` says of each in how many of a hundred matches it wins."""

    State = Tossed
    spec = Spec(
        "toss", range(2, 3), (Option("chances", Text("chances", 80), "50 50"),), 1, 1, {}, 1, difficulty=1, presets={}
    )

    def setup(self, table: Table, dice: Dice) -> tuple[Tossed, list[Event]]:
        return Tossed(table, str(dice.roll("secret", SIDES)[0])), []

    def apply(self, state: Tossed, move: Move, dice: Dice) -> list[Event]:
        chance = chances(state.table)[move.path[0]]
        state.winner = 0 if dice.roll("toss", SIDES)[0] <= chance else 1
        return []

    def view(self, state: Tossed, viewer: Viewer) -> TossView:
        over = state.winner is not None
        standings = tuple(Standing(seat, 1 + (seat != (state.winner or 0)), 0) for seat in (0, 1))
        return TossView(viewer, "toss", () if over else (0,), standings, over, False, state.table)

    def ask(self, view: TossView, path: Path = ()) -> Ask | None:
        if view.over or view.viewer != 0:
            return None
        return Ready() if path else Pick("toss", tuple(chances(view.table)))

    def fallback(self, view: TossView) -> Path:
        return (next(iter(chances(view.table))),)

    def imagine(self, view: TossView, rng: Random) -> Tossed:
        return Tossed(view.table, str(rng.randrange(SIDES)))


def chances(table: Table) -> dict[str, int]:
    """Of each option."""
    return dict(zip("abcdefgh", map(int, table.options["chances"].split()), strict=False))
