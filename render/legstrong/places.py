"""Where rows, riders and cards lie on the picture: what a touch means."""

from collections.abc import Iterable, Iterator, Mapping

from engines.legstrong import LegstrongView
from engines.table import Path, Pick
from render.legstrong import close_up, control, sleeves
from render.legstrong.hand import hand_boxes
from render.legstrong.pads import is_rider
from render.legstrong.preview import GAME, steps
from render.legstrong.question_picture import parts_of, shown_sleeves, tile_boxes, tops
from render.legstrong.shortcuts import shortcuts
from render.places import Box, Places


def places(view: LegstrongView, path: Path = ()) -> Places:
    """The rows that a rider may go to, the riders that are asked for, and the cards of a sleeve or of a test.

    A rider with several ways is chosen alone, and then what they do.
    """
    ask = GAME.ask(view, path)
    if view.viewer is None or not isinstance(ask, Pick):
        return {}
    options = tuple((option,) for option in ask.options)
    parts = parts_of(view, path)
    at = tops(parts)
    if "sleeves" in parts:
        cards = sleeves.card_boxes(view, shown_sleeves(view, path))
        return _known(options, {card: box for (rider, card), box in cards.items() if rider == _asked(ask)})
    if ask.about.partition(".")[0] in ("test", "signal"):
        part, boxes = ("strip", sleeves.place_boxes()) if "strip" in parts else ("control", control.place_boxes(view))
        return _known(options, {str(place): _lower(box, at[part]) for place, box in boxes.items()})
    if "hand" in parts:
        return _known(options, {rider: _lower(box, at["hand"]) for rider, box in hand_boxes(view).items()})
    return dict(_on_the_road(view, path, shortcuts(view, path) or options, at)) if "road" in parts else {}


def _asked(ask: Pick) -> str:
    """The rider whose card is asked for."""
    return ask.about.partition(".")[2]


def _known(options: tuple[Path, ...], boxes: Mapping[str, Box]) -> Places:
    return {option: (boxes[option[0]],) for option in options if option[0] in boxes}


def _lower(box: Box, top: int) -> Box:
    return box._replace(top=box.top + top)


def _on_the_road(
    view: LegstrongView, path: Path, ways: tuple[Path, ...], at: Mapping[str, int]
) -> Iterator[tuple[Path, tuple[Box, ...]]]:
    """The columns of the rows, or the riders on the road and among the viewer's own."""
    shown = close_up.scene(view, path)
    columns, riders, tiles = close_up.column_boxes(shown), close_up.rider_boxes(shown), tile_boxes(view)
    rows: dict[int, list[Path]] = {}
    for way in ways:
        taken = steps(view, (*path, *way))[0][len(path) :]
        chosen = [(index, step.choice.row) for index, step in enumerate(taken) if step.choice]
        for index, row in chosen[:1]:
            rows.setdefault(row, []).append(way if len(chosen) == 1 else way[: index + 1])
    for row, there in rows.items():
        way = _common(there)
        if row in columns and way:
            yield way, (_lower(columns[row], at["road"]),)
    named = () if rows else sorted({way[0] for way in ways if is_rider(view, way[0])})
    for rider in named:
        own = [_lower(tiles[rider], at["riders"])] if rider in tiles and "riders" in at else []
        there = [_lower(riders[rider], at["road"])] if rider in riders else []
        if own or there:
            yield _common(way for way in ways if way[0] == rider), (*own, *there)


def _common(ways: Iterable[Path]) -> Path:
    """The beginning that all of these have in common."""
    first, *others = ways
    while any(way[: len(first)] != first for way in others):
        first = first[:-1]
    return first
