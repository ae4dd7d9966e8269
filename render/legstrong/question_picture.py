"""Picture for a question: the road about the riders it is about, and one's own riders; or sleeves, or a test."""

from collections.abc import Mapping
from itertools import accumulate
from typing import TypeAlias

from PIL import Image

from engines.legstrong import LegstrongView, Rider, drink_of, find
from engines.table import Path
from render import kit
from render.kit import GOLD, INK, NIGHT
from render.legstrong import close_up, control, energy_table, photo, presentation, sleeves, strengths
from render.legstrong.colours import BOTTLE, palette
from render.legstrong.energy_table import HEADER, LEVEL, ON_THE_ROAD, TILE, tile
from render.legstrong.hand import hand_picture, own
from render.legstrong.preview import Planned, planned, subject_of
from render.legstrong.preview import steps as steps_of
from render.legstrong.profile import LOW_LAND, landscape, profile
from render.legstrong.signs import put_sign
from render.places import Box

Parts: TypeAlias = dict[str, Image.Image]  # of a picture, from its top to its bottom

MOST_HEIGHT = 612  # pixels
MARGIN = 8
MOST_SLEEVES = 3
A_ROW = 3  # riders side by side
BOTTLES = 30  # pixels more, for a rider's bottles with what is in them


def question_picture(view: LegstrongView, path: Path = ()) -> bytes:
    """What a question is about as a PNG, 800 pixels wide; a path begun is drawn as a preview."""
    parts = parts_of(view, path)
    canvas = Image.new("RGB", (kit.WIDTH, sum(part.height for part in parts.values())), NIGHT)
    for kind, top in tops(parts).items():
        canvas.paste(parts[kind], (0, top))
    return kit.png(canvas, palette())


def parts_of(view: LegstrongView, path: Path) -> Parts:
    """What stands one below the other in the picture of a question."""
    steps_of(view, path)  # refuses a path that isn't legal
    if view.stage in ON_THE_ROAD:
        return _on_the_road(view, path)
    if sleeves.is_choosing(view):
        return {"sleeves": sleeves.choosing(view, path, shown_sleeves(view, path))}
    return _test(view, path) if view.stage in control.STAGES else _between(view, path)


def tops(parts: Parts) -> dict[str, int]:
    """How far below the upper edge of the picture each part begins."""
    return dict(zip(parts, accumulate((part.height for part in parts.values()), initial=0), strict=False))


def _fitting(kind: str, first: Image.Image, parts: Parts) -> Parts:
    """All parts, the first one only if there is room for it."""
    fits = first.height + sum(part.height for part in parts.values()) <= MOST_HEIGHT
    return {kind: first, **parts} if fits else parts


def _below_header(view: LegstrongView, parts: Parts) -> Parts:
    image = Image.new("RGB", (kit.WIDTH, HEADER), NIGHT)
    energy_table.header(image, view)
    return _fitting("header", image, parts)


def _on_the_road(view: LegstrongView, path: Path) -> Parts:
    """The turn, the profile, the road about the action, and the viewer's riders."""
    plans = planned(view, path)
    slopes = profile(view.road, tuple(plans), LOW_LAND)
    parts = {"road": close_up.close_up(view, path)}
    if tiles := tile_boxes(view):
        parts["riders"] = _riders(view, tiles, plans)
    return _below_header(view, _fitting("profile", slopes, parts))


def _bottles(view: LegstrongView, rider: Rider) -> list[int]:
    """What is in each bottle of a rider."""
    return [drink_of(bottle.id) for bottle in view.bottles if bottle.rider == rider.id]


def tile_boxes(view: LegstrongView) -> dict[str, Box]:
    """The tiles of the viewer's riders, by the rider's id; pixels from the top of their part."""
    riders = own(view)
    across = min(len(riders), A_ROW)
    high = TILE + (LEVEL if view.levels else 0) + (BOTTLES if any(_bottles(view, rider) for rider in riders) else 0)
    boxes: dict[str, Box] = {}
    for index, rider in enumerate(riders):
        width = (kit.WIDTH - MARGIN * (across + 1)) // across
        down, column = divmod(index, across)
        boxes[rider.id] = Box(MARGIN + column * (width + MARGIN), MARGIN + down * high, width, high - MARGIN)
    return boxes


def _riders(view: LegstrongView, tiles: Mapping[str, Box], plans: Mapping[str, Planned]) -> Image.Image:
    """A tile for each rider of the viewer, with what is in the bottles."""
    last = max(tiles.values(), key=lambda box: box.top)
    canvas = Image.new("RGB", (kit.WIDTH, last.top + last.height + MARGIN), NIGHT)
    for rider_id, box in tiles.items():
        rider = find(view.road, rider_id)
        plan = plans.get(rider_id, Planned(rider, None, 0, ()))
        tile(canvas, view, rider, plan, box)
        drunk = {drink_of(bottle) for bottle in plan.bottles}
        for number, drink in enumerate(_bottles(view, rider)):
            x, y = box.left + 22 + number * 66, box.top + box.height - 24
            put_sign(canvas, (x, y), "bottle", 24, GOLD if drink in drunk else BOTTLE)
            kit.write(canvas, (x + 14, y), f"+{drink}", 22, GOLD if drink in drunk else INK, weight=800, anchor="l")
    return canvas


def shown_sleeves(view: LegstrongView, path: Path) -> tuple[str, ...]:
    """The riders whose sleeves there is room for: of too many the one that is asked about, and those before it."""
    riders = [sleeve.rider for sleeve in sleeves.asked_sleeves(view)]
    subject = subject_of(steps_of(view, path)[1]) or (riders[-1] if path else riders[0])
    last = max(riders.index(subject) + 1 if subject in riders else len(riders), MOST_SLEEVES)
    return tuple(riders[last - MOST_SLEEVES : last])


def _test(view: LegstrongView, path: Path) -> Parts:
    """The control, and for those who know something of a test what that is."""
    scene = Image.new("RGB", (kit.WIDTH, control.height(view)), NIGHT)
    control.scene(scene, view, 0, path)
    if sleeves.has_strip(view):
        return _below_header(view, _fitting("control", scene, {"strip": sleeves.strip(view, path)}))
    return _below_header(view, {"control": scene})


def _between(view: LegstrongView, path: Path) -> Parts:
    """The viewer's riders; before there are any all teams, after a leg its finish, before the next one its profile."""
    mine = hand_picture(view, path)
    if mine is None:
        teams = Image.new("RGB", (kit.WIDTH, presentation.height(view, ())), NIGHT)
        if view.results:
            teams = Image.new("RGB", (kit.WIDTH, photo.HEIGHT), NIGHT)
            photo.photo(teams, view, 0)
        else:
            presentation.presentation(teams, view, 0, path, ())
        if view.viewer in view.waiting and view.stage == "types":
            good_at = Image.new("RGB", (kit.WIDTH, strengths.HIGH), NIGHT)
            strengths.types(good_at, 0)
            return _fitting("profile", landscape(view.courses[0]), {"types": good_at})
        return _below_header(view, {"teams": teams})
    if view.results:
        finish = Image.new("RGB", (kit.WIDTH, photo.HEIGHT + MARGIN), NIGHT)
        photo.photo(finish, view, 0)
    else:
        finish = landscape(view.courses[view.leg - 1])
    return _below_header(view, _fitting("finish", finish, {"hand": mine}))
