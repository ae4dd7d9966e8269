"""The values of sets: tables with the same luck, which no one but their players knows of until the last one is over."""

from __future__ import annotations

from dataclasses import dataclass


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
