"""The one interface between a board game and whatever hosts it.

A game is four pure functions (`setup`, `apply`, `view`, `ask`) and three that help the host (`fallback`, `imagine`, and
the type `State` for saving). What a person may know is a `View`; their question is made from that view alone; an
answer is a `Path` of steps through the questions. Rule numbers in the comments are those of `docs/engines.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

Seat: TypeAlias = int
Viewer: TypeAlias = Seat | None  # None: the public, and the host where it has to answer
Path: TypeAlias = tuple[str, ...]
Value: TypeAlias = str | int | Sequence[str | int]
Save: TypeAlias = dict[str, Any]  # a decoded snapshot on its way through the upcasts


class Refused(Exception):
    """A request that is refused; `reason` is an id with a text in render or the catalogue, `about` its values."""

    def __init__(self, reason: str, about: Mapping[str, str | int] | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.about: dict[str, str | int] = dict(about or {})


class IllegalMove(Refused):
    """An answer or a table that the rules refuse."""


@dataclass(frozen=True, slots=True)
class Pick:
    """k of n: `options` are ids of [A-Za-z0-9.]+, for which render has the words."""

    about: str
    options: tuple[str, ...]
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number from `least` to `most`."""

    about: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Text:
    """Up to `most` characters of free text (options of a table only, never a step of a path)."""

    about: str
    most: int


@dataclass(frozen=True, slots=True)
class Ready:
    """The path is a complete legal decision."""

    about: str = "confirm"


Ask: TypeAlias = Pick | Amount | Ready


def read(ask: Ask, step: str) -> str | tuple[str, ...] | int:
    """The only reader of steps: an option id (Pick of exactly one), a tuple of ids (any other Pick) or a number.

    Raises IllegalMove for anything that isn't spelled exactly like a step of this question.
    """
    match ask:
        case Pick(_, _, 1, 1):
            return read_one(ask, step)
        case Pick(_, options, least, most):
            chosen = () if step == "-" else tuple(step.split("+"))
            if least <= len(chosen) <= most and chosen == tuple(o for o in options if o in chosen):
                return chosen
        case Amount(_, least, most):
            # isascii: int() reads the digits of every script; the length keeps a huge text from being parsed at all
            digits = step.removeprefix("-")
            if digits.isascii() and digits.isdigit() and len(digits) < 20 and str(int(step)) == step:
                number = int(step)
                if least <= number <= most:
                    return number
        case Ready():
            raise IllegalMove("step.beyond", {"step": step})
    raise IllegalMove("step.unknown", {"step": step, "about": ask.about})


def read_one(ask: Pick, step: str) -> str:
    """`read` for a question that is known to be a Pick of exactly one."""
    assert ask.least == ask.most == 1
    if step not in ask.options:
        raise IllegalMove("step.unknown", {"step": step, "about": ask.about})
    return step


@dataclass(frozen=True, slots=True)
class Move:
    """A seat's answer to a question; `by` is None for the host."""

    by: Viewer
    path: Path


# Kinds of events that mean something to the host too, in any game.
TURN = "turn"  # a new turn
LEG = "leg"  # a new leg of a tour
DEALT = "dealt"  # a private one that its seat wants to see at once: a new hand


@dataclass(frozen=True, slots=True)
class Event:
    """What happened and who may hear it; `to` is None for everyone. There is no default audience (rule 6)."""

    kind: str
    to: frozenset[Seat] | None
    data: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's present rank: 1 is best, equals share a rank; points as the game counts them."""

    seat: Seat
    rank: int
    points: int


@dataclass(frozen=True, slots=True)
class View:
    """What a viewer may know; each game's view extends it.

    `waiting` names those who must answer (None is the host); `sealed` says that answers are hidden until all are in.
    """

    viewer: Viewer
    stage: str
    waiting: tuple[Viewer, ...]
    standings: tuple[Standing, ...]
    over: bool
    sealed: bool


@dataclass(frozen=True, slots=True)
class Option:
    """A choice when a match is opened; `default` is spelled as a step (or is the text itself).

    `once[n]` is the default up to version n of the rules, if it was different. The option matters only where
    each option in `only` has one of the values there.
    """

    name: str
    ask: Pick | Amount | Text
    default: str
    once: Mapping[int, str] = field(default_factory=dict[int, str])
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def default_by(self, rules: int) -> str:
        """The default under that version of the rules."""
        return next((value for last, value in sorted(self.once.items()) if rules <= last), self.default)


@dataclass(frozen=True, slots=True)
class Spec:
    """What the host must know about a game before it is played."""

    key: str  # of the game, as in GAMES
    seats: range  # the numbers of players
    options: tuple[Option, ...]  # in the order in which they are asked
    rules: int  # the newest version, which stamps new matches
    schema: int  # stamps new snapshots
    limit: int  # of moves at any table: proved in the engine, never acted on
    difficulty: int = field(kw_only=True)  # how hard the game is to learn: 1 easy, 2 takes a match, 3 takes several
    # from a save of that schema to the next one
    upcasts: Mapping[int, Callable[[Save], Save]] = field(default_factory=dict[int, Callable[[Save], Save]])
    # named sets of options
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    honours: bool = False  # a match is a tour or a season, whose winner is on the server's roll of honour
    beginners: str = ""  # the preset for a first solo match, until the game's lesson is done
    # options for a short, a medium and a long match
    lengths: tuple[Mapping[str, str], Mapping[str, str], Mapping[str, str]] = ({}, {}, {})
    # by the first word of a draw's reason, which of its segments counts turns: at tables with the same luck a draw is
    # known by whose it is and how many came before it, not by the turn
    turns: Mapping[str, int] = field(default_factory=dict[str, int])
    duplicate: bool = False  # luck weighs so much that cups by points compare tables with the same luck


@dataclass(frozen=True, slots=True)
class Table:
    """The seats and options of one match, and the version of the rules it is played under."""

    seats: int
    options: dict[str, str]
    rules: int


def settle(spec: Spec, table: Table) -> Table:
    """The table with every option filled in, in the spec's order; IllegalMove if it can't be played."""
    if table.seats not in spec.seats:
        raise IllegalMove("table.seats", {"least": spec.seats[0], "most": spec.seats[-1]})
    if not 1 <= table.rules <= spec.rules:
        raise IllegalMove("table.rules", {"rules": table.rules})
    option_of = {option.name: option for option in spec.options}
    for name in table.options:
        if name not in option_of:
            raise IllegalMove("table.option", {"option": name})
    options: dict[str, str] = {}
    for name, option in option_of.items():
        value = str(table.options.get(name, option.default_by(table.rules)))
        if isinstance(option.ask, Text):
            if len(value) > option.ask.most:
                raise IllegalMove("table.text", {"option": name, "most": option.ask.most})
        else:
            try:
                read(option.ask, value)
            except IllegalMove:
                raise IllegalMove("table.value", {"option": name, **_bounds(option.ask)}) from None
        options[name] = value
    return Table(table.seats, options, table.rules)


def _bounds(ask: Pick | Amount) -> dict[str, str | int]:
    if isinstance(ask, Amount):
        return {"least": ask.least, "most": ask.most}
    return {"choices": ", ".join(ask.options)}


class Dice(Protocol):
    """Luck from outside; `why` names the draw for everyone who checks it."""

    def roll(self, why: str, sides: int, n: int = 1) -> list[int]:
        """n numbers from 1 to `sides`."""
        ...

    def shuffle(self, why: str, items: Sequence[str]) -> list[str]:
        """The items in a random order; the argument is left alone."""
        ...


class Rng(Protocol):
    """The part of `random.Random` that `imagine` may use."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to stop - 1."""
        ...

    def shuffle(self, x: list[Any], /) -> None:
        """Shuffle the list in place."""
        ...


S = TypeVar("S")
V = TypeVar("V", bound=View)


@dataclass(frozen=True, slots=True)
class Stage(Generic[S, V]):
    """A named point of decision, which combines the question and the effect of an answer."""

    ask: Callable[[V, Path], Ask | None]
    do: Callable[[S, Move, Dice], list[Event]]


class Game(Protocol[S, V]):
    """A game: nothing in it knows who plays, where, or when."""

    @property
    def spec(self) -> Spec:
        """Key, seats, options and versions."""
        ...

    @property
    def State(self) -> type[S]:
        """The type into which the codec decodes a save."""
        ...

    def setup(self, table: Table, dice: Dice) -> tuple[S, list[Event]]:
        """A new match; IllegalMove for a table that can't be played."""
        ...

    def apply(self, state: S, move: Move, dice: Dice) -> list[Event]:
        """Change the state by one whole answer and run on to the next question; IllegalMove leaves it untouched."""
        ...

    def view(self, state: S, viewer: Viewer) -> V:
        """What this viewer may know, built from nothing; IllegalMove for a seat that doesn't exist."""
        ...

    def ask(self, view: V, path: Path = ()) -> Ask | None:
        """The question after the steps of `path`; None for a viewer without one; IllegalMove for a bad step."""
        ...

    def fallback(self, view: V) -> Path:
        """A legal whole path for someone who ran out of time: a function of the view, without luck."""
        ...

    def imagine(self, view: V, rng: Rng) -> S:
        """A whole state that this viewer can't tell from the real one, with hidden things filled in by rng (rule 8)."""
        ...


def require(game: Game[S, V], state: S, move: Move) -> V:
    """The view of the seat that moves, if its path is a whole legal answer; else IllegalMove (rule 3)."""
    view = game.view(state, move.by)
    ask = game.ask(view, move.path)
    if ask is None:
        raise IllegalMove("not.asked")
    if not isinstance(ask, Ready):
        raise IllegalMove("path.short", {"about": ask.about})
    return view


def check_viewer(viewer: Viewer, seats: int) -> None:
    """IllegalMove unless the viewer is the public or a seat of this table (-1 is not the last seat)."""
    if viewer is not None and (type(viewer) is not int or not 0 <= viewer < seats):
        raise IllegalMove("no.seat")
