"""The colours of the stage races, and the one palette of all their pictures."""

from functools import cache

from PIL import Image

from render import cyclist, kit
from render.kit import DARK, DIM, GOLD, GREY, INK, IVORY, NIGHT, PANEL, TEAMS, Colour, mix, rgb

SKY = rgb("bfe3f2")
HAZE = rgb("dcf0f6")
SUN = rgb("fff0b0")
RIDGE = rgb("a9cbdd")
ASPHALT = rgb("6d7581")
LANE = rgb("7a828e")
LINE = rgb("9aa2ad")
EMPTY = rgb("39414c")  # what is left of a bar
BUNCH = rgb("8d95a1")  # ground under the peloton

# Terrains differ in lightness, and the slope says the same: level, rising, steep, falling
TERRAIN: dict[str, Colour] = {"F": rgb("7cc46b"), "G": rgb("e0b545"), "M": rgb("7d6a8e"), "D": rgb("3f97b8")}
SHADE: dict[str, Colour] = {letter: mix(DARK, colour, 0.28) for letter, colour in TERRAIN.items()}
CLIMB = rgb("c8203a")  # categories of climbs
SNOW = rgb("f6fafc")

# Jerseys of the classifications: yellow, green, polka dot; each has a sign as well
YELLOW = rgb("ffd21f")
GREEN = rgb("2f9e54")
POLKA = rgb("fbf7f2")
DOTS = rgb("d8283c")
TEAM = rgb("3b6fc0")

ENERGY = rgb("8fd14f")
LOW = rgb("f2a93b")
RISK = rgb("ff7a59")
BOTTLE = rgb("58b7e8")

ROW_INK = rgb("c3cad4")


@cache
def palette() -> Image.Image:
    """All flat colours and the shades of the edges that are seen most."""
    flat = [INK, DIM, DARK, NIGHT, PANEL, GOLD, GREY, IVORY, SKY, HAZE, SUN, RIDGE, ASPHALT, LANE, LINE, EMPTY, BUNCH]
    flat += [*TERRAIN.values(), *SHADE.values(), CLIMB, SNOW, YELLOW, GREEN, POLKA, DOTS, TEAM, ENERGY, LOW, RISK]
    flat += [BOTTLE, ROW_INK, cyclist.SKIN, cyclist.BLUSH, cyclist.STEEL, cyclist.TYRE, cyclist.SHORTS]
    flat += [colour for pair in TEAMS for colour in pair]
    under = (PANEL, NIGHT, ASPHALT, BUNCH)
    edges = [(INK, colour) for colour in (*under, CLIMB, TEAM, GREEN)]
    edges += [(DARK, colour) for colour in (IVORY, GOLD, YELLOW, SKY, cyclist.SKIN, *TERRAIN.values())]
    edges += [(colour, PANEL) for colour in (DIM, GOLD, ENERGY, RISK, BOTTLE)]
    edges += [(colour, SKY) for colour in (RIDGE, *TERRAIN.values())]
    edges += [(pair[0], DARK) for pair in TEAMS] + [(INK, pair[0]) for pair in TEAMS]
    return kit.palette(flat, edges, steps=2)
