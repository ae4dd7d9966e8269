"""A person's ways to the page: the browsers that are open."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser in which a person has opened the page; times are unix seconds."""

    id: int
    user: int
    opened: float
    used: float  # at most an hour ago when it is in use


@dataclass(frozen=True, slots=True)
class Invited:
    """A person who was given a link to a match, and Discord's token of the message with it."""

    user: int
    match: int
    reply: str


@dataclass(frozen=True, slots=True)
class Entered:
    """A browser that has just been opened, and the match it was opened for."""

    browser: int
    user: int
    match: int
    reply: str  # Discord's token of the message with the link, which says from now on that it was opened


@dataclass(frozen=True, slots=True)
class Moves:
    """What the open tables of a worker need to hear of: the newest rows of matches, and the browsers still open."""

    seqs: dict[int, int]  # by match
    browsers: frozenset[int]
