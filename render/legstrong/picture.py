"""The public table as a picture: the leg that is ridden, or between legs the classifications."""

from PIL import Image

from engines.legstrong import LegstrongView
from engines.table import Path
from render import kit
from render.kit import NIGHT
from render.legstrong import classification, close_up, control, energy_table, photo, presentation
from render.legstrong.colours import palette
from render.legstrong.energy_table import ON_THE_ROAD
from render.legstrong.preview import planned
from render.legstrong.profile import landscape, profile
from render.roster import Names

GAP = 8
MOST_HEIGHT = 1400  # pixels


def board(view: LegstrongView, path: Path = (), names: Names = ()) -> bytes:
    """The table with the players' names as a PNG, 800 pixels wide; a path begun is drawn as a preview."""
    if view.stage in ON_THE_ROAD:
        return kit.png(_leg(view, path, names), palette())
    return kit.png(_between(view, path, names), palette(), small=True)  # the lines of seven legs


def _leg(view: LegstrongView, path: Path, names: Names) -> Image.Image:
    """Profile, close-up and everyone's energy."""
    plans = planned(view, path)
    slopes, road = profile(view.road, tuple(plans)), close_up.close_up(view, path)
    below = energy_table.HEADER + slopes.height + road.height
    canvas = Image.new("RGB", (kit.WIDTH, below + energy_table.table_height(view, names)), NIGHT)
    energy_table.header(canvas, view)
    canvas.paste(slopes, (0, energy_table.HEADER))
    canvas.paste(road, (0, energy_table.HEADER + slopes.height))
    energy_table.energy_table(canvas, view, below, plans, names)
    return canvas


def _between(view: LegstrongView, path: Path, names: Names) -> Image.Image:
    """The last finish, the control, the classifications and the next leg; before the first leg the riders."""
    planned(view, path)  # refuses an illegal path
    middle = classification if view.results else presentation
    following = None if view.over or view.stage in control.STAGES else landscape(view.courses[view.leg - 1])
    scene, below = control.height(view), middle.height(view, names) + (following.height if following else 0)
    shot = photo.HEIGHT + GAP if view.results else 0
    if energy_table.HEADER + shot + scene + below > MOST_HEIGHT:  # many riders are called
        shot = 0
    canvas = Image.new("RGB", (kit.WIDTH, energy_table.HEADER + shot + scene + below), NIGHT)
    energy_table.header(canvas, view)
    if shot:
        photo.photo(canvas, view, energy_table.HEADER)
    if view.results:
        control.scene(canvas, view, energy_table.HEADER + shot, path)
        classification.classification(canvas, view, energy_table.HEADER + shot + scene, names)
    else:
        presentation.presentation(canvas, view, energy_table.HEADER, path, names)
    if following:
        canvas.paste(following, (0, canvas.height - following.height))
    return canvas
