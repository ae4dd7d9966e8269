"""The quick ways through the rules that there are, by the key of their game."""

from typing import Any

from engines.legstrong.simulation import LegstrongSimulation
from engines.pistard.simulation import PistardSimulation
from engines.schlangennest.simulation import SchlangennestSimulation
from engines.simulation import Simulation
from engines.superechelon.simulation import SuperEchelonSimulation

SIMULATIONS: dict[str, Simulation[Any, Any, Any]] = {
    "superechelon": SuperEchelonSimulation(),
    "legstrong": LegstrongSimulation(),
    "pistard": PistardSimulation(),
    "schlangennest": SchlangennestSimulation(),
}
