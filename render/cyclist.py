"""Riders on their bikes: a skeleton of joints that every game bends and dresses in its own way."""

from dataclasses import dataclass

from render.kit import DARK, INK, Colour, Point, mix, rgb
from render.pen import Pen, arc

SKIN = rgb("f2b98a")
BLUSH = rgb("e2865f")
STEEL = rgb("b9c2cd")
TYRE = rgb("2b3038")
SHORTS = rgb("2c3a52")

REAR: Point = (26, 74)
FRONT: Point = (75, 74)
WHEEL = 12.5
CRANK: Point = (48, 75)
SADDLE: Point = (38, 57)
HEADSET: Point = (69, 57)


@dataclass(frozen=True, slots=True)
class Rider:
    """Joints in units of a picture 100 wide, riding to the right, and what the rider wears."""

    jersey: Colour
    helmet: Colour
    frame: Colour
    hip: Point = (39, 53)
    shoulder: Point = (56, 42)
    head: Point = (66, 27)
    elbow: Point = (64, 52)
    hand: Point = (74, 55)
    skin: Colour = SKIN
    sleeve: Colour | None = None
    glasses: Colour | None = DARK
    head_size: float = 15


def bike(pen: Pen, frame: Colour, *, disc_wheel: bool = False) -> None:
    """Wheels, frame, saddle and bars."""
    for x, y in (REAR, FRONT):
        if disc_wheel and x == REAR[0]:
            pen.disc(x, y, WHEEL, TYRE, edge=0.6)
            pen.disc(x, y, WHEEL - 3, frame, edge=0)
            pen.disc(x, y, 2, INK, edge=0.6)
            continue
        pen.ring(x, y, WHEEL + 0.6, 3.2, TYRE)
        for dx, dy in ((9.6, 0), (4.8, 8.3), (-4.8, 8.3)):
            pen.line([(x - dx, y - dy), (x + dx, y + dy)], 0.7, STEEL, edge=0)
        pen.disc(x, y, 1.6, STEEL, edge=0.8)
    tubes = [[REAR, CRANK, HEADSET], [REAR, (41, 63), HEADSET], [SADDLE, CRANK], [HEADSET, FRONT]]
    for edge, ink in ((1.2, DARK), (0.0, frame)):
        for tube in tubes:
            pen.line(tube, 2.6 + 2 * edge, ink, edge=0)
    pen.line([(33, 56), (42, 56)], 2.4, TYRE, edge=0.6)
    pen.line([HEADSET, (70, 53), (76, 54)], 2.2, TYRE, edge=0.4)
    pen.disc(*CRANK, 3, STEEL, edge=1)


def _leg(pen: Pen, hip: Point, knee: Point, foot: Point, skin: Colour) -> None:
    pen.line([hip, knee, foot], 6.5, skin)
    thigh = (hip[0] + (knee[0] - hip[0]) * 0.75, hip[1] + (knee[1] - hip[1]) * 0.75)
    pen.line([hip, thigh], 8.5, SHORTS, edge=1)
    pen.line([(foot[0] - 1, foot[1] + 1.5), (foot[0] + 5, foot[1] + 2)], 4.2, INK, edge=1.2)


def behind(pen: Pen, rider: Rider, *, disc_wheel: bool = False) -> None:
    """What the body partly hides: the far leg and arm, and the bike."""
    far = mix(DARK, rider.skin, 0.28)
    _leg(pen, rider.hip, (55, 57), (45, 66), far)
    pen.line([(rider.shoulder[0] + 2, rider.shoulder[1] + 1), (rider.elbow[0] + 3, rider.elbow[1] - 1)], 6, far)
    bike(pen, rider.frame, disc_wheel=disc_wheel)


def trunk(pen: Pen, rider: Rider) -> None:
    """Back and belly in the jersey."""
    pen.line([rider.hip, rider.shoulder], 15, rider.jersey)


def limbs(pen: Pen, rider: Rider) -> None:
    """The near leg and arm."""
    _leg(pen, (rider.hip[0] + 1, rider.hip[1] + 2), (58, 66), (51, 78), rider.skin)
    pen.line([rider.shoulder, rider.elbow, rider.hand], 6, rider.skin)
    sleeve = [rider.shoulder, _towards(rider.shoulder, rider.elbow, 0.65)]
    pen.line(sleeve, 8, rider.sleeve or rider.jersey, edge=1)
    pen.disc(*rider.hand, 3.4, TYRE, edge=0.6)


def _towards(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def face(pen: Pen, rider: Rider) -> None:
    """Head without helmet: nose, cheek, and glasses or an eye."""
    (x, y), r = rider.head, rider.head_size
    pen.disc(x, y, r, rider.skin)
    pen.disc(x + r * 0.97, y + r * 0.2, r * 0.19, rider.skin)
    pen.disc(x + r * 0.78, y + r * 0.22, r * 0.22, rider.skin, edge=0)
    pen.disc(x + r * 0.3, y + r * 0.48, r * 0.17, mix(BLUSH, rider.skin, 0.6), edge=0)
    if rider.glasses is not None:
        pen.line([(x + r * 0.22, y + r * 0.02), (x + r * 0.86, y)], r * 0.44, rider.glasses, edge=1)
        pen.line([(x - r * 0.7, y - r * 0.05), (x + r * 0.2, y)], r * 0.12, DARK, edge=0)
        pen.line([(x + r * 0.3, y - r * 0.1), (x + r * 0.45, y - r * 0.1)], r * 0.12, INK, edge=0)


def helmet(pen: Pen, rider: Rider) -> None:
    """A road helmet with vents."""
    (x, y), r = rider.head, rider.head_size
    pen.line([(x - r * 0.45, y), (x - r * 0.15, y + r * 0.85)], r * 0.09, DARK, edge=0)
    shell = arc((x - r * 0.04, y - r * 0.12), (r * 1.14, r), 176, 364)
    pen.shape([*shell, (x + r * 0.5, y - r * 0.32), (x - r * 0.6, y - r * 0.1)], rider.helmet)
    vent = mix(DARK, rider.helmet, 0.6)
    for shift, top in ((-0.55, 0.62), (0.0, 0.8), (0.52, 0.7)):
        start = (x + r * (shift - 0.1), y - r * (top - 0.28))
        pen.line([start, (x + r * (shift + 0.22), y - r * top)], r * 0.16, vent, edge=0)


def rider(pen: Pen, man: Rider) -> None:
    """The whole rider on the bike."""
    behind(pen, man)
    trunk(pen, man)
    face(pen, man)
    helmet(pen, man)
    limbs(pen, man)


def smile(pen: Pen, rider: Rider, *, wide: bool = False) -> None:
    """A contented mouth, or (`wide`) one that shows its teeth."""
    (x, y), r = rider.head, rider.head_size
    if wide:
        pen.line([(x + r * 0.4, y + r * 0.58), (x + r * 0.76, y + r * 0.52)], r * 0.22, INK, edge=1)
        return
    pen.line(arc((x + r * 0.56, y + r * 0.42), (r * 0.26, r * 0.24), 20, 140), r * 0.1, DARK, edge=0)


def eye(pen: Pen, rider: Rider, size: float = 0.26) -> None:
    """A round eye looking ahead."""
    (x, y), r = rider.head, rider.head_size
    pen.disc(x + r * 0.5, y + r * 0.08, r * size, INK, edge=1)
    pen.disc(x + r * 0.6, y + r * 0.08, r * size * 0.5, DARK, edge=0)


def bottle(pen: Pen, x: float, y: float, colour: Colour) -> None:
    """A standing drinking bottle."""
    pen.line([(x, y), (x, y - 5)], 5, colour, edge=1.1)
    pen.line([(x, y - 8.6), (x, y - 9.4)], 2, INK, edge=0.9)
