"""The teams before the first leg: whose jerseys they wear and, once they are known, their riders."""

from PIL import Image

from engines.legstrong import LegstrongView, Rider, level_of
from engines.table import Path, Seat
from render import kit
from render.kit import DARK, GOLD, INK, PANEL, put
from render.legstrong.cards import chip
from render.legstrong.colours import LANE
from render.legstrong.names import team_owners
from render.legstrong.preview import roles
from render.legstrong.riders import FIGURE, figure, plate
from render.legstrong.signs import put_sign
from render.roster import Names, called, write_name

MARGIN = 8
HIGH = 112  # pixels of a team with the gap below it
LEVEL = 30  # more, where there are Energy Levels, shown or still hidden
NAME = 36  # more, where the owner's name stands above the riders
STRIDE = 96


def _teams(view: LegstrongView) -> list[tuple[int, Seat, list[Rider]]]:
    """Team, owner and riders."""
    return [
        (team, seat, [r for r in view.road.riders if r.team == team]) for team, seat in enumerate(team_owners(view))
    ]


def height(view: LegstrongView, names: Names) -> int:
    """Pixels of all teams, two beside each other."""
    return -(-len(_teams(view)) // 2) * (_high(view) + NAME * bool(names)) + MARGIN


def _high(view: LegstrongView) -> int:
    """Pixels of a team without its name."""
    return HIGH + (LEVEL if view.levels or view.stage == "el" else 0)


def presentation(canvas: Image.Image, view: LegstrongView, top: int, path: Path, names: Names) -> None:
    """A tile for each team, golden where its owner is waited for; roles that `path` gives are golden."""
    role_of = roles(view, path)
    width, high = (kit.WIDTH - 3 * MARGIN) // 2, _high(view) + NAME * bool(names)
    for index, (team, seat, riders) in enumerate(_teams(view)):
        down, across = divmod(index, 2)
        left, y = MARGIN + across * (width + MARGIN), top + MARGIN + down * high
        if seat in view.waiting:
            kit.block(canvas, (left, y, width, high - MARGIN), 12, GOLD)
            kit.block(canvas, (left + 3, y + 3, width - 6, high - MARGIN - 6), 10, PANEL)
        else:
            kit.block(canvas, (left, y, width, high - MARGIN), 12, PANEL)
        put(canvas, (left + 48, y + (high - MARGIN) / 2), kit.jersey(team, 66))
        if names:
            write_name(canvas, (left + 92, y + 24), called(names[seat], seat), width - 92 - 14)
            y += NAME
        middle = y + (HIGH - MARGIN) / 2
        kit.block(canvas, (left + 90, round(middle) - 44, width - 98, 56), 8, LANE)
        for place, rider in enumerate(riders):
            _rider(canvas, rider, (left + 138 + place * STRIDE, middle), role_of.get(rider.id, ""))
            if _high(view) > HIGH:
                level = level_of(view.levels, rider.id)
                put(canvas, (left + 138 + place * STRIDE, middle + 62), chip(level.card if level else ""))
        if not riders:
            put(canvas, (left + 138, middle - 16), figure(team))


def _rider(canvas: Image.Image, rider: Rider, point: tuple[float, float], role_given: str) -> None:
    x, y = point
    put(canvas, (x, y - FIGURE[1] / 2 + 6), figure(rider.team))
    put(canvas, (x, y + 26), plate(rider, GOLD if role_given else DARK))
    for role in ("sprinter", "descender"):
        if getattr(rider, role) or role == role_given:
            put_sign(canvas, (x + 34, y - 6), role, 24, GOLD if role_given else INK)
