"""What people follow without playing in it, as stored."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Followed:
    """What a person follows: matches, and people with the server in which their matches count."""

    matches: frozenset[int]
    people: tuple[tuple[int, int], ...]  # the person and the server, in the order in which they were followed


@dataclass(frozen=True, slots=True)
class Digest:
    """When a person who follows something hears next how much has moved."""

    user: int
    guild: int  # in which they followed something last: its time zone holds for those who have chosen none
    told: float  # what moved until then isn't told any more
    due: float  # when the next one is to be sent
    closed: bool = False  # they take no direct messages, as far as is known
