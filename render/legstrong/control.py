"""The control after a leg as a scene for all: the event die, the riders called, saving rolls, four cards each, results.

It shows only what everyone may know. Its size and places depend on the riders called alone, never on a sleeve.
"""

from functools import lru_cache

from PIL import Image

from engines.legstrong import (
    NEGATIVE,
    POSITIVE,
    SAVED,
    Control,
    LegstrongView,
    Sample,
    Struck,
    find,
    tested_now,
)
from engines.table import Path
from render import kit
from render.kit import DARK, DIM, GOLD, INK, PANEL, put
from render.legstrong.cards import back, chip, face
from render.legstrong.colours import ENERGY, RISK
from render.legstrong.energy_table import ON_THE_ROAD
from render.legstrong.riders import plate
from render.legstrong.signs import put_sign
from render.places import Box

STAGES = ("signal", "test", "keep")  # while it is held
MARGIN = 8
HEAD = 60
LOT = (128, 40)  # pixels of a rider and their die
LOTS = 5  # in a line
BOX = 148
CARD = (52, 72)
WIDE, MOST_WIDE = 2, 3  # boxes side by side: of up to two riders, of more
SMALL = (40, 72)
NARROW = 300  # pixels of a box
DIE = 50
VERDICTS = {POSITIVE: ("cross", RISK), NEGATIVE: ("check", ENERGY), SAVED: ("check", ENERGY)}


def height(view: LegstrongView) -> int:
    """Pixels of the scene; 0 where no control has been held after the last leg."""
    control = held(view)
    if control is None:
        return 0
    return _head(control) + -(-len(control.samples) // _across(control)) * (BOX + MARGIN) + MARGIN


def held(view: LegstrongView) -> Control | None:
    """The control after the leg that was ridden last, until the next one is opened."""
    control = view.control
    between = view.stage not in ON_THE_ROAD
    return control if control and between and control.leg == len(view.results) else None


def struck_now(view: LegstrongView) -> tuple[Struck, ...]:
    """The riders who were disqualified in that control."""
    control = held(view)
    return tuple(struck for struck in view.struck if control and struck.leg == control.leg)


def _across(control: Control) -> int:
    return WIDE if len(control.samples) <= WIDE else MOST_WIDE


def _head(control: Control) -> int:
    lots = control.lots[0] if control.lots else ()
    return max(HEAD, -(-len(lots) // LOTS) * LOT[1] + MARGIN)


def scene(canvas: Image.Image, view: LegstrongView, top: int, path: Path) -> None:
    """The control from the die to its results; a place that `path` picks is golden."""
    control = held(view)
    if control is None:
        return
    _called(canvas, view, control, top)
    now = tested_now(control)
    for sample, box in zip(control.samples, _boxes(control, top), strict=True):
        picked = path[0] if path and sample == now and view.stage == "test" else ""
        _sample(canvas, view, sample, box, picked=picked, now=sample == now)


def _boxes(control: Control, top: int) -> list[Box]:
    """Where each rider called has their box, in a scene that begins `top` pixels from the picture's upper edge."""
    across, first = _across(control), top + _head(control)
    width = (kit.WIDTH - MARGIN * (across + 1)) // across
    corners = (divmod(index, across) for index in range(len(control.samples)))
    return [
        Box(MARGIN + column * (width + MARGIN), first + down * (BOX + MARGIN), width, BOX) for down, column in corners
    ]


def place_boxes(view: LegstrongView) -> dict[int, Box]:
    """The four places of the test that is held now; pixels from the top of the scene."""
    control, now = held(view), tested_now(view.control)
    if control is None or now is None:
        return {}
    box = _boxes(control, 0)[control.samples.index(now)]
    return {place: Box(*corner, *size) for place, (corner, size) in enumerate(_backs(box), 1)}


def _backs(box: Box) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The corner and the size of each of the four cards in the box of a rider called."""
    size = CARD if box.width > NARROW else SMALL
    return [((box.left + 14 + place * (size[0] + 8), box.top + 66), size) for place in range(4)]


def _called(canvas: Image.Image, view: LegstrongView, control: Control, top: int) -> None:
    """The die and what it calls: places of the leg, or everyone's lot."""
    high = _head(control)
    put_sign(canvas, (36, top + high / 2), "flask", 40, GOLD)
    put(canvas, (92, top + high / 2), twelve(control.die, DIE))
    if control.lots:
        _lots(canvas, view, control, top)
        return
    places = {finish.rider: finish.place for finish in view.results[-1]}
    for index, sample in enumerate(control.samples):
        x, y = 186 + index * 190, top + high / 2
        put_sign(canvas, (x - 22, y), "cup", 30, GOLD if places[sample.rider] == 1 else DIM)
        kit.write(canvas, (x + 8, y), str(places[sample.rider]), 28, INK, weight=800)
        put(canvas, (x + 68, y), plate(find(view.road, sample.rider), GOLD))
    if not control.samples:
        kit.write(canvas, (186, top + high / 2), "–", 30, DIM, weight=800)


def _lots(canvas: Image.Image, view: LegstrongView, control: Control, top: int) -> None:
    called = {sample.rider for sample in control.samples}
    for index, lot in enumerate(control.lots[0]):
        down, column = divmod(index, LOTS)
        x, y = 136 + column * LOT[0], top + MARGIN + down * LOT[1] + LOT[1] / 2 - 4
        is_called = lot.rider in called
        put(canvas, (x + 35, y), plate(find(view.road, lot.rider), GOLD if is_called else DARK))
        pips = [roll.pip for rolls in control.lots for roll in rolls if roll.rider == lot.rider]
        text = "·".join(map(str, pips if len(pips) <= 2 else (pips[0], pips[-1])))
        kit.write(canvas, (x + 76, y), text, 22, GOLD if is_called else DIM, weight=800, anchor="l")


def _sample(
    canvas: Image.Image,
    view: LegstrongView,
    sample: Sample,
    box: Box,
    *,
    picked: str,
    now: bool,
) -> None:
    """A rider at the control: their level, their tester, the saving roll, and their four cards."""
    left, top, width, high = box
    edge = GOLD if now else VERDICTS[sample.result][1] if sample.result else PANEL
    kit.block(canvas, box, 12, edge)
    kit.block(canvas, (left + 3, top + 3, width - 6, high - 6), 10, PANEL)
    wide = width > NARROW
    put(canvas, (left + 48, top + 28), plate(find(view.road, sample.rider), GOLD if now else DARK))
    put(canvas, (left + 116, top + 28), chip(sample.level))
    tests = GOLD if now and view.stage == "test" else DIM
    if wide:
        put_sign(canvas, (left + width - 82, top + 30), "flask", 28, tests)
    put(canvas, (left + width - (46 if wide else 36), top + 28), kit.jersey(sample.tester, 40))
    if sample.result == SAVED:
        _saving(canvas, sample, (left + 60, top + 98), 64)
    else:
        if sample.die:
            _saving(canvas, sample, (left + 170, top + 28), 36 if wide else 0)
        place = picked or (str(sample.place) if sample.place else "")
        _four(canvas, sample, box, picked=place)
    name, colour = VERDICTS.get(sample.result, ("clock", DIM))
    put_sign(canvas, (left + width - (64 if wide else 29), top + 98), name, 54 if wide else 32, colour)


def _saving(canvas: Image.Image, sample: Sample, point: tuple[float, float], size: int) -> None:
    """The die, and up to what it saves; without a `size` the die alone."""
    x, y = point
    put(canvas, point, twelve(sample.die, size or 36))
    if size:
        ink = ENERGY if sample.result == SAVED else DIM
        kit.write(canvas, (x + size / 2 + 6, y), f"≤ {sample.most}", 24, ink, weight=800, anchor="l")


def _four(canvas: Image.Image, sample: Sample, box: Box, *, picked: str) -> None:
    """The places; the one picked is raised, and shows its card only where that is positive."""
    for place, ((left, lower), size) in enumerate(_backs(box), 1):
        raised = picked == str(place)
        top = lower - 4 if raised else lower
        if raised:
            kit.block(canvas, (left - 4, top - 4, size[0] + 8, size[1] + 8), 11, GOLD)
        sprite = face(sample.card, size) if raised and sample.card else back(size, place)
        canvas.paste(sprite, (left, top), sprite)


@lru_cache(maxsize=32)
def twelve(pip: int, size: int) -> Image.Image:
    """The event die with what it shows, RGBA."""
    image = Image.new("RGBA", (size, size), (*DARK, 0))
    put_sign(image, (size / 2, size / 2), "face", size, INK)
    kit.write(image, (size / 2, size / 2), str(pip), 22, DARK, weight=800)
    return image
