"""The colours of SuperEchelon's cards, riders and roads."""

from render import cyclist
from render.kit import DARK, INK, Colour, rgb

GC = rgb("c8102e")  # the red of the GC points
PAPER = rgb("fbf6e6")  # ground of every card's face
SHADE = rgb("d9d0b8")
ASPHALT = rgb("4a515c")
LANE = rgb("5a626f")
VERGE = rgb("38404a")

SKIN = cyclist.SKIN
BROWN_SKIN = rgb("9a5f3c")
BLUSH = cyclist.BLUSH
STEEL = cyclist.STEEL
TYRE = cyclist.TYRE
SHORTS = cyclist.SHORTS

RED = rgb("d8283c")
GREEN = rgb("239a55")
LIME = rgb("a8d84e")
SKY = rgb("a9dcf0")
BLUE = rgb("2f6fc4")
NAVY = rgb("24406e")
AMBER = rgb("f2a93b")
SUN = rgb("ffd75e")
ORANGE = rgb("e8743a")
MUD = rgb("7a5634")
SAND = rgb("e9d3a0")
GRASS = rgb("8ccb74")
MEADOW = rgb("5fa860")
PINE = rgb("37805a")
ROCK = rgb("8791a8")
RIDGE = rgb("66708c")
STORM = rgb("77829a")
CLOUD = rgb("4d566c")
VIOLET = rgb("8a5cc0")
LILAC = rgb("d5c4ee")
PEACH = rgb("fbd3b0")
DUSK = rgb("5b4a86")
ROSE = rgb("f2a0ac")

# Backs and stage types: each has an icon as well as a colour, and they differ in lightness
TERRAIN: dict[str, Colour] = {
    "flat": rgb("2c8f5b"),
    "mountain": rgb("2f5fb0"),
    "trial": rgb("7d3fa0"),
    "classic": rgb("d08a1e"),
}
TERRAIN_INK: dict[str, Colour] = {"flat": INK, "mountain": INK, "trial": INK, "classic": DARK}

# Leader's jerseys of the tours of a season, in the order of `engines.superechelon.TOURS`
TOUR: tuple[Colour, ...] = (
    *(rgb("ffd21f"), rgb("f08cb4"), rgb("e03a3a"), rgb("f4f1e8"), rgb("37b26c")),
    *(rgb("5aa9e6"), rgb("f28c28"), rgb("b48ad6"), rgb("a8b3bd")),
)
