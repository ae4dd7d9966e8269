"""A solo player's path: the next level of a game and the current winning streak."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from model.match import Result
from model.rating import is_win

LATEST, ENOUGH = 4, 3  # the latest matches against a level that count, and the wins among them that beat it


@dataclass(frozen=True, slots=True)
class SoloPath:
    """A solo player's standing on the levels of a game."""

    level: str  # to play next: the one above the strongest beaten level
    beaten: str  # the strongest beaten level, "" before the first
    won: int  # of the latest matches against `beaten`
    of: int  # how many these are
    streak: int  # wins in a row against any level


def path_of(results: Sequence[Result], met: Mapping[int, Collection[str]], levels: Sequence[str]) -> SoloPath:
    """The solo path from results in one game, oldest first; `met` has the computers at each table.

    `levels` run from the easiest to the hardest.
    """
    alone = [result for result in results if result.match in met]
    wins = [is_win(result.kind, result.rank) for result in alone]
    strongest = [max((levels.index(key) for key in met[result.match] if key in levels), default=-1) for result in alone]
    streak = streak_of(wins)
    for place, level in reversed(list(enumerate(levels))):
        latest = [win for win, met_there in zip(wins, strongest, strict=True) if met_there == place][-LATEST:]
        if sum(latest) >= ENOUGH:
            return SoloPath(levels[min(place + 1, len(levels) - 1)], level, sum(latest), len(latest), streak)
    return SoloPath(levels[0], "", 0, 0, streak)


def streak_of(wins: Sequence[bool]) -> int:
    """The number of wins in a row at the end."""
    return len(wins) if all(wins) else wins[::-1].index(False)
