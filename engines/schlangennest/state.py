"""State and view of Schlangennest, and its ids.

Nothing is hidden, so the view is the whole state. The stages and their paths:

    first    snake -> square -> card -> rotation      ("snake.0", "M20", "curve", "es")    a snake's first card (S7)
    lay      end -> card -> rotation                  ("C4.w", "curve", "sw")              (S8)
    open     how -> square of the card                ("turn", "C4") or ("swap", "D5")     a loop's next turn (S13)

Squares and ends are explained in `engines.schlangennest.cards`, the rotations are those of `ROTATIONS`. Questions are
named (`Pick.about`) "snake", "square", "end", "card", "rotation", "open", "turn" (which curve is turned) and "swap"
(which straight gives way to the tail).

Events, all public; `seat` is the owner of `snake`, `by` the seat that caused it:

    starter   seat
    fenced    square, to: the corners in which the fence's tail and head lie
    framed    square, to: the upper left and lower right square of the field
    turn      turn, seat
    laid      seat, snake, square, kind, rotation, gained, parts
    grew      seat, snake, by, gained, parts: another snake was lengthened
    ended     seat, snake, by: a head or tail part closed one of its ends, the other is open
    closed    seat, snake, by, parts: both ends are closed, the snake is finished
    looped    seat, snake, by: its ends are joined
    cornered  seat, snake, by, square: both its ends and both of another snake reach it; it is laid first (S11)
    turned    seat, snake, square, rotation, gained, parts: a curve was turned to open the loop
    swapped   seat, snake, square, rotation, parts: the tail took a straight's place
    stuck     seat, snake, parts: the loop can't be opened, the snake counts as finished as it lies
    left.out  seat, snake: no card of it can be laid in this turn, the seat's other snake was (twins)
    passed    seat: nothing can be laid (S14)
    won       seats

Why a lay is refused (`IllegalMove.reason`), with its values; `square` is where the rule is broken:

    end.none          end: no strand comes out there
    end.gray          end, square: it belongs to no snake, and gray contact is not enough (S8)
    end.laid          end, square, snake, other: that snake has had its card, or had none to lay; the other is due (S18)
    end.others        end, square, snake, seat: it belongs to another snake, or to no one (snake and seat -1) (S8)
    card.none         kind, snake: none left
    card.tail         kind: the first card must be the tail (one end, twins, hunt)
    rotation.unjoined square, side, kind, rotation: the coloured part doesn't touch the end (S8)
    border.outside    square, kind, wide, high: straights and curves stay inside (S16, S17)
    frame.outside     square: only heads and tails may lie outside the field, and only in the gaps (S18b)
    square.taken      square: there is a card
    square.outside    square: no first card lies outside a frame's field (S18b)
    square.begin      square, first: the very first card lies on `first`, from which a nest without a frame grows (S7)
    square.far        square: it is neither beside nor diagonally beside a card (S7)
    two.colours       square, snake, other, seat, other.seat: two snakes would be joined (S5); -1 is no one's colour
    first.closed      square, snake, seat: a first card may leave no snake without an open end (S7a)
    three.snakes      square: three snakes would reach it (S10)
    four.snakes       square, beside: four snakes would reach these two (S10)
    both.ends         square, snake, seat: both ends of two snakes would reach it, and they couldn't join theirs (S11)
    must.connect      square, snake: both its ends and both of another snake reach it: join them first (S11)
    join.straight     square, snake: the tail only if no straight can join the ends there (S11)
    join.head         square, snake: never the head there (S11)
    loop.open         square, kind, how: to turn or to swap that card doesn't open the loop by the rules (S13a)
    border.snakes     border, snakes, least, most: two snakes each need all colours; least and most players with one
    snakes.seats      snakes, least, most: not for this number of players
    border.seats      border, least, most: not for this number of players
    board.seats       board, choices: not for this number of players
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.schlangennest.cards import Square
from engines.schlangennest.field import BORDERS, EACH, ENDS, SCORES, SIZES
from engines.schlangennest.nest import Nest
from engines.table import Option, Pick, Seat, Spec, Table, View

MOST_SNAKES = 4
MOST_CARDS = 72

# S18: the variants of the source, each by what it changes
PRESETS = {
    "meadow": {"border": "meadow"},
    "one-end": {"ends": "one"},
    "fence": {"border": "fence"},
    "frame": {"border": "frame"},
    "fence-frame": {"border": "fence-frame"},
    "twins": {"snakes": "twins"},
    "hunt": {"snakes": "hunt"},
    "author": {"border": "floating", "ends": "two", "snakes": "one", "score": "longest", "board": "recommended"},
}

SPEC = Spec(
    key="schlangennest",
    seats=range(2, MOST_SNAKES + 1),
    options=(
        Option("border", Pick("border", tuple(BORDERS)), "floating"),
        Option("ends", Pick("ends", ENDS), "two"),
        Option("snakes", Pick("snakes", tuple(EACH)), "one"),
        Option("score", Pick("score", SCORES), "longest"),
        Option("board", Pick("board", ("recommended", "easy", "hard", *SIZES)), "recommended"),
    ),
    rules=1,
    schema=1,
    # Every card is laid once, save the straight of a swap, which ends its snake. Only a lay makes loops, at most two as
    # two of its parts have two sides, and a loop is opened once.
    limit=3 * MOST_CARDS,
    presets=PRESETS,
    lengths=({}, {}, {"board": "easy"}),
    difficulty=2,
)


@dataclass(slots=True)
class State:
    """A match of Schlangennest; all of it is public."""

    table: Table  # as agreed
    stage: str  # "first", "lay", "open" or "over"
    turn: int  # number
    due: Seat  # whose turn it is
    todo: tuple[int, ...]  # the seat's snakes that may be laid now
    nest: Nest  # the board
    stuck: tuple[int, ...]  # loops that can't be opened and count as finished (S13)
    last: Square  # where the last card was laid, turned or swapped; "" before the first


@dataclass(frozen=True, slots=True)
class SchlangennestView(View):
    """The whole state."""

    table: Table
    turn: int
    due: Seat
    todo: tuple[int, ...]
    nest: Nest
    stuck: tuple[int, ...]
    last: Square
