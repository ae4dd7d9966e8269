"""The steps of a podium, the riders on them and their names below; those who share a rank stand beside each other."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from render import kit
from render.career.colours import SOFT, STEPS
from render.kit import DARK, DIM, GREY, INK, NIGHT, PANEL, Colour, mix
from render.lettering import fitted, write

MARGIN = 8
WIDE = 256  # of a step
PLACES = {2: 0, 1: 1, 3: 2}  # where the steps stand, from the left
HIGH = {1: 132, 2: 92, 3: 60}
FIGURES = {1: 230, 2: 172, 3: 128}  # pixels of a rider, by how many share the step
ROOM = 250 + HIGH[1]  # above the line that all steps stand on
NAME, NAME_SIZE, MOST_LINES = WIDE - 20, 28, 4
LINE, BELOW = 27, 38  # pixels of a line of a name, and of what stands below it
EMBLEM = 52  # pixels of a sign above a name
MOST = 3  # riders who are shown on one step


@dataclass(frozen=True)
class Finisher:
    """Someone on the podium: their `figure` is drawn for a rank and a height, `below` stands below their name.

    An `emblem` stands above the name, if there is one.
    """

    rank: int
    name: str
    below: str
    figure: Callable[[int, int], Image.Image]
    emblem: Image.Image | None = None


def height(finishers: Sequence[Finisher]) -> int:
    """Pixels of the names below the steps, with their margins."""
    return max(_panel(on) for on in _steps(finishers).values()) + 2 * MARGIN


def confetti(canvas: Image.Image, top: int, colours: Sequence[Colour]) -> None:
    """Pieces that fall on the riders."""
    for piece in range(70):
        x, y = (piece * 211 + 37) % kit.WIDTH, top + (piece * 97 + 11) % 250
        lean = piece % 5 * 2 - 4
        colour = mix(colours[piece % len(colours)], NIGHT, 0.6)
        kit.paint(canvas, [(x, y), (x + lean, y + 9)], colour, width=5)


def draw(canvas: Image.Image, top: int, finishers: Sequence[Finisher], places: Mapping[int, int] = PLACES) -> None:
    """The steps at these `places`, from the left, with everyone on them; a step that no one has reached is grey."""
    left = (kit.WIDTH - len(places) * (WIDE + MARGIN) + MARGIN) // 2
    steps = _steps(finishers)
    tallest = max(_panel(on) for on in steps.values())
    for rank, place in places.items():
        x = left + place * (WIDE + MARGIN)
        _step(canvas, x, top + ROOM, rank, steps[rank])
        if steps[rank]:
            _names(canvas, x, top + ROOM + MARGIN, steps[rank], tallest)


def _steps(finishers: Sequence[Finisher]) -> dict[int, list[Finisher]]:
    return {rank: [f for f in finishers if f.rank == rank] for rank in PLACES}


def _name_lines(finisher: Finisher) -> int:
    _, lines = fitted(finisher.name, NAME, NAME_SIZE, 700, MOST_LINES)
    return max(len(lines), 2)


def _block(finisher: Finisher) -> int:
    """Pixels of one person's name and what stands around it."""
    return _name_lines(finisher) * LINE + BELOW + (EMBLEM if finisher.emblem is not None else 0)


def _panel(on: Sequence[Finisher]) -> int:
    """Pixels of the names below a step, and of the number of those that are only counted."""
    return sum(_block(finisher) for finisher in on[:MOST]) + (BELOW if len(on) > MOST else 0)


def _step(canvas: Image.Image, left: int, floor: int, rank: int, on: Sequence[Finisher]) -> None:
    """The step with its number, and the riders on it."""
    top = floor - HIGH[rank]
    colour = STEPS[rank] if on else GREY
    kit.block(canvas, (left, top, WIDE, HIGH[rank]), 8, mix(colour, DARK, 0.45))
    kit.block(canvas, (left, top, WIDE, 18), 8, colour)
    kit.write(canvas, (left + WIDE / 2, top + 9 + HIGH[rank] / 2), str(rank), 44, INK if on else DIM, weight=800)
    shown = on[:MOST]
    for place, finisher in enumerate(shown):
        image = finisher.figure(rank, FIGURES[len(shown)])
        middle = left + WIDE * (place + 0.5) / len(shown)
        canvas.paste(image, (round(middle - image.width / 2), top - image.height + 8), image)


def _names(canvas: Image.Image, left: int, y: int, on: Sequence[Finisher], tallest: int) -> None:
    """Their names; as high as the `tallest` panel if that has room for signs, so that the panels end level."""
    has_emblems = any(finisher.emblem is not None for finisher in on)
    kit.block(canvas, (left, y, WIDE, tallest if has_emblems else _panel(on)), 10, PANEL)
    middle = left + WIDE / 2
    for finisher in on[:MOST]:
        bottom = y + _block(finisher)
        if finisher.emblem is not None:
            sign = finisher.emblem
            canvas.paste(sign, (round(middle - sign.width / 2), round(y + 4 + (EMBLEM - sign.height) / 2)), sign)
            y += EMBLEM
        high = _name_lines(finisher) * LINE
        point = (middle, y + 6 + high / 2)
        write(canvas, point, finisher.name, NAME, NAME_SIZE, ink=INK, weight=700, anchor="m", most=MOST_LINES)
        if finisher.below:
            write(canvas, (middle, y + high + 18), finisher.below, NAME, 22, ink=SOFT, weight=600, anchor="m")
        y = bottom
    if len(on) > MOST:
        kit.write(canvas, (middle, y + BELOW / 2 - 4), f"+{len(on) - MOST}", 24, DIM, weight=700)
