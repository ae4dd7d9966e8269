"""Fair in stage races: it shelters, attacks where it can stay away, chases, bids what is spare.

An attack has hundreds of answers, and what each is worth shows turns later: looking one move ahead would be slow and
blind. So this opponent has rules of its own. What it hopes for depends on who holds the token in the turns to come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import prod
from typing import Any

from engines.legstrong import (
    CONFIG,
    Choice,
    Legstrong,
    LegstrongView,
    Rider,
    Road,
    choices,
    find,
    terrain,
)
from engines.legstrong.attacks import decider, finale, has_ahead
from engines.legstrong.course import category
from engines.legstrong.questions import drinks, own_bottles
from engines.legstrong.riding import base
from engines.legstrong.sprint import ROLL, SEVERAL, most_bid
from engines.table import Amount, Game, Path, Pick, Ready, View
from opponents.legstrong.sleeves import SLEEVES
from opponents.play import Rng

TURNS = 20  # to come that are looked at: more than a rider stays ahead
EVEN = 6  # the event die of 12 is above it every other time
PIPS = 4  # of the peloton die on average
TURN = 6.0  # what it is worth to be home a turn earlier, in energy
OVER = 0.5  # a row beyond the line
NEVER = -1000.0  # caught before the line
RETURN = 5  # energy that a rider pays at most to come back inside
INSIDE_AGAIN = 20.0  # more than any rows on the road are worth, in energy
NEAR = 1.0  # energy: lengths that end so near to the best one are worth a thought
CLEAR = ("late", "sprint")  # questions with one good answer
SPARE = 8  # energy that a sprinter keeps for the next leg
GAME = Legstrong()
# The type named first. Teams differ: a fast leader gains most in the hills, a fast rouleur on the flat.
SPRINTERS = ("rouleur", "leader", "climber"), ("leader", "rouleur", "climber")
DESCENDER = ("climber", "leader", "rouleur")


def play_legstrong(game: Game[Any, Any], view: View, rng: Rng) -> Path:
    """A whole answer, step by step; raises ValueError if this viewer isn't asked."""
    assert isinstance(view, LegstrongView)
    return tuple(step for _, _, step in _steps(view, rng))


def thoughts(view: LegstrongView, rng: Rng) -> int:
    """How many answers are worth a thought to the viewer, who must be asked: see `opponents.sensible`.

    Step by step along the opponent's own answer: riders who could stay away, lengths that are about as good.
    """
    return prod(_thoughts(view, path, ask) for path, ask, _ in _steps(view, rng))


def _steps(view: LegstrongView, rng: Rng) -> Iterator[tuple[Path, Pick | Amount, str]]:
    """The questions of the viewer, each with the path to it and the answer to it."""
    path: Path = ()
    while not isinstance(ask := GAME.ask(view, path), Ready):
        if ask is None:
            raise ValueError(f"viewer {view.viewer} is not asked")
        what, _, whose = ask.about.partition(".")
        if isinstance(ask, Amount):
            step = str(max(ask.least, _bid(view, find(view.road, whose), ask.most)))
        elif what in SLEEVES:
            step = SLEEVES[what](view, ask, rng)
        else:
            step = STEPS.get(what, first_options)(view, path, ask, rng)
        yield path, ask, step
        path = (*path, step)


def _thoughts(view: LegstrongView, path: Path, ask: Pick | Amount) -> int:
    what = ask.about.partition(".")[0]
    if what in CLEAR or isinstance(ask, Amount):
        return 1
    if what == "hold" and view.viewer is not None and view.wishes[view.viewer]:
        return 1  # said once it stands (L13j)
    if what == "attack" and path:
        return 1  # one rider at a time
    if what == "attack":
        return 1 + sum(_best(view, (rider,)) > NEVER for rider in ask.options if "." in rider)
    if what == "ride":
        rider = find(view.road, ask.about.removeprefix("ride."))
        if home := _ways_home(view, rider, path):
            return len(home)
        return _near(_worth(view, rider, c) for c in _safe(view, path))
    if what == "rows":
        return _near(_hope(view, find(view.road, path[0]), choice) for choice in _safe(view, path))
    return len(ask.options)


def _near(worths: Iterable[float]) -> int:
    """How many of them are about as good as the best."""
    values = list(worths)
    return sum(worth >= max(values) - NEAR for worth in values)


def _safe(view: LegstrongView, path: Path) -> list[Choice]:
    return [c for c in choices(view, path) if not c.risk]


def _worth(view: LegstrongView, rider: Rider, choice: Choice) -> float:
    """How well a move on the road ends, as `_ride` chooses: the way home, the way back inside, energy and rows."""
    if rider.row > view.road.peloton:
        hope = _hope(view, rider, choice)
        return hope if hope > NEVER else NEVER + choice.gain - choice.price
    back = choice.row == view.road.peloton and choice.price <= RETURN
    return (INSIDE_AGAIN if back else choice.row - rider.row) - choice.price


def first_options(view: LegstrongView, path: Path, ask: Pick, rng: Rng) -> str:
    """As many options as must be chosen, from the first on."""
    return "+".join(ask.options[: ask.least])


def last_option(view: LegstrongView, path: Path, ask: Pick, rng: Rng) -> str:
    """Riders who are late ride hard."""
    return ask.options[-1]


def any_options(view: LegstrongView, path: Path, ask: Pick, rng: Rng) -> str:
    """Any, by lot; of types, so that there are riders for every terrain."""
    chosen = rng.sample(ask.options, ask.least)
    return "+".join(option for option in ask.options if option in chosen)


def _sprinter(view: LegstrongView, path: Path, ask: Pick, rng: Rng) -> str:
    return _of_type(ask, SPRINTERS[rng.randrange(len(SPRINTERS))])


def _descender(view: LegstrongView, path: Path, ask: Pick, rng: Rng) -> str:
    return _of_type(ask, DESCENDER)


def _of_type(ask: Pick, wanted: tuple[str, ...]) -> str:
    return min(ask.options, key=lambda rider: wanted.index(rider.split(".")[1]))


# --- on the road


def _ride(view: LegstrongView, path: Path, ask: Pick, rng: Rng) -> str:
    """Ahead of the peloton the move that ends best; a rider about to be caught rests. Behind it, back in if cheap."""
    rider = find(view.road, ask.about.removeprefix("ride."))
    ways = _safe(view, path)
    if home := _ways_home(view, rider, path):
        best = max(home, key=lambda choice: (choice.row, -choice.price))  # a rival may come home in the same turn
    elif rider.row > view.road.peloton:
        best = _best_ahead(view, rider, ways)
    else:
        back = [choice for choice in ways if choice.row == view.road.peloton and choice.price <= RETURN]
        best = min(back, key=lambda c: c.price) if back else max(ways, key=lambda c: (-c.price, c.rows))
    return best.id


def _best_ahead(view: LegstrongView, rider: Rider, ways: Iterable[Choice]) -> Choice:
    return max(ways, key=lambda choice: (_hope(view, rider, choice), -choice.price, choice.gain))


def _ways_home(view: LegstrongView, rider: Rider, path: Path) -> list[Choice]:
    """The lengths over the line that cost no more than is spare, or than the best one, where that comes home now."""
    ways, rows = _safe(view, path), view.road.course.rows
    if rider.row <= view.road.peloton or max(c.row for c in ways) <= rows:
        return []
    best = _best_ahead(view, rider, ways)
    most = max(best.price, _spare(view, rider))
    return [choice for choice in ways if choice.row > rows and choice.price <= most] if best.row > rows else []


def _attack(view: LegstrongView, path: Path, ask: Pick, rng: Rng) -> str:
    """The rider whose attack ends best, if any stays away; one at a time."""
    hopes = {rider: _best(view, (*path, rider)) for rider in ask.options if "." in rider}
    best = max(hopes, key=lambda rider: hopes[rider], default="")
    return best if best and len(path) == 0 and hopes[best] > NEVER else ask.options[0]


def _rows(view: LegstrongView, path: Path, ask: Pick, rng: Rng) -> str:
    """One of the attacks that end about as well as the best."""
    hopes = _hopes(view, path)
    return rng.choice([length for length, hope in hopes.items() if hope >= max(hopes.values()) - NEAR])


def _best(view: LegstrongView, path: Path) -> float:
    """How the best attack ends for the rider named first in the path."""
    return max(_hopes(view, path).values(), default=NEVER)


def _hopes(view: LegstrongView, path: Path) -> dict[str, float]:
    """How an attack of each length without risk ends for the rider named first in the path."""
    rider = find(view.road, path[0])
    return {choice.id: _hope(view, rider, choice) for choice in _safe(view, path)}


def _hope(view: LegstrongView, rider: Rider, choice: Choice) -> float:
    """Energy left at the line, less what the turns until then are worth; NEVER if the peloton catches the rider before.

    The rider keeps a row ahead of an average peloton at the lowest price, without risks and without help.
    """
    road, row, turns = view.road, choice.row, 0
    energy = rider.energy + drinks(own_bottles(view, rider)) - choice.price + choice.gain
    last, ahead = road.course.rows, float(road.peloton)
    chases = _chases(view, rider)
    while row <= last:
        ahead, turns = _expected(road, ahead, chases[turns % len(chases)]), turns + 1
        if row <= ahead:
            return NEVER
        after = _expected(road, ahead, chases[turns % len(chases)])
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


def _chases(view: LegstrongView, rider: Rider) -> tuple[bool, ...]:
    """Whether the peloton chases in this turn and in those to come, until the token is back where it is.

    An owner chases unless they have a rider ahead, like the owner of this one.
    """
    seats, left = view.table.seats, [*view.pursuits]
    deciders = [decider(view.road, view.token + step, seats) for step in range(seats)]
    chased: list[bool] = []
    for turn in range(TURNS):
        seat = deciders[turn % seats]
        wanted = seat is not None and seat != rider.seat and not has_ahead(view.road, seat)
        chased.append(wanted and seat is not None and left[seat] > 0)
        if seat is not None and chased[-1]:
            left[seat] -= 1
    return tuple(chased)


def _expected(road: Road, row: float, chased: bool) -> float:
    """Where an average peloton comes to from that row; it doesn't matter where beyond the line."""
    if row > road.course.rows:
        return row
    ground = terrain(road.course, int(row))
    further = finale(replace(road, peloton=int(row)))
    return row + max(1, PIPS + CONFIG.peloton[ground] + chased * CONFIG.chase[ground] + further)


# --- decisions of a team


def _chase(view: LegstrongView, path: Path, ask: Pick, rng: Rng) -> str:
    """The chase costs no energy: there is one unless the owner has a rider ahead, or sends one."""
    sends = any("." in step for step in path[:1])
    return "no" if sends or has_ahead(view.road, view.viewer) else "yes"


def _bid(view: LegstrongView, rider: Rider, most: int) -> int:
    """All that is spare, as long as it comes off every other time."""
    spare = _spare(view, rider)
    return max(rows for rows in range(most + 1) if CONFIG.prices[rows] <= spare and CONFIG.bid_risks[rows] <= EVEN)


def _spare(view: LegstrongView, rider: Rider) -> int:
    """The rider's energy and bottles beyond what is kept for the next leg: a sprinter less, in the last leg nothing."""
    kept = CONFIG.kept
    if view.leg == len(view.courses):
        kept = 0
    elif rider.sprinter:
        kept = SPARE
    return max(0, rider.energy + drinks(own_bottles(view, rider)) - kept)


def _sprint(view: LegstrongView, path: Path, ask: Pick, rng: Rng) -> str:
    """Every rider who can spare something sprints."""
    riders = [find(view.road, option) for option in ask.options if "." in option]
    bids = {rider.id: _bid(view, rider, most_bid(rider.energy + drinks(own_bottles(view, rider)))) for rider in riders}
    sprinting = [rider for rider, rows in bids.items() if rows]
    return SEVERAL if len(sprinting) > 1 else sprinting[0] if sprinting else ROLL


STEPS: dict[str, Callable[[LegstrongView, Path, Pick, Rng], str]] = {
    "types": any_options,
    "type": any_options,
    "sprinter": _sprinter,
    "descender": _descender,
    "ride": _ride,
    "attack": _attack,
    "rows": _rows,
    "chase": _chase,
    "sprint": _sprint,
    "late": last_option,
}
