"""The values of careers, one set for database, host, cogs and pictures: figures, people's ids and names, no words.

A person who has left for good has a `user` of 0 or below and no name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, TypeAlias

Period: TypeAlias = Literal["all", "season", "month"]

PERIODS: tuple[Period, ...] = ("all", "season", "month")
NOBODY = 0  # in the place of a person's id


@dataclass(frozen=True, slots=True)
class Rating:
    """Points, how far they may be off, and whether there are too few matches to go by."""

    points: int
    spread: int
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """What someone has done in one game: wins are among the podiums, and these among the matches."""

    matches: int
    wins: int
    podiums: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What one match has made of a person's shown rating on one ladder; `before` is None for their first."""

    scope: int
    user: int
    points: int
    spread: int
    before: int | None


@dataclass(frozen=True, slots=True)
class Gain:
    """What a match has brought someone: what became of their rating, if it counted for one, badges, and records.

    `is_best` says whether no earlier match had brought them a rating that high on that ladder, `is_first_win` whether
    they had never won the game before; both only of matches that count for the ladders.
    """

    user: int
    name: str
    change: RatingChange | None
    badges: tuple[str, ...]
    is_best: bool = False
    is_first_win: bool = False


# --- ladders and seasons


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A row of a ladder: a person, or a computer player with a fixed rating and no rank."""

    rank: int | None  # None for computers
    user: int  # the person
    name: str  # shown on the ladder
    rating: Rating  # with its error
    record: Record  # matches, wins and podiums
    climbed: int | None = None  # places gained (below 0: lost), None if they weren't on the ladder before
    streak: int = 0  # wins in a row up to now
    opponent: str | None = None  # the computer player's key


@dataclass(frozen=True, slots=True)
class Ladder:
    """A page of a game's ladder."""

    game: str  # its key
    guild: int | None  # a server, None: everywhere
    period: Period  # a season or all time
    rows: tuple[LadderRow, ...]  # people of this page and, in their places, the computers whose ratings lie on it
    mine: LadderRow | None = None  # the reader's row, on whichever page it is
    page: int = 1  # from 1
    pages: int = 1  # in all

    @property
    def own(self) -> LadderRow | None:
        """The reader's own row if it isn't on this page."""
        return None if self.mine in self.rows else self.mine


@dataclass(frozen=True, slots=True)
class Season:
    """A part of the year in a guild: its key ("2026-10": the month in which it begins) and its times."""

    key: str
    begins: float
    ends: float


@dataclass(frozen=True, slots=True)
class Ceremony:
    """The end of a guild's season in one game: its table, the first rank first."""

    guild: int
    game: str
    season: Season
    rows: tuple[LadderRow, ...]


# --- profiles


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A rating after the last match of a day."""

    day: date
    points: int
    spread: int


@dataclass(frozen=True, slots=True)
class Placing:
    """A place among the `field` riders of a match."""

    game: str
    rank: int
    field: int
    day: date


@dataclass(frozen=True, slots=True)
class GameCareer:
    """Someone's career in one game against people: `record` counts all matches, rated or not, `curve` goes by date."""

    game: str
    rating: Rating
    record: Record
    best: Placing
    curve: tuple[CurvePoint, ...] = ()


@dataclass(frozen=True, slots=True)
class Solo:
    """How many matches of a game someone has played against computers alone, and how many they have won.

    `opponent` is the key of the strongest computer player at those tables, "" where it isn't known, and `points` its
    rating, None where that isn't known; `streak` counts the wins in a row up to now.
    """

    game: str
    matches: int
    wins: int
    opponent: str = ""
    points: int | None = None
    streak: int = 0


@dataclass(frozen=True, slots=True)
class Rival:
    """Someone met in some `matches`: in how many of them the one who met them ended `ahead` of them, or `behind`."""

    user: int
    name: str
    matches: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class AccuracyCurve:
    """Accuracy of someone in the matches of a game that were looked at: 0 to 100, after the last of a day."""

    game: str
    points: tuple[CurvePoint, ...]


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """Record of someone in puzzles: days in a row whose puzzle they got right on the day, now and at most; badges."""

    rating: Rating
    answered: int
    right: int
    streak: int
    longest: int
    badges: tuple[str, ...] = ()


# The badges for puzzles, each with its clause; a badge for a deed in a match is its game's (`engines/badges`).
PUZZLE_BADGES = {
    "first.find": "B21",
    "seven.days": "B22",
    "thirty.days": "B23",
    "hundred": "B24",
    "all.rounder": "B25",
}


@dataclass(frozen=True, slots=True)
class Profile:
    """A person's career, in a guild or everywhere."""

    user: int  # the person
    name: str  # shown on the card
    games: tuple[GameCareer, ...] = ()  # against people, the one played most first
    solo: tuple[Solo, ...] = ()  # against computers alone
    favourites: tuple[Rival, ...] = ()  # opponents met most often
    nemesis: Rival | None = None  # the opponent who ended ahead most often
    finishes: tuple[Placing, ...] = ()  # the best, against people
    in_time: int = 0  # of `moves`, those made by themselves
    moves: int = 0  # asked of them
    badges: Mapping[str, int] = field(default_factory=dict[str, int])  # their number by id, the newest first
    accuracy: tuple[AccuracyCurve, ...] = ()  # empty for people who hide it
    puzzles: PuzzleRecord | None = None  # None without an answer to any


# Badges for cups, each with its clause, as those for puzzles.
CUP_BADGES = {"cup": "B26"}


# --- the roll of honour


@dataclass(frozen=True, slots=True)
class TourWin:
    """A tour or season that was won: by these (user, name), several if they tied; `options` are the match's."""

    match: int
    day: date
    options: Mapping[str, str]
    winners: tuple[tuple[int, str], ...]
    points: int
    field: int


@dataclass(frozen=True, slots=True)
class CupWin:
    """A cup that was won."""

    cup: int  # its number
    day: date  # of the end
    title: str  # as typed, "" for none
    format: str  # a key of `host.cups.formats`
    winners: tuple[tuple[int, str], ...]  # user and name
    field: int  # entrants with a place
    decided: int = 0  # of the winner's tables, those decided by people


Win: TypeAlias = TourWin | CupWin


@dataclass(frozen=True, slots=True)
class Roll:
    """A page, from 1, of the roll of honour of one game in one server, the newest first."""

    game: str
    entries: tuple[Win, ...]
    page: int = 1
    pages: int = 1
