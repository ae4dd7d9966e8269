"""The ceremony at a season's end: the first three on their steps, with ties beside each other."""

from collections.abc import Mapping, Sequence

from PIL import Image

from db.career_rows import Ceremony, LadderRow
from render import kit
from render.career import words
from render.career.colours import LEAF, PETAL, SOFT, STEPS, UP, palette
from render.career.figures import on_podium
from render.career.heading import HEAD, heading
from render.kit import DARK, DIM, GOLD, GREY, INK, NIGHT, PANEL, mix
from render.lettering import fitted, write
from render.words import DOT, Say

MARGIN = 8
WIDE = 256  # of a step
PLACES = {2: 0, 1: 1, 3: 2}  # where the steps stand, from the left
HIGH = {1: 132, 2: 92, 3: 60}
FIGURES = {1: 230, 2: 172, 3: 128}  # pixels of a rider, by how many share the step
FLOOR = HEAD + 250 + HIGH[1]  # the line that all steps stand on
NAME, NAME_SIZE, MOST_LINES = WIDE - 20, 28, 4
LINE, RATED = 27, 38  # pixels of a line of a name, and of what stands below it
MOST = 3  # riders who are shown on one step
CONFETTI = (GOLD, PETAL, UP, LEAF)


def podium(end: Ceremony, say: Say, when: str) -> bytes:
    """The ceremony as a PNG, 800 pixels wide; `when` names the season in the reader's language."""
    finishers = on_steps(end)
    jerseys = {row.user: place % len(kit.TEAMS) for place, row in enumerate(finishers)}
    steps = {rank: [row for row in finishers if row.rank == rank] for rank in PLACES}
    below = max(_panel(on, say) for on in steps.values())
    canvas = Image.new("RGB", (kit.WIDTH, FLOOR + below + 2 * MARGIN), NIGHT)
    title = say("career.podium.title", game=say(f"{end.game}.name"))
    text = DOT.join((words.scope(False, say), when, say("career.riders", n=len(end.rows))))
    if finishers:
        _confetti(canvas)
    heading(canvas, title, text, 1, 1)
    for rank, on in steps.items():
        _step(canvas, rank, on, jerseys)
        if on:
            _names(canvas, rank, on, say)
    return kit.png(canvas, palette(), level=6)


def on_steps(end: Ceremony) -> list[LadderRow]:
    """The people on the podium."""
    return [row for row in end.rows if row.rank in PLACES]


def _name_lines(finisher: LadderRow, say: Say) -> int:
    _, lines = fitted(words.rider(finisher, say), NAME, NAME_SIZE, 700, MOST_LINES)
    return max(len(lines), 2)


def _panel(on: Sequence[LadderRow], say: Say) -> int:
    """Pixels of the names below a step, and of the number of those that are only counted."""
    names = sum(_name_lines(finisher, say) * LINE + RATED for finisher in on[:MOST])
    return names + (RATED if len(on) > MOST else 0)


def _confetti(canvas: Image.Image) -> None:
    for piece in range(70):
        x, y = (piece * 211 + 37) % kit.WIDTH, HEAD + (piece * 97 + 11) % 250
        lean = piece % 5 * 2 - 4
        colour = mix(CONFETTI[piece % len(CONFETTI)], NIGHT, 0.6)
        kit.paint(canvas, [(x, y), (x + lean, y + 9)], colour, width=5)


def _left(rank: int) -> int:
    return MARGIN + PLACES[rank] * (WIDE + MARGIN)


def _step(canvas: Image.Image, rank: int, on: Sequence[LadderRow], jerseys: Mapping[int, int]) -> None:
    """The step with its number, and the riders on it, each in their jersey (0 to 9 by id)."""
    left, top = _left(rank), FLOOR - HIGH[rank]
    colour = STEPS[rank] if on else GREY
    kit.block(canvas, (left, top, WIDE, HIGH[rank]), 8, mix(colour, DARK, 0.45))
    kit.block(canvas, (left, top, WIDE, 18), 8, colour)
    kit.write(canvas, (left + WIDE / 2, top + 9 + HIGH[rank] / 2), str(rank), 44, INK if on else DIM, weight=800)
    shown = on[:MOST]
    for place, finisher in enumerate(shown):
        image = on_podium(jerseys[finisher.user], rank, FIGURES[len(shown)])
        middle = left + WIDE * (place + 0.5) / len(shown)
        canvas.paste(image, (round(middle - image.width / 2), top - image.height + 8), image)


def _names(canvas: Image.Image, rank: int, on: Sequence[LadderRow], say: Say) -> None:
    left, y = _left(rank), FLOOR + MARGIN
    kit.block(canvas, (left, y, WIDE, _panel(on, say)), 10, PANEL)
    middle = left + WIDE / 2
    for finisher in on[:MOST]:
        high = _name_lines(finisher, say) * LINE
        name = words.rider(finisher, say)
        at = (middle, y + 6 + high / 2)
        write(canvas, at, name, NAME, NAME_SIZE, ink=INK, weight=700, anchor="m", most=MOST_LINES)
        kit.write(canvas, (middle, y + high + 18), words.rated(finisher.rating), 22, SOFT, weight=600)
        y += high + RATED
    if len(on) > MOST:
        kit.write(canvas, (middle, y + RATED / 2 - 4), f"+{len(on) - MOST}", 24, DIM, weight=700)
