"""The values of sets: tables with the same luck, which no one but their players knows of until the last one is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from model.match import Finish, Outgoing


@dataclass(frozen=True, slots=True)
class LuckSet:
    """A set of tables with one key; times are unix seconds."""

    game: str  # its key
    options: dict[str, str]  # of all its tables
    rules: int  # of the game, by which all of them play
    places: int  # seats of each table
    key: bytes  # the 32 secret bytes behind the dice
    opened: float  # when
    id: int = 0  # its number, given by the store
    entropy: str = ""  # what the players have added to the dice
    closed: float | None = None  # when it was over; from then on everyone may know its tables
    day: int | None = None  # of the race of the day that it is, since 1970 in UTC
    cup: int | None = None  # whose tables of one round they are
    round: int | None = None  # of that cup


@dataclass(frozen=True, slots=True)
class SetEnd:
    """The end of a set: what each of its matches brings to its people, and where all may see them from now on."""

    set: int
    ends: Mapping[int, Finish]
    guild: int | None = None  # None: nowhere
    channel: int = 0
    told: Mapping[int, Sequence[Outgoing]] = field(default_factory=dict[int, Sequence[Outgoing]])  # posts, by match


@dataclass(frozen=True, slots=True)
class Racer:
    """A person in a race of the day, with their table, and how they did once the race is over."""

    set: int  # the race
    user: int  # the person
    match: int  # their table
    guild: int | None  # the server in which they began; None: in direct messages
    place: int | None = None  # among all who came home, equals sharing it; None: they haven't
    rank: int = 0  # at their table
    points: int = 0  # at the end, as the game counts them
    mark: bytes | None = None  # by which a person who was forgotten is known until the race is over


@dataclass(frozen=True, slots=True)
class Race:
    """A race of the day as its people see it."""

    day: int  # since 1970, in UTC
    game: str  # its key
    options: Mapping[str, str]  # of its tables
    rules: int  # by which it is played
    places: int  # seats of a table; all but one are computers'
    ends: float  # when no one can begin any more
    closes: float  # when what isn't over is called off, and the result is known
    commitment: str  # to the dice of all its tables
    begun: int  # people who have begun


@dataclass(frozen=True, slots=True)
class Placed:
    """A person in the result of a race."""

    place: int
    user: int
    name: str  # of the server, or the global one
    rank: int  # at their own table
    points: int
    match: int


@dataclass(frozen=True, slots=True)
class RaceResult:
    """The result of a race that is over: the best of a server and of all, and the reader's own place."""

    race: Race
    seed: str  # behind the dice, in hex
    here: tuple[Placed, ...]  # of those who began in the server, by their places there
    best: tuple[Placed, ...]  # of all
    own: Placed | None
    home: int  # people who came home
