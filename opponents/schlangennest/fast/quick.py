"""A position that is played on without asking: the board as numbers that are changed in place (see `patterns`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from engines.schlangennest.cards import CARDS, KINDS, START
from engines.schlangennest.field import Field, Rect, begins_with_tails, has_room, lays_both, widened
from engines.schlangennest.laying import coming, first_of
from engines.table import Seat, Table
from opponents.schlangennest.fast.patterns import (
    CELLS_AROUND,
    CURVE,
    FOREIGN,
    KEPT,
    NONE,
    NOTHING,
    STEPS,
    STRAIGHT,
    TAIL,
    Plan,
    Reach,
    cell_at,
    cell_of,
    crowd_of,
    plans,
    square_of,
    strand_name,
)

COLOUR = 16  # the place value of the colour in a card's number
TRIES = 24  # at random before all answers are listed
ROOMS = 256  # bounding boxes of a field of which is known where there is room: a box takes 2.5 KB

Answer: TypeAlias = tuple[int, int, int]  # port (a cell's first where no end is asked for), snake, and code of the card
Strand: TypeAlias = tuple[int, tuple[int, ...], int, int]  # parts, open ports, closed ends, where one of its parts lies


class Room(dict[int, bool]):
    """By cells whether a straight or curve may lie there; it finds out what it is asked for the first time."""

    def __init__(self, field: Field, box: Rect) -> None:
        """For a bounding box of straights and curves."""
        super().__init__()
        self._field, self._box = field, box

    def __missing__(self, cell: int) -> bool:
        """A cell that wasn't asked for yet."""
        room = self[cell] = has_room(self._field, self._box, "straight", square_of(cell))
        return room


@lru_cache(maxsize=8)
def rooms_of(field: Field) -> dict[Rect, Room]:
    """What is known of a field, for all matches on it."""
    return {}


@dataclass(frozen=True, slots=True)
class Setting:
    """What doesn't change in a match."""

    table: Table  # of the match
    field: Field  # of the match
    seats: int  # their number
    snakes: int  # their number
    both: bool  # twins: a card of each snake in a turn
    first_kinds: range  # kinds of cards to begin with
    inside: tuple[int, ...]  # cells of a frame's field
    gaps: frozenset[int]  # cells of a frame's gaps
    floats: bool  # the bounding box settles where there is room
    rooms: dict[Rect, Room]  # by box, where that is

    def room(self, box: Rect) -> Room:
        """By cells whether the border lets a straight or curve lie there (S16, S18)."""
        box = box if self.floats else ()
        room = self.rooms.get(box)
        if room is None:
            room = self.rooms[box] = Room(self.field, box)
            if len(self.rooms) > ROOMS:
                del self.rooms[next(iter(self.rooms))]
        return room

    def has_room(self, box: Rect, cell: int) -> bool:
        """Whether the border lets a straight or curve lie there (S16, S18)."""
        return self.room(box)[cell]

    def has_end_room(self, cell: int) -> bool:
        """Whether a head or tail may lie there (S17, S18b)."""
        return not self.gaps or cell in self.gaps or cell in self.inside


def setting(table: Table, field: Field, snakes: int) -> Setting:
    """The setting of a match with so many snakes."""
    inside: tuple[int, ...] = ()
    if field.gaps:
        left, top, right, bottom = field.rect
        inside = tuple(cell_at(c, r) for r in range(top, bottom + 1) for c in range(left, right + 1))
    kinds = range(TAIL, TAIL + 1) if begins_with_tails(table) else range(len(KINDS))
    gaps, floats = frozenset(map(cell_of, field.gaps)), field.wide > 0 and not field.rect
    return Setting(table, field, table.seats, snakes, lays_both(table), kinds, inside, gaps, floats, rooms_of(field))


@lru_cache(maxsize=KEPT)
def grown(box: Rect, cell: int) -> Rect:
    """The bounding box with that cell in it."""
    return widened(box, square_of(cell))


def renamed(reach: Reach, side: int, strand: int) -> Reach:
    """The strands at a free cell when that one comes in through that side."""
    return (*reach[:side], strand, *reach[side + 1 :])


class Board:
    """The nest in numbers, and who may lay which of their snakes; named as in `State` and `Nest`."""

    __slots__ = ("box", "cards", "due", "grays", "hands", "reach", "setting", "strands", "todo")

    setting: Setting  # of the match
    cards: dict[int, int]  # by cell, colour times 16 and the code of the card
    reach: dict[int, Reach]  # by free cell
    strands: dict[int, Strand]  # those that the nest keeps
    box: Rect  # of straights and curves
    hands: list[int]  # four numbers for each snake
    grays: int  # strands named so far
    due: Seat  # the seat
    todo: tuple[int, ...]  # its snakes

    # --- S5, S10, S11: what no card may cause

    def held(self, snake: int, kind: int) -> bool:
        """Whether a card of that kind is left in the snake's set."""
        return self.hands[4 * snake + kind] > 0

    def may_lie(self, cell: int, snake: int, plan: Plan) -> bool:
        """Whether a card that is held, has room and keeps to S5 brings no crowd together on free squares."""
        reach, many = self.reach, len(plan.owned) > 1
        after: dict[int, Reach] | None = None
        for joint in plan.owned:
            owner = joint.owner
            for step, side in joint.outs:
                near = cell + step
                there = reach.get(near)
                if there is None:
                    if not many:
                        continue
                    there = NOTHING
                if after is None:
                    after = {}
                else:
                    there = after.get(near, there)
                after[near] = (*there[:side], owner, *there[side + 1 :])
            if joint.grays:
                entering = reach[cell]
                for gray in joint.grays:
                    for end in self.strands[entering[gray]][1]:
                        near, side = end >> 2, end & 3
                        if near != cell:
                            if after is None:
                                after = {}
                            there = after.get(near) or reach[near]
                            after[near] = (*there[:side], owner, *there[side + 1 :])
        return after is None or not self.crowded(after, snake, cell, plan)

    def crowded(self, after: dict[int, Reach], snake: int, cell: int = -1, plan: Plan | None = None) -> bool:
        """Whether too many snakes come together where the snake's card or turn changes free squares (S10, S11)."""
        for near, reach in after.items():
            crowd = crowd_of(reach)
            if crowd.number < 2:
                continue
            if crowd.number > 2:
                return True
            if NONE in reach:
                if self.setting.snakes > 3 and self._four(after, near, cell, crowd.snakes):
                    return True
            elif crowd.double and not self._joined_next(near, reach, cell, snake, plan):
                return True
        return False

    def _four(self, after: dict[int, Reach], cell: int, covered: int, snakes: int) -> bool:
        """Whether open ends of four snakes come to the cell and one beside it (S10)."""
        for strand, step in zip(after[cell], STEPS, strict=True):
            near = cell + step
            if strand == NONE and near != covered:
                there = after.get(near) or self.reach.get(near)
                if there and (snakes | crowd_of(there).snakes).bit_count() > 3:
                    return True
        return False

    def _joined_next(self, cell: int, reach: Reach, covered: int, snake: int, plan: Plan | None) -> bool:
        """Whether a player who is next can join their ends there, after that card of the snake (S11)."""
        rest = tuple(other for other in self.todo if other != snake) if self.setting.both else ()
        order = coming(self.due, self.setting.seats, self.setting.snakes, rest)
        first = first_of(order, tuple(map(strand_name, reach)))
        box, hands = self.box, self.hands
        if plan:
            self.hands = hands.copy()
            self.hands[4 * snake + plan.kind] -= 1
            self.box = grown(box, covered) if plan.kind <= CURVE else box
        can_join = any(self.join(cell, reach, other) >= 0 for other in first)
        self.box, self.hands = box, hands
        return can_join

    def join(self, cell: int, reach: Reach, snake: int) -> int:
        """The kind of card with which the snake's two ends there have to be joined, -1 if it can't be done (S11)."""
        first, other = (side for side in range(4) if reach[side] == snake + 1)
        for kind in (STRAIGHT, TAIL) if other - first == 2 else (CURVE,):
            room = self.setting.has_room(self.box, cell) if kind != TAIL else self.setting.has_end_room(cell)
            if room and self.held(snake, kind):
                return kind
        return -1

    def _duties(self) -> dict[int, int]:
        """The kinds of cards by the snakes of this turn whose two ends have to be joined with one (S11)."""
        kinds: dict[int, int] = {}
        for snake in self.todo:
            ends = self.ends(snake)
            if len(ends) == 2 and ends[0] >> 2 == ends[1] >> 2:
                reach = self.reach[ends[0] >> 2]
                if crowd_of(reach).double and (kind := self.join(ends[0] >> 2, reach, snake)) >= 0:
                    kinds[snake] = kind
        return kinds

    # --- what can be laid (S7, S8)

    def parts(self, snake: int) -> int:
        """The parts of a snake (S6)."""
        strand = self.strands.get(snake + 1)
        return strand[0] if strand else 0

    def loops(self) -> tuple[int, ...]:
        """The snakes of this turn that have to be opened (S13)."""
        return tuple([k for k in self.todo if (strand := self.strands.get(k + 1)) and not strand[1] and not strand[2]])

    def is_closed(self, snake: int) -> bool:
        """Whether both ends are closed by heads or tails (S12)."""
        strand = self.strands.get(snake + 1)
        return strand is not None and not strand[1] and strand[2] > 0

    def ends(self, snake: int) -> tuple[int, ...]:
        """The snake's open ends."""
        strand = self.strands.get(snake + 1)
        return strand[1] if strand else ()

    def lays(self) -> Iterator[Answer]:
        """All legal lays of this turn."""
        reach, duties = self.reach, self._duties()
        for snake in self.todo:
            for port in self.ends(snake):
                cell = port >> 2
                for plan in plans(reach[cell], snake).joining[port & 3]:
                    if (not duties or duties.get(snake) == plan.kind) and self.may_be_laid(cell, snake, plan):
                        yield port, snake, plan.code

    def may_be_laid(self, cell: int, snake: int, plan: Plan) -> bool:
        """Whether hand, border and crowds let the card lie there."""
        kind, setting = plan.kind, self.setting
        return (
            self.hands[4 * snake + kind] > 0
            and (setting.has_room(self.box, cell) if kind <= CURVE else setting.has_end_room(cell))
            and self.may_lie(cell, snake, plan)
        )

    def tried(self) -> list[tuple[int, int, Plan]]:
        """Ports, snakes and plans among which all lays of this turn are; nothing where S11 leaves hardly a choice."""
        if self._duties():
            return []
        reach = self.reach
        return [
            (port, snake, plan)
            for snake in self.todo
            for port in self.ends(snake)
            for plan in plans(reach[port >> 2], snake).joining[port & 3]
        ]

    def random_lay(self, random: Callable[[], float]) -> Answer | None:
        """One of the legal lays, each as likely; None if none was hit."""
        tried = self.tried()
        for _ in range(TRIES if tried else 0):
            port, snake, plan = tried[int(random() * len(tried))]
            if self.may_be_laid(port >> 2, snake, plan):
                return port, snake, plan.code
        return None

    def unlaid(self) -> tuple[int, ...]:
        """The snakes of this turn without a card."""
        return tuple(snake for snake in self.todo if snake + 1 not in self.strands)

    def first_cells(self) -> list[int]:
        """The cells where a first card could lie as far as S7 goes."""
        inside = self.setting.inside
        played = COLOUR * self.setting.snakes  # above it are no one's colours
        laid = [cell for cell, card in self.cards.items() if not inside or card < played or cell in inside]
        if not laid:
            return list(inside) or [cell_of(START)]
        return [c for c in dict.fromkeys(cell + step for cell in laid for step in CELLS_AROUND) if c not in self.cards]

    def first_lays(self, snakes: tuple[int, ...]) -> Iterator[Answer]:
        """All legal first cards of these snakes."""
        cells = self.first_cells() if snakes else ()
        for snake in snakes:
            for cell in cells:
                for plan in plans(self.reach.get(cell, NOTHING), snake).every:
                    if self.may_begin(cell, snake, plan):
                        yield cell << 2, snake, plan.code

    def random_first(self, random: Callable[[], float]) -> Answer | None:
        """One of the legal first cards, each as likely; None if none was hit."""
        snakes, cells = self.unlaid(), self.first_cells()
        for _ in range(TRIES):
            snake, cell = snakes[int(random() * len(snakes))], cells[int(random() * len(cells))]
            plan = plans(self.reach.get(cell, NOTHING), snake).by_code[int(random() * len(CARDS))]
            if plan and self.may_begin(cell, snake, plan):
                return cell << 2, snake, plan.code
        return None

    def may_begin(self, cell: int, snake: int, plan: Plan) -> bool:
        """Whether the snake's first card may lie there (S7, S7a)."""
        if plan.kind not in self.setting.first_kinds or not self.may_be_laid(cell, snake, plan):
            return False
        for joint in plan.owned:
            if not joint.outs:
                names = [joint.owner, *(self.reach[cell][side] for side in joint.grays)]
                ends = [end for name in names if name in self.strands for end in self.strands[name][1]]
                if all(end >> 2 == cell for end in ends):
                    return False
        return True

    # --- laying

    def lay(self, cell: int, snake: int, plan: Plan) -> None:
        """The card lies, and what it meets is joined."""
        reach, strands = self.reach, self.strands
        entering = reach.pop(cell, NOTHING)
        for owner, parts_here, closed_here, grays, outs, part in plan.joints:
            name, parts, closed = owner, parts_here, closed_here
            ends: list[int] = []
            if not owner:
                self.grays += 1
                name = FOREIGN + self.grays
            elif owner in strands:
                more, old, shut, _ = strands[owner]
                parts += more
                closed += shut
                ends = [end for end in old if end >> 2 != cell]
            for gray in grays:
                more, old, shut, _ = strands.pop(entering[gray])
                parts += more
                closed += shut
                for end in old:
                    near = end >> 2
                    if near != cell:
                        there, side = reach[near], end & 3
                        reach[near] = (*there[:side], name, *there[side + 1 :])
                        ends.append(end)
            for step, side in outs:
                near = cell + step
                there = reach.get(near, NOTHING)
                reach[near] = (*there[:side], name, *there[side + 1 :])
                ends.append(near << 2 | side)
            if name != FOREIGN:
                strands[name] = (parts, tuple(ends), closed, cell << 2 | part)
        self.cards[cell] = COLOUR * snake + plan.code
        if plan.kind <= CURVE:
            self.box = grown(self.box, cell)
        self.hands[4 * snake + plan.kind] -= 1
