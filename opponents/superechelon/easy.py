"""Easy in SuperEchelon, which sees today's stage: what a card is worth tomorrow is hardly thought of."""

from __future__ import annotations

from typing import Any

from engines.superechelon import SuperEchelon
from engines.table import Game, Path
from opponents.play import Rng
from opponents.superechelon.chances import keep_of, price_of
from opponents.superechelon.fast.simulation import SuperEchelonSimulation
from opponents.superechelon.riding import ride

TOMORROW = 0.15  # the part that it sees of what a card is worth in later legs
BLUR = 9.0  # GC points that it doesn't tell apart
FINE = 2**20  # steps of a number by lot
GAME, PLAYED = SuperEchelon(), SuperEchelonSimulation()


def play_superechelon_easy(game: Game[Any, Any], view: Any, rng: Rng) -> Path:
    """What seems to win most in this leg, roughly; the best loot for itself."""
    if view.stage == "loot":
        return game.fallback(view)
    position = PLAYED.load(GAME.imagine(view, rng))
    price = price_of(position.seats, [TOMORROW * worth for worth in keep_of(position)])
    answer = ride(position, price, lambda: rng.randrange(FINE) / FINE, BLUR)
    return PLAYED.path(position, view.viewer, answer)
