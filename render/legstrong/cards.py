"""The playing cards of the sleeves: faces and backs of every size, and small ones for an Energy Level."""
# pyright: reportUnknownMemberType=false

from functools import lru_cache

from PIL import Image

from engines.legstrong import JOKER, rank, suit
from render import kit
from render.kit import DARK, GREY, INK, Colour
from render.legstrong.colours import CLIMB, TEAM
from render.legstrong.signs import put_sign

CHIP = (52, 28)
CORNER = 24  # pixels: letters on small cards
LARGE = 96  # pixels of width from which a card has room for a corner and a picture
FADED = 0.3  # how much of a card is left that can't be chosen
COURT = ("J", "Q", "K")


def ink_of(card: str) -> Colour:
    """Red or black; the shape of the suit says the same."""
    return CLIMB if suit(card) in ("diamond", "heart") else DARK


@lru_cache(maxsize=64)
def chip(card: str) -> Image.Image:
    """Rank and suit in a line, for an Energy Level beside a rider, RGBA; "" for one that isn't shown yet."""
    image = Image.new("RGBA", CHIP, (*DARK, 0))
    image.paste((*INK, 255), (0, 0), kit.slab(CHIP, 6))
    if not card:
        image.paste((*TEAM, 255), (3, 3), kit.slab((CHIP[0] - 6, CHIP[1] - 6), 4))
        put_sign(image, (CHIP[0] / 2, CHIP[1] / 2), "rouleur", 16, INK)
        return image
    kit.write(image, (17, CHIP[1] / 2), rank(card), kit.LEAST_GLYPH, ink_of(card), weight=800)
    put_sign(image, (CHIP[0] - 14, CHIP[1] / 2), suit(card), 18, ink_of(card))
    return image


@lru_cache(maxsize=160)
def face(card: str, size: tuple[int, int]) -> Image.Image:
    """A card as it is read, RGBA."""
    width, height = size
    image = _blank(size)
    ink = ink_of(card)
    if suit(card) == JOKER:
        put_sign(image, (width / 2, height / 2), JOKER, round(width * 0.76), DARK)
        return image
    letters, sign = rank(card), suit(card)
    if width < LARGE:
        kit.write(image, (width / 2, height * 0.28), letters, CORNER + 2, ink, weight=800)
        put_sign(image, (width / 2, height * 0.68), sign, round(min(width * 0.62, height * 0.46)), ink)
        return image
    kit.write(image, (25, 25), letters, 32 if len(letters) == 1 else 28, ink, weight=800)
    put_sign(image, (25, 57), sign, 24, ink)
    if letters in COURT:
        put_sign(image, (width * 0.6, height * 0.42), "crown", round(width * 0.5), ink)
        put_sign(image, (width * 0.6, height * 0.76), sign, round(width * 0.34), ink)
    else:
        put_sign(image, (width * 0.6, height * 0.58), sign, round(width * 0.6), ink)
    return image


@lru_cache(maxsize=64)
def faded(card: str, size: tuple[int, int], ground: Colour) -> Image.Image:
    """The face of a card that can't be chosen, on that ground."""
    plain = Image.new("RGB", size, ground)
    sprite = face(card, size)
    plain.paste(sprite, (0, 0), sprite)
    return Image.blend(Image.new("RGB", size, ground), plain, FADED)


@lru_cache(maxsize=32)
def back(size: tuple[int, int], number: int = 0) -> Image.Image:
    """A card face down, RGBA; with a `number` above 0 that of its place."""
    width, height = size
    image = _blank(size)
    cloth = Image.new("RGB", (width - 10, height - 10), TEAM)
    for step in range(-height, width, 12):
        kit.paint(cloth, [(step, 0), (step + height, height)], kit.mix(INK, TEAM, 0.33), width=2)
    image.paste(cloth, (5, 5), kit.slab(cloth.size, 5))
    kit.dot(image, (width / 2, height / 2), width * 0.32, INK)
    if number:
        kit.write(image, (width / 2, height / 2), str(number), 26, DARK, weight=800)
    else:
        put_sign(image, (width / 2, height / 2), "rouleur", round(width * 0.5), TEAM)
    return image


def _blank(size: tuple[int, int]) -> Image.Image:
    width, height = size
    image = Image.new("RGBA", size, (*DARK, 0))
    image.paste((*GREY, 255), (0, 0), kit.slab(size, 9))
    image.paste((*INK, 255), (1, 1), kit.slab((width - 2, height - 2), 8))
    return image
