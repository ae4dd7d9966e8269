"""Badges as players see them: a name, what it is given for, and a medal.

A medal tells its game, or that it is for puzzles or cups, by its outline and its deed by its sign; the colour of the
rim only says the same again.
"""

from functools import lru_cache

from PIL import Image

from render import RENDERERS, kit
from render.badges.signs import CUP_MEDALS, PUZZLE_MEDALS
from render.brush import Brush, Draw, whole_disc
from render.kit import DARK, IVORY, Colour
from render.style import Medals
from render.words import Say

__all__ = [
    "BLENDS",
    "COLOURS",
    "CUPS",
    "FAMILIES",
    "LEAST_MEDAL",
    "MEDALS",
    "PUZZLES",
    "definition",
    "medal",
    "name",
    "outline",
    "rim",
    "sign",
]

LEAST_MEDAL = 44  # pixels of a picture that is 800 wide: its sign is then as large as the smallest letters
SHARE = 0.54  # of a medal's width that its sign takes
RIM = 0.07


PUZZLES, CUPS = "puzzles", "cups"  # the families of badges that belong to no game
MEDALS: dict[str, Medals] = {
    **{game: renderer.STYLE.medals for game, renderer in RENDERERS.items() if renderer.STYLE.medals},
    PUZZLES: PUZZLE_MEDALS,
    CUPS: CUP_MEDALS,
}
# ids by what they are for: a game, puzzles, or cups
FAMILIES: dict[str, tuple[str, ...]] = {family: tuple(medals.signs) for family, medals in MEDALS.items()}
FAMILY_OF = {badge: family for family, badges in FAMILIES.items() for badge in badges}
# what a palette must hold for medals
RIMS: tuple[Colour, ...] = tuple(medals.rim for medals in MEDALS.values())
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
    return MEDALS[game].rim if game in MEDALS else None


def outline(game: str, side: int) -> Image.Image:
    """The shape of a game's medals as a mask; a disc for a game without badges."""
    return _mask(MEDALS[game].outline if game in MEDALS else whole_disc, side)


@lru_cache(maxsize=128)
def medal(badge_id: str, size: int) -> Image.Image:
    """The badge's medal as RGBA, `size` pixels wide and high.

    Raises ValueError below LEAST_MEDAL, KeyError for an unknown badge.
    """
    if size < LEAST_MEDAL:
        raise ValueError(f"a medal of {size} pixels can't be read on a phone, {LEAST_MEDAL} are the least")
    medals = MEDALS[FAMILY_OF[badge_id]]
    image = Image.new("RGBA", (size, size), (*DARK, 0))
    for inset, colour in ((0, DARK), (2, medals.rim), (round(size * RIM) + 2, IVORY)):
        side = size - 2 * inset
        image.paste((*colour, 255), (inset, inset), _mask(medals.outline, side))
    width = round(size * SHARE)
    edge = (size - width) // 2
    image.paste((*DARK, 255), (edge, edge), sign(badge_id, width))
    return image


@lru_cache(maxsize=128)
def sign(badge_id: str, size: int) -> Image.Image:
    """The mask of a badge's sign, `size` pixels wide; each is a shape of its own, so that none is known by colour."""
    return _mask(MEDALS[FAMILY_OF[badge_id]].signs[badge_id], size)


def _mask(draw: Draw, side: int) -> Image.Image:
    return kit.shape((side, side), lambda large, factor: draw(Brush(large, factor * side / 100)))
