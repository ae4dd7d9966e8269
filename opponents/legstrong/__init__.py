"""Computer players of LEGSTRONG."""

from opponents.legstrong.easy import play_legstrong_easy
from opponents.legstrong.fair import play_legstrong, thoughts
from opponents.legstrong.fast.simulation import LegstrongSimulation
from opponents.legstrong.judge import judge_legstrong, leg_of
from opponents.legstrong.search import weigh_legstrong
from opponents.legstrong.traits import legstrong_traits
from opponents.players import OwnRules, Players

PLAYERS = Players(
    easy=play_legstrong_easy,
    rules=OwnRules(play_legstrong, thoughts),
    thinker=weigh_legstrong,
    glance=16,
    shares={"champion": 0.908, "strong": 0.875, "fair": 0.5, "easy": 0.232},
    costs={"easy": 10.0, "fair": 0.5, "strong": 0.3},
    fast=LegstrongSimulation(),
    judge=judge_legstrong,
    traits=legstrong_traits,
    part=leg_of,
    # a single leg, most with so many seats that each has one rider: with more a question has hundreds of answers
    tables=tuple(
        (seats, {"tour": "custom", "course": course, "doping": "off", "attacks": attacks})
        for seats, course in ((3, "summit"), (3, "passes"), (6, "flat"), (6, "hilly"), (6, "summit"), (6, "passes"))
        for attacks in ("sealed", "clockwise")
    ),
    details=("bottle.", "chase", "hold"),
)
