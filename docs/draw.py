"""Draws the pictures of the README, from matches of computer players, and of the other pages: `python -m docs.draw`."""

from dataclasses import dataclass
from pathlib import Path as File
from random import Random

from PIL import Image

from docs import riders
from engines import GAMES
from engines.badges import BADGES
from engines.dice import SeededDice
from engines.table import Amount, Move, Path, Pick, Table
from opponents import OPPONENTS
from render import RENDERERS, kit
from render.badges import BLENDS, COLOURS, medal

PEOPLE = ("Ann", "Bob", "Carla", "Dmitri")
PICTURES = File(__file__).parent / "pictures"


@dataclass(frozen=True, slots=True)
class Shot:
    """A moment of a computer match of that seed.

    It shows the public board, or with `steps` of the waiting seat's answer that player's preview, or their hand.
    """

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    moves: int
    steps: int = 0
    hand: bool = False
    opponent: str = "random"


RACE = {"tour": "classic", "attacks": "clockwise", "tests": "pick"}
SHOTS = {
    "pistard": Shot("pistard", 4, {"track": "classic"}, 3, 33),
    "pistard-choice": Shot("pistard", 3, {"track": "sprint"}, 8, 19, steps=1),
    "superechelon": Shot("superechelon", 4, {}, 26, 23),
    "superechelon-hand": Shot("superechelon", 3, {}, 35, 11, steps=1, hand=True),
    "schlangennest": Shot("schlangennest", 4, {}, 2, 44, opponent="greedy"),
    "schlangennest-choice": Shot("schlangennest", 3, {}, 1, 22, steps=1, opponent="greedy"),
    "legstrong": Shot("legstrong", 4, RACE, 8, 178, opponent="greedy"),
    "legstrong-classification": Shot("legstrong", 4, RACE, 5, 300, opponent="greedy"),
    "legstrong-sleeve": Shot("legstrong", 4, RACE, 13, 4, steps=1, hand=True, opponent="greedy"),
    "legstrong-control": Shot("legstrong", 4, RACE, 4, 244, opponent="greedy"),
}


def draw(shot: Shot) -> bytes:
    """The PNG of that moment."""
    game, rng = GAMES[shot.game], Random(shot.seed)
    key = rng.randbytes(32)
    state, _ = game.setup(Table(shot.seats, shot.options, game.spec.rules), SeededDice(key, 0))
    for number in range(1, shot.moves + 1):
        waiting = game.view(state, None).waiting[0]
        path = OPPONENTS[shot.opponent](game, game.view(state, waiting), rng)
        game.apply(state, Move(waiting, path), SeededDice(key, number))
    if not shot.steps and not shot.hand:
        return RENDERERS[shot.game].board(game.view(state, None), (), PEOPLE[: shot.seats])
    view = game.view(state, game.view(state, None).waiting[0])
    path: Path = ()
    for _ in range(shot.steps):
        ask = game.ask(view, path)
        if isinstance(ask, Pick | Amount):
            path = (*path, ask.options[0] if isinstance(ask, Pick) else str(ask.most))
    if not shot.hand:
        return RENDERERS[shot.game].board(view, path, PEOPLE[: shot.seats])
    hand = RENDERERS[shot.game].hand(view, path)
    assert hand is not None, "nobody holds anything then"
    return hand


def medals() -> bytes:
    """The medals of all badges with their clauses, a row for each game."""
    step, size = kit.WIDTH // max(map(len, BADGES.values())), 96
    canvas = Image.new("RGB", (kit.WIDTH, (step + 10) * len(BADGES)), kit.NIGHT)
    for row, badges in enumerate(BADGES.values()):
        for column, badge in enumerate(badges):
            left, top = column * step + (step - size) // 2, row * (step + 10) + 8
            drawn = medal(badge.id, size)
            canvas.paste(drawn, (left, top), drawn)
            kit.write(canvas, (left + size / 2, top + size + 18), badge.clause, kit.LEAST_GLYPH, kit.INK)
    return kit.png(canvas, kit.palette((*COLOURS, kit.NIGHT, kit.INK), (*BLENDS, (kit.INK, kit.NIGHT))), level=9)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "badges.png").write_bytes(medals())
    (PICTURES / "ladder.png").write_bytes(riders.ladder())
    (PICTURES / "profile.png").write_bytes(riders.profile())
    for name, shot in SHOTS.items():
        (PICTURES / f"{name}.png").write_bytes(draw(shot))
