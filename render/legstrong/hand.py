"""Picture of a player's hand: their riders, with what is in their bottles and sleeves."""

from collections.abc import Mapping

from PIL import Image

from engines.legstrong import LegstrongView, Rider, drink_of, terrain
from engines.table import Path
from render import kit
from render.kit import DARK, DIM, GOLD, INK, NIGHT, PANEL, put
from render.legstrong import energy_table, sleeves
from render.legstrong.colours import BOTTLE, EMPTY, LANE, RISK, SKY, TERRAIN, palette
from render.legstrong.preview import Planned, left_of, planned, roles
from render.legstrong.riders import figure, plate
from render.legstrong.signs import leader, put_sign
from render.legstrong.strengths import strengths
from render.places import Box

MARGIN = 8
MOST_ACROSS = 3
CARD = 216  # pixels of height
SLEEVE = 72  # more, for a rider with one
BIKE = (112, 90)
BAND = 108  # scenery behind the cyclist
SLOT = 46  # a bottle


def own(view: LegstrongView) -> list[Rider]:
    """The viewer's riders."""
    return [rider for rider in view.road.riders if rider.seat == view.viewer]


def hand(view: LegstrongView, path: Path = ()) -> bytes | None:
    """The viewer's riders as a PNG, 800 pixels wide; None for the public and for a player with nothing to see.

    While they choose Energy Levels these are the sleeves; a test whose order or signal they know stands on top.
    """
    picture = hand_picture(view, path)
    return None if picture is None else kit.png(picture, palette())


def hand_picture(view: LegstrongView, path: Path) -> Image.Image | None:
    """The picture of `hand` before it is a PNG."""
    plans, riders, given = planned(view, path), own(view), roles(view, path)
    if view.viewer is None or not (riders or sleeves.has_strip(view)):
        return None
    if sleeves.is_choosing(view):
        return sleeves.choosing(view, path)
    upper, boxes = _upper(view), hand_boxes(view)
    bottom = max((box.top + box.height for box in boxes.values()), default=upper)
    canvas = Image.new("RGB", (kit.WIDTH, bottom + MARGIN), NIGHT)
    if upper:
        canvas.paste(sleeves.strip(view, path), (0, 0))
    for rider in riders:
        plan = plans.get(rider.id, Planned(rider, None, 0, ()))
        _card(canvas, view, plan, boxes[rider.id], marked=rider.id in plans, given=given)
    return canvas


def _upper(view: LegstrongView) -> int:
    """Pixels above the riders, for a test that the viewer knows something of."""
    return sleeves.STRIP + MARGIN if sleeves.has_strip(view) else 0


def hand_boxes(view: LegstrongView) -> dict[str, Box]:
    """The cards of the viewer's riders, by id."""
    riders, high = own(view), CARD + (SLEEVE if view.sleeves else 0)
    across = min(max(len(riders), 1), MOST_ACROSS)
    width = (kit.WIDTH - MARGIN * (across + 1)) // across
    boxes: dict[str, Box] = {}
    for index, rider in enumerate(riders):
        down, column = divmod(index, across)
        top = _upper(view) + MARGIN + down * (high + MARGIN)
        boxes[rider.id] = Box(MARGIN + column * (width + MARGIN), top, width, high)
    return boxes


def _card(
    canvas: Image.Image,
    view: LegstrongView,
    plan: Planned,
    box: tuple[int, int, int, int],
    *,
    marked: bool,
    given: Mapping[str, str],
) -> None:
    """A rider on the bike above their energy, risks and bottles; while roles are given above what they are good at."""
    left, top, width, height = box
    rider = plan.rider
    kit.block(canvas, (left - 4, top - 4, width + 8, height + 8), 15, GOLD if marked else NIGHT)
    kit.block(canvas, box, 12, PANEL)
    kit.block(canvas, (left, top, width, BAND + 12), 12, SKY)
    row = min(plan.choice.row if plan.choice else rider.row, view.road.course.rows)
    canvas.paste(TERRAIN[terrain(view.road.course, row)], (left, top + 50, left + width, top + 74))
    canvas.paste(LANE, (left, top + 74, left + width, top + BAND))
    canvas.paste(PANEL, (left, top + BAND, left + width, top + BAND + 14))
    middle = left + 66
    put(canvas, (middle, top + 56), figure(rider.team, BIKE))
    put(canvas, (left + width - 50, top + 26), plate(rider, GOLD if marked else DARK))
    role_given = given.get(rider.id, "")
    signs = [role for role in ("sprinter", "descender") if getattr(rider, role) or role == role_given]
    for index, role in enumerate(signs):
        put_sign(canvas, (left + width - 34 - 34 * index, top + 60), role, 30, DARK)
    worn = [kind for kind in ("yellow", "green", "polka") if getattr(view.jerseys, kind) == rider.id]
    # one beside the number, others beside the signs below it: the rider's face is to be seen
    spots = ((104, 26), *((34 * (len(signs) + i) + 34, 60) for i in range(2)))
    for kind, (before, below) in zip(worn, spots, strict=False):
        put(canvas, (left + width - before, top + below), leader(kind, 34))
    if plan.bid:
        kit.write(canvas, (left + width - 20, top + 92), f"+{plan.bid}", 28, GOLD, weight=800, anchor="r")
    if view.stage == "roles":
        strengths(canvas, rider.type, role_given, (left + 14, top + BAND + 24, width - 28))
        return
    _state(canvas, view, rider, left_of(view, plan), (left + 14, top + BAND + 24, width - 28))
    _bottles(canvas, view, plan, (left + 14, top + BAND + 74))
    sleeves.small(canvas, view, rider, (left + 14, top + CARD - 2))
    if any(struck.rider.id == rider.id for struck in view.struck):
        put_sign(canvas, (middle, top + 56), "cross", 84, RISK)


def _state(canvas: Image.Image, view: LegstrongView, rider: Rider, energy: int, strip: tuple[int, int, int]) -> None:
    left, y, width = strip
    colour = energy_table.shade(energy, rider.full)
    put_sign(canvas, (left + 13, y), "energy", 26, colour)
    text = str(energy) if energy == rider.energy else f"{rider.energy}→{energy}"
    kit.write(canvas, (left + 32, y), text, 28, INK if energy == rider.energy else GOLD, weight=800, anchor="l")
    boxes = energy_table.risks(view, rider)
    canvas.paste(boxes, (left + width - boxes.width, y - boxes.height // 2))
    kit.block(canvas, (left, y + 20, width, 10), 5, EMPTY)
    filled = round(width * min(energy, rider.full) / max(rider.full, 1))
    if energy:
        kit.block(canvas, (left, y + 20, max(filled, 10), 10), 5, colour)


def _bottles(canvas: Image.Image, view: LegstrongView, plan: Planned, corner: tuple[int, int]) -> None:
    """Each bottle with what is in it; those that the plan drinks are golden."""
    left, y = corner
    held = [bottle.id for bottle in view.bottles if bottle.rider == plan.rider.id]
    if not held:
        put_sign(canvas, (left + 13, y), "bottle", 28, EMPTY)
        kit.write(canvas, (left + 38, y), "0", 24, DIM, weight=700)
    for number, bottle in enumerate(held):
        drunk = bottle in plan.bottles
        put_sign(canvas, (left + 13 + number * (SLOT + 22), y), "bottle", 32, GOLD if drunk else BOTTLE)
        text = f"+{drink_of(bottle)}"
        kit.write(canvas, (left + 44 + number * (SLOT + 22), y), text, 26, GOLD if drunk else INK, weight=800)
