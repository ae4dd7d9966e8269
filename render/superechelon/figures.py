"""The nine figures of SuperEchelon's cards, drawn by ourselves."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from PIL import Image

from render.cyclist import Rider, behind, bottle, eye, face, helmet, limbs, smile, trunk
from render.kit import DARK, INK, Colour, Point
from render.pen import Pen, arc
from render.superechelon import colours as c

GROUND = 87.0  # units: where wheels stand
WIDE = 100.0


def _hill(pen: Pen, points: list[Point], colour: Colour) -> None:
    """A flat shape down to the lower edge of the picture."""
    pen.shape([*points, (130, 130), (-30, 130)], colour, edge=0)


def _climber(pen: Pen) -> None:
    """Out of the saddle, light as a feather, on a slope under snowy peaks; red dots on white."""
    _hill(pen, [(-30, 60), (8, 22), (30, 50), (62, 8), (100, 56), (130, 40)], c.ROCK)
    pen.shape([(62, 8), (52, 21), (58, 19), (63, 25), (68, 18), (74, 23)], INK, edge=0)
    pen.shape([(8, 22), (-2, 32), (4, 31), (9, 37), (13, 31), (17, 33)], INK, edge=0)
    pen.tilt(14, (50, 82))
    _hill(pen, [(-40, GROUND), (140, GROUND)], c.PINE)
    pen.line([(-40, GROUND + 1.5), (140, GROUND + 1.5)], 3, c.ASPHALT, edge=0)
    rider = Rider(INK, c.RED, c.RED, hip=(43, 49), shoulder=(59, 40), head=(67, 24), elbow=(69, 49), sleeve=c.RED)
    behind(pen, rider)
    trunk(pen, rider)
    for x, y in ((41, 47), (47, 51), (49, 43), (54, 47), (56, 37), (44, 53.5), (60, 43)):
        pen.disc(x, y, 1.9, c.RED, edge=0)
    limbs(pen, rider)
    face(pen, rider)
    smile(pen, rider)
    helmet(pen, rider)


def _specialist(pen: Pen) -> None:
    """Moustache and mud, with a belfry behind and cobbles under the wheels."""
    _hill(pen, [(-30, 66), (30, 60), (70, 64), (130, 58)], c.MEADOW)
    pen.shape([(9, 66), (9, 34), (15, 20), (21, 34), (21, 66)], c.BLUSH, edge=1)
    pen.disc(15, 41, 3.4, INK, edge=1)
    pen.line([(15, 41), (15, 39)], 1, DARK, edge=0)
    pen.shape([(21, 66), (21, 50), (34, 50), (34, 66)], c.ORANGE, edge=1)
    _hill(pen, [(-30, GROUND - 4), (130, GROUND - 4)], c.RIDGE)
    for row, y in enumerate((GROUND - 1, GROUND + 5)):
        for x in range(-6 + row % 2 * 6, 112, 12):
            pen.line([(x, y), (x + 5, y)], 4, c.STORM if (x + row) % 5 else c.STEEL, edge=0.9)
    rider = Rider(c.NAVY, c.AMBER, c.AMBER, shoulder=(57, 40), head=(67, 25), sleeve=c.AMBER, head_size=15.5)
    behind(pen, rider)
    trunk(pen, rider)
    pen.line([(44, 55), (62, 44)], 3, c.AMBER, edge=0)
    limbs(pen, rider)
    face(pen, rider)
    x, y = rider.head
    pen.line([(x + 4, y + 8.5), (x + 9, y + 6.2), (x + 15, y + 8)], 2.6, c.MUD, edge=0.9)
    helmet(pen, rider)
    for x, y, r in (
        (40, 50, 2),
        (47, 57, 1.5),
        (52, 38, 1.7),
        (60, 31, 1.5),
        (58, 63, 1.6),
        (63, 16, 1.6),
        (33, 60, 1.3),
    ):
        pen.disc(x, y, r, c.MUD, edge=0)


def _sprinter(pen: Pen) -> None:
    """Elbows out, teeth clenched, a flash on the green jersey; the line is near."""
    _hill(pen, [(-30, 58), (130, 58)], c.AMBER)
    for row in range(4):
        for column in range(3):
            ink = DARK if (row + column) % 2 else INK
            x, y = 82 + column * 6, 12 + row * 6
            pen.shape([(x, y), (x + 6, y), (x + 6, y + 6), (x, y + 6)], ink, edge=0)
    pen.line([(82, 12), (82, 60)], 1.6, INK, edge=1)
    _hill(pen, [(-30, GROUND - 6), (130, GROUND - 6)], c.ASPHALT)
    for y, left, right in ((24, 4, 30), (38, -2, 20), (50, 2, 16), (64, -4, 8)):
        pen.line([(left, y), (right, y)], 2.4, INK, edge=0)
    rider = Rider(
        c.GREEN, c.GREEN, c.LIME, hip=(38, 50), shoulder=(59, 46), head=(71, 34), elbow=(66, 60), hand=(78, 58)
    )
    behind(pen, rider)
    trunk(pen, rider)
    pen.shape([(50, 41), (40, 49), (46, 49.5), (43, 56), (54, 47.5), (48, 47)], c.SUN, edge=0.7)
    limbs(pen, rider)
    face(pen, rider)
    smile(pen, rider, wide=True)
    helmet(pen, rider)


def _trialist(pen: Pen) -> None:
    """Flat as an arrow behind a visor, with a drop-shaped helmet and a disc wheel; the clock runs."""
    _hill(pen, [(-30, 62), (20, 56), (60, 62), (130, 54)], c.VIOLET)
    pen.line([(14, 34), (14, 31)], 4, c.STEEL, edge=1)
    pen.disc(14, 47, 11, INK, edge=1.6)
    pen.line([(14, 47), (14, 40)], 2, DARK, edge=0)
    pen.line([(14, 47), (18, 50)], 2, c.RED, edge=0)
    _hill(pen, [(-30, GROUND - 5), (130, GROUND - 5)], c.ASPHALT)
    rider = Rider(
        c.VIOLET, INK, INK, hip=(37, 49), shoulder=(59, 46), head=(71, 34), elbow=(68, 56), hand=(85, 53), glasses=None
    )
    behind(pen, rider, disc_wheel=True)
    pen.line([(69, 56), (86, 55)], 2.4, c.TYRE, edge=0.5)
    trunk(pen, rider)
    pen.line([(40, 44), (58, 41)], 2.4, INK, edge=0)
    limbs(pen, replace(rider, sleeve=c.VIOLET))
    face(pen, rider)
    (x, y), r = rider.head, rider.head_size
    drop = [*arc((x, y - 3), (r * 1.1, r * 0.92), 210, 368), (x + 4, y - 2), (x - 12, y + 3), (x - 33, y - 3)]
    pen.shape(drop, INK)
    pen.line([(x - 26, y - 4), (x - 8, y - 10), (x + 6, y - 13)], 2.6, c.VIOLET, edge=0)
    pen.shape([*arc((x + 4, y + 1), (r * 0.84, r * 0.5), -60, 70), (x + 2, y + 3), (x + 2, y - 3)], c.DUSK, edge=1)
    pen.line([(x + 9, y - 3), (x + 13, y - 2)], 1.7, c.LILAC, edge=0)
    smile(pen, replace(rider, head=(x, y + 2.5)))


def _super(pen: Pen) -> None:
    """A helper with a cape who carries bottles for all."""
    for x, y, r in ((84, 18, 8), (93, 21, 6), (75, 21, 6)):
        pen.disc(x, y, r, INK, edge=0)
    _hill(pen, [(-30, 70), (30, 62), (80, 70), (130, 60)], c.GRASS)
    _hill(pen, [(-30, GROUND - 5), (130, GROUND - 5)], c.ASPHALT)
    rider = Rider(c.BLUE, c.BLUE, c.SUN, sleeve=c.BLUE, glasses=c.RED)
    behind(pen, rider)
    trunk(pen, rider)
    cape = [(53, 35), (40, 30), (24, 33), (8, 28), (13, 38), (3, 45), (22, 51), (38, 46), (55, 43)]
    pen.shape(cape, c.RED)
    pen.line([(48, 37), (30, 40), (14, 40)], 1.4, c.GC, edge=0)
    for x, y, colour in ((29, 53, INK), (35, 50, c.LIME)):
        bottle(pen, x, y, colour)
    pen.disc(55, 46, 4.2, c.SUN, edge=0.9)
    limbs(pen, rider)
    bottle(pen, 79, 52, c.SUN)
    face(pen, rider)
    smile(pen, rider)
    helmet(pen, rider)


def _gregario(pen: Pen) -> None:
    """Works for others: a bottle in hand, pockets full, sweat on the brow."""
    _hill(pen, [(-30, 64), (26, 68), (70, 60), (130, 66)], c.SAND)
    _hill(pen, [(-30, GROUND - 5), (130, GROUND - 5)], c.ASPHALT)
    rider = Rider(c.STEEL, INK, c.ORANGE, skin=c.BROWN_SKIN, sleeve=c.ORANGE, hand=(75, 50), elbow=(66, 54))
    behind(pen, rider)
    bottle(pen, 33, 48, c.ORANGE)
    trunk(pen, rider)
    pen.line([(46, 55), (58, 47)], 3, c.ORANGE, edge=0)
    limbs(pen, rider)
    bottle(pen, 78, 51, c.LIME)
    face(pen, rider)
    x, y = rider.head
    pen.line([(x + 6, y + 9), (x + 11, y + 8.6)], 1.6, DARK, edge=0)
    helmet(pen, rider)
    for dx, dy in ((-19, -4), (-23, 3), (-18, 8)):
        pen.disc(x + dx, y + dy, 1.7, c.SKY, edge=0.9)


def _debutant(pen: Pen) -> None:
    """All eyes, under a helmet that is too large, and with stabilisers."""
    pen.disc(86, 16, 9, c.SUN, edge=0)
    _hill(pen, [(-30, 66), (30, 58), (80, 68), (130, 62)], c.GRASS)
    for x in (8, 18, 92):
        pen.line([(x, 76), (x, 71)], 1.2, c.PINE, edge=0)
        pen.disc(x, 70, 2.2, c.ROSE if x % 3 else INK, edge=0)
    _hill(pen, [(-30, GROUND - 3), (130, GROUND - 3)], c.ASPHALT)
    rider = Rider(c.LIME, c.ROSE, c.ROSE, hip=(40, 55), shoulder=(54, 46), head=(63, 32), head_size=16.5, glasses=None)
    behind(pen, rider)
    pen.line([(26, 74), (14, 80)], 2, c.STEEL, edge=0.9)
    pen.disc(13, 82.5, 4.4, c.TYRE, edge=0.5)
    pen.disc(13, 82.5, 1.8, INK, edge=0)
    trunk(pen, rider)
    limbs(pen, replace(rider, sleeve=INK))
    face(pen, rider)
    eye(pen, rider, 0.3)
    pen.disc(rider.head[0] + 10, rider.head[1] + 9, 2.4, DARK, edge=0)
    helmet(pen, replace(rider, head=(62, 27), head_size=18))
    pen.disc(62, 8, 3.2, INK, edge=1)


def _good(pen: Pen) -> None:
    """The sun in a racing cap, above a road that goes by itself."""
    for index in range(12):
        ray = arc((50, 44), (44, 44), index * 30 - 3.5, index * 30 + 3.5)
        near = arc((50, 44), (31, 31), index * 30 - 5, index * 30 + 5)
        pen.shape([*ray[::24], *near[::-24]], c.AMBER, edge=0)
    _hill(pen, [(-30, 86), (20, 76), (60, 84), (130, 72)], c.GRASS)
    pen.shape([(36, 130), (56, 82), (60, 82), (84, 130)], c.ASPHALT, edge=0)
    pen.disc(50, 45, 27, c.SUN)
    for x in (41, 61):
        pen.shape(arc((x, 42), (9.5, 7.5), -20, 200), DARK, edge=0)
        pen.line([(x - 5, 43), (x - 2, 45)], 1.8, INK, edge=0)
    pen.line([(28, 39), (72, 39)], 2.6, DARK, edge=0)
    pen.disc(34, 54, 3.6, c.ORANGE, edge=0)
    pen.disc(67, 54, 3.6, c.ORANGE, edge=0)
    pen.shape(arc((51, 54), (9, 9), 0, 180), c.RED, edge=1.1)
    pen.shape(arc((50, 33), (26, 21), 182, 358), INK)
    pen.shape(arc((50, 33), (10, 21), 182, 358), c.BLUE, edge=0)
    pen.shape([(40, 32), (76, 26), (84, 31), (76, 35), (40, 36)], c.BLUE)


def _bad(pen: Pen) -> None:
    """A grim cloud, lightning, rain, and a wheel that will not turn again."""
    for x in range(4, 104, 13):
        for y in (58, 74):
            lean = (x * 7 + y) % 9
            pen.line([(x + lean, y), (x + lean - 3, y + 8)], 1.8, c.SKY, edge=0)
    _hill(pen, [(-30, GROUND), (130, GROUND)], c.ASPHALT)
    pen.shape([(52, 48), (40, 66), (48, 66), (43, 82), (60, 60), (52, 60), (59, 48)], c.SUN)
    puffs = ((26, 36, 16), (44, 26, 19), (64, 28, 17), (78, 38, 13), (50, 40, 16), (32, 40, 14), (66, 40, 14))
    for edge, ink in ((1.5, DARK), (0.0, c.CLOUD)):
        for x, y, r in puffs:
            pen.disc(x, y, r + edge, ink, edge=0)
    for x, lean in ((40, 2.4), (60, -2.4)):
        pen.disc(x, 36, 5, INK, edge=1)
        pen.disc(x + 0.5, 37, 2.3, DARK, edge=0)
        pen.line([(x - 6, 29.5 - lean), (x + 6, 29.5 + lean)], 3, DARK, edge=0)
    pen.line(arc((50, 52), (7, 5), 200, 340), 2.2, DARK, edge=0)
    bent = [*arc((79, 74), (13, 13), 110, 250), *arc((86, 72), (6, 12), 250, 300), *arc((80, 78), (13, 9), -60, 110)]
    pen.line([*bent, bent[0]], 3, c.TYRE, edge=0.5)
    for x, y in ((70, 66), (88, 69), (72, 82), (86, 85)):
        pen.line([(79, 75), (x, y)], 0.9, c.STEEL, edge=0)
    pen.disc(79, 75, 2, c.STEEL, edge=0.8)


DRAWN: dict[str, tuple[Callable[[Pen], None], Colour, Point]] = {  # with the sky, and where a close-up begins
    "climber": (_climber, c.SKY, (26, 0)),
    "specialist": (_specialist, c.PEACH, (34, 4)),
    "sprinter": (_sprinter, c.SAND, (36, 13)),
    "trialist": (_trialist, c.LILAC, (34, 13)),
    "super": (_super, c.SKY, (30, 6)),
    "gregario": (_gregario, c.PEACH, (32, 6)),
    "debutant": (_debutant, c.SKY, (30, 5)),
    "good": (_good, c.SKY, (19, 10)),
    "bad": (_bad, c.STORM, (19, 5)),
}
CLOSE = 62.0  # units across a close-up


@lru_cache(maxsize=128)
def figure(name: str, size: tuple[int, int], close: bool = False) -> Image.Image:
    """A figure in a picture of that size, or a close-up of its head."""
    draw, sky, corner = DRAWN[name]
    far = (0, 92 - WIDE * size[1] / size[0])  # the road stays at the bottom
    pen = Pen(size, corner, CLOSE, sky) if close else Pen(size, far, WIDE, sky)
    draw(pen)
    return pen.image()
