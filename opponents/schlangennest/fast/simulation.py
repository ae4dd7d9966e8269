"""Schlangennest without asking: what `opponents.simulation` wants of a game, on the board of `quick`."""

from __future__ import annotations

from collections.abc import Sequence

from engines.schlangennest.cards import CARDS, KINDS, NOBODY, PARTS, Card, Square
from engines.schlangennest.field import snakes_of
from engines.schlangennest.game import STAGES
from engines.schlangennest.nest import Nest
from engines.schlangennest.nest import Strand as NamedStrand
from engines.schlangennest.state import State
from engines.schlangennest.strands import renamed, strand_through
from engines.table import Dice, Move, Path, Seat, Viewer
from opponents.schlangennest.fast.patterns import (
    NOTHING,
    SWAP,
    TURN,
    cell_of,
    end_of,
    plans,
    port_of,
    square_of,
    strand_name,
    strand_number,
)
from opponents.schlangennest.fast.quick import COLOUR, Answer, Board, setting
from opponents.schlangennest.fast.unlooping import openings, turn
from opponents.simulation import Chance

HOW = {TURN: "turn", SWAP: "swap"}


class Position(Board):
    """A state in numbers; `opened` are the answers of a stage "open"."""

    __slots__ = ("last", "opened", "stage", "stuck", "turn")

    stage: str
    turn: int
    stuck: tuple[int, ...]
    last: int  # a cell, -1 before the first card
    opened: list[Answer]


class SchlangennestSimulation:
    """A port, a snake and the code of a card are an answer; see `opponents.simulation`."""

    def load(self, state: State) -> Position:
        """The position of a state, which stays untouched."""
        position = Position()
        _load(position, state)
        return position

    def state(self, position: Position) -> State:
        """The state of a position, equal to what `apply` would have made of it."""
        return state_of(position)

    def copy(self, position: Position) -> Position:
        """A position that is played on without touching this one."""
        other = Position()
        other.setting = position.setting
        other.cards, other.reach, other.strands = position.cards.copy(), position.reach.copy(), position.strands.copy()
        other.box, other.hands, other.grays = position.box, position.hands.copy(), position.grays
        other.due, other.todo, other.stuck = position.due, position.todo, position.stuck
        other.stage, other.turn, other.last, other.opened = (
            position.stage,
            position.turn,
            position.last,
            position.opened,
        )
        return other

    def waiting(self, position: Position) -> Sequence[Viewer]:
        """The seat whose turn it is; no one once the match is over."""
        return () if position.stage == "over" else (position.due,)

    def answers(self, position: Position, viewer: Viewer) -> Sequence[Answer]:
        """All legal answers of the seat whose turn it is."""
        if position.stage == "lay":
            return list(position.lays())
        return position.opened or list(position.first_lays(position.unlaid()))

    def random_answer(self, position: Position, viewer: Viewer, rng: Chance) -> Answer:
        """Every legal answer is equally likely."""
        if position.stage == "lay":
            answer = position.random_lay(rng.random)
        elif position.stage == "first":
            answer = position.random_first(rng.random)
        else:
            answer = None
        if answer:
            return answer
        answers = self.answers(position, viewer)
        return answers[int(rng.random() * len(answers))]

    def path(self, position: Position, viewer: Viewer, answer: Answer) -> Path:
        """The answer as the steps that `apply` takes."""
        port, snake, code = answer
        if code in HOW:
            return HOW[code], square_of(port >> 2)
        kind, rotation = CARDS[code]
        if position.stage == "first":
            return f"snake.{snake}", square_of(port >> 2), kind, rotation
        return end_of(port), kind, rotation

    def play(self, position: Position, viewer: Viewer, answer: Answer, dice: Dice) -> None:
        """Change the position by the answer, and run on to the next question."""
        port, snake, code = answer
        if code == TURN:
            turn(position, snake, port >> 2)
            position.last = port >> 2
            _go_on(position, snake)
            return
        if code == SWAP:  # rare
            state = self.state(position)
            STAGES["open"].do(state, Move(viewer, self.path(position, viewer, answer)), dice)
            _load(position, state)
            return
        cell = port >> 2
        plan = plans(position.reach.get(cell, NOTHING), snake).by_code[code]
        assert plan, "only what S5 lets lie there is offered"
        position.lay(cell, snake, plan)
        position.last = cell
        _go_on(position, snake)


# --- turns and the end, as in `game`


def _go_on(position: Position, snake: int) -> None:
    """The rest of this turn, else the next seat that can do something (S14, S18)."""
    if position.setting.both and position.turn > 1:
        loops = position.loops() if position.stage != "open" else ()
        rest = (other for other in position.todo if other != snake and other not in loops)
        position.todo = tuple(other for other in rest if not position.is_closed(other))
        if position.todo and (stage := _stage(position)):
            position.stage = stage
            return
    mover, seats = position.due, position.setting.seats
    for step in range(1, seats + 1):
        if _begin_turn(position, (mover + step) % seats):
            return
    position.stage = "over"


def _begin_turn(position: Position, seat: Seat) -> bool:
    """Whether the seat has something to do; it is its turn then."""
    position.due = seat
    strands, stuck = position.strands, position.stuck
    todo: list[int] = []
    plain = True  # no snake without a card, and none without ends
    for snake in snakes_of(seat, position.setting.seats, position.setting.snakes):
        strand = strands.get(snake + 1)
        if snake in stuck or (strand and not strand[1] and strand[2]):
            continue
        todo.append(snake)
        plain = plain and strand is not None and bool(strand[1])
    position.todo = tuple(todo)
    if plain:
        stage = "lay" if todo and next(position.lays(), None) else ""
        position.opened = []
    else:
        _find_openings(position)
        stage = _stage(position) if position.todo else ""
    if not stage:
        position.todo = ()
        return False
    position.stage = stage
    position.turn += 1
    return True


def _find_openings(position: Position) -> None:
    """How the loops of this turn can be opened; those that can't be are stuck (S13)."""
    for snake in position.loops():
        if not openings(position, snake):
            position.stuck = (*position.stuck, snake)
            position.todo = tuple(other for other in position.todo if other != snake)


def _openings(position: Position) -> list[Answer]:
    """All legal answers of a stage "open"."""
    return [answer for snake in position.loops() for answer in openings(position, snake)]


def _stage(position: Position) -> str:
    """What can be done with the snakes of this turn; "" if nothing can."""
    position.opened = []
    unlaid = position.unlaid()
    if unlaid and next(position.first_lays(unlaid), None):
        return "first"
    if position.loops():
        position.opened = _openings(position)
        return "open"
    return "lay" if next(position.lays(), None) else ""


# --- from and to the names


def _load(position: Position, state: State) -> None:
    nest = state.nest
    position.setting = setting(state.table, nest.field, len(nest.hands))
    position.cards, lying = {}, dict[str, int]()
    for square, card in nest.cards.items():
        cell = cell_of(square)
        position.cards[cell] = COLOUR * card.colour + CARDS.index((card.kind, card.rotation))
        for part, name in enumerate(card.strands):
            lying[name] = cell << 2 | part
    position.reach = {
        cell_of(square): (strand_number(n), strand_number(e), strand_number(s), strand_number(w))
        for square, (n, e, s, w) in nest.reach.items()
    }
    position.strands = {
        strand_number(name): (strand.parts, tuple(map(port_of, strand.ends)), strand.closed, lying[name])
        for name, strand in nest.strands.items()
    }
    position.box, position.grays = nest.box, nest.grays
    position.hands = [held for hand in nest.hands for held in hand]
    position.due, position.todo, position.stuck = state.due, state.todo, state.stuck
    position.stage, position.turn = state.stage, state.turn
    position.last = cell_of(state.last) if state.last else -1
    position.opened = _openings(position) if state.stage == "open" else []


def state_of(position: Position) -> State:
    """The state of a position: parts that are in no strand are no one's."""
    nobodys = [(NOBODY,) * len(PARTS[card]) for card in CARDS]
    cards: dict[Square, Card] = {}
    for cell, card in position.cards.items():
        colour, code = divmod(card, COLOUR)
        cards[square_of(cell)] = Card(*CARDS[code], colour, nobodys[code])
    strands: dict[str, NamedStrand] = {}
    for number, (parts, ports, closed, lies) in position.strands.items():
        name = strand_name(number)
        strands[name] = NamedStrand(parts, tuple(sorted(map(end_of, ports))), closed)
        way, _, _ = strand_through(cards, square_of(lies >> 2), lies & 3)
        for square, part in way:
            cards[square] = renamed(cards[square], part, name)
    reach = {square_of(cell): tuple(map(strand_name, strands_there)) for cell, strands_there in position.reach.items()}
    hands = tuple(tuple(position.hands[i : i + len(KINDS)]) for i in range(0, len(position.hands), len(KINDS)))
    nest = Nest(position.setting.field, cards, reach, strands, position.box, hands, position.grays)
    last = square_of(position.last) if position.last >= 0 else ""
    place = (position.setting.table, position.stage, position.turn, position.due, position.todo)
    return State(*place, nest, position.stuck, last)
