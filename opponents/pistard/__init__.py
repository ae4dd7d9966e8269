"""Computer players of Pistard."""

from opponents.pistard.easy import play_pistard_easy
from opponents.pistard.fast.simulation import PistardSimulation
from opponents.pistard.judge import judge_pistard, lap_of
from opponents.pistard.search import weigh_pistard
from opponents.pistard.traits import pistard_traits
from opponents.pistard.worth import pistard_worth
from opponents.players import Players

PLAYERS = Players(
    easy=play_pistard_easy,
    worth=pistard_worth,
    thinker=weigh_pistard,
    glance=200,
    shares={"champion": 0.794, "strong": 0.783, "fair": 0.5, "easy": 0.172},
    costs={"easy": 6.0, "fair": 1.4, "strong": 0.3},
    fast=PistardSimulation(),
    judge=judge_pistard,
    traits=pistard_traits,
    part=lap_of,
    tables=tuple((seats, {"target": target}) for seats in (2, 3, 4) for target in ("6", "12")),
)
