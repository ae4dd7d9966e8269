"""Tables that reopen by themselves, as stored."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Ended(StrEnum):
    """Why a table doesn't reopen any more, of which its opener hears."""

    UNJOINED = "unjoined"  # no one joined, time after time
    AWAY = "away"  # its opener hasn't pressed anything for long
    CHANNEL = "channel"  # its channel is gone


@dataclass(frozen=True, slots=True)
class StandingTable:
    """A table that reopens by itself."""

    match: int  # its newest opening
    user: int  # its opener
    guild: int  # its server
    changed: float  # when that opening was opened, or the table ended
    unjoined: int = 0  # how many openings in a row no one has joined
    ended: Ended | None = None  # None: it goes on
