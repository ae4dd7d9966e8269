"""Legal lays, and reasons against the others (S5, S7-S11, S16-S18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple, Protocol

from engines.schlangennest.cards import (
    CARDS,
    KINDS,
    NOBODY,
    PARTS,
    SIDES,
    SNAKES,
    START,
    Square,
    around,
    beside,
    place,
)
from engines.schlangennest.field import begins_with_tails, has_room, lays_both, snakes_of, squares_of, widened, within
from engines.schlangennest.nest import NOTHING, Nest, Reach, has, open_ends
from engines.schlangennest.strands import Group, dealt, fresh, meet, split
from engines.table import IllegalMove, Seat, Table

SNAKE_SET = frozenset(SNAKES)

Order = tuple[tuple[int, ...], ...]  # snakes in the order in which they are laid next, those of one seat together


class Position(Protocol):
    """What states and views have in common, and all that legality depends on."""

    @property
    def table(self) -> Table:
        """Seats, options and rules."""
        ...

    @property
    def due(self) -> Seat:
        """Whose turn it is."""
        ...

    @property
    def todo(self) -> tuple[int, ...]:
        """Their snakes that may be laid in this turn."""
        ...

    @property
    def nest(self) -> Nest:
        """The board."""
        ...


class Lay(NamedTuple):
    """A card of a snake's set on a square."""

    snake: int
    square: Square
    kind: str
    rotation: str


# --- S5, S10, S11: what no card may cause


def refusal(position: Position, lay: Lay) -> IllegalMove | None:
    """Why the card may not lie there: all clauses but those on how it is joined to its own snake; None if it may."""
    nest, (snake, square, kind, rotation) = position.nest, lay
    if not has(nest, snake, kind):
        return IllegalMove("card.none", {"kind": kind, "snake": snake})
    if not has_room(nest.field, nest.box, kind, square):
        return _outside(nest, kind, square)
    groups = meet(nest.reach.get(square, NOTHING), kind, rotation, SNAKES[snake])
    for group in groups:
        if group.clash:
            return _clash(position, square, group)
    after = fresh(nest, square, kind, rotation, groups)
    return crowd(position, nest, after, snake, lay) if after else None


def _outside(nest: Nest, kind: str, square: Square) -> IllegalMove:
    if kind in ("tail", "head") or nest.field.gaps:
        return IllegalMove("frame.outside", {"square": square, "kind": kind})
    return IllegalMove(
        "border.outside", {"square": square, "kind": kind, "wide": nest.field.wide, "high": nest.field.high}
    )


def _clash(position: Position, square: Square, group: Group) -> IllegalMove:
    snake, other = (-1 if name == NOBODY else int(name) for name in (group.owner, group.clash))
    about = {
        "square": square,
        "snake": snake,
        "other": other,
        "seat": owner(position, snake),
        "other.seat": owner(position, other),
    }
    return IllegalMove("two.colours", about)


def owner(position: Position, snake: int) -> Seat:
    """Whose snake it is; -1 for no one's colour."""
    return snake % position.table.seats if snake >= 0 else -1


def crowd(
    position: Position, nest: Nest, after: Mapping[Square, Reach], snake: int, lay: Lay | None
) -> IllegalMove | None:
    """Whether too many snakes come together on one of the free squares of `after` or beside it (S10, S11).

    `after` holds the squares that the placement changes, `snake` is the one that is laid, and `lay` its card, which
    isn't in the nest yet; None if a card was turned.
    """
    covered = lay.square if lay else ""
    for square, reach in after.items():
        snakes = SNAKE_SET.intersection(reach)
        if len(snakes) < 2:
            continue  # and a neighbour with three others would be forbidden by itself
        if len(snakes) > 2:
            return IllegalMove("three.snakes", {"square": square})
        if "" in reach:
            if len(nest.hands) > 3:
                for near, name in zip(beside(square), reach, strict=True):
                    there = NOTHING if name or near == covered else after.get(near) or nest.reach.get(near, NOTHING)
                    if len(snakes.union(SNAKE_SET.intersection(there))) > 3:
                        return IllegalMove("four.snakes", {"square": square, "beside": near})
        elif is_double(reach):
            first = first_of(order(position, snake), reach)
            then = _spent(nest, lay) if lay else nest
            if not any(join(then, square, reach, other) for other in first):
                return IllegalMove(
                    "both.ends", {"square": square, "snake": first[0], "seat": owner(position, first[0])}
                )
    return None


def _spent(nest: Nest, lay: Lay) -> Nest:
    """The nest with border and hands as they are after the lay; nothing else is looked at."""
    box = widened(nest.box, lay.square) if lay.kind in ("straight", "curve") else nest.box
    return replace(nest, box=box, hands=dealt(nest.hands, lay.snake, lay.kind, -1))


# --- S11: both ends of two snakes at one square


def is_double(reach: Reach) -> bool:
    """Whether both ends of two snakes come to the square."""
    return all(name in SNAKES and reach.count(name) == 2 for name in reach)


def order(position: Position, snake: int) -> Order:
    """The snakes in the order in which they are laid once this one has been (S11).

    Ruling: in twins the snake that is still to be laid in the same turn comes first, then the seats in turn.
    """
    rest = tuple(other for other in position.todo if other != snake) if lays_both(position.table) else ()
    return coming(position.due, position.table.seats, len(position.nest.hands), rest)


@cache
def coming(due: Seat, seats: int, count: int, rest: tuple[int, ...]) -> Order:
    """The snakes of the turn that are still to be laid, then those of the seats in turn, the one to move last."""
    return (rest, *(snakes_of((due + step) % seats, seats, count) for step in range(1, seats + 1)))


def first_of(coming: Order, reach: Reach) -> tuple[int, ...]:
    """The snakes at a double square that are laid next: one, or both where they are one player's."""
    return next(first for some in coming if (first := tuple(snake for snake in some if SNAKES[snake] in reach)))


def join(nest: Nest, square: Square, reach: Reach, snake: int) -> str:
    """The kind of card with which the snake's two ends there have to be joined, "" if it can't be done.

    Ruling: a card that may not lie there because of the border is as good as none.
    """
    sides = [side for side in range(4) if reach[side] == SNAKES[snake]]
    kinds = ("straight", "tail") if sides[1] - sides[0] == 2 else ("curve",)
    return next((k for k in kinds if has(nest, snake, k) and has_room(nest.field, nest.box, k, square)), "")


def duties(position: Position) -> dict[int, Square]:
    """The snakes of this turn whose two ends have to be joined, with the squares."""
    squares: dict[int, Square] = {}
    nest = position.nest
    for snake in position.todo:
        ends = open_ends(nest, snake)
        if len(ends) == 2 and split(ends[0])[0] == (square := split(ends[1])[0]):
            reach = nest.reach[square]
            if is_double(reach) and join(nest, square, reach, snake):
                squares[snake] = square
    return squares


def _neglect(position: Position, lay: Lay) -> IllegalMove | None:
    """Whether the lay leaves a duty of S11 undone or does it with the wrong card."""
    due = duties(position)
    if not due:
        return None
    if lay.snake not in due:
        snake, square = next(iter(due.items()))
        return IllegalMove("must.connect", {"square": square, "snake": snake})
    nest, square = position.nest, lay.square
    if lay.kind == join(nest, square, nest.reach[square], lay.snake):
        return None
    # S5 leaves only one way to lay a straight or a curve there; what is left is the wrong end card
    reason = "join.head" if lay.kind == "head" else "join.straight"
    return IllegalMove(reason, {"square": square, "snake": lay.snake})


# --- the next card of a snake (S8)


def lay_refusal(position: Position, end: str, lay: Lay) -> IllegalMove | None:
    """Why the card may not be laid at that open end of its snake, None if it may."""
    side = split(end)[1]
    if side not in PARTS[lay.kind, lay.rotation][0]:
        about = {"square": lay.square, "side": SIDES[side], "kind": lay.kind, "rotation": lay.rotation}
        return IllegalMove("rotation.unjoined", about)
    return refusal(position, lay) or _neglect(position, lay)


@cache
def turns(side: int, only: str) -> tuple[tuple[str, str], ...]:
    """The cards (all, or only those of a kind) whose coloured part touches that side, in each rotation that does."""
    return tuple(card for card in CARDS if side in PARTS[card][0] and only in ("", card[0]))


def judged(position: Position, snake: int, end: str, only: str = "") -> Iterator[tuple[Lay, IllegalMove | None]]:
    """Every card (or only those of a kind) at that end, in the order of the question, and why it may not lie there."""
    square, side = split(end)
    for kind, rotation in turns(side, only):
        lay = Lay(snake, square, kind, rotation)
        yield lay, lay_refusal(position, end, lay)


def ends_of(position: Position) -> Iterator[tuple[int, str]]:
    """The snakes of this turn with each of their open ends."""
    for snake in position.todo:
        for end in open_ends(position.nest, snake):
            yield snake, end


def lays(position: Position) -> Iterator[tuple[str, Lay]]:
    """All legal lays of this turn and the ends where they begin, in the order of the question."""
    for snake, end in ends_of(position):
        for lay, illegal in judged(position, snake, end):
            if illegal is None:
                yield end, lay


# --- the first card of a snake (S7)


def first_kinds(position: Position) -> tuple[str, ...]:
    """The tail alone where snakes begin with it (S18)."""
    return ("tail",) if begins_with_tails(position.table) else KINDS


def first_squares(position: Position) -> tuple[Square, ...]:
    """The squares where a first card could lie as far as S7 goes, row by row."""
    nest = position.nest
    count = len(nest.hands)
    framed = bool(nest.field.gaps)  # S18b: its curves aren't cards to lie beside, a fence inside it is
    laid = [s for s, card in nest.cards.items() if not framed or card.colour < count or within(nest.field.rect, s)]
    if not laid:
        return squares_of(nest.field.rect) if framed else (START,)
    near = {square for card in laid for square in around(card) if square not in nest.cards}
    return tuple(sorted(near, key=_reading))


def _reading(name: Square) -> tuple[int, int]:
    column, row = place(name)
    return row, column


def first_refusal(position: Position, lay: Lay) -> IllegalMove | None:
    """Why the snake's first card may not lie there, None if it may."""
    if lay.kind not in first_kinds(position):
        return IllegalMove("card.tail", {"kind": lay.kind})
    illegal = refusal(position, lay)
    if illegal:
        return illegal
    closed = _closed_by(position.nest, lay)
    if closed is None:
        return None
    return IllegalMove("first.closed", {"square": lay.square, "snake": closed, "seat": owner(position, closed)})


def _closed_by(nest: Nest, lay: Lay) -> int | None:
    """The snake that would be left without an open end by this card (S7a)."""
    reach, sides_of = nest.reach.get(lay.square, NOTHING), PARTS[lay.kind, lay.rotation]
    for group in meet(reach, lay.kind, lay.rotation, SNAKES[lay.snake]):
        if group.owner in SNAKES and all(reach[side] for number in group.parts for side in sides_of[number]):
            joined = (group.owner, *group.grays)
            ends = [end for name in joined if name in nest.strands for end in nest.strands[name].ends]
            if all(split(end)[0] == lay.square for end in ends):
                return int(group.owner)
    return None


def judged_first(
    position: Position, snake: int, square: Square, only: str = ""
) -> Iterator[tuple[Lay, IllegalMove | None]]:
    """Every first card (or only those of a kind) on that square, as in the question, and why it may not lie there."""
    for kind, rotation in CARDS:
        if only in ("", kind):
            lay = Lay(snake, square, kind, rotation)
            yield lay, first_refusal(position, lay)


def first_lays(position: Position, snakes: tuple[int, ...]) -> Iterator[Lay]:
    """All legal first cards of these snakes, in the order of the question."""
    squares = first_squares(position) if snakes else ()
    for snake in snakes:
        for square in squares:
            for lay, illegal in judged_first(position, snake, square):
                if illegal is None:
                    yield lay


def unlaid(position: Position) -> tuple[int, ...]:
    """The snakes of this turn without a card."""
    return tuple(snake for snake in position.todo if SNAKES[snake] not in position.nest.strands)
