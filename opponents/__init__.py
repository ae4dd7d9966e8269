"""Computer players: each picks a path from a view alone, so none of them can see more than a person."""

from opponents.greedy import play_greedy
from opponents.levels import AT_ONCE, LEVELS, THINKING
from opponents.play import Opponent
from opponents.random import play_random

FAIR, EASY = AT_ONCE  # the one that sits in for people, and the one for a first match
# what older matches call theirs: fair ones, and some that answer anything
FORMER: dict[str, Opponent] = {"greedy": play_greedy, "random": play_random}
OPPONENTS: dict[str, Opponent] = {**THINKING, **AT_ONCE, **FORMER}
OFFERED = LEVELS  # those that can be added to a table, the strongest first

__all__ = ["AT_ONCE", "EASY", "FAIR", "FORMER", "LEVELS", "OFFERED", "OPPONENTS", "THINKING", "Opponent"]
