"""The colours of Schlangennest: the skins of snakes, cards and ground, and the palette of every picture."""

from dataclasses import dataclass
from functools import cache

from PIL import Image

from engines.schlangennest import NOBODY
from render.kit import DARK, DIM, GOLD, INK, NIGHT, PANEL, Colour, mix, palette, rgb

CARD = rgb("2d3b36")
RIM = rgb("3d4f48")
NEST = rgb("222b2d")  # a free square where straights and curves may still lie
TONGUE = rgb("ff5c7a")
EYE = rgb("fbf7e6")
BORDER = rgb("c9a46a")
TINT = 0.5  # how much of its snake's colours a gray part takes on


@dataclass(frozen=True, slots=True)
class Skin:
    """A body from its outline to the middle of its back, the scales on it and their pattern."""

    line: Colour
    edge: Colour
    base: Colour
    light: Colour
    scale: Colour
    pattern: str

    def over(self, other: "Skin", share: float) -> "Skin":
        """This skin and its pattern, with `share` of its colours and the rest of the other's."""
        return Skin(
            mix(self.line, other.line, share),
            mix(self.edge, other.edge, share),
            mix(self.base, other.base, share),
            mix(self.light, other.light, share),
            mix(self.scale, other.scale, share),
            self.pattern,
        )


def _skin(colours: str, pattern: str) -> Skin:
    line, edge, base, light, scale = map(rgb, colours.split())
    return Skin(line, edge, base, light, scale, pattern)


GRAY = _skin("14181b 7b838a 9aa2a9 adb4ba 838b92", "plain")
# Neighbours on the list differ in lightness, and every snake has a pattern of its own, so that no two depend on hue.
SKINS: dict[str, Skin] = {
    "0": _skin("1c0d0b b9331f e2523a f0765c 6a120c", "diamonds"),
    "1": _skin("1d1605 d39d13 f6cb3c ffe27a 4a3304", "bands"),
    "2": _skin("08131f 2668b8 3c8ee6 6fb2f5 0b2a5c", "zigzag"),
    "3": _skin("08170f 2b8f57 45b877 77d39d f1f7cf", "spots"),
    NOBODY: _skin("16100a 7d6244 9c7d58 b2946d 5d452c", "rings"),
}
SEAMS = {name: SKINS[name].over(GRAY, TINT) for name in SKINS}  # gray parts that belong to a snake


def skin(strand: str, coloured: bool) -> Skin:
    """The skin of a part: coloured (`own`), gray in a snake, or gray alone."""
    if coloured:
        return SKINS[strand]
    return SEAMS.get(strand, GRAY)


@cache
def sheet() -> Image.Image:
    """The palette: every colour of the pictures, and the shades of the edges between them."""
    flat = [INK, DIM, DARK, NIGHT, PANEL, GOLD, CARD, RIM, NEST, TONGUE, EYE, BORDER]
    edges = [(INK, PANEL), (DIM, PANEL), (GOLD, PANEL), (DIM, NIGHT), (GOLD, NEST), (BORDER, NIGHT), (TONGUE, CARD)]
    edges += [(INK, NIGHT), (DARK, EYE), (GOLD, NIGHT)]
    for skin in (GRAY, *SKINS.values(), *SEAMS.values()):
        flat += [skin.line, skin.edge, skin.base, skin.light, skin.scale]
        edges += [(skin.base, skin.line), (skin.scale, skin.base), (skin.line, CARD)]
    return palette(flat, edges, steps=2)
