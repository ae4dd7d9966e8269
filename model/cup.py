"""The values of cups that go into the store and come out of it; times are unix seconds."""

from __future__ import annotations

from dataclasses import dataclass

from model.kinds import CupPhase, CupRowKind, EntrantState, ResultHow
from model.match import MessageRef, message_ref


@dataclass(frozen=True, slots=True)
class Cup:
    """The header of a cup.

    `director` is the user who opened it, `format` a key of `host.cups.formats`, `least` and `most` are players of a
    table, `places` those of the cup; a round has so many `days`. `round` is the one being played, 0 before the first;
    `seq` the number of its newest log row, `due` when sign-up or round end. Lots come from the 32 secret bytes of `key`
    and `entropy`, what the entrants added. Its message stands in `message_channel`.
    """

    id: int
    guild: int
    channel: int
    director: int
    title: str
    game: str
    options: dict[str, str]
    rules: int
    format: str
    least: int
    most: int
    places: int
    seasons: int
    days: int
    clock: str
    weekends: bool
    rated: bool
    phase: CupPhase
    round: int
    seq: int
    due: float | None
    key: bytes
    entropy: str
    opened: float
    changed: float
    message_channel: int | None = None
    message: int | None = None

    @property
    def place(self) -> MessageRef | None:
        """Where its message stands."""
        return message_ref(self.message_channel, self.message)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who has signed up as the `number`-th, by the press of that id.

    From the start on `place` is theirs in the seeding, by their rating `points` then; from round `gone` on they don't
    play any more.
    """

    user: int
    number: int
    name: str
    state: EntrantState
    place: int | None = None
    points: int = 0
    gone: int | None = None
    press: int | None = None


@dataclass(frozen=True, slots=True)
class CupTable:
    """A table of a round: the places in the order of the seats, its match, and the rank of each place once known."""

    round: int
    number: int
    group: int
    places: tuple[int, ...]
    match: int | None = None
    ranks: tuple[int, ...] | None = None
    how: ResultHow | None = None


@dataclass(frozen=True, slots=True)
class CupRow:
    """A line of a cup's log: what was done, `by` whom (None: the house), to which `user` or table of a round.

    At the end `number` is how many of the winner's tables people have set (None: none).
    """

    kind: CupRowKind
    at: float
    by: int | None = None
    user: int | None = None
    round: int | None = None
    number: int | None = None
    seq: int = 0


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
    """Who has won a cup, when it was over, and how many held a place in it; people have `decided` so many tables of the
    winner's.
    """

    cup: int
    title: str
    format: str
    at: float
    user: int
    name: str
    field: int
    decided: int
