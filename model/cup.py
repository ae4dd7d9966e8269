"""The values of cups that go into the store and come out of it; times are unix seconds."""

from __future__ import annotations

from dataclasses import dataclass

from model.kinds import CupPhase, CupRowKind, EntrantState, ResultHow
from model.match import MessageRef, message_ref


@dataclass(frozen=True, slots=True)
class Cup:
    """The header of a cup."""

    id: int  # given by the store
    guild: int  # its server
    channel: int  # where it was opened
    director: int  # the user who opened it
    title: str  # as typed, "" for none
    game: str  # its key
    options: dict[str, str]  # of all its matches
    rules: int  # the version of its matches
    format: str  # a key of `host.cups.formats`
    least: int  # players of a table
    most: int  # players of a table
    places: int  # entrants at the most
    seasons: int  # how often a league goes round
    days: int  # of a round
    clock: str  # of its matches, a key of `PACES`
    weekends: bool  # the clock rests on them
    rated: bool  # its matches count for the ladders
    duplicate: bool  # the tables of a round have the same luck, and each seat is compared with the same seat elsewhere
    legs: bool  # each pair of a knock-out plays two matches, with turned seats
    phase: CupPhase  # from sign-up to over
    round: int  # being played, 0 before the first
    seq: int  # of its newest log row
    due: float | None  # end of the sign-up or of the round
    key: bytes  # 32 secret bytes behind the lots
    entropy: str  # the entrants' part of the lots
    opened: float  # when
    changed: float  # when the newest log row was written
    message_channel: int | None = None  # of its message
    message: int | None = None  # that shows the cup

    @property
    def place(self) -> MessageRef | None:
        """Place of its message."""
        return message_ref(self.message_channel, self.message)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person who has signed up."""

    user: int  # the person
    number: int  # in the order of signing up
    name: str  # at that time
    state: EntrantState  # playing, on the reserve list or out
    place: int | None = None  # in the seeding, from the start on
    points: int = 0  # their rating at the seeding
    gone: int | None = None  # the round from which they don't play any more
    press: int | None = None  # the interaction that signed them up


@dataclass(frozen=True, slots=True)
class CupTable:
    """A table of a round."""

    round: int  # from 1
    number: int  # in the round
    group: int  # of the format
    places: tuple[int, ...]  # in the seeding, in the order of the seats
    match: int | None = None  # once it is opened
    ranks: tuple[int, ...] | None = None  # of each place, once known
    how: ResultHow | None = None  # the result was found
    points: tuple[int, ...] | None = None  # of each place as its game counts them, where its match gave the ranks
    leads: tuple[float, ...] | None = None  # of each place over its seat's mean elsewhere, where that gave the ranks


@dataclass(frozen=True, slots=True)
class CupRow:
    """A line of a cup's log."""

    kind: CupRowKind  # what was done
    at: float  # unix seconds
    by: int | None = None  # the person who did it; None: the bot
    user: int | None = None  # the person concerned
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
        return next((e for e in self.entrants if e.place == place), None)

    def entrant(self, user: int) -> Entrant | None:
        """What someone is in the cup."""
        return next((e for e in self.entrants if e.user == user), None)

    def of_round(self, number: int) -> tuple[CupTable, ...]:
        """The tables of a round."""
        return tuple(t for t in self.tables if t.round == number)

    def playing(self) -> tuple[Entrant, ...]:
        """The entrants that play, not those on the reserve list."""
        return tuple(entrant for entrant in self.entrants if entrant.state == EntrantState.IN)


@dataclass(frozen=True, slots=True)
class CupWon:
    """Who has won a cup."""

    cup: int  # its number
    title: str  # as it was typed
    format: str  # a key of `host.cups.formats`
    at: float  # when it was over
    winners: tuple[tuple[int, str], ...]  # user and name
    field: int  # how many held a place in it
    decided: int  # of a winner's tables, by people
