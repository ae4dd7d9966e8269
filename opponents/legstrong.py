"""How the greedy opponent rides stage races: it shelters, attacks where it can stay away, chases, bids what is spare.

An attack has hundreds of answers, and what each is worth shows turns later: looking one move ahead would be slow and
blind. So this opponent has rules of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engines.legstrong import CONFIG, Choice, Legstrong, LegstrongView, Rider, Road, choices, find, terrain
from engines.legstrong.attacks import finale, has_ahead
from engines.legstrong.course import category
from engines.legstrong.questions import drinks, own_bottles
from engines.legstrong.riding import base
from engines.table import Amount, Game, Path, Pick, Ready, View
from opponents.play import Rng

PIPS = 4  # of the peloton die on average
LEAST_CHASED, MOST_CHASED = 4, 10  # in how many of ten turns it expects the peloton to chase: it isn't always as bold
TURN = 6.0  # what it is worth to be home a turn earlier, in energy
OVER = 0.5  # a row beyond the line
NEVER = -1000.0  # caught before the line
RETURN = 5  # energy that a rider pays at most to come back inside
SPARE = 8  # energy that the best sprinter of a team keeps for the next leg
GAME = Legstrong()
SPRINTER, DESCENDER = ("rouleur", "leader", "climber"), ("climber", "leader", "rouleur")  # who is named first


def play_legstrong(game: Game[Any, Any], view: View, rng: Rng) -> Path:
    """A whole answer, step by step; raises ValueError if this viewer isn't asked."""
    assert isinstance(view, LegstrongView)
    path: Path = ()
    chased = rng.randint(LEAST_CHASED, MOST_CHASED) / 10
    while not isinstance(ask := game.ask(view, path), Ready):
        if ask is None:
            raise ValueError(f"viewer {view.viewer} is not asked")
        what, _, whose = ask.about.partition(".")
        if isinstance(ask, Amount):
            step = str(_bid(view, find(view.road, whose), ask.most))
        else:
            step = STEPS.get(what, _first)(view, path, ask, chased)
        path = (*path, step)
    return path


def _first(view: LegstrongView, path: Path, ask: Pick, chased: float) -> str:
    return "+".join(ask.options[: ask.least])


def _last(view: LegstrongView, path: Path, ask: Pick, chased: float) -> str:
    """Every bottle is drunk, since it is lost at the end of the leg; riders who are late ride hard."""
    return ask.options[-1]


def _sprinter(view: LegstrongView, path: Path, ask: Pick, chased: float) -> str:
    return _of_type(ask, SPRINTER)


def _descender(view: LegstrongView, path: Path, ask: Pick, chased: float) -> str:
    return _of_type(ask, DESCENDER)


def _of_type(ask: Pick, wanted: tuple[str, ...]) -> str:
    return min(ask.options, key=lambda rider: wanted.index(rider.split(".")[1]))


# --- on the road


def _ride(view: LegstrongView, path: Path, ask: Pick, chased: float) -> str:
    """Ahead of the peloton the move that ends best; who will be caught anyway rests. Behind it back inside if cheap."""
    rider = find(view.road, ask.about.removeprefix("ride."))
    ways = [one for one in choices(view, path) if not one.risk]
    if rider.row > view.road.peloton:
        best = max(ways, key=lambda one: (_hope(view, rider, one, chased), -one.price, one.gain))
    else:
        back = [one for one in ways if one.row == view.road.peloton and one.price <= RETURN]
        best = min(back, key=lambda one: one.price) if back else max(ways, key=lambda one: (-one.price, one.rows))
    return best.id


def _attack(view: LegstrongView, path: Path, ask: Pick, chased: float) -> str:
    """The rider whose attack ends best, if any stays away; one at a time."""
    hopes = {rider: _best(view, (*path, rider), chased)[0] for rider in ask.options if "." in rider}
    best = max(hopes, key=lambda rider: hopes[rider], default="")
    return best if best and len(path) == 0 and hopes[best] > NEVER else ask.options[0]


def _rows(view: LegstrongView, path: Path, ask: Pick, chased: float) -> str:
    return _best(view, path, chased)[1]


def _best(view: LegstrongView, path: Path, chased: float) -> tuple[float, str]:
    """How the best attack of the rider ends with whom the path begins, and its option."""
    if not choices(view, path):  # his bottles come first
        path = (*path, _last_option(view, path))
    ways = [one for one in choices(view, path) if not one.risk]
    rider = find(view.road, path[0])
    return max(((_hope(view, rider, one, chased), one.id) for one in ways), default=(NEVER, ""))


def _last_option(view: LegstrongView, path: Path) -> str:
    ask = GAME.ask(view, path)
    assert isinstance(ask, Pick)
    return ask.options[-1]


def _hope(view: LegstrongView, rider: Rider, choice: Choice, chased: float) -> float:
    """Energy left at the line, less what the turns until then are worth; NEVER if the peloton catches him before.

    He keeps a row ahead of an average peloton at the lowest price, without risks and without help.
    """
    road, row, turns = view.road, choice.row, 0
    energy = rider.energy + drinks(own_bottles(view, rider.id)) - choice.price + choice.gain
    last, ahead = road.course.rows, float(road.peloton)
    while row <= last:
        ahead, turns = _expected(road, ahead, chased), turns + 1
        if row <= ahead:
            return NEVER
        after = _expected(road, ahead, chased)
        steps = base(road.course, rider, row)
        rows = max(steps, min(int(after) + 1, last + 1) - row)
        extra, ground = rows - steps, terrain(road.course, row)
        if extra >= len(CONFIG.prices) or (ground == "M" and extra > category(road.course, row)):
            return NEVER
        if ground == "D" and rows > CONFIG.descent_rows:
            return NEVER
        row, energy = row + rows, energy - CONFIG.prices[extra]
        if energy < 0:
            return NEVER
    return energy - TURN * turns + OVER * (row - last)


def _expected(road: Road, row: float, chased: float) -> float:
    """Where an average peloton comes to from that row; it doesn't matter where beyond the line."""
    if row > road.course.rows:
        return row
    ground = terrain(road.course, int(row))
    further = finale(replace(road, peloton=int(row)))
    return row + max(1, PIPS + CONFIG.peloton[ground] + chased * CONFIG.chase[ground] + further)


# --- decisions of a team


def _chase(view: LegstrongView, path: Path, ask: Pick, chased: float) -> str:
    """The chase costs nothing: unless a rider of his own is ahead there is one."""
    if "unless" in ask.options:
        return "unless"
    return "no" if has_ahead(view.road, view.viewer) else "yes"


def _bid(view: LegstrongView, rider: Rider, most: int) -> int:
    """All that can't be kept for the next leg; the best sprinter of the team bids more, and in the last leg all do."""
    kept = CONFIG.kept
    if view.leg == len(view.courses):
        kept = 0
    elif rider.sprinter:
        kept = SPARE
    spare = max(0, rider.energy - kept)
    return max(rows for rows in range(most + 1) if CONFIG.prices[rows] <= spare)


STEPS: dict[str, Callable[[LegstrongView, Path, Pick, float], str]] = {
    "sprinter": _sprinter,
    "descender": _descender,
    "bottle": _last,
    "ride": _ride,
    "attack": _attack,
    "rows": _rows,
    "chase": _chase,
    "late": _last,
}
