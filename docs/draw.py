"""Draws the pictures of the README, from matches of computer players, and of the other pages: `python -m docs.draw`.

It films the clips last: they need Chromium and take some minutes.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path as File

from PIL import Image

from docs import directory, riders
from engines import EXTRAS, GAMES
from engines.table import Amount, Path, Pick, View
from host.lobby.showcase import Shot, played
from model.career import CUP_BADGES, PUZZLE_BADGES
from render import RENDERERS, kit
from render.badges import BLENDS, COLOURS, FAMILIES, medal

PEOPLE = ("Ann", "Bob", "Carla", "Dmitri")
PICTURES = File(__file__).parent / "pictures"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of a moment of a computer match.

    It shows the public board, or with `steps` of the waiting seat's answer that player's preview, or their hand.
    """

    game: str
    shot: Shot
    steps: int = 0
    hand: bool = False


def _race(moves: int, seed: int) -> Shot:
    """A moment of a stage race of LEGSTRONG."""
    return Shot(moves, seed, 4, {"tour": "classic", "attacks": "clockwise", "tests": "pick"}, fair=True)


DRAWINGS = {
    "pistard": Drawing("pistard", Shot(33, 3, 4, {"track": "classic"})),
    "pistard-choice": Drawing("pistard", Shot(19, 8, 3, {"track": "sprint"}), steps=1),
    "superechelon": Drawing("superechelon", Shot(23, 75, 4, {})),
    "superechelon-hand": Drawing("superechelon", Shot(11, 35, 3, {}), steps=1, hand=True),
    "schlangennest": Drawing("schlangennest", Shot(44, 2, 4, {}, fair=True)),
    "schlangennest-choice": Drawing("schlangennest", Shot(22, 1, 3, {}, fair=True), steps=1),
    "legstrong": Drawing("legstrong", _race(178, 8)),
    "legstrong-classification": Drawing("legstrong", _race(300, 5)),
    "legstrong-sleeve": Drawing("legstrong", _race(4, 13), steps=1, hand=True),
    "legstrong-control": Drawing("legstrong", _race(244, 4)),
}


def draw(drawing: Drawing) -> bytes:
    """The PNG of that moment."""
    game, renderer, people = GAMES[drawing.game], RENDERERS[drawing.game], PEOPLE[: drawing.shot.seats]
    state = played(game, drawing.shot)
    public: View = game.view(state, None)
    if not drawing.steps and not drawing.hand:
        return renderer.board(public, (), people)
    view = game.view(state, public.waiting[0])
    path: Path = ()
    for _ in range(drawing.steps):
        ask = game.ask(view, path)
        if isinstance(ask, Pick | Amount):
            path = (*path, ask.options[0] if isinstance(ask, Pick) else str(ask.most))
    if not drawing.hand:
        return renderer.board(view, path, people)
    hand = renderer.hand(view, path)
    assert hand is not None, "the game has no hands"
    return hand


def medals() -> bytes:
    """The medals of all badges with their clauses, a row for each game, one for puzzles and one for cups."""
    clauses = {badge.id: badge.clause for extras in EXTRAS.values() for badge in extras.badges}
    clauses |= PUZZLE_BADGES | CUP_BADGES
    step, size = kit.WIDTH // max(map(len, FAMILIES.values())), 96
    canvas = Image.new("RGB", (kit.WIDTH, (step + 10) * len(FAMILIES)), kit.NIGHT)
    for row, badges in enumerate(FAMILIES.values()):
        for column, badge in enumerate(badges):
            left, top = column * step + (step - size) // 2, row * (step + 10) + 8
            drawn = medal(badge, size)
            canvas.paste(drawn, (left, top), drawn)
            kit.write(canvas, (left + size / 2, top + size + 18), clauses[badge], kit.LEAST_GLYPH, kit.INK)
    return kit.png(canvas, kit.palette((*COLOURS, kit.NIGHT, kit.INK), (*BLENDS, (kit.INK, kit.NIGHT))), small=True)


def for_the_directory() -> dict[str, bytes]:
    """The pictures of the App Directory, by name."""
    shown = {name: riders.profile() if name == "profile" else draw(DRAWINGS[name]) for name in directory.WORDS}
    return {name: directory.framed(shown[name], words) for name, words in directory.WORDS.items()}


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "badges.png").write_bytes(medals())
    (PICTURES / "ladder.png").write_bytes(riders.ladder())
    (PICTURES / "profile.png").write_bytes(riders.profile())
    for name, drawing in DRAWINGS.items():
        (PICTURES / f"{name}.png").write_bytes(draw(drawing))
    directory.PICTURES.mkdir(exist_ok=True)
    for name, png in for_the_directory().items():
        (directory.PICTURES / f"{name}.png").write_bytes(png)
    from docs import clips  # what films needs the tools of the tests

    for game in GAMES:
        (PICTURES / f"clip-{game}.webp").write_bytes(asyncio.run(clips.clip(game)))
