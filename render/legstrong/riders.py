"""Pictures of riders: a race number in the team's colours, and a cyclist on the road."""

from functools import lru_cache

from PIL import Image

from engines.legstrong import Rider
from render import cyclist, kit
from render.cyclist import rider
from render.kit import DARK, INK, TEAM_INK, TEAMS
from render.legstrong.signs import put_sign
from render.pen import cut_out

BIB = (40, 28)
PLATE = (70, 30)  # number and type
FIGURE = (70, 56)
SIGN = 22


@lru_cache(maxsize=256)
def bib(team: int, number: int, edge: kit.Colour = DARK) -> Image.Image:
    """A race number on the team's colours, RGBA."""
    return _plate(team, number, "", BIB, edge)


def plate(rider: Rider, edge: kit.Colour = DARK) -> Image.Image:
    """The rider's number and the sign of their type, RGBA."""
    return _plate(rider.team, rider.number, rider.type, PLATE, edge)


@lru_cache(maxsize=512)
def _plate(team: int, number: int, kind: str, size: tuple[int, int], edge: kit.Colour) -> Image.Image:
    width, height = size
    image = Image.new("RGBA", size, (*DARK, 0))
    image.paste((*edge, 255), (0, 0), kit.slab(size, 8))
    cloth = Image.new("RGB", (width - 4, height - 4), TEAMS[team][0])
    # a strip of the pattern: with the number it tells teams apart without their colours
    cloth.paste(kit.cloth(team, (width - 4, 60)).crop((0, 0, width - 4, 5)), (0, height - 9))
    cloth.paste(TEAMS[team][1], (0, height - 9, width - 4, height - 4))
    ink = TEAM_INK[team]
    middle = (width - 4) / 2 if not kind else 17
    kit.write(cloth, (middle, (height - 9) / 2 + 1), str(number), 22, ink, weight=800)
    image.paste(cloth, (2, 2), kit.slab((width - 4, height - 4), 6))
    if kind:
        image.paste((*INK, 255), (width - 34, 2), kit.slab((32, height - 4), 6))
        put_sign(image, (width - 18, height / 2), kind, SIGN, DARK)
    return image


@lru_cache(maxsize=64)
def figure(team: int, size: tuple[int, int] = FIGURE, low: bool = False) -> Image.Image:
    """A cyclist in the team's colours, RGBA; `low` for a sprinting one."""
    colour, second = TEAMS[team]
    frame = second if second != colour else INK
    man = cyclist.Rider(colour, second if second != colour else INK, frame)
    if low:
        man = cyclist.Rider(
            colour, man.helmet, frame, hip=(40, 50), shoulder=(60, 47), head=(74, 37), elbow=(67, 58), hand=(76, 60)
        )
    return cut_out(size, (8, 8), 86, lambda pen: rider(pen, man))
