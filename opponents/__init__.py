"""Computer players: each picks a path from a view alone, so none of them can see more than a person."""

from opponents.play import Opponent
from opponents.random import play_random

OPPONENTS: dict[str, Opponent] = {
    "random": play_random,
}
