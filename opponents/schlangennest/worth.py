"""Worth of a position of Schlangennest for a seat: parts, and room to grow at both ends."""

from __future__ import annotations

from dataclasses import replace

from engines.schlangennest import KINDS, SchlangennestView, is_loop, lays, open_ends, parts, snakes_of
from engines.table import Seat

# what counts, in parts
ALIVE = 8.0  # an end where a straight or a curve can be laid
CLOSABLE = 1.0  # an end for which only the head or tail is left
WAY = 0.2  # each way to go on with a straight or a curve
CURVE = 0.1  # a curve in hand: it can go left or right where a straight can't
LOOP = 3.0  # a snake without ends, which costs a turn
OTHER = 0.8  # the shorter of two snakes, where the longest one wins: it may still become the longest


def schlangennest_worth(view: SchlangennestView, seat: Seat) -> float:
    """My snakes against the average of the others'."""
    others = [_seat_worth(view, other) for other in range(view.table.seats) if other != seat]
    return _seat_worth(view, seat) - sum(others) / len(others)


def _seat_worth(view: SchlangennestView, seat: Seat) -> float:
    mine = snakes_of(seat, view.table.seats, len(view.nest.hands))
    worths = [_snake_worth(view, seat, snake) for snake in mine]
    if view.table.options["score"] == "sum":
        return sum(worths)
    return max(worths) + OTHER * (sum(worths) - max(worths))


def _snake_worth(view: SchlangennestView, seat: Seat, snake: int) -> float:
    """Its parts, and what it may still become: nothing for a snake that is finished."""
    nest, length = view.nest, float(parts(view.nest, snake))
    if snake in view.stuck:
        return length
    if is_loop(nest, snake):
        return length + LOOP
    ends = [(end, lay.kind) for end, lay in lays(replace(view, due=seat, todo=(snake,)))]
    ways = [end for end, kind in ends if kind in ("straight", "curve")]
    for end in open_ends(nest, snake):
        length += ALIVE if end in ways else CLOSABLE if end in [where for where, _ in ends] else 0.0
    curves = nest.hands[snake][KINDS.index("curve")]
    return length + WAY * len(ways) + (CURVE * curves if ways else 0.0)
