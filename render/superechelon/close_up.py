"""Picture for a question: the breakaways, and the viewer's cards with the numbers of the pads."""

from dataclasses import dataclass

from PIL import Image

from engines.superechelon import NEW, Spoils, SuperEchelonView
from engines.table import Path, Pick
from render import kit
from render.kit import DARK, DIM, GOLD, INK, NIGHT, put
from render.places import Box
from render.superechelon import seats
from render.superechelon.cards import CARD, CHIPS, HEIGHTS, TAG, chip, face
from render.superechelon.colours import LANE
from render.superechelon.hand import LIFT, STRIDE
from render.superechelon.icons import bag
from render.superechelon.lanes import Scene, draw_lane, scene
from render.superechelon.palette import palette
from render.superechelon.preview import GAME, chosen, handed_out, letter, spoils_of
from render.superechelon.road import EMPTY, Lane, Layout, arrange, start_line
from render.superechelon.seats import HEADER, MARGIN
from render.superechelon.shortcuts import numbered
from render.superechelon.words import stage_points

MOST_HEIGHT, TALLEST = 612, 660  # pixels: with a header, and at all
OWED = 60  # pixels of who is owed how many cards
DISC = 20  # radius of a number
HELD = 112  # width of a card of the hand where there is little room
SMALL = min(CHIPS)
A_ROW = 9  # loot cards side by side


def close_up(view: SuperEchelonView, path: Path = ()) -> bytes:
    """The road and the hand, or loot, without scenery as a PNG, 800 pixels wide; a path begun is drawn as a preview."""
    canvas = _loot(view, path) if spoils_of(view) is not None else _road(view, path)
    return kit.png(canvas, palette())


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where everything lies in the picture of the road and the hand."""

    shown: Scene  # the breakaways and what is chosen
    spare: str  # letter of the breakaway that may be started, "" for none
    layout: Layout  # of the road
    top: int  # of the road, in pixels
    road: int  # its height
    hand: int  # height of the hand, 0 for none
    width: int  # of its cards


def arranged(view: SuperEchelonView, path: Path) -> Arrangement:
    """The breakaways above the hand: small cards, and no header, where there is little room."""
    shown, spare = scene(view, path), _next_one(view, path)
    counts = [len(breakaway.cards) for breakaway in shown.breakaways]
    has_hand = bool(view.hand) and not is_target(view, path)
    layout, hand, width = _room((*counts, *(1 for _ in spare)), has_hand=has_hand)
    road = layout.height if layout.lanes else EMPTY
    top = HEADER if HEADER + road + hand <= MOST_HEIGHT else 0
    return Arrangement(shown, spare, layout, top, road, hand, width)


def _road(view: SuperEchelonView, path: Path) -> Image.Image:
    at = arranged(view, path)
    canvas = Image.new("RGB", (kit.WIDTH, at.top + at.road + at.hand), NIGHT)
    if at.top:
        seats.scores(canvas, view, seats.header(canvas, view))
    if not at.layout.lanes:
        start_line(canvas, at.top + 8, EMPTY - 12)
        seats.start(canvas, view, at.top + EMPTY // 2 + 2)
    numbers = numbered(view, path)
    corners: dict[str, tuple[int, int]] = {}
    for breakaway, lane in zip(at.shown.breakaways, at.layout.lanes, strict=False):
        corners |= draw_lane(canvas, at.shown, breakaway, lane, width=at.layout.chip, road=at.top)
    if at.spare:
        _empty_lane(canvas, at.spare, at.layout.lanes[-1], at.top)
    for card, (x, y) in corners.items():
        if card in numbers:
            number(canvas, (x + at.layout.chip - DISC + 2, y + DISC - 4), numbers[card])
    if at.hand:
        _hand(canvas, view, path, at)
    return canvas


def is_target(view: SuperEchelonView, path: Path) -> bool:
    """Whether a card on the road is asked for."""
    ask = GAME.ask(view, path)
    return ask is not None and ask.about == "target"


def _room(lanes: tuple[int, ...], *, has_hand: bool) -> tuple[Layout, int, int]:
    """The largest cards that fit: the road, the height of the hand (0: none), and the width of its cards."""
    large, small, tags = (
        high + LIFT if has_hand else 0 for high in (CARD[1] + MARGIN, CHIPS[HELD] + MARGIN, HEIGHTS[TAG])
    )
    layout = arrange(lanes, MOST_HEIGHT - HEADER - large)
    if HEADER + layout.height + large <= MOST_HEIGHT:
        return layout, large, CARD[0]
    layout = arrange(lanes, MOST_HEIGHT - HEADER - small, (*CHIPS, TAG))
    return (layout, small, HELD) if layout.height + small <= TALLEST else (layout, tags, TAG)


def _loot(view: SuperEchelonView, path: Path) -> Image.Image:
    """The cards to deal, each with the jersey of the player who is to have it, below who is owed how many."""
    spoils, given = spoils_of(view), handed_out(view, path)
    assert spoils is not None
    rows = -(-len(spoils.cards) // A_ROW)
    canvas = Image.new("RGB", (kit.WIDTH, HEADER + OWED + rows * (CHIPS[SMALL] + MARGIN) + MARGIN), NIGHT)
    seats.header(canvas, view)
    left = 60.0
    put(canvas, (28, HEADER + OWED / 2), bag(36))
    for seat, count in zip(spoils.seats, spoils.counts, strict=True):
        put(canvas, (left + 20, HEADER + OWED / 2), kit.jersey(seat, 40))
        left += 60 + kit.write(canvas, (left + 46, HEADER + OWED / 2), str(count), 28, INK, weight=700, anchor="l")
    for card, box in loot_boxes(spoils).items():
        sprite = chip(card, None, given.get(card, view.due), SMALL, edge=GOLD if card in given else DARK)
        canvas.paste(sprite, box[:2], sprite)
    return canvas


def loot_boxes(spoils: Spoils) -> dict[str, Box]:
    """The loot cards and where they lie."""
    boxes: dict[str, Box] = {}
    for index, card in enumerate(spoils.cards):
        down, across = divmod(index, A_ROW)
        top = HEADER + OWED + down * (CHIPS[SMALL] + MARGIN)
        boxes[card] = Box(34 + across * (SMALL + 6), top, SMALL, CHIPS[SMALL])
    return boxes


def _next_one(view: SuperEchelonView, path: Path) -> str:
    """The letter of the breakaway that the viewer may start with the card whose place isn't chosen yet, or ""."""
    card = chosen(view, path)
    if view.stage != "play" or view.viewer is None or len(path) > 1 or view.table.seats == 2:
        return ""
    held = (card,) if card else view.hand
    asks = [GAME.ask(view, (card,)) for card in held] if GAME.ask(view, ()) is not None else []
    is_free = any(isinstance(ask, Pick) and NEW in ask.options for ask in asks)
    return letter(f"b.{len(view.breakaways) + 1}") if is_free and view.breakaways else ""


def _empty_lane(canvas: Image.Image, place: str, lane: Lane, road: int) -> None:
    """Room for a breakaway that may be started, with its letter."""
    box = (lane.left, road + lane.top, lane.width, lane.height)
    kit.block(canvas, box, 12, LANE)
    kit.block(canvas, (box[0] + 3, box[1] + 3, box[2] - 6, box[3] - 6), 10, NIGHT)
    kit.write(canvas, (lane.left + 10, box[1] + 23), place, 26, GOLD, weight=600, anchor="l")
    kit.write(canvas, (lane.left + lane.width / 2, box[1] + lane.height / 2 + 12), "+", 44, DIM, weight=600)


def hand_boxes(view: SuperEchelonView, path: Path, at: Arrangement) -> dict[str, Box]:
    """The viewer's cards and where they lie; the chosen one stands above the others."""
    card, stride = chosen(view, path), at.width + STRIDE - CARD[0]
    left, top = (kit.WIDTH - stride * len(view.hand) + stride - at.width) // 2, at.top + at.road + LIFT
    high = CARD[1] if at.width == CARD[0] else HEIGHTS[at.width]
    return {
        held: Box(left + index * stride, top - LIFT * (held == card), at.width, high)
        for index, held in enumerate(view.hand)
    }


def _hand(canvas: Image.Image, view: SuperEchelonView, path: Path, at: Arrangement) -> None:
    card, numbers, width = chosen(view, path), numbered(view, path), at.width
    for held, box in hand_boxes(view, path, at).items():
        edge = GOLD if held == card else DARK
        if width != CARD[0]:
            assert view.viewer is not None
            sprite = chip(held, stage_points(view, held), view.viewer, width, edge=edge)
        else:
            sprite = face(held, view.terrain, edge)
        canvas.paste(sprite, box[:2], sprite)
        if held in numbers:
            own = (width - 23, HEIGHTS[TAG] / 2)  # a tag's jersey, which is the viewer's on all
            right, down = own if width == TAG else (width / 2, 16)
            number(canvas, (box.left + right, box.top + down), numbers[held])


def number(canvas: Image.Image, point: tuple[float, float], n: int) -> None:
    """The number of a pad."""
    kit.dot(canvas, point, DISC, GOLD)
    kit.dot(canvas, point, DISC - 3, DARK)
    kit.write(canvas, point, str(n), 28, GOLD, weight=800)
