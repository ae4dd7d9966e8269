"""Picture of a player's hand: their hand, and the loot that they have handed out."""

from PIL import Image

from engines.superechelon import SuperEchelonView, read_loot
from engines.table import Path
from render import kit
from render.kit import DARK, GOLD, NIGHT, put
from render.superechelon.cards import CARD, CHIPS, chip, face
from render.superechelon.icons import bag
from render.superechelon.palette import palette
from render.superechelon.preview import chosen
from render.superechelon.road import SCENE, ground

STRIDE = CARD[0] + 7
LIFT = 22  # pixels that the chosen card stands above the others
TOP = 46  # where the hand begins: the upper rim of the scenery shows above it
VERGE = 16
SMALL = min(CHIPS)
ROW = 9  # loot cards side by side
ROAD = TOP + CARD[1] + VERGE - SCENE


def hand(view: SuperEchelonView, path: Path = ()) -> bytes | None:
    """The viewer's cards as a PNG, 800 pixels wide; None for the public and for a player with nothing to show."""
    card = chosen(view, path)
    loots = [read_loot(loot) for loot in view.handed]
    if view.viewer is None or (not view.hand and not loots):
        return None
    rows = -(-len(loots) // ROW)
    high = SCENE + ROAD if view.hand else 0
    canvas = Image.new("RGB", (kit.WIDTH, high + rows * (CHIPS[SMALL] + 8) + 8 * bool(rows)), NIGHT)
    if view.hand:
        canvas.paste(ground(view.terrain, ROAD), (0, 0))
        left = (kit.WIDTH - STRIDE * len(view.hand) + 7) // 2
        for index, held in enumerate(view.hand):
            sprite = face(held, view.terrain, GOLD if held == card else DARK)
            canvas.paste(sprite, (left + index * STRIDE, TOP - LIFT * (held == card)), sprite)
    for index, (_, seat, loot) in enumerate(loots):
        row, column = divmod(index, ROW)
        x, y = 54 + column * (SMALL + 6), high + 8 + row * (CHIPS[SMALL] + 8)
        if not column:
            put(canvas, (28, y + CHIPS[SMALL] / 2), bag(36))
        sprite = chip(loot, None, seat, SMALL)
        canvas.paste(sprite, (x, y), sprite)
    return kit.png(canvas, palette())
