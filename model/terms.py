"""Terms of a match: what its players agree on besides the game, in a request, in the match and in its rematch."""

from __future__ import annotations

from dataclasses import dataclass

from model.pace import ENDLESS, PACES, Pace


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms of a match; each field is a column of `matches`."""

    clock: str = ENDLESS  # a key of PACES
    weekends: bool = False  # clocks rest on Saturdays and Sundays
    hour: int = 21  # of the day at which moves are due, by a clock of evenings
    days: str = ""  # on which clocks run: "024" are Monday, Wednesday and Friday, "" all
    forced: bool = True  # moves without a choice are played for the players
    rated: bool = True  # it counts for the leaderboards
    waits: bool = False  # a full lobby doesn't start by itself but calls its host
    invited_only: bool = False  # no one else can sit down
    least_in_time: int = 0  # per cent of moves that those who join have made in time
    least_finished: int = 0  # matches that those who join have finished

    @property
    def pace(self) -> Pace:
        """The clock."""
        return PACES[self.clock]
