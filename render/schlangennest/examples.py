"""Made-up positions for the rules of Schlangennest, and several of them side by side in one picture."""

from dataclasses import dataclass, replace

from PIL import Image

from engines.schlangennest import KINDS, SET, SNAKES, SPEC, Card, Field, Nest, SchlangennestView, standings, trace
from engines.table import Table, settle
from render import kit
from render.kit import GOLD, NIGHT, WIDTH
from render.schlangennest.colours import TONGUE, sheet
from render.schlangennest.plan import Rect, Window
from render.schlangennest.squares import lay_cards, lay_ground, mark_ends, outline

MEADOW = Field(0, 0, (), ())
MOST_CELL = 88
GAP = 24


def nest(cards: str, snakes: int, field: Field = MEADOW) -> Nest:
    """The nest of cards written like "C4.0.curve.es D4.1.straight.ew": square, snake, kind and rotation."""
    laid = {
        name: Card(kind, rotation, int(snake), ())
        for name, snake, kind, rotation in (card.split(".") for card in cards.split())
    }
    spent = [(card.colour, card.kind) for card in laid.values()]
    hands = tuple(
        tuple(count - spent.count((snake, kind)) for kind, count in zip(KINDS, SET, strict=True))
        for snake in range(snakes)
    )
    traced = trace(field, laid, hands)
    assert traced is not None, "an example joins no two colours"
    return traced


def moment(position: Nest, options: dict[str, str], due: int, last: str) -> SchlangennestView:
    """The public view of a match in that position."""
    table = settle(SPEC, Table(len(position.hands), options, SPEC.rules))
    return SchlangennestView(
        viewer=None,
        stage="lay",
        waiting=(due,),
        standings=standings(position, table),
        over=False,
        sealed=False,
        table=table,
        turn=len(position.cards) + 1,
        due=due,
        todo=(due,),
        nest=position,
        stuck=(),
        last=last,
    )


@dataclass(frozen=True, slots=True)
class Pane:
    """A part of a nest: the square that matters, and whether it is right ("✓"), wrong ("✗") or neither ("")."""

    nest: Nest
    rect: Rect
    square: str = ""
    mark: str = ""


def wrong(position: Nest, square: str, snake: int, kind: str, rotation: str) -> Nest:
    """What it would look like if that card lay there against the rules; only for pictures."""
    card = Card(kind, rotation, snake, (SNAKES[snake], ""))
    free = {name: reach for name, reach in position.reach.items() if name != square}
    return replace(position, cards={**position.cards, square: card}, reach=free)


def side_by_side(*panes: Pane) -> bytes:
    """The panes as one PNG, 800 pixels wide."""
    columns = sum(pane.rect[2] - pane.rect[0] + 1 for pane in panes)
    rows = max(pane.rect[3] - pane.rect[1] + 1 for pane in panes)
    cell = min(MOST_CELL, (WIDTH - GAP * (len(panes) + 1)) // columns)
    head = 50 if any(pane.mark for pane in panes) else GAP
    canvas = Image.new("RGB", (WIDTH, rows * cell + head + GAP), NIGHT)
    left = (WIDTH - columns * cell - GAP * (len(panes) - 1)) // 2
    for pane in panes:
        wide, high = pane.rect[2] - pane.rect[0] + 1, pane.rect[3] - pane.rect[1] + 1
        window = Window(pane.rect, cell, 0, 0)
        piece = Image.new("RGB", (wide * cell, high * cell), NIGHT)
        lay_ground(piece, pane.nest, window)
        lay_cards(piece, pane.nest, window)
        colour = TONGUE if pane.mark == "✗" else GOLD
        if pane.square:
            outline(piece, window, pane.square, 4, colour)
        mark_ends(piece, pane.nest, window, frozenset())
        canvas.paste(piece, (left, head))
        if pane.mark:
            kit.write(canvas, (left + wide * cell / 2, head / 2), pane.mark, 34, colour, weight=800)
        left += wide * cell + GAP
    return kit.png(canvas, sheet(), small=True)


def grown(rect: Rect) -> Rect:
    """The rectangle with one more square on every side."""
    return rect[0] - 1, rect[1] - 1, rect[2] + 1, rect[3] + 1
