"""The values of cups that go into the store and come out of it; times are unix seconds."""

from __future__ import annotations

from dataclasses import dataclass

from model.kinds import CupPhase, CupRowKind, EntrantState, ResultHow


@dataclass(frozen=True, slots=True)
class Cup:
    """The header of a cup."""

    id: int  # given by the store
    guild: int  # of its server
    channel: int  # where it and its matches are
    director: int  # the user who opened it
    title: str  # as it was typed
    game: str  # its key
    options: dict[str, str]  # the game's
    rules: int  # of the game
    format: str  # a key of `host.cups.formats`
    least: int  # players of a table
    most: int  # players of a table
    places: int  # of the cup
    seasons: int  # of a league
    days: int  # of a round
    clock: str  # a key of PACES
    weekends: bool  # clocks rest on them
    rated: bool  # its matches count for the ladders
    phase: CupPhase  # sign-up, rounds, or after them
    round: int  # the one being played; 0 before the first
    seq: int  # of its newest log row
    due: float | None  # when sign-up or round end
    key: bytes  # the 32 secret bytes behind its lots
    entropy: str  # what the entrants added to them
    opened: float  # unix seconds
    changed: float  # when the newest log row was written
    message_channel: int | None = None  # of its message
    message: int | None = None  # that shows it
    shown: int = 0  # the row as of which it does


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who has signed up."""

    user: int  # the person
    number: int  # in the order of signing up
    name: str  # theirs in the server
    state: EntrantState  # playing, in reserve, gone
    place: int | None = None  # in the seeding, from the start on
    points: int = 0  # their rating then
    gone: int | None = None  # the round from which on they don't play any more
    press: int | None = None  # by which they signed up


@dataclass(frozen=True, slots=True)
class CupTable:
    """A table of a round."""

    round: int  # from 1 on
    number: int  # within the round
    group: int  # or division
    places: tuple[int, ...]  # of the seeding, in the order of the seats
    match: int | None = None  # once it has one
    ranks: tuple[int, ...] | None = None  # of each place, once known
    how: ResultHow | None = None  # it came to them


@dataclass(frozen=True, slots=True)
class CupRow:
    """A line of a cup's log."""

    kind: CupRowKind  # what was done
    at: float  # unix seconds
    by: int | None = None  # whom; None: the house
    user: int | None = None  # to whom
    round: int | None = None  # of the table
    number: int | None = None  # of the table; at the end: of the winner's tables that people have set
    seq: int = 0  # of the step


@dataclass(frozen=True, slots=True)
class CupStep:
    """One step of a cup, written whole or not at all.

    `cup` is the new header with the `seq` that was seen. Entrants and tables are put in the place of those with the
    same user or number; `left` have taken their names off the list.
    """

    cup: Cup
    rows: tuple[CupRow, ...]
    entrants: tuple[Entrant, ...] = ()
    left: tuple[int, ...] = ()
    tables: tuple[CupTable, ...] = ()


@dataclass(frozen=True, slots=True)
class WholeCup:
    """A cup with all that is stored of it, as of one moment; entrants in the order in which they signed up."""

    cup: Cup
    entrants: tuple[Entrant, ...]
    tables: tuple[CupTable, ...]

    def holder(self, place: int) -> Entrant | None:
        """The entrant that holds a place, or held it last."""
        return next((one for one in self.entrants if one.place == place), None)

    def entrant(self, user: int) -> Entrant | None:
        """What somebody is in the cup."""
        return next((one for one in self.entrants if one.user == user), None)

    def of_round(self, number: int) -> tuple[CupTable, ...]:
        """The tables of a round."""
        return tuple(one for one in self.tables if one.round == number)

    def playing(self) -> tuple[Entrant, ...]:
        """The entrants that play, not those on the reserve list."""
        return tuple(one for one in self.entrants if one.state == EntrantState.IN)


@dataclass(frozen=True, slots=True)
class CupWon:
    """Who has won a cup."""

    cup: int  # its number
    title: str  # as it was typed
    format: str  # a key of `host.cups.formats`
    at: float  # when it was over
    user: int  # the winner
    name: str  # theirs
    field: int  # how many held a place in it
    decided: int  # of the winner's tables, by people
