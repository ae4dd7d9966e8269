"""The teams before the first leg: whose jerseys they wear and, once they are known, who rides."""

from PIL import Image

from engines.legstrong import LegstrongView, Rider
from engines.table import Path, Seat
from render import kit
from render.kit import DARK, GOLD, INK, PANEL
from render.legstrong.colours import LANE
from render.legstrong.preview import roles
from render.legstrong.riders import FIGURE, figure, plate
from render.legstrong.signs import put, put_sign

MARGIN = 8
HIGH = 112  # pixels of a team with the gap below it
STRIDE = 96


def _teams(view: LegstrongView) -> list[tuple[int, Seat, list[Rider]]]:
    """Team, owner and riders."""
    seats = view.table.seats
    count = seats * int(view.table.options["teams"])
    return [(team, team % seats, [one for one in view.road.riders if one.team == team]) for team in range(count)]


def height(view: LegstrongView) -> int:
    """Pixels of all teams, two beside each other."""
    return -(-len(_teams(view)) // 2) * HIGH + MARGIN


def presentation(canvas: Image.Image, view: LegstrongView, top: int, path: Path) -> None:
    """A tile for each team, golden where its owner is waited for; roles that `path` gives are golden."""
    given = roles(view, path)
    width = (kit.WIDTH - 3 * MARGIN) // 2
    for at, (team, seat, riders) in enumerate(_teams(view)):
        down, across = divmod(at, 2)
        left, y = MARGIN + across * (width + MARGIN), top + MARGIN + down * HIGH
        if seat in view.waiting:
            kit.block(canvas, (left, y, width, HIGH - MARGIN), 12, GOLD)
            kit.block(canvas, (left + 3, y + 3, width - 6, HIGH - MARGIN - 6), 10, PANEL)
        else:
            kit.block(canvas, (left, y, width, HIGH - MARGIN), 12, PANEL)
        middle = y + (HIGH - MARGIN) / 2
        put(canvas, (left + 48, middle), kit.jersey(team, 66))
        kit.block(canvas, (left + 90, round(middle) - 44, width - 98, 56), 8, LANE)
        for place, rider in enumerate(riders):
            _rider(canvas, rider, (left + 138 + place * STRIDE, middle), given.get(rider.id, ""))
        if not riders:
            put(canvas, (left + 138, middle - 16), figure(team))


def _rider(canvas: Image.Image, rider: Rider, at: tuple[float, float], given: str) -> None:
    x, y = at
    put(canvas, (x, y - FIGURE[1] / 2 + 6), figure(rider.team))
    put(canvas, (x, y + 26), plate(rider, GOLD if given else DARK))
    for role in ("sprinter", "descender"):
        if getattr(rider, role) or role == given:
            put_sign(canvas, (x + 34, y - 6), role, 24, GOLD if given else INK)
