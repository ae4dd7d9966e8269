"""Finds out what a card in hand is worth, from tours that quick riders play among themselves; it writes `fitted`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from random import Random

from engines.dice import SeededDice
from engines.superechelon import FIGURES, SPEC, SuperEchelon, legs, turns
from engines.table import Table
from opponents.superechelon.chances import price_of, totals_of
from opponents.superechelon.fast.position import FIGURE, Position
from opponents.superechelon.fast.simulation import SuperEchelonSimulation
from opponents.superechelon.riding import ride, share_out

TOURS, AGAIN = 1000, 5  # tours of each fit, and fits, each with riders who believe the one before
CAUTION = 0.02  # a tour's pull of every figure towards worth nothing
NAMES = tuple(FIGURES)
NUMBER = tuple(NAMES.index(figure) for figure in FIGURE)
BEGINNING = (4.0, 4.0, 4.0, 4.0, 3.0, 1.0, 0.0, 4.0, 2.0)  # what the first riders believe, by figure
FITTED = Path(__file__).parents[2] / "opponents" / "superechelon" / "fitted.py"
HEAD = '''"""What cards in hand are worth and how far a tour can still shift, by table; `bench.fit` writes it."""

from __future__ import annotations

'''

Row = tuple[float, ...]


@dataclass(slots=True)
class Fit:
    """GC points by figure for a card kept for the last leg and for earlier ones, and shifts by legs left, from 1."""

    last: Row = BEGINNING
    earlier: Row = BEGINNING
    shift: Row = ()


@dataclass(slots=True)
class Snapshot:
    """The end of a leg: how many are left, figures kept and GC points, by seat; later what the tour still brought."""

    left: int
    kept: list[list[float]]
    totals: list[float]
    gained: list[float] = field(default_factory=list[float])


def fit() -> None:
    """Fit all kinds of tables and write the module; with two players there is but one."""
    kinds = [(seats, room) for seats in SPEC.seats for room in ("open", "half") if seats > 2 or room == "open"]
    FITTED.write_text(written({(seats, room): fitted(seats, room) for seats, room in kinds}), encoding="utf-8")


def fitted(seats: int, room: str, tours: int = TOURS, again: int = AGAIN) -> Fit:
    """What holds at tables with so many seats and such room in a breakaway."""
    fit = Fit()
    for number in range(again):
        table = Table(seats, {"tours": "1", "room": room}, SPEC.rules)
        snapshots = [snapshot for tour in range(tours) for snapshot in _tour(table, fit, number * tours + tour)]
        last = _solved([s for s in snapshots if s.left == 1])
        earlier = _solved([s for s in snapshots if 1 < s.left < legs(seats)])
        shifts = [
            _shift([s for s in snapshots if s.left == left], last if left == 1 else earlier)
            for left in range(1, legs(seats) + 1)
        ]
        fit = Fit(last, earlier, tuple(shifts))
    return fit


def written(fits: dict[tuple[int, str], Fit]) -> str:
    """The module's text."""
    parts = [HEAD, f"# by figure: {', '.join(NAMES)}\n"]
    rows = {"LAST": "last", "EARLIER": "earlier", "SHIFT": "shift"}
    for name, of in rows.items():
        parts.append(f"{name}: dict[tuple[int, str], tuple[float, ...]] = {{\n")
        for (seats, room), fit in fits.items():
            parts.append(f'    ({seats}, "{room}"): ({", ".join(f"{value:.1f}" for value in getattr(fit, of))}),\n')
        parts.append("}\n")
    return "".join(parts)


def _tour(table: Table, believed: Fit, seed: int) -> Iterator[Snapshot]:
    """One tour of riders, leg by leg."""
    seats = table.seats
    rng, played, game = Random(seed), SuperEchelonSimulation(), SuperEchelon()
    key, count = rng.randbytes(32), legs(seats)
    beliefs = [(0.0,) * len(NAMES), believed.last, *[believed.earlier] * (count - 2)]
    prices = [price_of(seats, [row[i] for i in NUMBER]) for row in beliefs]
    position = played.load(game.setup(table, SeededDice(key, 0))[0])
    snapshots, hands, leg, move = list[Snapshot](), list[tuple[int, ...]](), 0, 0
    while played.waiting(position):
        if position.leg != leg and not position.booty:
            snapshots.append(Snapshot(count - leg, [_figures(hand) for hand in hands], totals_of(position)))
            leg = position.leg
        move += 1
        if position.booty:
            answer = share_out(position.booty)
        else:
            answer = ride(position, prices[count - leg], rng.random)
            if len(position.road) == seats * turns(seats, leg) - 1:
                hands = _left(position, answer[0])
        played.play(position, position.due, answer, SeededDice(key, move))
    final = position.results[-1].gc
    for snapshot in snapshots:
        snapshot.gained = _centred([after - before for after, before in zip(final, snapshot.totals, strict=True)])
    yield from snapshots


def _left(position: Position, last: int) -> list[tuple[int, ...]]:
    """The hands once the last card of a leg is played."""
    return [tuple(card for card in hand if card != last) for hand in position.hands]


def _figures(hand: Sequence[int]) -> list[float]:
    """How many of each figure."""
    counts = [0.0] * len(NAMES)
    for card in hand:
        counts[NUMBER[card]] += 1
    return counts


def _centred(values: Sequence[float]) -> list[float]:
    return [value - sum(values) / len(values) for value in values]


def _pairs(snapshots: Sequence[Snapshot]) -> Iterator[tuple[list[float], float]]:
    """For each seat the figures that it has kept, and what it has gained, both before the average of all seats."""
    for snapshot in snapshots:
        columns = [_centred(column) for column in zip(*snapshot.kept, strict=True)]
        yield from zip(map(list, zip(*columns, strict=True)), snapshot.gained, strict=True)


def _solved(snapshots: Sequence[Snapshot]) -> Row:
    """The worth of each figure by least squares, drawn to nothing a little."""
    size = len(NAMES)
    rows = [[len(snapshots) * CAUTION * (index == other) for other in range(size + 1)] for index in range(size)]
    for figures, gained in _pairs(snapshots):
        for index, many in enumerate(figures):
            if many:
                for other, more in enumerate((*figures, gained)):
                    rows[index][other] += many * more
    for index in range(size):  # positive definite: no pivot is needed
        for other in range(size):
            if other != index:
                times = rows[other][index] / rows[index][index]
                rows[other] = [mine - times * its for mine, its in zip(rows[other], rows[index], strict=True)]
    return tuple(row[-1] / row[i] for i, row in enumerate(rows))


def _shift(snapshots: Sequence[Snapshot], worth: Row) -> float:
    """The standard deviation of what a seat gains beyond what its cards promise; before the first leg of all of it."""
    seats = len(snapshots[0].gained)
    if snapshots[0].kept:
        gaps = [gained - sum(map(float.__mul__, figures, worth)) for figures, gained in _pairs(snapshots)]
    else:
        gaps = [gained for s in snapshots for gained in s.gained]
    return sqrt(sum(gap * gap for gap in gaps) / len(gaps) * seats / (seats - 1))
