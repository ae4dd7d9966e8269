"""The ceremony at a season's end: the first three on their steps, with ties beside each other."""

from functools import partial

from PIL import Image

from model.career import Ceremony, LadderRow
from render import kit
from render.career import steps, words
from render.career.colours import LEAF, PETAL, UP, palette
from render.career.figures import on_podium
from render.career.heading import HEAD, heading
from render.career.steps import Finisher
from render.kit import GOLD, NIGHT
from render.words import DOT, Say

CONFETTI = (GOLD, PETAL, UP, LEAF)


def podium(end: Ceremony, say: Say, when: str) -> bytes:
    """The ceremony as a PNG, 800 pixels wide; `when` names the season in the reader's language."""
    finishers = [
        Finisher(
            row.rank or 0, words.rider(row, say), words.rated(row.rating), partial(on_podium, place % len(kit.TEAMS))
        )
        for place, row in enumerate(on_steps(end))
    ]
    canvas = Image.new("RGB", (kit.WIDTH, HEAD + steps.ROOM + steps.height(finishers)), NIGHT)
    title = say("career.podium.title", game=say(f"{end.game}.name"))
    text = DOT.join((words.scope(False, say), when, say("career.riders", n=len(end.rows))))
    if finishers:
        steps.confetti(canvas, HEAD, CONFETTI)
    heading(canvas, title, text, 1, 1)
    steps.draw(canvas, HEAD, finishers)
    return kit.png(canvas, palette(), small=True)


def on_steps(end: Ceremony) -> list[LadderRow]:
    """The people on the podium."""
    return [row for row in end.rows if row.rank in steps.PLACES]
