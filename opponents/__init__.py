"""Computer players: each picks a path from a view alone, so none of them can see more than a person."""

from opponents.levels import AT_ONCE, LEVELS, THINKING
from opponents.play import Opponent

CHAMPION, STRONG = THINKING
FAIR, EASY = AT_ONCE  # the one that sits in for people, and the one for a first match
OPPONENTS: dict[str, Opponent] = {**THINKING, **AT_ONCE}

__all__ = [
    "AT_ONCE",
    "CHAMPION",
    "EASY",
    "FAIR",
    "LEVELS",
    "OPPONENTS",
    "STRONG",
    "THINKING",
    "Opponent",
]
