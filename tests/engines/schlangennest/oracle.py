"""The rules of Schlangennest once more, slow and plain: every question is answered by looking over the whole board.

Nothing is shared with the engine but the names of squares and rotations: cards are turned as printed, snakes are
found by flooding, and a lay is legal if the whole board after it keeps every rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from engines.schlangennest import BOARDS, State, place, square

XY = tuple[int, int]
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
ACROSS = {"n": "s", "e": "w", "s": "n", "w": "e"}
CLOCKWISE = {"n": "e", "e": "s", "s": "w", "w": "n"}

# the printed cards: the coloured part first, then the gray ones, each by the edges that it joins
PRINTED = {
    "straight": ("ns", "we"),
    "curve": ("ne", "sw"),
    "tail": ("s", "n", "we"),
    "head": ("s", "n", "we"),
}
KINDS = tuple(PRINTED)


def faces(kind: str, quarters: int) -> list[frozenset[str]]:
    """The edges of each part after this many quarter turns clockwise."""
    parts = [frozenset(part) for part in PRINTED[kind]]
    for _ in range(quarters):
        parts = [frozenset(CLOCKWISE[edge] for edge in part) for part in parts]
    return parts


@dataclass(frozen=True)
class Laid:
    """A card on the table; `owner` is a snake's number or -1 for no one's."""

    kind: str
    parts: tuple[frozenset[str], ...]
    owner: int

    @property
    def rotation(self) -> str:
        """The engine's name of it."""
        return "".join(edge for edge in "nesw" if edge in self.parts[0])


def card(kind: str, rotation: str, owner: int) -> Laid:
    """The card whose coloured part joins the edges of `rotation`."""
    found = [parts for quarters in range(4) if (parts := faces(kind, quarters))[0] == set(rotation)]
    return Laid(kind, tuple(found[0]), owner)


def every_card(owner: int) -> Iterator[Laid]:
    """Each card in each rotation once."""
    yield from dict.fromkeys(Laid(kind, tuple(faces(kind, quarters)), owner) for kind in KINDS for quarters in range(4))


@dataclass
class Piece:
    """Connected parts: where they are, whose colours they hold, where they come out, how many ends are closed."""

    parts: set[tuple[XY, int]] = field(default_factory=set)
    owners: set[int] = field(default_factory=set)
    ends: list[tuple[XY, str]] = field(default_factory=list)
    closed: int = 0


Cards = dict[XY, Laid]


def near(at: XY, edge: str) -> XY:
    """The square across that edge."""
    return at[0] + STEPS[edge][0], at[1] + STEPS[edge][1]


def pieces(cards: Mapping[XY, Laid]) -> list[Piece]:
    """All strands of the board, by flooding."""
    found: list[Piece] = []
    seen: set[tuple[XY, int]] = set()
    for at, laid in cards.items():
        for number in range(len(laid.parts)):
            if (at, number) not in seen:
                piece, flood = Piece(), [(at, number)]
                while flood:
                    here = flood.pop()
                    if here in piece.parts:
                        continue
                    piece.parts.add(here)
                    (xy, part), its = here, cards[here[0]]
                    if part == 0:
                        piece.owners.add(its.owner)
                    piece.closed += len(its.parts[part]) == 1
                    for edge in its.parts[part]:
                        there = near(xy, edge)
                        if there in cards:
                            other = next(n for n, p in enumerate(cards[there].parts) if ACROSS[edge] in p)
                            flood.append((there, other))
                        else:
                            piece.ends.append((there, ACROSS[edge]))
                seen |= piece.parts
                found.append(piece)
    return found


@dataclass
class Board:
    """A position as the oracle sees it."""

    options: Mapping[str, str]
    seats: int
    sides: tuple[int, int]
    rect: tuple[int, ...]
    cards: Cards
    hands: list[dict[str, int]]
    due: int
    todo: tuple[int, ...]

    @classmethod
    def of(cls, state: State) -> Board:
        """The same position; the strands that the engine has kept are not looked at."""
        nest, count = state.nest, len(state.nest.hands)
        cards = {
            place(name): card(laid.kind, laid.rotation, laid.colour if laid.colour < count else -1)
            for name, laid in nest.cards.items()
        }
        hands = [dict(zip(KINDS, hand, strict=True)) for hand in nest.hands]
        table = state.table
        board = table.options["board"]
        board = BOARDS[count][board][0] if board in BOARDS[count] else board
        wide, high = map(int, board.split("x"))
        sides, rect = (wide, high), nest.field.rect
        return cls(table.options, table.seats, sides, rect, cards, hands, state.due, state.todo)

    @property
    def border(self) -> str:
        """The option of that name."""
        return self.options["border"]

    @property
    def snakes(self) -> range:
        """The snakes' numbers."""
        return range(len(self.hands))

    def snake(self, number: int) -> Piece | None:
        """That snake, if it has a card."""
        return next((piece for piece in pieces(self.cards) if number in piece.owners), None)

    def after(self, at: XY, new: Laid) -> Board:
        """The board with that card too, taken from its owner's hand."""
        hands = [dict(hand) for hand in self.hands]
        hands[new.owner][new.kind] -= 1
        return replace(
            self,
            cards={**self.cards, at: new},
            hands=hands,
            todo=tuple(snake for snake in self.todo if snake != new.owner),
        )

    # --- what must hold of a whole board

    def keeps_colours(self) -> bool:
        """S5: no strand has two colours, no snake is in two pieces."""
        found = pieces(self.cards)
        alone = all(sum(snake in piece.owners for piece in found) <= 1 for snake in self.snakes)
        return alone and all(len(piece.owners) <= 1 for piece in found)

    def keeps_border(self) -> bool:
        """S16-S18: straights and curves of the players fit, a frame takes end cards in its gaps alone."""
        bodies = [xy for xy, laid in self.cards.items() if laid.owner >= 0 and laid.kind in ("straight", "curve")]
        ends = [xy for xy, laid in self.cards.items() if laid.owner >= 0 and laid.kind in ("tail", "head")]
        if self.border == "meadow" or not bodies + ends:
            return True
        if self.rect:
            # whatever lies beside the frame's field and isn't one of its cards is a gap
            close = [xy for xy in ends if self.inside(xy) or any(self.inside(near(xy, edge)) for edge in STEPS)]
            return all(map(self.inside, bodies)) and ("frame" not in self.border or close == ends)
        if not bodies:
            return True
        wide = max(x for x, _ in bodies) - min(x for x, _ in bodies) + 1
        high = max(y for _, y in bodies) - min(y for _, y in bodies) + 1
        long, short = max(self.sides), min(self.sides)
        return max(wide, high) <= long and min(wide, high) <= short

    def inside(self, xy: XY) -> bool:
        """Whether the square lies in the fixed field."""
        left, top, right, bottom = self.rect
        return left <= xy[0] <= right and top <= xy[1] <= bottom

    def visitors(self) -> dict[XY, list[int]]:
        """The snakes at every free square, one entry for each of their ends."""
        found: dict[XY, list[int]] = {}
        for piece in pieces(self.cards):
            for owner in piece.owners - {-1}:
                for there, _ in piece.ends:
                    found.setdefault(there, []).append(owner)
        return found

    def keeps_apart(self) -> bool:
        """S10."""
        found = self.visitors()
        if any(len(set(some)) > 2 for some in found.values()):
            return False
        return all(
            len(set(some) | set(found.get(near(xy, edge), ()))) < 4 or near(xy, edge) in self.cards
            for xy, some in found.items()
            for edge in STEPS
        )

    def doubles(self) -> dict[XY, set[int]]:
        """S11: the squares with both ends of two snakes."""
        found = self.visitors()
        return {xy: set(some) for xy, some in found.items() if len(some) == 4 and len(set(some)) == 2}

    def joins(self, xy: XY, snake: int) -> str:
        """The card that has to join the snake's ends there, "" if it can't be done."""
        piece = self.snake(snake)
        assert piece is not None
        one, other = (edge for there, edge in piece.ends if there == xy)
        for kind in ("straight", "tail") if ACROSS[one] == other else ("curve",):
            rotation = one + other if kind != "tail" else one
            if self.hands[snake][kind] and self.after(xy, card(kind, rotation, snake)).keeps_border():
                return kind
        return ""

    def coming(self) -> Iterator[tuple[int, ...]]:
        """Snakes in the order in which they are laid from now on."""
        if self.options["snakes"] == "twins":
            yield self.todo
        for step in range(1, self.seats + 1):
            yield tuple(snake for snake in self.snakes if snake % self.seats == (self.due + step) % self.seats)

    def keeps_doubles(self, before: Board) -> bool:
        """S11: where a new one has come about, the next of the two can join their ends."""
        old = before.doubles()
        for xy, two in self.doubles().items():
            if xy not in old:
                first = next(some for group in self.coming() if (some := two & set(group)))
                if not any(self.joins(xy, snake) for snake in first):
                    return False
        return True

    def stays_legal(self, before: Board) -> bool:
        """All that a placement or a turn may not break."""
        return self.keeps_colours() and self.keeps_apart() and self.keeps_doubles(before)

    # --- what may be done

    def room(self) -> list[XY]:
        """Every free square that a card could touch, and more."""
        xs, ys = [x for x, _ in self.cards] or [13], [y for _, y in self.cards] or [20]
        return [
            xy
            for xy in product(range(min(xs) - 2, max(xs) + 3), range(min(ys) - 2, max(ys) + 3))
            if xy not in self.cards
        ]

    def lays(self) -> set[tuple[int, str, str, str]]:
        """S8: snake, square, kind and rotation of every legal lay."""
        found = pieces(self.cards)
        duties = {
            snake: (xy, kind)
            for xy, two in self.doubles().items()
            for snake in two & set(self.todo)
            if (kind := self.joins(xy, snake))
        }
        legal: set[tuple[int, str, str, str]] = set()
        for snake, xy in product(self.todo, self.room()):
            own = [end for piece in found if snake in piece.owners for end in piece.ends]
            for new in every_card(snake):
                if not self.hands[snake][new.kind] or not any((xy, edge) in own for edge in new.parts[0]):
                    continue
                if duties and duties.get(snake) != (xy, new.kind):
                    continue
                board = self.after(xy, new)
                if board.keeps_border() and board.stays_legal(self):
                    legal.add((snake, square(*xy), new.kind, new.rotation))
        return legal

    def first_cards(self) -> set[tuple[int, str, str, str]]:
        """S7: every legal first card."""
        framed = "frame" in self.border
        counted = [xy for xy, laid in self.cards.items() if not framed or laid.owner >= 0 or self.inside(xy)]
        legal: set[tuple[int, str, str, str]] = set()
        for snake, xy in product(self.todo, self.room()):
            if self.snake(snake):
                continue
            close = any(max(abs(xy[0] - x), abs(xy[1] - y)) == 1 for x, y in counted)
            if counted and not close:
                continue
            if not counted and xy != (13, 20) and not framed:
                continue
            tail_first = self.options["ends"] == "one" or self.options["snakes"] != "one"
            for new in every_card(snake):
                if tail_first and new.kind != "tail":
                    continue
                board = self.after(xy, new)
                if not counted and self.rect and not self.inside(xy):
                    continue
                if board.keeps_border() and board.stays_legal(self) and board.keeps_open(self):
                    legal.add((snake, square(*xy), new.kind, new.rotation))
        return legal

    def keeps_open(self, before: Board) -> bool:
        """S7a: no snake has lost its last open end, and the new snake has one."""
        had = [snake for snake in self.snakes if not (old := before.snake(snake)) or old.ends]
        return all(not (now := self.snake(snake)) or now.ends for snake in had)

    def ranks(self) -> list[int]:
        """S6, S14, S18: who has the longest snake, then the longer other one; or the most parts in all."""
        lengths = [len(piece.parts) if (piece := self.snake(snake)) else 0 for snake in self.snakes]
        own = [sorted(lengths[seat :: self.seats]) for seat in range(self.seats)]
        if self.options["score"] == "sum":
            own = [[sum(each)] for each in own]
        return [1 + sum(other[::-1] > each[::-1] for other in own) for each in own]

    def turns(self) -> set[str]:
        """S13a: the curves whose turn opens a loop of this seat: all its parts in one snake, one end open at least."""
        legal: set[str] = set()
        for xy, laid in self.cards.items():
            loop = self.snake(laid.owner) if laid.owner in self.todo else None
            if laid.kind != "curve" or loop is None or loop.ends or loop.closed:
                continue
            for ways in (1, 3):
                quarters = next(q for q in range(4) if tuple(faces("curve", q)) == laid.parts)
                new = Laid("curve", tuple(faces("curve", (quarters + ways) % 4)), laid.owner)
                board = replace(
                    self,
                    cards={**self.cards, xy: new},
                    todo=tuple(snake for snake in self.todo if snake != laid.owner),
                )
                now = board.snake(laid.owner)
                if now and now.ends and loop.parts <= now.parts and board.stays_legal(self):
                    legal.add(square(*xy))
        return legal
