"""Computer players: each picks a path from a view alone, so none of them can see more than a person."""

from opponents.greedy import play_greedy
from opponents.levels import AT_ONCE, LEVELS, THINKING
from opponents.play import Opponent
from opponents.random import play_random

CHAMPION, STRONG = THINKING
FAIR, EASY = AT_ONCE  # the one that sits in for people, and the one for a first match
# what older matches and buttons call some, and the level that has come in their place
FORMER = {"greedy": FAIR, "random": EASY}
OPPONENTS: dict[str, Opponent] = {**THINKING, **AT_ONCE, "greedy": play_greedy, "random": play_random}
OFFERED = LEVELS  # those that can be added to a table, the strongest first

__all__ = [
    "AT_ONCE",
    "CHAMPION",
    "EASY",
    "FAIR",
    "FORMER",
    "LEVELS",
    "OFFERED",
    "OPPONENTS",
    "STRONG",
    "THINKING",
    "Opponent",
]
