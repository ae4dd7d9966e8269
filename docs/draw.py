"""Draws the pictures of the README from matches of computer players: `python -m docs.draw`."""

from dataclasses import dataclass
from pathlib import Path as File
from random import Random

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Amount, Move, Path, Pick, Table
from opponents import OPPONENTS
from render import RENDERERS

PICTURES = File(__file__).parent / "pictures"


@dataclass(frozen=True, slots=True)
class Shot:
    """A moment of a computer match of that seed; `steps` of the waiting seat's answer are drawn as a preview."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    moves: int
    steps: int = 0
    opponent: str = "random"


SHOTS = {
    "pistard": Shot("pistard", 4, {"track": "classic"}, 3, 33),
    "pistard-choice": Shot("pistard", 3, {"track": "sprint"}, 8, 19, steps=1),
    "schlangennest": Shot("schlangennest", 4, {}, 2, 44, opponent="greedy"),
    "schlangennest-choice": Shot("schlangennest", 3, {}, 1, 22, steps=1, opponent="greedy"),
}


def draw(shot: Shot) -> bytes:
    """The PNG of that moment."""
    game, rng = GAMES[shot.game], Random(shot.seed)
    key = rng.randbytes(32)
    state, _ = game.setup(Table(shot.seats, shot.options, 1), SeededDice(key, 0))
    for number in range(1, shot.moves + 1):
        waiting = game.view(state, None).waiting[0]
        path = OPPONENTS[shot.opponent](game, game.view(state, waiting), rng)
        game.apply(state, Move(waiting, path), SeededDice(key, number))
    if not shot.steps:
        return RENDERERS[shot.game].board(game.view(state, None))
    view = game.view(state, game.view(state, None).waiting[0])
    path: Path = ()
    for _ in range(shot.steps):
        ask = game.ask(view, path)
        if isinstance(ask, Pick | Amount):
            path = (*path, ask.options[0] if isinstance(ask, Pick) else str(ask.most))
    return RENDERERS[shot.game].board(view, path)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name, shot in SHOTS.items():
        (PICTURES / f"{name}.png").write_bytes(draw(shot))
