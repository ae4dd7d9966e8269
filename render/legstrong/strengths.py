"""What types of riders are good at: the rows that they ride for nothing on each terrain, and what a role adds."""

from PIL import Image

from engines.legstrong import CONFIG
from render import kit
from render.kit import DARK, GOLD, INK, PANEL, Point
from render.legstrong.colours import SHADE, TERRAIN
from render.legstrong.signs import put_sign

MARGIN = 8
HIGH = 200  # pixels of the types side by side
CHIP = 68  # pixels of height
GAP = 6
SLOPES: dict[str, tuple[Point, ...]] = {  # the road in a chip, as shares of its width and height
    "F": ((0, 0.68), (1, 0.68)),
    "G": ((0, 0.86), (1, 0.6)),
    "M": ((0, 0.9), (0.5, 0.56), (1, 0.46)),
    "D": ((0, 0.5), (1, 0.9)),
}


def types(canvas: Image.Image, top: int) -> None:
    """All types beside each other, each with its sign."""
    width = (kit.WIDTH - MARGIN * (len(CONFIG.base) + 1)) // len(CONFIG.base)
    for index, kind in enumerate(CONFIG.base):
        left = MARGIN + index * (width + MARGIN)
        kit.block(canvas, (left, top + MARGIN, width, HIGH - 2 * MARGIN), 12, PANEL)
        put_sign(canvas, (left + width / 2, top + 56), kind, 64, INK)
        strengths(canvas, kind, "", (left + 14, top + HIGH - CHIP - 22, width - 28))


def strengths(canvas: Image.Image, kind: str, role: str, box: tuple[int, int, int]) -> None:
    """A chip for each terrain with the rows on it; `role` is one that is given just now, golden where it tells.

    `box` is left, top and width.
    """
    left, top, width = box
    chip = (width - GAP * (len(TERRAIN) - 1)) // len(TERRAIN)
    for index, letter in enumerate(TERRAIN):
        x, more = left + index * (chip + GAP), CONFIG.descent if (letter, role) == ("D", "descender") else 0
        if more:
            kit.block(canvas, (x - 4, top - 4, chip + 8, CHIP + 8), 11, GOLD)
        image = Image.new("RGB", (chip, CHIP), TERRAIN[letter])
        road = [(across * chip, down * CHIP) for across, down in SLOPES[letter]]
        kit.paint(image, [(0, CHIP), *road, (chip, CHIP)], SHADE[letter])
        kit.write(image, (chip / 2, 20), str(CONFIG.base[kind][letter] + more), 32, DARK, weight=800)
        canvas.paste(image, (x, top), kit.slab((chip, CHIP), 8))
