"""Every game that the house hosts, by its key."""

from typing import Any

from engines.legstrong import Legstrong
from engines.pistard import Pistard
from engines.schlangennest import Schlangennest
from engines.superechelon import SuperEchelon
from engines.table import Game

GAMES: dict[str, Game[Any, Any]] = {
    "pistard": Pistard(),
    "superechelon": SuperEchelon(),
    "schlangennest": Schlangennest(),
    "legstrong": Legstrong(),
}
