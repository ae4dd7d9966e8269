"""Breakaways on the road: what the scene is, and each with its letter, its total and its riders."""

from collections.abc import Mapping
from dataclasses import dataclass

from PIL import Image

from engines.superechelon import BAD, CARDS, GOOD, Breakaway, SuperEchelonView, best_of, places, values
from engines.superechelon.road import with_card
from engines.superechelon.state import Played
from engines.table import Path, Seat
from render import kit
from render.kit import DARK, GOLD, INK
from render.superechelon.cards import chip
from render.superechelon.colours import LANE, VERGE
from render.superechelon.icons import put_sign
from render.superechelon.preview import after, chosen, copied, handed_out, letter, place_of
from render.superechelon.road import HEAD, Lane, spots

ROOMY = 150  # pixels from which a lane has room for two totals


@dataclass(frozen=True, slots=True)
class Scene:
    """What is on the road: a stage being ridden, or, when `over`, the one that has just ended."""

    breakaways: tuple[Breakaway, ...]  # with the card of a preview
    terrain: str  # of the stage
    over: bool  # the stage has ended
    best: tuple[str, ...]  # ids of those that lead, or have won
    card: str  # of a preview
    offers: Mapping[str, int]  # what breakaways would be worth with that card
    loot: Mapping[str, Seat]  # who gets which card in a preview


def scene(view: SuperEchelonView, path: Path) -> Scene:
    """What the road shows after the steps of `path`; IllegalMove for a path that isn't legal."""
    card, shown = chosen(view, path), after(view, path)
    if view.last is not None and not shown and not card:
        last = view.last
        return Scene(last.breakaways, last.terrain, True, last.best, "", {}, handed_out(view, path))
    best = tuple(b.id for b in best_of(shown)) if shown else ()
    return Scene(shown, view.terrain, False, best, card, _offers(view, path, card), {})


def _offers(view: SuperEchelonView, path: Path, card: str) -> dict[str, int]:
    """What each breakaway would be worth with the card whose place isn't chosen yet."""
    if not card or place_of(view, path) or view.viewer is None:
        return {}
    played, free = Played(card, view.viewer), places(view.table, view.breakaways, view.viewer)
    return {b.id: with_card(b, played, view.terrain).points for b in view.breakaways if b.id in free}


def draw_lane(
    canvas: Image.Image, shown: Scene, breakaway: Breakaway, lane: Lane, *, width: int, road: int
) -> dict[str, tuple[int, int]]:
    """A breakaway on a road that begins `road` pixels from the top; the corners of its cards by their ids."""
    top = road + lane.top
    box = (lane.left, top, lane.width, lane.height)
    best = breakaway.id in shown.best
    if best and shown.over:
        kit.block(canvas, (box[0] - 4, box[1] - 4, box[2] + 8, box[3] + 8), 16, GOLD)
    kit.block(canvas, box, 12, VERGE if shown.over and not best else LANE)
    _total(canvas, shown, breakaway, (lane.left + 10, lane.left + lane.width - 8, top + HEAD / 2 + 1))
    points, corners = values(breakaway.cards, shown.terrain), corners_in(breakaway, lane, width, road)
    for card, worth in zip(breakaway.cards, points, strict=True):
        figure = CARDS[card.card].figure
        link = ""
        if figure == BAD and card.target:
            link = CARDS[card.target].figure
        elif figure == GOOD and not card.cancelled:
            link = copied(breakaway.cards, shown.terrain)
        marked = card.card == shown.card or card.card in shown.loot
        sprite = chip(
            card.card,
            worth,
            shown.loot.get(card.card, card.seat),
            width,
            gone=card.cancelled,
            edge=GOLD if marked else DARK,
            link=link,
        )
        canvas.paste(sprite, corners[card.card], sprite)
    return corners


def corners_in(breakaway: Breakaway, lane: Lane, width: int, road: int) -> dict[str, tuple[int, int]]:
    """The upper left corners of a breakaway's cards by their ids."""
    corners = spots(lane, len(breakaway.cards), width)
    return {card.card: (x, road + y) for card, (x, y) in zip(breakaway.cards, corners, strict=True)}


def _total(canvas: Image.Image, shown: Scene, breakaway: Breakaway, strip: tuple[float, float, float]) -> None:
    """Letter and total of a breakaway, gold where it leads, a cup where it has won; an offer beside the total."""
    left, right, y = strip
    best = breakaway.id in shown.best
    ink = GOLD if best else INK
    wide = kit.write(canvas, (left, y), letter(breakaway.id), 26, ink, weight=600, anchor="l")
    if best and shown.over:
        alone = len(shown.best) == 1
        if alone:
            put_sign(canvas, (left + wide + 22, y), "cup", 30, GOLD)
        else:
            kit.write(canvas, (left + wide + 18, y), "=", 30, GOLD, weight=800)
    offer = shown.offers.get(breakaway.id)
    if offer is not None:
        taken = kit.write(canvas, (right, y), f"→{offer}", 30, GOLD, weight=800, anchor="r")
        if right - left < ROOMY:
            return
        right -= taken + 8
    kit.write(canvas, (right, y), str(breakaway.points), 34, ink, weight=800, anchor="r")
