"""The public table as a picture: the leg that is ridden, or between legs the classifications."""

from PIL import Image

from engines.legstrong import LegstrongView
from engines.table import Path
from render import kit
from render.kit import NIGHT
from render.legstrong import classification, close, crew, photo, presentation
from render.legstrong.colours import palette
from render.legstrong.preview import planned
from render.legstrong.profile import landscape, profile

ON_THE_ROAD = ("ride", "attack", "chase", "sprint")
GAP = 8


def board(view: LegstrongView, path: Path = ()) -> bytes:
    """The table as a PNG, 800 pixels wide; a path begun is drawn as a preview."""
    return kit.png(_leg(view, path) if view.stage in ON_THE_ROAD else _between(view, path), palette())


def _leg(view: LegstrongView, path: Path) -> Image.Image:
    """Profile, close-up and everybody's energy."""
    plans = planned(view, path)
    slopes, road = profile(view.road, tuple(plans)), close.close_up(view, path)
    below = crew.HEADER + slopes.height + road.height
    canvas = Image.new("RGB", (kit.WIDTH, below + crew.crew_height(view)), NIGHT)
    crew.header(canvas, view)
    canvas.paste(slopes, (0, crew.HEADER))
    canvas.paste(road, (0, crew.HEADER + slopes.height))
    crew.crew(canvas, view, below, plans)
    return canvas


def _between(view: LegstrongView, path: Path) -> Image.Image:
    """The last finish, the classifications and the next leg; before the first leg who rides."""
    planned(view, path)  # refuses an illegal path
    shot = photo.HEIGHT + GAP if view.results else 0
    middle = classification if view.results else presentation
    following = None if view.over else landscape(view.courses[view.leg - 1])
    total = crew.HEADER + shot + middle.height(view) + (following.height if following else 0)
    canvas = Image.new("RGB", (kit.WIDTH, total), NIGHT)
    crew.header(canvas, view)
    if view.results:
        photo.photo(canvas, view, crew.HEADER)
        classification.classification(canvas, view, crew.HEADER + shot)
    else:
        presentation.presentation(canvas, view, crew.HEADER, path)
    if following:
        canvas.paste(following, (0, total - following.height))
    return canvas
