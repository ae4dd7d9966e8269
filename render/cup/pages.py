"""Pages of a cup's picture, in words that need no more looking up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Cell:
    """A place in a bracket or at a table: who has it ("" while that isn't known), and how it went.

    `won` is None until it is decided; `note` is a number or a word behind the name, `seed` the number in the seeding
    before it (0: it isn't shown), `team` whose jersey is worn at the table (None: no match is played there).
    """

    name: str
    won: bool | None = None
    note: str = ""
    seed: int = 0
    team: int | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A round of a bracket: what it is called, and its cells from top to bottom, of which two neighbours meet."""

    head: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A part of a bracket; each column has half as many cells as the one before."""

    title: str
    below: str
    columns: tuple[Column, ...]
    page: int = 1
    pages: int = 1


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of a table."""

    rank: int
    name: str
    figures: tuple[str, ...]
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A table, or a part of one; `head` is "" where there is only one."""

    head: str
    rows: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class StandingPage:
    """Where everyone stands; `heads` are those of the figures."""

    title: str
    below: str
    heads: tuple[str, ...]
    sections: tuple[Section, ...]
    page: int = 1
    pages: int = 1


@dataclass(frozen=True, slots=True)
class Box:
    """A table of a round and who sits there."""

    head: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class RoundPage:
    """Tables of a round."""

    title: str
    below: str
    boxes: tuple[Box, ...]
    page: int = 1
    pages: int = 1


Page: TypeAlias = BracketPage | StandingPage | RoundPage
