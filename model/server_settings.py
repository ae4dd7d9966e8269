"""Per-server settings."""

from __future__ import annotations

from dataclasses import dataclass

from model.pace import DEFAULT_CLOCK
from model.terms import Terms


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Decisions of a server's managers; each field is a column of `guilds`, which holds its default."""

    zone: str = ""  # an IANA zone; "": none was chosen
    months: int = 3  # that a season takes
    first: int = 1  # month (1 to 12) in which a season begins
    ceremonies: int | None = None  # channel of the ends of seasons; None: where a season's last match was opened
    rated: bool = True  # matches are, unless the person who opens one says otherwise
    lobbies: int = 10  # that one person may have open
    language: str = ""  # "": that of the server's Discord
    evening: int = 21  # hour of the day at which moves are due by a clock of evenings, unless a match has its own
    holidays: int = 30  # days a year that a person may take
    longest: int = 14  # days that a holiday may have
    forum: int | None = None  # forum channel in which each match has a post; None: a thread where it was opened

    def terms(self) -> Terms:
        """The terms of a match of which no one has said anything."""
        return Terms(DEFAULT_CLOCK, hour=self.evening, rated=self.rated)
