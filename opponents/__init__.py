"""Computer players: each picks a path from a view alone, so none of them can see more than a person."""

from opponents.greedy import play_greedy
from opponents.play import Opponent
from opponents.random import play_random

# the strongest first
OPPONENTS: dict[str, Opponent] = {
    "greedy": play_greedy,
    "random": play_random,
}
BEST, EASIEST = next(iter(OPPONENTS)), next(reversed(OPPONENTS))
# those that players can add to a table; older matches may hold others
OFFERED = ("greedy",)
