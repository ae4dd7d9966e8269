"""Tables around the road: the legs of the tour above it, every rider's energy below it."""

from collections.abc import Mapping
from functools import cache

from PIL import Image

from engines.legstrong import HOME, INSIDE, LegstrongView, Rider, level_of
from render import kit
from render.kit import DARK, DIM, GOLD, GREY, INK, NIGHT, PANEL, put
from render.legstrong.cards import chip
from render.legstrong.colours import BOTTLE, EMPTY, ENERGY, LOW, RISK
from render.legstrong.preview import Planned, left_of
from render.legstrong.profile import thumbnail
from render.legstrong.riders import plate
from render.legstrong.signs import leader, put_sign
from render.roster import JERSEY, Names, called, write_name

HEADER = 68
LEG = (64, 42)
TILE = 66  # a rider's tile with the gap below it
NAME = 34  # pixels above each line of tiles, for the jerseys and names of the teams in it
LEVEL = 20  # pixels more, where there are Energy Levels
MARGIN = 8
CROSSES = 3  # risks that are counted apart (L15)
SIGN = 24
THIRD = 3  # a third of the energy is little
ON_THE_ROAD = ("ride", "attack", "chase", "sprint")


def header(canvas: Image.Image, view: LegstrongView) -> None:
    """The legs of the tour, the turn, and who holds the token."""
    middle = HEADER / 2
    for number, course in enumerate(view.courses, 1):
        x = MARGIN + 40 + (number - 1) * (LEG[0] + 10)
        left, top = round(x - LEG[0] / 2), round(middle - LEG[1] / 2)
        now = number == view.leg and not view.over
        kit.block(canvas, (left - 4, top - 4, LEG[0] + 8, LEG[1] + 8), 9, GOLD if now else NIGHT)
        canvas.paste(thumbnail(course, LEG), (left, top), kit.slab(LEG, 6))
        if number <= len(view.results):
            kit.block(canvas, (left + 6, top + LEG[1] - 2, LEG[0] - 12, 6), 3, INK)
    right = float(kit.WIDTH - MARGIN)
    if view.over:
        put_sign(canvas, (right - 24, middle), "cup", 40, GOLD)
        return
    put(canvas, (right - 26, middle), kit.jersey(view.token, 50))
    put_sign(canvas, (right - 8, middle + 16), "leader", 24, GOLD)
    if view.stage not in ON_THE_ROAD or not view.road.turn:
        return
    right -= 64
    wide = kit.write(canvas, (right, middle), str(view.road.turn), 28, INK, weight=700, anchor="r")
    put_sign(canvas, (right - wide - 22, middle), "clock", 28, DIM)
    if view.chase == "yes":
        put_sign(canvas, (right - wide - 62, middle), "chase", 32, GOLD)


# --- below the road


def columns_of(view: LegstrongView) -> int:
    """Tiles side by side: a team of three in one line."""
    teams = {rider.team for rider in view.road.riders}
    return 3 if len(view.road.riders) == 3 * len(teams) else 2


def _tile_height(view: LegstrongView) -> int:
    """Pixels of a tile with the gap below it."""
    return TILE + (LEVEL if view.levels else 0)


def table_height(view: LegstrongView, names: Names) -> int:
    """Pixels of the tiles of all riders."""
    return -(-len(view.road.riders) // columns_of(view)) * (_tile_height(view) + NAME * bool(names)) + MARGIN


def energy_table(
    canvas: Image.Image, view: LegstrongView, top: int, plans: Mapping[str, Planned], names: Names
) -> None:
    """A tile for each rider, golden where their owner is waited for, and above a team's first one whose it is."""
    columns, head = columns_of(view), NAME if names else 0
    width, high = (kit.WIDTH - MARGIN * (columns + 1)) // columns, _tile_height(view) + head
    for index, rider in enumerate(view.road.riders):
        down, across = divmod(index, columns)
        left, y = MARGIN + across * (width + MARGIN), top + MARGIN + down * high
        beside = view.road.riders[index : index + columns - across]
        if head and (not across or view.road.riders[index - 1].team != rider.team):
            tiles = sum(n.team == rider.team for n in beside)
            put(canvas, (left + 24, y + 15), kit.jersey(rider.team, JERSEY))
            wide = width + (tiles - 1) * (width + MARGIN)
            if view.stage in ON_THE_ROAD:
                wide -= _pursuits(canvas, (left + wide - 4, y + 15), view.pursuits[rider.seat])
            write_name(canvas, (left + 50, y + 15), called(names[rider.seat], rider.seat), wide - 54)
        box = (left, y + head, width, high - head - MARGIN)
        plan = plans.get(rider.id, Planned(rider, None, 0, ()))
        tile(canvas, view, rider, plan, box)


def _pursuits(canvas: Image.Image, point: tuple[float, float], left: int) -> int:
    """How many chases the owner can still decide on, up to that point (L13); the pixels that this takes."""
    wide = kit.write(canvas, point, str(left), 22, INK, weight=700, anchor="r")
    put_sign(canvas, (point[0] - wide - 16, point[1]), "chase", 22, GOLD if left else DIM)
    return wide + 34


def tile(canvas: Image.Image, view: LegstrongView, rider: Rider, plan: Planned, box: tuple[int, int, int, int]) -> None:
    """A rider: number, type, role, jerseys, bottles, crosses and energy, with doping their Energy Level and circles."""
    left, top, width, height = box
    waiting = rider.seat in view.waiting
    if waiting:
        kit.block(canvas, box, 10, GOLD)
        kit.block(canvas, (left + 3, top + 3, width - 6, height - 6), 8, PANEL)
    else:
        kit.block(canvas, box, 10, PANEL)
    y = top + 22
    number = plate(rider, GOLD if plan.choice or plan.bid is not None else DARK)
    canvas.paste(number, (left + 8, y - 15), number)
    x = left + 8 + number.width + 16
    for role in ("sprinter", "descender"):
        if getattr(rider, role):
            put_sign(canvas, (x, y), role, SIGN, INK)
            x += 28
    for kind in ("yellow", "green", "polka"):
        if getattr(view.jerseys, kind) == rider.id:
            put(canvas, (x, y), leader(kind, 28))
            x += 20
    energy = left_of(view, plan)
    _energy(canvas, view, rider, energy, (left + 10, top + 40 + (13 if view.levels else 0), width - 20))
    right = left + width - 10
    right -= kit.write(
        canvas, (right, y), str(energy), 26, GOLD if energy != rider.energy else INK, weight=800, anchor="r"
    )
    put_sign(canvas, (right - 14, y), "energy", 20, shade(energy, rider.full))
    if x < right - 60:  # otherwise the jerseys need the room
        _place(canvas, rider, (right - 40, y))
    for index in range(rider.tiles - len(plan.bottles)):
        put_sign(canvas, (left + width - 22 - index * 22, top + 45 + (13 if view.levels else 0)), "bottle", 20, BOTTLE)


def _energy(canvas: Image.Image, view: LegstrongView, rider: Rider, energy: int, strip: tuple[int, int, int]) -> None:
    """A bar that is as long as the energy, and a box for each risk that has been taken; the level before them."""
    left, top, width = strip
    level = level_of(view.levels, rider.id)
    if level:
        sprite = chip(level.card)
        canvas.paste(sprite, (left - 2, top - 9), sprite)
        left, width = left + sprite.width + 6, width - sprite.width - 6
    crossed = risks(view, rider)
    bar = width - crossed.width - 18 - 22 * rider.tiles
    kit.block(canvas, (left, top, bar, 10), 5, EMPTY)
    filled = round(bar * min(energy, rider.full) / max(rider.full, 1))
    if energy:
        kit.block(canvas, (left, top, max(filled, 10), 10), 5, shade(energy, rider.full))
    canvas.paste(crossed, (left + bar + 12, top + 5 - crossed.height // 2))


def risks(view: LegstrongView, rider: Rider) -> Image.Image:
    """The rider's boxes for risks, with a ring about one for each negative test."""
    level = level_of(view.levels, rider.id)
    crosses = min(rider.crosses, CROSSES)
    return ringed(crosses, min(level.circles, CROSSES)) if level else boxes(crosses)


@cache
def ringed(crosses: int, circles: int) -> Image.Image:
    """The boxes of `boxes` further apart, with rings about the first ones."""
    image = Image.new("RGB", (28 * CROSSES, 28), PANEL)
    for index in range(CROSSES):
        if index < circles:
            kit.dot(image, (28 * index + 14, 14), 14, ENERGY)
            kit.dot(image, (28 * index + 14, 14), 11.5, PANEL)
        _box(image, (28 * index + 6, 6), 16, crossed=index < crosses)
    return image


@cache
def boxes(crosses: int) -> Image.Image:
    """A box for each risk that is counted, crossed where it has been taken."""
    image = Image.new("RGB", (20 * CROSSES, 18), PANEL)
    for index in range(CROSSES):
        _box(image, (20 * index, 0), 18, crossed=index < crosses)
    return image


def _box(image: Image.Image, corner: tuple[int, int], side: int, *, crossed: bool) -> None:
    left, top = corner
    kit.block(image, (left, top, side, side), 4, GREY)
    kit.block(image, (left + 2, top + 2, side - 4, side - 4), 3, NIGHT)
    if crossed:
        put_sign(image, (left + side / 2, top + side / 2), "cross", side - 4, RISK)


def shade(energy: int, full: int) -> kit.Colour:
    """Green for plenty of energy, amber for little, red for none."""
    return ENERGY if energy * THIRD > full else LOW if energy else RISK


def _place(canvas: Image.Image, rider: Rider, point: tuple[float, float]) -> None:
    """Whether the rider is in the peloton or home."""
    name = {INSIDE: "bunch", HOME: "cup"}.get(rider.place)
    if name:
        put_sign(canvas, point, name, 24, DIM if name == "bunch" else GOLD)
