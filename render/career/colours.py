"""The colours of careers, a line's colour and marker for every game, and the one palette of all their pictures."""

from functools import cache

from PIL import Image

from engines import GAMES
from render import badges, cyclist, kit
from render.kit import DARK, DIM, GOLD, GREY, INK, IVORY, NIGHT, PANEL, TEAMS, Colour, mix, rgb

SOFT = rgb("c3cad4")  # figures beside the one that counts
UP = rgb("6fd39a")
DOWN = rgb("ff9a76")
GRID = rgb("343b47")
MINE = mix(GOLD, PANEL, 0.2)
SILVER = rgb("c9d1db")
BRONZE = rgb("d08d54")
STEPS: dict[int, Colour] = {1: GOLD, 2: SILVER, 3: BRONZE}
LEAF = rgb("4fae6a")
PETAL = rgb("f3a8c4")

# A game's curve has a colour and a marker; lines differ in lightness, too.
LINES: tuple[tuple[Colour, str], ...] = (
    (rgb("6cc4ea"), "disc"),
    (rgb("ee8a2c"), "square"),
    (rgb("d6ee6a"), "triangle"),
    (rgb("c08cf0"), "diamond"),
    (rgb("f4f1e8"), "cross"),
    (rgb("f3a8c4"), "ring"),
)


def line_of(game: str) -> tuple[Colour, str]:
    """The colour and the marker of a game."""
    return LINES[list(GAMES).index(game) % len(LINES)]


@cache
def palette() -> Image.Image:
    """All flat colours and the shades of the edges that are seen most."""
    flat = [INK, DIM, DARK, NIGHT, PANEL, GOLD, GREY, IVORY, SOFT, UP, DOWN, GRID, MINE, SILVER, BRONZE, LEAF, PETAL]
    flat += [cyclist.SKIN, cyclist.BLUSH, cyclist.STEEL, cyclist.TYRE, cyclist.SHORTS]
    flat += [colour for pair in TEAMS for colour in pair]
    flat += [mix(colour, ground, 0.2) for colour, _ in LINES for ground in (PANEL, GRID)]
    flat += [mix(colour, PANEL, 0.6) for colour, _ in LINES]
    edges = [(colour, under) for colour in (INK, DIM, GOLD, SOFT) for under in (PANEL, NIGHT, MINE)]
    edges += [(colour, under) for colour in (UP, DOWN) for under in (PANEL, MINE)]
    edges += [(colour, NIGHT) for colour, _ in LINES] + [(colour, PANEL) for colour, _ in LINES]
    edges += [(DARK, colour) for colour in (GOLD, SILVER, BRONZE, cyclist.SKIN, INK)]
    edges += [(pair[0], DARK) for pair in TEAMS]
    flat += badges.COLOURS
    edges += [(DARK, colour) for colour in badges.COLOURS] + [(IVORY, colour) for colour in badges.COLOURS]
    return kit.palette(flat, edges, steps=2)
