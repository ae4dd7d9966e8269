"""Easy in Pistard, which sees one thing at a time: the rider who is due and the highest die."""

from __future__ import annotations

from typing import Any

from engines.table import Game, Path, Pick, View
from opponents.play import Rng


def play_pistard_easy(game: Game[Any, Any], view: View, rng: Rng) -> Path:
    """The highest die at once, in any lane; where that leads on to a bonus step is seen only there, and then taken.

    No rider is spared a die, and no lane is chosen for its colours or for the wind. Raises ValueError if the viewer
    isn't asked.
    """
    path: Path = ()
    while True:
        ask = game.ask(view, path)
        if ask is None:
            raise ValueError(f"viewer {view.viewer} is not asked")
        if not isinstance(ask, Pick):
            return path
        match ask.about:
            case "land":
                step = ask.options[rng.randrange(len(ask.options))]
            case "bonus":
                step = ask.options[1]
            case _:
                step = ask.options[0]
        path = (*path, step)
