"""Opening of snakes without ends (S13): one of its curves is turned, or its tail takes a straight's place."""

from __future__ import annotations

from engines.schlangennest.cards import ROTATIONS, Card, Square
from engines.schlangennest.laying import Position, crowd, is_double
from engines.schlangennest.nest import Nest, has, is_loop, open_ends
from engines.schlangennest.strands import dealt, trace

LEAST_ENDS = 1  # S13a: open ends that a turn must leave


def turned(nest: Nest, square: Square) -> Nest | None:
    """The nest after a quarter turn of the curve there, clockwise; None if two colours or two pieces come of it.

    A turn the other way would join the same sides (S13a).
    """
    card, around = nest.cards[square], ROTATIONS["curve"]
    rotation = around[(around.index(card.rotation) + 1) % len(around)]
    return trace(nest.field, {**nest.cards, square: Card("curve", rotation, card.colour, card.strands)}, nest.hands)


def swapped(nest: Nest, square: Square) -> Nest:
    """The nest after the straight there went back to its owner and their tail took its place, as printed (S13)."""
    card = nest.cards[square]
    rotation = {"ns": "s", "ew": "w"}[card.rotation]
    hands = dealt(dealt(nest.hands, card.colour, "straight", 1), card.colour, "tail", -1)
    after = trace(nest.field, {**nest.cards, square: Card("tail", rotation, card.colour, card.strands)}, hands)
    assert after is not None, "a loop cut in one place is one snake"
    return after


def openings(position: Position, snake: int) -> tuple[str, tuple[Square, ...]]:
    """How the loop can be opened and at which cards: "turn", if that can't be done "swap", or "" and nothing."""
    nest = position.nest
    squares = [square for square, card in nest.cards.items() if card.colour == snake]
    curves = tuple(
        square for square in squares if nest.cards[square].kind == "curve" and opens(position, snake, square)
    )
    if curves:
        return "turn", curves
    straights = tuple(square for square in squares if nest.cards[square].kind == "straight")
    if straights and has(nest, snake, "tail"):
        return "swap", straights
    return "", ()


def opens(position: Position, snake: int, square: Square) -> bool:
    """Whether turning that curve makes one open snake with every part of the loop and breaks no rule (S13a).

    One of its ends may meet a head or tail; with both closed the snake would be finished instead of opened. Where an
    open end comes of it no part of the loop is left behind: a loop that passes the curve once is cut there, and one
    that passes it twice gets no ends.
    """
    before, after = position.nest, turned(position.nest, square)
    if after is None or len(open_ends(after, snake)) < LEAST_ENDS:
        return False
    # S11 forbids causing such a square; one that is there already stays allowed
    changed = {
        square: reach
        for square, reach in after.reach.items()
        if not (is_double(reach) and before.reach[square] == reach)
    }
    return crowd(position, after, changed, snake, None) is None


def loops(position: Position) -> tuple[int, ...]:
    """The snakes of this turn that have to be opened."""
    return tuple(snake for snake in position.todo if is_loop(position.nest, snake))
