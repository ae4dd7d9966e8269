"""The cards of Schlangennest as small pictures, drawn once for each size."""

from functools import lru_cache

from PIL import Image, ImageDraw

from engines.schlangennest import NOBODY, PARTS, SNAKES, Card
from render.kit import SMOOTH, Colour, slab
from render.schlangennest.body import Chalk, body, head, tail
from render.schlangennest.colours import CARD, NEST, RIM, SKINS, skin

ROUND = 0.07  # the radius of a card's corners
CLOSE = 0.62  # how much of a tail or head card is seen as its sign
KEPT = 768  # pictures of cards, some 15 KB each


def picture(card: Card, size: int) -> Image.Image:
    """The card as RGB; its parts have the colours of the snakes that they belong to."""
    coloured = SNAKES[card.colour] if card.strands[0] in SNAKES else NOBODY
    # gray strands look alike whatever their number
    strands = tuple(name if name in SNAKES or name == NOBODY else "" for name in (coloured, *card.strands[1:]))
    return _picture(card.kind, card.rotation, strands, size)


@lru_cache(maxsize=KEPT)
def _picture(kind: str, rotation: str, strands: tuple[str, ...], size: int) -> Image.Image:
    large = size * SMOOTH
    image = Image.new("RGB", (large, large), NEST)
    brush = ImageDraw.Draw(image)
    for inset, colour in ((SMOOTH, RIM), (2 * SMOOTH, CARD)):
        brush.rounded_rectangle((inset, inset, large - inset - 1, large - inset - 1), large * ROUND, fill=colour)
    chalk = Chalk(brush, large)
    parts = list(enumerate(PARTS[kind, rotation]))
    # what is printed under the coloured part comes first, heads and tails last
    for number, sides in sorted(parts, key=lambda part: (len(part[1]) == 1, part[0] == 0)):
        dress = skin(strands[number], number == 0)
        if len(sides) == 2:
            chalk.part(body(sides), dress, "body")
        elif kind == "tail" and number == 0:
            chalk.part(tail(sides[0]), dress, "tail")
        else:
            chalk.part(head(sides[0]), dress, "head")
    return image.reduce(SMOOTH)


@lru_cache(maxsize=64)
def icon(kind: str, snake: int, size: int, ground: Colour) -> Image.Image:
    """A snake's kind of card as a sign: the coloured part alone, tails and heads larger than on the card."""
    large = size * SMOOTH
    side = round(large / CLOSE) if kind in ("tail", "head") else large
    image = Image.new("RGB", (side, side), CARD)
    line = {"straight": body((1, 3)), "curve": body((1, 2)), "tail": tail(2), "head": head(2)}[kind]
    Chalk(ImageDraw.Draw(image), side).part(line, SKINS[SNAKES[snake]], kind if side > large else "body")
    left, top = round(0.3 * side) if side > large else 0, side - large
    sign = Image.new("RGB", (size, size), ground)
    sign.paste(
        image.crop((left, top, left + large, top + large)).reduce(SMOOTH), (0, 0), slab((size, size), size * 0.16)
    )
    return sign
