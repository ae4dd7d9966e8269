"""What the pictures of careers are made from: plain values, with people's names as they write them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

Name: TypeAlias = str | None  # None for a rider who left
Dated: TypeAlias = Callable[[date], str]  # a date in the reader's language, with its year


@dataclass(frozen=True, slots=True)
class Rating:
    """Points, how far they may be off, and whether there are too few matches to go by."""

    points: int
    spread: int
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """What somebody has done in one game: wins are among the podiums, and these among the matches."""

    matches: int
    wins: int
    podiums: int


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A line of the ladder.

    `rank` is None for a computer player, whose rating is fixed. `climbed` is how many places somebody has gained since
    the period before (lost, if negative), None for a newcomer. `streak` counts the wins in a row up to now.
    """

    rank: int | None
    name: Name
    rating: Rating
    record: Record
    climbed: int | None = None
    streak: int = 0
    computer: bool = False


@dataclass(frozen=True, slots=True)
class Ladder:
    """A page of the ladder of one game.

    `period` is "all", "season" or "month"; `when` names it in the reader's language ("October to December 2026"), and
    is empty for "all". `mine` is the place among `rows` of the reader's own row; if it isn't on this page, `own` is it.
    """

    game: str
    everywhere: bool
    period: str
    when: str
    rows: tuple[LadderRow, ...]
    page: int = 1
    pages: int = 1
    mine: int | None = None
    own: LadderRow | None = None


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A rating after the last match of a day."""

    day: date
    points: int
    spread: int


@dataclass(frozen=True, slots=True)
class GameRecord:
    """Somebody's career in one game; `best` is (rank, players) of their best finish, `curve` goes by date."""

    game: str
    rating: Rating
    record: Record
    best: tuple[int, int]
    curve: tuple[CurvePoint, ...] = ()


@dataclass(frozen=True, slots=True)
class Solo:
    """What somebody has done in one game against computers alone."""

    game: str
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class Rival:
    """A person met in `matches`; `ahead` of them ended with the owner of the profile in front."""

    name: Name
    matches: int
    ahead: int


@dataclass(frozen=True, slots=True)
class Finish:
    """A result to be proud of; `event` names a tour or a season and may be empty."""

    game: str
    rank: int
    field: int
    day: date
    event: str = ""


@dataclass(frozen=True, slots=True)
class Profile:
    """Somebody's career against people, and `solo` against computers.

    `in_time` of `moves` were made before the deadline, `badges` are ids of badges, the newest first.
    """

    name: Name
    games: tuple[GameRecord, ...] = ()
    favourites: tuple[Rival, ...] = ()
    nemesis: Rival | None = None
    finishes: tuple[Finish, ...] = ()
    in_time: int = 0
    moves: int = 0
    badges: tuple[str, ...] = ()
    solo: tuple[Solo, ...] = ()


@dataclass(frozen=True, slots=True)
class Finisher:
    """A person on the podium: rank 1 to 3, shared where there was a tie; `team` is their jersey (0 to 9)."""

    rank: int
    name: Name
    rating: Rating
    team: int


@dataclass(frozen=True, slots=True)
class Ceremony:
    """The end of a season in one game: `when` names it, `field` counts the players who took part."""

    game: str
    everywhere: bool
    when: str
    finishers: tuple[Finisher, ...]
    field: int


@dataclass(frozen=True, slots=True)
class Honour:
    """A tour or season that was won; several winners if they tied, `points` is None where none are given."""

    day: date
    title: str
    winners: tuple[Name, ...]
    points: int | None
    field: int


@dataclass(frozen=True, slots=True)
class Roll:
    """A page of the roll of honour of one game in one server, the newest first."""

    game: str
    entries: tuple[Honour, ...]
    page: int = 1
    pages: int = 1
