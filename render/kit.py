"""Brushes for every board: one palette, the font, smooth shapes, dice and jerseys.

Boards are drawn in RGB from cached sprites and reduced to a fixed palette at the end. The font is Inter (SIL Open Font
License 1.1), which the package fontpkg-inter ships together with its licence.
"""
# pyright: reportUnknownMemberType=false

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from math import ceil
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFont

from render.packing import packed
from render.patterns import PATTERNS

Colour: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]
Stroke: TypeAlias = tuple[tuple[int, int], Image.Image]  # a mask and where its upper left corner lies

WIDTH = 800  # twice the 400 pixels of a phone
LEAST_GLYPH = 22  # 11 pixels on a phone
SMALL_BLOCK = 64 * 64  # pixels that are pasted at once
SMOOTH = 4  # shapes are drawn this many times larger and reduced
FONT = str(files("fontpkg_inter") / "files" / "Inter[opsz,wght].ttf")


def rgb(code: str) -> Colour:
    """The colour of a code like "f2cc3d"."""
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def mix(over: Colour, under: Colour, share: float) -> Colour:
    """`share` (0 to 1) of the one colour and the rest of the other."""
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in zip(over, under, strict=True))
    return red, green, blue


INK = rgb("f4f5f7")
DIM = rgb("98a1b0")
DARK = rgb("14171c")
NIGHT = rgb("1b1f26")  # ground of every board
PANEL = rgb("262c36")
GOLD = rgb("ffd75e")  # whatever waits for an answer
IVORY = rgb("faf6ea")
GREY = rgb("59616e")

# Teams by seat: jersey and second colour of its pattern. They differ in lightness as well as hue, and the pattern and
# the number tell the same, so no one has to tell colours apart.
TEAMS: tuple[tuple[Colour, Colour], ...] = (
    (rgb("c9243f"), rgb("c9243f")),  # plain red
    (rgb("f4f1e8"), rgb("9aa3b2")),  # white with grey hoops
    (rgb("7b3fb5"), rgb("b48be0")),  # violet with lilac checks
    (rgb("20242c"), rgb("e8e4d8")),  # black with a white sash
    (rgb("11706d"), rgb("7fd6c8")),  # teal with light stripes
    (rgb("ee8a2c"), rgb("6b3410")),  # orange with brown shoulders
    (rgb("f3a8c4"), rgb("a83a6c")),  # pink with plum dots
    (rgb("20458f"), rgb("f2cf4b")),  # navy with a yellow cross
    (rgb("b5d334"), rgb("3e5a12")),  # lime with a dark chevron
    (rgb("6cc4ea"), rgb("f7fbff")),  # sky blue, half white
)
TEAM_INK: tuple[Colour, ...] = (INK, DARK, INK, INK, INK, DARK, DARK, INK, DARK, DARK)


def palette(colours: Iterable[Colour], blends: Iterable[tuple[Colour, Colour]], steps: int = 7) -> Image.Image:
    """An image that holds a palette: the colours, and `steps` even shades between each pair of `blends`.

    Raises ValueError for more than 256 different colours.
    """
    shades = dict.fromkeys(colours)
    for over, under in blends:
        shades |= dict.fromkeys(mix(over, under, step / (steps + 1)) for step in range(steps + 2))
    if len(shades) > 256:
        raise ValueError(f"a palette holds 256 colours, not {len(shades)}")
    image = Image.new("P", (1, 1))
    image.putpalette([value for colour in shades for value in colour])
    return image


def png(canvas: Image.Image, colours: Image.Image, *, small: bool = False) -> bytes:
    """The canvas in that palette as a PNG without metadata; `small` for one that is drawn rarely."""
    return packed(canvas.quantize(palette=colours, dither=Image.Dither.NONE), small=small)


def stack(upper: bytes, lower: bytes) -> bytes:
    """One PNG from two of the same width and palette, one below the other."""
    parts = [Image.open(BytesIO(part)) for part in (upper, lower)]
    image = Image.new("P", (parts[0].width, sum(part.height for part in parts)))
    image.putpalette(parts[0].getpalette() or [])
    image.paste(parts[0], (0, 0))
    image.paste(parts[1], (0, parts[0].height))
    return packed(image)


def band(picture: bytes, top: int, height: int) -> bytes:
    """A PNG with at most `height` rows of pixels of another, from `top` on, in its palette."""
    image = Image.open(BytesIO(picture))
    return packed(image.crop((0, top, image.width, min(top + height, image.height))))


# --- shapes and words


def shape(size: tuple[int, int], draw: Callable[[ImageDraw.ImageDraw, int], object]) -> Image.Image:
    """A smooth mask: `draw` gets a larger brush and its scale, and fills with 255."""
    large = Image.new("L", (size[0] * SMOOTH, size[1] * SMOOTH))
    draw(ImageDraw.Draw(large), SMOOTH)
    return large.reduce(SMOOTH)


def paint(
    canvas: Image.Image,
    points: Sequence[Point],
    colour: Colour,
    *,
    width: float = 0,
    closed: bool = False,
    strength: float = 1,
) -> None:
    """Fill a polygon, or with a `width` draw a line through the points with round corners, with smooth edges."""
    corner, mask = stroke(points, width, closed=closed)
    canvas.paste(colour, corner, pale(mask, strength) if strength < 1 else mask)


def pale(mask: Image.Image, strength: float) -> Image.Image:
    """A mask that lets through so much (0 to 1) of what it did."""
    return mask.point([round(value * strength) for value in range(256)])


def stroke(points: Sequence[Point], width: float = 0, *, closed: bool = False) -> Stroke:
    """What `paint` fills."""
    room = int(width) + 2
    left, top = int(min(x for x, _ in points)) - room, int(min(y for _, y in points)) - room
    right, bottom = int(max(x for x, _ in points)) + room, int(max(y for _, y in points)) + room
    line = [*points, points[0], points[1]] if closed else list(points)

    def draw(brush: ImageDraw.ImageDraw, factor: int) -> None:
        large = [((x - left) * factor, (y - top) * factor) for x, y in line]
        if not width:
            brush.polygon(large, fill=255)
            return
        brush.line(large, fill=255, width=round(width * factor), joint="curve")
        radius = width * factor / 2
        for x, y in (large[0], large[-1]):
            brush.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)

    return (left, top), shape((right - left, bottom - top), draw)


def dot(canvas: Image.Image, point: Point, radius: float, colour: Colour, strength: float = 1) -> None:
    """A smooth disc."""
    mask = _disc(radius, strength)
    canvas.paste(colour, (round(point[0] - mask.width / 2), round(point[1] - mask.height / 2)), mask)


@lru_cache(maxsize=128)
def _disc(radius: float, strength: float) -> Image.Image:
    side = int(2 * radius) + 2
    middle = side / 2

    def draw(brush: ImageDraw.ImageDraw, factor: int) -> None:
        box = [(middle - radius) * factor, (middle - radius) * factor, (middle + radius) * factor]
        brush.ellipse((*box, (middle + radius) * factor), fill=round(255 * strength))

    return shape((side, side), draw)


@lru_cache(maxsize=256)
def slab(size: tuple[int, int], radius: float) -> Image.Image:
    """The mask of a rectangle with round corners."""

    def draw(brush: ImageDraw.ImageDraw, factor: int) -> None:
        box = (0, 0, size[0] * factor - 1, size[1] * factor - 1)
        brush.rounded_rectangle(box, radius * factor, fill=255)

    return shape(size, draw)


def block(canvas: Image.Image, box: tuple[int, int, int, int], radius: float, colour: Colour) -> None:
    """A rectangle (left, top, width, height) with round corners."""
    left, top, width, height = box
    side = ceil(radius) + 1
    if min(width, height) <= 2 * side or width * height <= SMALL_BLOCK:
        canvas.paste(colour, (left, top), slab((width, height), radius))
        return
    # only the corners are smooth, so large blocks of any size cost next to nothing
    canvas.paste(colour, (left + side, top, left + width - side, top + height))
    canvas.paste(colour, (left, top + side, left + width, top + height - side))
    right, bottom = left + width - side, top + height - side
    for corner, mask in zip(
        ((left, top), (left, bottom), (right, top), (right, bottom)), _corners(radius), strict=True
    ):
        canvas.paste(colour, corner, mask)


@lru_cache(maxsize=32)
def _corners(radius: float) -> list[Image.Image]:
    """The masks of the round corners: the upper and the lower one on the left, then on the right."""
    side = ceil(radius) + 1
    slab_of_corners = slab((2 * side, 2 * side), radius)
    return [slab_of_corners.crop((x, y, x + side, y + side)) for x in (0, side) for y in (0, side)]


@cache
def font(size: int, weight: int, times: int = 1) -> ImageFont.FreeTypeFont:
    """Inter in that size and weight, scaled by `times`; its optical size is that at which it is read."""
    if size < LEAST_GLYPH:
        raise ValueError(f"{size} pixels can't be read on a phone, {LEAST_GLYPH} are the least")
    face = ImageFont.truetype(FONT, size * times)
    face.set_variation_by_axes([min(max(size, 14), 32), weight])
    return face


@lru_cache(maxsize=512)
def letters(text: str, size: int, weight: int) -> Image.Image:
    """The mask of a text; its height is that of the capitals, so that it can be centred by eye."""
    face = font(size, weight)
    left, top, right, bottom = face.getbbox(text, anchor="ls")
    height = max(-face.getbbox("H", anchor="ls")[1], -top)
    mask = Image.new("L", (int(right - left) + 2, int(height + max(bottom, 0)) + 1))
    ImageDraw.Draw(mask).text((1 - left, height), text, fill=255, font=face, anchor="ls")
    return mask


def write(
    canvas: Image.Image, point: Point, text: str, size: int, colour: Colour, *, weight: int = 600, anchor: str = "m"
) -> int:
    """A text with its middle line at `point`; `anchor` is the end placed there: "l", "m" or "r". Returns its width."""
    mask = letters(text, size, weight)
    left = point[0] - {"l": 0, "m": mask.width / 2, "r": mask.width}[anchor]
    canvas.paste(colour, (round(left), round(point[1] - mask.height / 2)), mask)
    return mask.width


# --- things of every game

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def put(canvas: Image.Image, point: Point, sprite: Image.Image) -> None:
    """Paste a sprite by its centre."""
    canvas.paste(sprite, (round(point[0] - sprite.width / 2), round(point[1] - sprite.height / 2)), sprite)


@lru_cache(maxsize=64)
def die(pips: int, size: int, face: Colour = IVORY, ink: Colour = DARK) -> Image.Image:
    """A die as RGBA; 0 pips for one that hasn't been rolled."""
    image = Image.new("RGBA", (size, size), (*face, 0))
    image.paste((*mix(DARK, face, 0.35), 255), (0, 0), slab((size, size), size * 0.22))
    image.paste((*face, 255), (0, 0), slab((size, size - 3), size * 0.2))
    for x, y in PIPS.get(pips, ()):
        mask = _disc(size * 0.095, 1)
        middle = size / 2, size / 2 - 1.5
        corner = (middle[0] + x * size * 0.25 - mask.width / 2, middle[1] + y * size * 0.25 - mask.height / 2)
        image.paste((*ink, 255), (round(corner[0]), round(corner[1])), mask)
    return image


@lru_cache(maxsize=64)
def cloth(team: int, size: tuple[int, int]) -> Image.Image:
    """A piece of a team's jersey with its pattern, from plain to halves."""
    colour, second = TEAMS[team]
    width, height = size
    image = Image.new("RGB", size, colour)
    if pattern := PATTERNS[team]:
        image.paste(second, (0, 0), shape(size, lambda brush, factor: pattern(brush, width, height, factor)))
    return image


@lru_cache(maxsize=128)
def jersey(team: int, size: int, number: bool = True) -> Image.Image:
    """A team's jersey as RGBA, with its number, from 1."""
    image = Image.new("RGBA", (size, size), (*DARK, 0))
    outline = [(0.3, 0.06), (0.7, 0.06), (0.98, 0.24), (0.88, 0.48), (0.77, 0.43), (0.77, 0.96), (0.23, 0.96)]
    outline += [(0.23, 0.43), (0.12, 0.48), (0.02, 0.24)]

    def scaled_up(brush: ImageDraw.ImageDraw, factor: int) -> None:
        brush.polygon([(x * size * factor, y * size * factor) for x, y in outline], fill=255)

    mask = shape((size, size), scaled_up)
    image.paste((*INK, 255), (0, 0), mask)
    inner = mask.resize((size - 4, size - 4))
    image.paste(cloth(team, (size - 4, size - 4)), (2, 2), inner)
    if number:
        numbered(image, (size / 2, size * 0.56), team)
    return image


def numbered(image: Image.Image, point: Point, team: int, size: int = LEAST_GLYPH) -> None:
    """The team's number on its cloth, on a small plate of the jersey's colour so that the pattern doesn't cross it."""
    plate = slab((18 if team < 9 else 30, 24), 6)
    image.paste((*TEAMS[team][0], 255), (round(point[0] - plate.width / 2), round(point[1] - 12)), plate)
    write(image, point, str(team + 1), size, TEAM_INK[team], weight=800)
