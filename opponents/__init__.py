"""Computer players: each picks a path from a view alone, so none of them can see more than a person."""

from opponents.levels import AT_ONCE, CHAMPION, EASY, FAIR, LEVELS, STRONG, THINKING, ThinkingLevel
from opponents.play import Opponent
from opponents.riders import RIDERS
from opponents.sparring import SPARRING, Sparring

THINKERS: dict[str, ThinkingLevel] = {**THINKING, **RIDERS, SPARRING: Sparring()}
OPPONENTS: dict[str, Opponent] = {**THINKERS, **AT_ONCE}


def thinker_of(key: str, cost: float = 0.0) -> ThinkingLevel:
    """The one of this key; Sparring gives away so many points of the chance to win."""
    return Sparring(cost=cost) if key == SPARRING else THINKERS[key]


__all__ = [
    "AT_ONCE",
    "CHAMPION",
    "EASY",
    "FAIR",
    "LEVELS",
    "OPPONENTS",
    "RIDERS",
    "SPARRING",
    "STRONG",
    "THINKERS",
    "Opponent",
    "thinker_of",
]
