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
class Entered:
    """A browser that has just been opened, and the match it was opened for."""

    browser: int
    user: int
    match: int
