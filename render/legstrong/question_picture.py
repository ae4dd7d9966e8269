"""Picture for a question: the road about the riders it is about, and one's own riders; or sleeves, or a test."""

from PIL import Image

from engines.legstrong import LegstrongView, Rider, drink_of
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

MOST_HEIGHT = 612  # pixels
MARGIN = 8
MOST_SLEEVES = 3
A_ROW = 3  # riders side by side
BOTTLES = 30  # pixels more, for a rider's bottles with what is in them


def question_picture(view: LegstrongView, path: Path = ()) -> bytes:
    """What a question is about as a PNG, 800 pixels wide; a path begun is drawn as a preview."""
    steps_of(view, path)  # refuses a path that isn't legal
    if view.stage in ON_THE_ROAD:
        parts = _on_the_road(view, path)
    elif sleeves.is_choosing(view):
        parts = [sleeves.choosing(view, path, _shown_sleeves(view, path))]
    elif view.stage in control.STAGES:
        parts = _test(view, path)
    else:
        parts = _between(view, path)
    return kit.png(_stacked(parts), palette())


def _stacked(parts: list[Image.Image]) -> Image.Image:
    canvas = Image.new("RGB", (kit.WIDTH, sum(part.height for part in parts)), NIGHT)
    top = 0
    for part in parts:
        canvas.paste(part, (0, top))
        top += part.height
    return canvas


def _fitting(first: Image.Image, parts: list[Image.Image]) -> list[Image.Image]:
    """All parts, the first one only if there is room for it."""
    return [first, *parts] if first.height + sum(part.height for part in parts) <= MOST_HEIGHT else parts


def _header(view: LegstrongView) -> Image.Image:
    image = Image.new("RGB", (kit.WIDTH, HEADER), NIGHT)
    energy_table.header(image, view)
    return image


def _on_the_road(view: LegstrongView, path: Path) -> list[Image.Image]:
    """The turn, the profile, the road about the action, and the viewer's riders."""
    plans = planned(view, path)
    slopes = profile(view.road, tuple(plans), LOW_LAND)
    road = close_up.close_up(view, path)
    riders = own(view)
    mine = _riders(view, riders, plans) if riders else None
    parts = [road, mine] if mine else [road]
    return _fitting(_header(view), _fitting(slopes, parts))


def _riders(view: LegstrongView, riders: list[Rider], plans: dict[str, Planned]) -> Image.Image:
    """A tile for each rider of the viewer, with what is in the bottles."""
    across = min(len(riders), A_ROW)
    held = {rider.id: [drink_of(b.id) for b in view.bottles if b.rider == rider.id] for rider in riders}
    high = TILE + (LEVEL if view.levels else 0) + (BOTTLES if any(held.values()) else 0)
    width = (kit.WIDTH - MARGIN * (across + 1)) // across
    canvas = Image.new("RGB", (kit.WIDTH, -(-len(riders) // across) * high + MARGIN), NIGHT)
    for index, rider in enumerate(riders):
        down, column = divmod(index, across)
        left, top = MARGIN + column * (width + MARGIN), MARGIN + down * high
        plan = plans.get(rider.id, Planned(rider, None, 0, ()))
        tile(canvas, view, rider, plan, (left, top, width, high - MARGIN))
        drunk = {drink_of(bottle) for bottle in plan.bottles}
        for number, drink in enumerate(held[rider.id]):
            x, y = left + 22 + number * 66, top + high - MARGIN - 24
            put_sign(canvas, (x, y), "bottle", 24, GOLD if drink in drunk else BOTTLE)
            kit.write(canvas, (x + 14, y), f"+{drink}", 22, GOLD if drink in drunk else INK, weight=800, anchor="l")
    return canvas


def _shown_sleeves(view: LegstrongView, path: Path) -> tuple[str, ...]:
    """The riders whose sleeves there is room for: of too many the one that is asked about, and those before it."""
    riders = [sleeve.rider for sleeve in sleeves.asked_sleeves(view)]
    subject = subject_of(steps_of(view, path)[1]) or (riders[-1] if path else riders[0])
    last = max(riders.index(subject) + 1 if subject in riders else len(riders), MOST_SLEEVES)
    return tuple(riders[last - MOST_SLEEVES : last])


def _test(view: LegstrongView, path: Path) -> list[Image.Image]:
    """The control, and for those who know something of a test what that is."""
    scene = Image.new("RGB", (kit.WIDTH, control.height(view)), NIGHT)
    control.scene(scene, view, 0, path)
    strip = [sleeves.strip(view, path)] if sleeves.has_strip(view) else []
    return _fitting(_header(view), _fitting(scene, strip) if strip else [scene])


def _between(view: LegstrongView, path: Path) -> list[Image.Image]:
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
            return _fitting(landscape(view.courses[0]), [good_at])
        return _fitting(_header(view), [teams])
    if view.results:
        finish = Image.new("RGB", (kit.WIDTH, photo.HEIGHT + MARGIN), NIGHT)
        photo.photo(finish, view, 0)
    else:
        finish = landscape(view.courses[view.leg - 1])
    return _fitting(_header(view), _fitting(finish, [mine]))
