"""The opponent that answers every question at random."""

from typing import Any

from engines.table import Ask, Game, Path, Pick, Ready, View
from opponents.play import Rng


def play_random(game: Game[Any, Any], view: View, rng: Rng) -> Path:
    """Every option of every question is equally likely; raises ValueError if this viewer isn't asked."""
    path: Path = ()
    while True:
        ask = game.ask(view, path)
        if ask is None:
            raise ValueError(f"viewer {view.viewer} is not asked")
        if isinstance(ask, Ready):
            return path
        path = (*path, _step(ask, rng))


def _step(ask: Ask, rng: Rng) -> str:
    if isinstance(ask, Pick):
        chosen = rng.sample(ask.options, rng.randint(ask.least, ask.most))
        return "+".join(option for option in ask.options if option in chosen) or "-"
    assert not isinstance(ask, Ready)
    return str(rng.randint(ask.least, ask.most))
