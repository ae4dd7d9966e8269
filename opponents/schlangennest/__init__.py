"""Computer players of Schlangennest."""

from opponents.players import Players
from opponents.schlangennest.easy import play_schlangennest_easy
from opponents.schlangennest.fast.simulation import SchlangennestSimulation
from opponents.schlangennest.judge import judge_schlangennest, turn_of
from opponents.schlangennest.search import weigh_schlangennest
from opponents.schlangennest.traits import schlangennest_traits
from opponents.schlangennest.worth import schlangennest_worth

PLAYERS = Players(
    easy=play_schlangennest_easy,
    worth=schlangennest_worth,
    near=0.5,  # parts
    thinker=weigh_schlangennest,
    glance=120,
    shares={"champion": 0.974, "strong": 0.938, "fair": 0.5, "easy": 0.18},
    costs={"easy": 26.0, "fair": 8.0, "strong": 0.25},
    fast=SchlangennestSimulation(),
    judge=judge_schlangennest,
    traits=schlangennest_traits,
    part=turn_of,
    tables=((2, {}), (3, {}), (4, {})),
)
