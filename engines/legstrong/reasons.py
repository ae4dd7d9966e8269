"""Events that tell the race: who is away after a turn, and why a leg and the tour were won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.legstrong.config import CONFIG
from engines.legstrong.course import terrain
from engines.legstrong.outside import who
from engines.legstrong.results import best_of
from engines.legstrong.state import INSIDE, ON_ROAD, Crossing, Rider, State, find
from engines.table import Event, Seat, Value

PIPS = 4  # rows of the peloton die on average
# what the general classification compares, in this order (L23); teams begin with the time of two riders (L23a)
KEYS = ("time", "wins", "places", "last")
TEAM_KEYS = ("time", "best", *KEYS[1:])


def situation(state: State) -> list[Event]:
    """Who is away after a turn, how far, and whether the peloton has chased; nothing once a rider is home."""
    road = state.road
    if state.line or not any(rider.place == INSIDE for rider in road.riders):
        return []
    away = [rider for rider in road.riders if rider.place == ON_ROAD and rider.row > road.peloton]
    ahead = sorted(away, key=lambda rider: (-rider.row, rider.arrival))
    rows = ahead[0].row - road.peloton if ahead else 0
    pace = PIPS + CONFIG.peloton[terrain(road.course, min(road.peloton, road.course.rows))]
    data: dict[str, Value] = {
        "riders": [rider.id for rider in ahead],
        "rows": rows,
        "seconds": CONFIG.turn * rows // pace,
        "chase": int(state.chase == "yes"),
        "left": max(0, road.course.rows + 1 - (ahead[0].row if ahead else road.peloton)),
    }
    return [Event("race", None, data)]


def sprint_won(riders: Sequence[Rider], worth: Mapping[str, tuple[int, ...]]) -> Event:
    """Why the first of these riders, in the order of the bunch sprint, has won it; `worth` is score and energy left."""
    first = riders[0]
    if len(riders) == 1:
        return _won_leg(first, "unopposed", "", 0, 0)
    second = riders[1]
    (score, energy), (other, theirs) = worth[first.id], worth[second.id]
    if score != other:
        return _won_leg(first, "sprint", second.id, score, other)
    if energy != theirs:
        return _won_leg(first, "energy", second.id, energy, theirs)
    return _won_leg(first, "die", second.id, score, other)


def away_won(state: State, line: Sequence[Crossing]) -> list[Event]:
    """Why the first over the line has won the leg outside the peloton; nothing where a bunch sprint has decided."""
    if not line or line[0].group == 1:
        return []
    first, winner = line[0], find(state.road, line[0].rider)
    if len(line) == 1:
        return [_won_leg(winner, "unopposed", "", 0, 0)]
    second, rows = line[1], state.road.course.rows
    if second.turn > first.turn:
        return [_won_leg(winner, "away", second.rider, CONFIG.turn * (second.turn - first.turn), 0)]
    if second.group != first.group:
        return [_won_leg(winner, "held", second.rider, 0, 0)]
    if first.first != second.first:
        return [_won_leg(winner, "rows", second.rider, -first.first - rows, -second.first - rows)]
    return [_won_leg(winner, "earlier", second.rider, 0, 0)]


def _won_leg(rider: Rider, how: str, second: str, mine: int, theirs: int) -> Event:
    return Event("decided", None, {**who(rider), "how": how, "second": second, "mine": mine, "theirs": theirs})


def tour_won(state: State, winners: Sequence[Seat]) -> Event:
    """The owners who have won the match, and by what: see `TEAM_KEYS`; "shared", or "alone" where no other is left."""
    best = best_of(state.scores, state.table.options["win"])
    others = sorted((key, seat) for seat, key in best.items() if seat not in winners)
    data: dict[str, Value] = {"seats": list(winners), "by": "alone", "second": -1, "mine": 0, "theirs": 0}
    if len(winners) != 1:
        data["by"] = "shared"
    elif others and winners[0] in best:
        (theirs, second), mine = others[0], best[winners[0]]
        place = next((index for index, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), 0)
        kind = (KEYS if len(mine) == len(KEYS) else TEAM_KEYS)[place]
        data |= {"by": kind, "second": second, "mine": abs(mine[place]), "theirs": abs(theirs[place])}
        if kind in ("time", "best"):
            data |= {"mine": theirs[place] - mine[place], "theirs": 0}
    return Event("won", None, data)
