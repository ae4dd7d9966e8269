"""People who look for a table, as stored."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wishes:
    """The tables that a person would sit down at; never empty."""

    games: tuple[str, ...]  # keys of games
    lengths: tuple[str, ...]  # names of presets, each of which is a pace and a length
    near: bool = False  # only with people of about their strength


@dataclass(frozen=True, slots=True)
class Seeker:
    """A person who looks for a table in a server; one row a person, even if it counts in others as well."""

    user: int  # the person
    guild: int  # the server
    channel: int  # where their table can be opened
    is_open: bool  # everyone in the server sees that channel
    name: str  # theirs in the server
    press: int | None  # with which they asked last; once they sit down it adds to the luck
    manages: bool  # they manage the server
    wishes: Wishes  # what they would play
    since: float  # when they first asked
    until: float  # when their place lapses
