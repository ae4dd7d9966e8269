"""The public table as a picture: the road with its breakaways, and everyone's cards as far as they are public."""

from dataclasses import replace

from PIL import Image

from engines.superechelon import SuperEchelonView
from engines.table import Path
from render import kit
from render.kit import NIGHT
from render.roster import Names
from render.superechelon import seats
from render.superechelon.lanes import draw_lane, scene
from render.superechelon.palette import palette
from render.superechelon.road import EMPTY, SCENE, arrange, ground, start_line
from render.superechelon.seats import HEADER

MOST_HEIGHT = 1400  # pixels


def board(view: SuperEchelonView, path: Path = (), names: Names = ()) -> bytes:
    """The table with the players' names as a PNG, 800 pixels wide; a path begun is drawn as a preview."""
    shown = scene(view, path)
    layout = arrange(tuple(len(b.cards) for b in shown.breakaways))
    height = layout.height if shown.breakaways else EMPTY
    below = HEADER + SCENE + height + seats.MARGIN
    view = _fitting(view, below, names)
    total = below + seats.result_height(view) + seats.players_height(view, names)
    canvas = Image.new("RGB", (kit.WIDTH, total), NIGHT)
    canvas.paste(ground(shown.terrain, height), (0, HEADER))
    seats.header(canvas, view)
    if not shown.breakaways:
        start_line(canvas, HEADER + SCENE + 5, EMPTY - 10)
        seats.start(canvas, view, HEADER + SCENE + EMPTY // 2 + 2)
    for breakaway, lane in zip(shown.breakaways, layout.lanes, strict=True):
        draw_lane(canvas, shown, breakaway, lane, width=layout.chip, road=HEADER + SCENE)
    seats.result(canvas, view, below)
    seats.players(canvas, view, below + seats.result_height(view), names)
    return kit.png(canvas, palette())


def _fitting(view: SuperEchelonView, above: int, names: Names) -> SuperEchelonView:
    """The view without the last result, and without the tours that are over, if beside names there is no room left."""
    brief = replace(view, last=None)
    for fits in (view, brief):
        if not names or above + seats.result_height(fits) + seats.players_height(fits, names) <= MOST_HEIGHT:
            return fits
    return replace(brief, results=())
