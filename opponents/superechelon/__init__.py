"""Computer players of SuperEchelon."""

from typing import Any

from engines.superechelon.cards import CARDS
from engines.table import Path
from opponents.players import Players
from opponents.superechelon.easy import play_superechelon_easy
from opponents.superechelon.fast.simulation import SuperEchelonSimulation
from opponents.superechelon.judge import judge_superechelon, leg_of
from opponents.superechelon.search import weigh_superechelon
from opponents.superechelon.traits import superechelon_traits
from opponents.superechelon.worth import superechelon_worth


def is_new_stage(view: Any) -> bool:
    """Whether the first card of a stage is asked for: the picture still shows the breakaways of the one before."""
    return view.stage == "play" and not any(breakaway.cards for breakaway in view.breakaways)


def figure_first(path: Path) -> Path:
    """An answer without the copy of the card that is played: it has another back at most."""
    played, *rest = path
    return (CARDS[played].figure if played in CARDS else played, *rest)


PLAYERS = Players(
    easy=play_superechelon_easy,
    worth=superechelon_worth,
    thinker=weigh_superechelon,
    glance=200,
    idea=figure_first,
    shares={"champion": 0.721, "strong": 0.669, "fair": 0.5, "easy": 0.305},
    costs={"easy": 2.0, "fair": 0.7, "strong": 0.2},
    fast=SuperEchelonSimulation(),
    judge=judge_superechelon,
    traits=superechelon_traits,
    part=leg_of,
    tables=tuple((seats, {"tours": tours}) for seats, tours in ((2, "1"), (2, "2"), (3, "1"), (4, "1"))),
    unfit=is_new_stage,
)
