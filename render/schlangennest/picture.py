"""The nest as a picture: cards on their squares, the snakes' cards and parts, and what a choice would lead to."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, partial, reduce

from PIL import Image

from engines.schlangennest import KINDS, SNAKES, Nest, SchlangennestView, is_closed, is_loop, parts, place, split
from engines.table import Path, Pick
from render import kit, roster
from render.kit import DIM, GOLD, INK, NIGHT, PANEL, WIDTH, put
from render.places import Box
from render.schlangennest.cards import icon
from render.schlangennest.choice import MOST_RESULTS, Choice, choice, completed, onward, results
from render.schlangennest.colours import sheet
from render.schlangennest.plan import MARGIN, RESULT, RESULT_CELL, Rect, Window, joined, plan, shown
from render.schlangennest.shortcuts import numbered, shortcuts
from render.schlangennest.squares import (
    badge,
    end_at,
    lay_cards,
    lay_ground,
    mark_ends,
    name_squares,
    number,
    outline,
    radius,
    spot,
)
from render.schlangennest.words import ARROWS, PLACES

ICON = 36
NAME = roster.LINE + 6  # a line with a snake's name
HAND = 4 * ICON + 3 * 4 + 2 * 28  # how wide a snake's cards left are
CAPTION = 44  # how high the line above a result is


def filmed(views: Sequence[SchlangennestView]) -> Callable[[SchlangennestView, Path, roster.Names], bytes]:
    """The board for the frames of a film: each shows the squares of all these views, so that none is larger."""
    return partial(board, within=reduce(joined, [shown(view.nest) for view in views]))


def board(view: SchlangennestView, path: Path = (), names: roster.Names = (), within: Rect = ()) -> bytes:
    """The cards, the border, the snakes' parts and names as a PNG; a path begun is drawn as a preview.

    At least the squares `within` that rectangle are shown, if there is one.
    """
    chosen = choice(view, path)
    results_shown = coming(view, path)
    layout = plan(chosen.nest, bool(results_shown), NAME if names else 0, within)
    canvas = Image.new("RGB", (WIDTH, layout.height), NIGHT)
    nest, window = chosen.nest, layout.window
    lay_ground(canvas, nest, window)
    lay_cards(canvas, nest, window)
    name_squares(canvas, window)
    golden = frozenset(SNAKES[snake] for snake in view.todo) if view.waiting and not path else frozenset[str]()
    mark_ends(canvas, nest, window, golden)
    point_out(canvas, view, path, chosen, window)
    for snake, box in enumerate(layout.blocks):
        _block(canvas, view, chosen, snake, box, name=_owner(view, snake, names) if names else None)
    if results_shown:
        strip(canvas, view, results_shown.values(), numbered(view, path), layout.strip)
    return kit.png(canvas, sheet())


def coming(view: SchlangennestView, path: Path) -> dict[Path, Choice]:
    """What each way on would lead to, if there is room for all of them."""
    ways = shortcuts(view, path)
    if not ways:
        numbers = numbered(view, path)
        by_way = results(view, path)
        return {way: by_way[way] for way in sorted(by_way, key=lambda way: numbers.get(way[0], 0))}
    return {way: choice(view, completed(view, (*path, *way))) for way in ways} if len(ways) <= MOST_RESULTS else {}


def point_out(canvas: Image.Image, view: SchlangennestView, path: Path, chosen: Choice, window: Window) -> None:
    """The last card outlined, and in gold what is asked about, with the numbers of the labels, or chosen."""
    if chosen.nest is view.nest and view.last:
        outline(canvas, window, view.last, 3, INK)
    ask = chosen.ask
    numbers = numbered(view, path) if view.viewer is not None else {}
    if isinstance(ask, Pick) and view.viewer is not None:
        for place in numbers or (ask.options if ask.about in PLACES else ()):
            name, _, side = place.partition(".")
            if not window.shows(name):
                continue
            if side:
                way = split(place)[1]
                point, snake = end_at(window, name, way), view.nest.reach[name][way]
                put(canvas, point, badge(int(snake), radius(window.cell) + 2, True))
            elif ask.about == "square":
                point = window.middle(name)
                put(canvas, point, spot())
            else:
                point = window.middle(name)
                outline(canvas, window, name, 4, GOLD)
            if place in numbers:
                number(canvas, point, numbers[place])
    if chosen.square:
        outline(canvas, window, chosen.square, 5, GOLD)


# --- the snakes' cards and parts


def _owner(view: SchlangennestView, snake: int, names: roster.Names) -> str:
    seat = snake % view.table.seats
    return roster.called(names[seat], seat)


def _block(
    canvas: Image.Image, view: SchlangennestView, chosen: Choice, snake: int, box: Box, *, name: str | None
) -> None:
    """Sign, name, parts and cards left of a snake; a golden edge if it is to be laid."""
    left, top, width, height = box
    asked = bool(view.waiting) and snake in view.todo and chosen.snake in (-1, snake)
    if asked:
        kit.block(canvas, box, 12, GOLD)
        kit.block(canvas, (left + 3, top + 3, width - 6, height - 6), 10, PANEL)
    else:
        kit.block(canvas, box, 12, PANEL)
    if name is not None:
        roster.write_name(canvas, (left + 62, top + 27), name, width - 62 - 14)
        top, height = top + NAME, height - NAME
    two_lines = height > width / 3
    y = top + (34 if two_lines else height // 2)
    badge_y = y if name is None else top - NAME + 28
    put(canvas, (left + 28, badge_y), badge(snake, 17))
    sign = sign_of(view, chosen.nest, snake)
    if sign:
        kit.dot(canvas, (left + 46, badge_y - 16), 12, PANEL)
        kit.write(canvas, (left + 46, badge_y - 16), sign, 22, GOLD, weight=750)
    now, then = parts(view.nest, snake), parts(chosen.nest, snake)
    x = left + (62 if name is None else 16)
    x += kit.write(canvas, (x, y), str(now), 36, INK, weight=750, anchor="l") + 8
    if then != now:
        kit.write(canvas, (x, y), f"{then - now:+d}", 30, GOLD, weight=750, anchor="l")
    elif len(chosen.nest.hands) > view.table.seats and view.table.options["score"] == "sum":
        points = next(standing.points for standing in view.standings if standing.seat == snake % view.table.seats)
        kit.write(canvas, (x, y), f"Σ{points}", 24, DIM, weight=600, anchor="l")
    corner = (left + 14, top + 60) if two_lines else (left + width - HAND - 10, y - ICON // 2)
    lay_hand(canvas, chosen.nest.hands[snake], snake, corner)


def sign_of(view: SchlangennestView, nest: Nest, snake: int) -> str:
    """A star for a winner, a tick for a snake that is finished, a lying eight for a loop."""
    if view.over and any(s.seat == snake % view.table.seats and s.rank == 1 for s in view.standings):
        return "★"
    if is_closed(nest, snake) or snake in view.stuck:
        return "✓"
    return "∞" if is_loop(nest, snake) else ""


def lay_hand(canvas: Image.Image, hand: tuple[int, ...], snake: int, corner: tuple[int, int]) -> int:
    """The cards left: straights and curves with their number, tail and head pale when they are gone. Their width."""
    x, y = corner
    for kind, count in zip(KINDS, hand, strict=True):
        canvas.paste(_icon(kind, snake, bool(count)), (x, y))
        x += ICON + 4
        if kind in ("straight", "curve"):
            kit.write(canvas, (x + 10, y + ICON / 2), str(count), 26, INK if count else DIM, weight=700)
            x += 28
    return x - corner[0]


@lru_cache(maxsize=64)
def _icon(kind: str, snake: int, left: bool) -> Image.Image:
    image = icon(kind, snake, ICON, PANEL)
    return image if left else Image.blend(Image.new("RGB", image.size, PANEL), image, 0.2)


# --- results


WIDE = RESULT * RESULT_CELL  # of a result


def beside_each_other(count: int, top: int) -> list[Box]:
    """The boxes of so many results, each with its line above it."""
    gap = min(40, (WIDTH - 2 * MARGIN - count * WIDE) // max(count - 1, 1))
    left = (WIDTH - count * WIDE - (count - 1) * gap) // 2
    return [Box(left + index * (WIDE + gap), top, WIDE, CAPTION + WIDE) for index in range(count)]


def strip(
    canvas: Image.Image, view: SchlangennestView, choices: Collection[Choice], numbers: Mapping[str, int], top: int
) -> None:
    """What each option would lead to, side by side, with the pads above them."""
    for result, box in zip(choices, beside_each_other(len(choices), top), strict=True):
        column, row = place(result.square)
        window = Window((column - 1, row - 1, column + 1, row + 1), RESULT_CELL, 0, 0)
        piece = Image.new("RGB", (WIDE, WIDE), NIGHT)
        lay_ground(piece, result.nest, window)
        lay_cards(piece, result.nest, window)
        outline(piece, window, result.square, 3, GOLD)
        mark_ends(piece, result.nest, window, frozenset())
        canvas.paste(piece, (box.left, top + CAPTION))
        number = numbers.get(result.end or result.square)
        arrows = "".join(ARROWS[side] for side in onward(result))
        _caption(canvas, view, result, f"{number or ''}{arrows}", (box.left + WIDE // 2, top + CAPTION // 2 - 2))


def _caption(canvas: Image.Image, view: SchlangennestView, result: Choice, name: str, middle: tuple[int, int]) -> None:
    """The pad of an option, with its card as a picture, and the parts that it gains."""
    gained = parts(result.nest, result.snake) - parts(view.nest, result.snake)
    x, y = middle
    edge = x - 6
    if result.kind:
        canvas.paste(_icon(result.kind, result.snake, True), (x - ICON // 2, y - ICON // 2))
        x, edge = x + ICON // 2, x - ICON // 2 - 6
    kit.write(canvas, (edge, y), name, 26, INK, weight=700, anchor="r")
    kit.write(canvas, (x + 8, y), f"{gained:+d}", 26, GOLD, weight=750, anchor="l")
