"""The quick ways through the rules that there are, by the key of their game."""

from typing import Any

from engines.schlangennest.simulation import SchlangennestSimulation
from engines.simulation import Simulation

SIMULATIONS: dict[str, Simulation[Any, Any, Any]] = {
    "schlangennest": SchlangennestSimulation(),
}
