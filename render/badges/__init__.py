"""Badges as players see them: a name, what it is given for, and a medal.

A medal tells its game, or that it is for puzzles or cups, by its outline and its deed by its sign; the colour of the
rim only says the same again.
"""

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from db.career_rows import CUP_BADGES, PUZZLE_BADGES
from engines import EXTRAS
from render import kit
from render.badges.signs import Brush, Draw, sign
from render.kit import DARK, IVORY, Colour, rgb
from render.words import Say

__all__ = [
    "BLENDS",
    "COLOURS",
    "CUPS",
    "FAMILIES",
    "LEAST_MEDAL",
    "PUZZLES",
    "definition",
    "medal",
    "name",
    "outline",
    "rim",
]

LEAST_MEDAL = 44  # pixels of a picture that is 800 wide: its sign is then as large as the smallest letters
SHARE = 0.54  # of a medal's width that its sign takes
RIM = 0.07


def _disc(brush: Brush) -> None:
    brush.disc(50, 50, 50)


def _shield(brush: Brush) -> None:
    brush.bar(4, 0, 96, 60, 10)
    brush.shape([(4, 50), (96, 50), (91, 70), (75, 88), (50, 100), (25, 88), (9, 70)])


def _hexagon(brush: Brush) -> None:
    brush.shape([(50 + 50 * cos(corner * pi / 3), 50 + 50 * sin(corner * pi / 3)) for corner in range(6)])


def _chainring(brush: Brush) -> None:
    brush.disc(50, 50, 44)
    for tooth in range(16):
        brush.disc(50 + 43 * cos(tooth * pi / 8), 50 + 43 * sin(tooth * pi / 8), 7)


def _tile(brush: Brush) -> None:
    brush.bar(5, 5, 95, 95, 16)


def _octagon(brush: Brush) -> None:
    brush.shape([(30, 1), (70, 1), (99, 30), (99, 70), (70, 99), (30, 99), (1, 70), (1, 30)])


PUZZLES, CUPS = "puzzles", "cups"  # the families of badges that belong to no game
OUTLINES: dict[str, tuple[Draw, Colour]] = {
    "pistard": (_disc, rgb("d9a520")),
    "superechelon": (_shield, rgb("2f6fc4")),
    "schlangennest": (_hexagon, rgb("2c8a5b")),
    "legstrong": (_chainring, rgb("c9243f")),
    PUZZLES: (_tile, rgb("8a55c8")),
    CUPS: (_octagon, rgb("c2591b")),
}
# ids by what they are for: a game, puzzles, or cups
FAMILIES: dict[str, tuple[str, ...]] = {
    **{game: tuple(badge.id for badge in extras.badges) for game, extras in EXTRAS.items() if extras.badges},
    PUZZLES: tuple(PUZZLE_BADGES),
    CUPS: tuple(CUP_BADGES),
}
FAMILY_OF = {badge: family for family, badges in FAMILIES.items() for badge in badges}
# what a palette must hold for medals
RIMS: tuple[Colour, ...] = tuple(rim for _, rim in OUTLINES.values())
COLOURS: tuple[Colour, ...] = (DARK, IVORY, *RIMS)
BLENDS: tuple[tuple[Colour, Colour], ...] = (
    (DARK, IVORY),
    *((rim, ground) for rim in RIMS for ground in (DARK, IVORY)),
)


def name(badge_id: str, say: Say) -> str:
    """What the badge is called; KeyError for an unknown one."""
    return say(f"badge.{badge_id}.name")


def definition(badge_id: str, say: Say) -> str:
    """What it is given for, in one sentence; KeyError for an unknown badge."""
    return say(f"badge.{badge_id}.definition")


def rim(game: str) -> Colour | None:
    """The colour of a game's medals; None for a game without badges."""
    return OUTLINES[game][1] if game in OUTLINES else None


def outline(game: str, side: int) -> Image.Image:
    """The shape of a game's medals as a mask; a disc for a game without badges."""
    return _outline(OUTLINES[game][0] if game in OUTLINES else _disc, side)


@lru_cache(maxsize=128)
def medal(badge_id: str, size: int) -> Image.Image:
    """The badge's medal as RGBA, `size` pixels wide and high.

    Raises ValueError below LEAST_MEDAL, KeyError for an unknown badge.
    """
    if size < LEAST_MEDAL:
        raise ValueError(f"a medal of {size} pixels can't be read on a phone, {LEAST_MEDAL} are the least")
    draw, rim = OUTLINES[FAMILY_OF[badge_id]]
    image = Image.new("RGBA", (size, size), (*DARK, 0))
    for inset, colour in ((0, DARK), (2, rim), (round(size * RIM) + 2, IVORY)):
        side = size - 2 * inset
        image.paste((*colour, 255), (inset, inset), _outline(draw, side))
    width = round(size * SHARE)
    at = (size - width) // 2
    image.paste((*DARK, 255), (at, at), sign(badge_id, width))
    return image


def _outline(draw: Draw, side: int) -> Image.Image:
    return kit.shape((side, side), lambda large, factor: draw(Brush(large, factor * side / 100)))
