"""Opening of snakes without ends on the board of `quick` (S13)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.schlangennest.cards import CARDS, PARTS, ROTATIONS, opposite
from engines.schlangennest.loops import LEAST_ENDS
from opponents.schlangennest.fast.patterns import (
    CURVE,
    FIRST_GRAY,
    FOREIGN,
    KIND,
    STEPS,
    STRAIGHT,
    SWAP,
    TAIL,
    TURN,
    Reach,
)
from opponents.schlangennest.fast.quick import COLOUR, Answer, Board, renamed

GRAY_PART = 1  # of a curve
# by the code of a card and a side: the number of the part there, and the side where it comes out again, else -1
PART = tuple(tuple(next(n for n, sides in enumerate(PARTS[c]) if side in sides) for side in range(4)) for c in CARDS)
OUT = tuple(
    tuple(sum(PARTS[c][n]) - side if len(PARTS[c][n]) == 2 else -1 for side, n in enumerate(PART[code]))
    for code, c in enumerate(CARDS)
)
TURNED = {
    CARDS.index(("curve", rotation)): CARDS.index(("curve", around))
    for rotation, around in zip(ROTATIONS["curve"], (*ROTATIONS["curve"][1:], ROTATIONS["curve"][0]), strict=True)
}


def openings(board: Board, snake: int) -> list[Answer]:
    """All answers that open the loop: turns, if there are none swaps, or nothing (S13)."""
    cards = [(cell, card % COLOUR) for cell, card in board.cards.items() if card // COLOUR == snake]
    turns = [(cell << 2, snake, TURN) for cell, code in cards if KIND[code] == CURVE and _opens(board, snake, cell)]
    if turns or not board.held(snake, TAIL):
        return turns
    return [(cell << 2, snake, SWAP) for cell, code in cards if KIND[code] == STRAIGHT]


def _opens(board: Board, snake: int, cell: int) -> bool:
    """Whether turning that curve opens the loop by the rules (S13a).

    The turn cuts the loop open and puts it between the two halves of the strand that crosses the curve. So that one
    must be gray alone, and its ends are those of the snake; it is the loop itself where that passes the curve twice.
    """
    ends = _crossing(board, cell)
    if len(ends) < LEAST_ENDS or _strand_at(board, ends[0]) < FIRST_GRAY:
        return False
    after: dict[int, Reach] = {}
    for end in ends:
        after[end >> 2] = renamed(after.get(end >> 2) or board.reach[end >> 2], end & 3, snake + 1)
    return not board.crowded(after, snake)


def _strand_at(board: Board, port: int) -> int:
    return board.reach[port >> 2][port & 3]


def _crossing(board: Board, cell: int) -> list[int]:
    """The open ends of the strand that the gray part of the curve there belongs to."""
    sides = PARTS[CARDS[board.cards[cell] % COLOUR]][GRAY_PART]
    return [port for side in sides if (port := _end(board, cell, side)) >= 0]


def _end(board: Board, cell: int, side: int) -> int:
    """The open end where a strand comes out that leaves that card through that side; -1 if it is closed."""
    *_, port = (-1, *_way(board, cell, side))
    return port if port >= 0 and port >> 2 not in board.cards else -1


def _way(board: Board, cell: int, side: int) -> Iterator[int]:
    """The cards from there on as ports through which they are entered, at last the open end, unless it is closed."""
    start = cell, PART[board.cards[cell] % COLOUR][side]
    while True:
        cell, side = cell + STEPS[side], opposite(side)
        card = board.cards.get(cell)
        if card is not None and (cell, PART[card % COLOUR][side]) == start:
            return  # all round
        yield cell << 2 | side
        if card is None:
            return
        side = OUT[card % COLOUR][side]
        if side < 0:
            return


def turn(board: Board, snake: int, cell: int) -> None:
    """Turn the curve there clockwise, and number the gray strands as `trace` does."""
    gray = _strand_at(board, _crossing(board, cell)[0])
    parts, ports, closed, _ = board.strands.pop(gray)
    more, _, _, lies = board.strands[snake + 1]
    card = board.cards[cell]
    board.cards[cell] = card - card % COLOUR + TURNED[card % COLOUR]
    board.strands[snake + 1] = (parts + more, ports, closed, lies)
    for port in ports:
        board.reach[port >> 2] = renamed(board.reach[port >> 2], port & 3, snake + 1)
    _name_grays(board)


def _name_grays(board: Board) -> None:
    """Number the gray strands by their first parts, in the order in which the cards were laid."""
    order = {cell: number for number, cell in enumerate(board.cards)}
    grays = [(strand, place) for strand, place in board.strands.items() if strand >= FIRST_GRAY]
    firsts: list[tuple[tuple[int, int], int]] = []
    for strand, (_, _, _, lies) in grays:
        cell, part = lies >> 2, lies & 3
        places = [(order[cell], part)]
        for side in PARTS[CARDS[board.cards[cell] % COLOUR]][part]:
            for port in _way(board, cell, side):
                card = board.cards.get(port >> 2)
                if card is not None:
                    places.append((order[port >> 2], PART[card % COLOUR][port & 3]))
        firsts.append((min(places), strand))
    for strand, _ in grays:
        del board.strands[strand]
    strands = dict(grays)
    for number, (_, strand) in enumerate(sorted(firsts), 1):
        _, ports, _, _ = strands[strand]
        board.strands[FOREIGN + number] = strands[strand]
        for port in ports:
            board.reach[port >> 2] = renamed(board.reach[port >> 2], port & 3, FOREIGN + number)
    board.grays = len(grays)
