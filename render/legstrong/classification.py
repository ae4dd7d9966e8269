"""The general classification: places after every leg as lines, then gaps, points and jerseys."""

from itertools import pairwise

from PIL import Image

from engines.legstrong import LegstrongView, Score, find, level_of
from engines.legstrong.results import added, gc_key, team_times
from render import kit
from render.kit import DIM, GOLD, INK, NIGHT, PANEL, TEAMS, Point, mix, put
from render.legstrong.cards import CHIP, chip
from render.legstrong.colours import RISK
from render.legstrong.control import struck_now
from render.legstrong.names import team_owners
from render.legstrong.riders import plate
from render.legstrong.signs import leader, put_sign
from render.roster import Names, roster, roster_height

ROW = 42
HEAD = 42
TEAMS_LINE = 52
LEFT, RIGHT = 34, 300  # of the chart
LINE = 6
WIDEST = 130  # pixels between two legs
BEND = 8  # pieces of a bend
MARGIN = 8
TEAM_PLACES = 4


def height(view: LegstrongView, names: Names) -> int:
    """Pixels of board, chart and names."""
    return _board_height(view) + roster_height(team_owners(view), names)


def _board_height(view: LegstrongView) -> int:
    return HEAD + ROW * len(order(view)) + MARGIN + (TEAMS_LINE if team_times(view.scores) else 0)


def order(view: LegstrongView) -> list[Score]:
    """Riders from the first to the last in the general classification, those just disqualified where they were."""
    return sorted((*view.scores, *(struck.score for struck in struck_now(view))), key=gc_key)


def gone(view: LegstrongView) -> set[str]:
    """Riders of `order` who are struck out."""
    return {struck.rider.id for struck in struck_now(view)}


def leading(view: LegstrongView) -> Score:
    """The rider whose time the gaps are counted from: the first one left."""
    return min(view.scores or order(view), key=gc_key)


def gap(seconds: int) -> str:
    """Seconds as a clock shows them: "+1:30"."""
    return f"{'−' if seconds < 0 else '+'}{abs(seconds) // 60}:{abs(seconds) % 60:02}"


def places(view: LegstrongView) -> list[dict[str, int]]:
    """Everyone's place in the general classification after each leg, from 0."""
    scores = tuple(Score(score.rider, score.team, score.seat, 0, 0, 0, 0, 0, 0) for score in order(view))
    legs: list[dict[str, int]] = []
    for leg in view.results:
        scores = added(scores, leg)
        legs.append({score.rider: place for place, score in enumerate(sorted(scores, key=gc_key))})
    return legs


def classification(canvas: Image.Image, view: LegstrongView, top: int, names: Names) -> None:
    """Lines of places on the left, each ending at its rider's gap and points on the right; names below."""
    scores, out = order(view), gone(view)
    right = RIGHT - (CHIP[0] if view.levels else 0)
    first = {s.seat for s in view.standings if s.rank == 1} if view.over else set[int]()
    _heads(canvas, top)
    place = 0
    for index, score in enumerate(scores):
        y = top + HEAD + index * ROW + ROW // 2
        box = (right + 10, y - ROW // 2 + 2, kit.WIDTH - right - 18, ROW - 4)
        struck = score.rider in out
        kit.block(canvas, box, 9, mix(GOLD, PANEL, 0.28) if score.seat in first and not struck else PANEL)
        place += not struck
        if struck:
            kit.block(canvas, (right + 18, y - 2, kit.WIDTH - right - 34, 4), 2, RISK)
            put_sign(canvas, (kit.WIDTH - 34, y), "cross", 26, RISK)
        _line(canvas, view, score, index + 1 if struck else place, (right, y))
    _chart(canvas, view, places(view), right, top + HEAD)
    _teams(canvas, view, top + HEAD + ROW * len(scores) + TEAMS_LINE // 2 + 4)
    roster(canvas, team_owners(view), names, top + _board_height(view), view.waiting)


def _heads(canvas: Image.Image, top: int) -> None:
    y = top + HEAD / 2 + 2
    put_sign(canvas, (512, y), "clock", 26, DIM)
    put(canvas, (598, y), leader("green", 32))
    put(canvas, (664, y), leader("polka", 32))


def _line(canvas: Image.Image, view: LegstrongView, score: Score, place: int, point: tuple[int, float]) -> None:
    """A rider's place, number, Energy Level, gap, points and the jerseys that they wear."""
    right, y = point
    rider = find(view.road, score.rider)
    out = score.rider in gone(view)
    first = score == leading(view)
    kit.write(canvas, (right + 44, y), str(place), 24, GOLD if first else DIM if out else INK, weight=800, anchor="r")
    put(canvas, (right + 92, y), plate(rider))
    x = right + 148
    level = level_of(view.levels, rider.id)
    if level:
        put(canvas, (x + 12, y), chip(level.card))
        x += CHIP[0]
    for role in ("sprinter", "descender"):
        if getattr(rider, role):
            put_sign(canvas, (x, y), role, 22, DIM)
    if out:  # otherwise the line would be taken for a minus
        canvas.paste(PANEL, (464, round(y) - 12, 548, round(y) + 12))
    text = "0:00" if first else gap(score.seconds - leading(view).seconds)
    kit.write(canvas, (544, y), text, 24, DIM if out else INK, weight=700, anchor="r")
    for end, points in ((614, score.green), (680, score.polka)):
        kit.write(canvas, (end, y), str(points), 24, INK if points and not out else DIM, weight=700, anchor="r")
    worn = [kind for kind in ("yellow", "green", "polka") if getattr(view.jerseys, kind) == rider.id]
    for number, kind in enumerate(reversed(worn)):
        put(canvas, (kit.WIDTH - 30 - number * 22, y), leader(kind, 34))


def _chart(canvas: Image.Image, view: LegstrongView, history: list[dict[str, int]], right: int, top: int) -> None:
    """A line for each rider from leg to leg; the last point is level with its row of the board."""
    legs, shown = len(history), history[-1]
    step = min((right - LEFT - 24) / max(legs - 1, 1), WIDEST)
    start = right - 24 - step * (legs - 1)

    def at(leg: int, place: int) -> Point:
        return start + leg * step, top + place * ROW + ROW / 2

    for leg in range(legs):
        x = round(start + leg * step)
        canvas.paste(PANEL, (x - 1, top, x + 1, top + ROW * len(shown)))
        kit.write(canvas, (x, top - HEAD / 2), str(leg + 1), 22, DIM, weight=700)
    riders = [rider for rider in view.road.riders if rider.id in shown]
    for rider in riders:
        points = [at(leg, history[leg][rider.id]) for leg in range(legs)]
        line = [*_bent(points), (float(right + 12), points[-1][1])]
        colour, second = TEAMS[rider.team]
        kit.paint(canvas, line, NIGHT, width=LINE + 6)
        kit.paint(canvas, line, INK if second == colour else second, width=LINE)
        kit.paint(canvas, line, colour, width=LINE - 3)
    for rider in riders:
        for leg in range(legs):
            x, y = at(leg, history[leg][rider.id])
            kit.dot(canvas, (x, y), 14, TEAMS[rider.team][0])
            kit.dot(canvas, (x, y), 11, INK)
            put_sign(canvas, (x, y), rider.type, 18, kit.DARK)


def _bent(points: list[Point]) -> list[Point]:
    """A gentle line through the points, level at each."""
    line = points[:1]
    for (x, y), (u, v) in pairwise(points):
        for piece in range(1, BEND + 1):
            share = piece / BEND
            line.append((x + (u - x) * share, y + (v - y) * share * share * (3 - 2 * share)))
    return line


def _teams(canvas: Image.Image, view: LegstrongView, y: float) -> None:
    """The first teams by their best two riders."""
    times = team_times(view.scores)
    ranked = sorted(times, key=lambda team: times[team])[:TEAM_PLACES]
    if not ranked:
        return
    kit.block(canvas, (MARGIN, round(y) - 22, kit.WIDTH - 2 * MARGIN, 44), 9, PANEL)
    put(canvas, (36, y), leader("team", 38))
    x = 76
    for place, team in enumerate(ranked):
        kit.write(canvas, (x, y), str(place + 1), 24, GOLD if not place else INK, weight=800, anchor="l")
        put(canvas, (x + 44, y), kit.jersey(team, 40))
        behind = times[team][0] - times[ranked[0]][0]
        kit.write(canvas, (x + 72, y), gap(behind) if place else "0:00", 22, INK, anchor="l")
        x += 184
