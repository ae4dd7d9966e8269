"""People of careers: a rider on the bike, and riders who stand on a podium in their jerseys."""

from dataclasses import replace
from functools import lru_cache

from PIL import Image

from render import cyclist, kit
from render.career.colours import LEAF, PETAL, STEPS
from render.career.signs import mask
from render.cyclist import SHORTS, face, helmet, rider, smile
from render.kit import DARK, INK, TEAMS, Colour
from render.pen import Pen, cut_out
from render.style import Dress

PODIUM = (100, 150)  # units of a figure that stands
TRUNK = (34, 64, 66, 104)  # left, top, right, bottom


def _dressed(team: int) -> cyclist.Rider:
    colour, second = TEAMS[team]
    second = second if second != colour else INK
    return cyclist.Rider(colour, second, second)


@lru_cache(maxsize=16)
def cyclist_of(team: int, width: int) -> Image.Image:
    """A cyclist in the team's colours riding to the right, RGBA."""
    man = _dressed(team)

    def draw(pen: Pen) -> None:
        rider(pen, man)
        smile(pen, man)

    return cut_out((width, round(width * 0.95)), (8, 8), 86, draw)


def team_dress(team: int) -> Dress:
    """The jersey of a team."""
    man = _dressed(team)
    return Dress(man.jersey, man.helmet, lambda size: kit.cloth(team, size))


@lru_cache(maxsize=32)
def on_podium(team: int, rank: int, height: int) -> Image.Image:
    """A rider of a team who stands on the podium, RGBA."""
    return standing(team_dress(team), rank, height)


def standing(dress: Dress, rank: int, height: int) -> Image.Image:
    """A rider on the podium, RGBA; the winner lifts the cup, the others wear a medal and flowers."""
    scale = height / PODIUM[1]
    size = round(PODIUM[0] * scale), height
    man = cyclist.Rider(dress.jersey, dress.helmet, dress.helmet)
    image = cut_out(size, (0, 0), PODIUM[0], lambda pen: _standing(pen, man, winner=rank == 1))
    left, top, right, bottom = (round(value * scale) for value in TRUNK)
    piece = (right - left, bottom - top)
    image.paste(dress.cloth(piece).convert("RGBA"), (left, top), kit.slab(piece, 7 * scale))
    if rank == 1:
        cup = mask("wins", round(44 * scale))
        image.paste((*STEPS[1], 255), (round(28 * scale), round(-2 * scale)), cup)
    else:
        _medal(image, STEPS[rank], scale)
    return image


def _standing(pen: Pen, man: cyclist.Rider, *, winner: bool) -> None:
    """Legs, jersey, arms and head of a person looking to the right."""
    for hip, foot in ((43, 40), (57, 60)):
        pen.line([(hip, 100), (foot, 138)], 9, man.skin)
        pen.line([(hip, 100), (hip + (foot - hip) * 0.5, 119)], 12, SHORTS, edge=1)
        pen.line([(foot - 1, 142), (foot + 6, 143)], 6, INK, edge=1.2)
    pen.shape([(34, 66), (66, 66), (66, 104), (34, 104)], man.jersey, edge=3)
    hands = ((30, 36), (70, 36)) if winner else ((22, 96), (84, 44))
    for shoulder, hand in zip(((34, 70), (66, 70)), hands, strict=True):
        elbow = (shoulder[0] + (-10 if shoulder[0] < 50 else 10), (shoulder[1] + hand[1]) / 2 + 4)
        pen.line([shoulder, elbow, hand], 7, man.skin)
        pen.line([shoulder, ((shoulder[0] + elbow[0]) / 2, (shoulder[1] + elbow[1]) / 2)], 9, man.jersey, edge=1)
        pen.disc(*hand, 4.4, man.skin, edge=1)
    if not winner:
        _flowers(pen, 84, 40)
    head = replace(man, head=(50, 50), head_size=16)
    face(pen, head)
    smile(pen, head, wide=True)
    helmet(pen, head)


def _flowers(pen: Pen, x: float, y: float) -> None:
    pen.shape([(x - 7, y - 8), (x + 9, y - 6), (x + 1, y + 8)], LEAF, edge=1)
    for dx, dy in ((-6, -12), (2, -16), (10, -10), (1, -8)):
        pen.disc(x + dx, y + dy, 4.2, PETAL, edge=1)
        pen.disc(x + dx, y + dy, 1.4, STEPS[1], edge=0)


def _medal(image: Image.Image, colour: Colour, scale: float) -> None:
    kit.paint(image, [(x * scale, y * scale) for x, y in ((42, 66), (50, 84), (58, 66))], INK, width=2.4 * scale)
    for radius, ink in ((7, DARK), (5.6, colour)):
        kit.dot(image, (50 * scale, 88 * scale), radius * scale, ink)
