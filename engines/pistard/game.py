"""The play of Pistard: first move, turns, points, elimination and the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from engines.pistard.track import (
    BASES,
    LANES,
    TRACKS,
    Rider,
    Spot,
    ask_die,
    find,
    follow,
    race_order,
    row,
    rows,
)
from engines.table import (
    TURN,
    Amount,
    Ask,
    Dice,
    Event,
    IllegalMove,
    Move,
    Option,
    Path,
    Pick,
    Ready,
    Rng,
    Seat,
    Spec,
    Stage,
    Standing,
    Table,
    Value,
    View,
    Viewer,
    check_viewer,
    read_one,
    require,
    settle,
)

T = TypeVar("T")

DIE = 6
ROLL_OFFS = 32  # P6: after this many equal roll-offs (once in 6 ** 32 for two seats) the lower seat goes first
POINTS = (3, 2, 1)  # P18
AS_RIDERS = "as-riders"  # P17b: no team ever has more dice than riders to move
LEAST_TARGET, MOST_TARGET = 3, 30  # P19

# The leader of a turn has no one ahead and never stands still, so a lap takes at most as many turns as the track has
# rows. Each lap gives someone 3 points, and no one but the winner reaches the target (P18, P19); in P20 races each
# lap takes one of at most 16 riders. The first move adds one answer a seat.
MOST_SEATS = 4
MOST_RIDERS = MOST_SEATS * len(BASES)
MOST_ROWS = max(len(lane_1) for lane_1, _ in TRACKS.values())
MOST_LAPS = max(MOST_SEATS * (MOST_TARGET - 1) // POINTS[0] + 1, MOST_RIDERS)

SPEC = Spec(
    key="pistard",
    seats=range(2, MOST_SEATS + 1),
    options=(
        Option("track", Pick("track", tuple(TRACKS)), "sprint"),
        Option("race", Pick("race", ("points", "lap", "half-lap")), "points"),
        Option("target", Amount("target", LEAST_TARGET, MOST_TARGET), "12"),  # P19: what the source suggests
        Option("dice", Pick("dice", ("surplus", AS_RIDERS)), "surplus"),  # P17b
    ),
    rules=1,
    schema=1,
    limit=MOST_SEATS + MOST_RIDERS * MOST_ROWS * (MOST_LAPS + 1),
    presets={
        "quick": {"track": "sprint", "race": "points", "target": "6"},  # P21
        "author": {"track": "classic", "race": "points", "target": "12", "dice": AS_RIDERS},  # P5, P17b, P19
    },
    duplicate=True,  # the first roll alone wins 59 of 100 matches for two
    lengths=({"track": "sprint", "race": "points", "target": "6"}, {}, {"track": "classic"}),
    difficulty=1,
)


@dataclass(slots=True)
class State:
    """A match of Pistard; everything but `plans` is public."""

    table: Table  # as agreed
    stage: str  # "start", "move" or "over"
    turn: int  # 0 for the first move
    riders: tuple[Rider, ...]  # those still in the race
    pools: tuple[tuple[int, ...], ...]  # dice left, by seat, highest first
    order: tuple[Seat, ...]  # precedence in the first move (P6)
    plans: dict[str, str]  # hidden: the answers to P7 by seat, "plan.<seat>.<die of Y>.<G>.<B>.<O>"
    due: str  # id of the rider who moves next
    moved: tuple[str, ...]  # riders who have moved in this turn
    rolled: tuple[Seat, ...]  # seats that have rolled in this turn
    points: tuple[int, ...]  # by seat
    crossed: tuple[int, ...]  # how many riders have completed lap 1, 2, ...
    marks: int  # laps or half-laps that have cost a rider (P20a)
    gone: tuple[Seat, ...]  # teams without riders, in the order of going out
    mover: str  # the last rider who moved, and their way
    trail: tuple[Spot, ...]  # the squares of that way


@dataclass(frozen=True, slots=True)
class PistardView(View):
    """All of the state but the sealed plans; see `State` for the fields of the same name."""

    table: Table
    turn: int
    riders: tuple[Rider, ...]
    pools: tuple[tuple[int, ...], ...]
    order: tuple[Seat, ...]
    plan: str  # the viewer's own, empty if they have none
    due: str
    moved: tuple[str, ...]
    rolled: tuple[Seat, ...]
    points: tuple[int, ...]
    crossed: tuple[int, ...]
    marks: int
    gone: tuple[Seat, ...]
    mover: str
    trail: tuple[Spot, ...]


# --- start: which rider takes which die (P7)


def ask_start(view: PistardView, path: Path) -> Ask | None:
    """The die of each rider, Y, G, B, O in turn, from the viewer's own roll."""
    if view.viewer is None:
        return None
    pool = list(view.pools[view.viewer])
    ask = ask_die(f"start.{BASES[0]}", tuple(pool))
    for index, step in enumerate(path):
        if index == len(BASES):
            raise IllegalMove("step.beyond", {"step": step})
        pool.remove(int(read_one(ask, step)))
        ask = ask_die(f"start.{BASES[index + 1]}", tuple(pool)) if pool else ask
    return Ready() if len(path) == len(BASES) else ask


def do_start(state: State, move: Move, dice: Dice) -> list[Event]:
    """Seal the plan; when all are in, every rider takes their first squares."""
    seat = _seat(move)
    is_first = str(seat) not in state.plans
    state.plans[str(seat)] = ".".join(("plan", str(seat), *move.path))
    events = [Event("planned", frozenset({seat}), {"seat": seat, "dice": [int(step) for step in move.path]})]
    if is_first:  # no one else hears of a changed plan (rule 10)
        events.append(Event("sealed", None, {"seat": seat}))
    if len(state.plans) < state.table.seats:
        return events
    return [*events, *_place(state), *_next(state, dice)]


def _place(state: State) -> list[Event]:
    """Sixes first, then fives, ...; within a value by precedence, then Y, G, B, O (P8, P8a)."""
    chosen = [[int(step) for step in state.plans[str(seat)].split(".")[2:]] for seat in range(state.table.seats)]
    events = [Event("assigned", None, {"seat": seat, "dice": dice}) for seat, dice in enumerate(chosen)]
    placed: dict[str, Rider] = {}
    taken: set[tuple[int, int]] = set()
    for value in range(DIE, 0, -1):
        for seat in state.order:
            for base, die in zip(BASES, chosen[seat], strict=True):
                if die == value:
                    d, lane = _free_square(taken, value)
                    taken.add((d, lane))
                    rider = Rider(f"{seat}.{base}", seat, base, d, lane)
                    placed[rider.id] = rider
                    # P9: no bonus in this move, and crossing the start line scores nothing
                    events.append(Event("placed", None, {**_who(rider), "die": die, **_where(state.table, d, lane)}))
    state.riders = tuple(placed[rider.id] for rider in state.riders)
    state.plans, state.pools = {}, ((),) * state.table.seats
    state.stage = "move"
    return events


def _free_square(taken: set[tuple[int, int]], d: int) -> tuple[int, int]:
    """The innermost free square of that row or the next lower one with space, behind the line if need be (P8)."""
    while True:
        for lane in range(1, LANES + 1):
            if (d, lane) not in taken:
                return d, lane
        d -= 1


# --- move: die, landing, bonus (P10-P16)


def ask_move(view: PistardView, path: Path) -> Ask | None:
    """For the owner of the rider who is due: die, lane of landing, then each bonus step or stop."""
    rider = find(view.riders, view.due)
    if view.viewer != rider.seat:
        return None
    return follow(view.table, view.riders, rider, view.pools[rider.seat], path)[1]


def do_move(state: State, move: Move, dice: Dice) -> list[Event]:
    """Ride the way square by square: points, lapping and the end as they come, then the next rider."""
    seat, rider = _seat(move), find(state.riders, state.due)
    spots, _ = follow(state.table, state.riders, rider, state.pools[seat], move.path)
    there, die = spots[-1], int(move.path[0])
    ridden = Rider(rider.id, rider.seat, rider.base, there.d, there.lane)
    # Ruling to P19 "at once": the rider still rides to the chosen square, but nothing more is counted on the way
    state.riders = tuple(ridden if other.id == rider.id else other for other in state.riders)
    state.mover, state.trail = rider.id, spots
    state.moved = (*state.moved, rider.id)
    pool = list(state.pools[seat])
    pool.remove(die)
    state.pools = _with(state.pools, seat, tuple(pool))
    events = [_ride_event(state.table, ridden, die, spots)]
    marks = 0
    lapped = there.d - rows(state.table)
    behind = race_order(other for other in state.riders if other.d <= lapped)
    for d in range(rider.d + 1, there.d + 1):
        events += _score(state, ridden, d)
        events += _lap(state, ridden, d, behind)
        if _ended(state):
            return [*events, _finish(state)]
        if state.table.options["race"] != "points" and d > (state.marks + 1) * _stretch(state.table):
            state.marks, marks = state.marks + 1, marks + 1
    for _ in range(marks):  # P20a, P20b: when the move has ended
        events += _remove(state, race_order(state.riders)[-1], "dropped", ridden)
        if _ended(state):
            return [*events, _finish(state)]
    return [*events, *_next(state, dice)]


def _ride_event(table: Table, rider: Rider, die: int, spots: Sequence[Spot]) -> Event:
    landing = spots[min(1, len(spots) - 1)]
    data: dict[str, Value] = {
        **_who(rider),
        "die": die,
        "steps": landing.d - spots[0].d,
        "bonus": [spot.how for spot in spots[2:]],
        "landing": [row(table, landing.d), landing.lane],
        **_where(table, rider.d, rider.lane),
    }
    return Event("rode", None, data)


def _score(state: State, rider: Rider, d: int) -> list[Event]:
    """Points for the first three over the line of a lap (P18); none in lap races (P20a)."""
    lap, past = divmod(d - 1, rows(state.table))
    if state.table.options["race"] != "points" or past or lap < 1:
        return []
    if lap > len(state.crossed):
        state.crossed = (*state.crossed, 0)
    place = state.crossed[lap - 1]
    state.crossed = _with(state.crossed, lap - 1, place + 1)
    points = POINTS[place] if place < len(POINTS) else 0
    state.points = _with(state.points, rider.seat, state.points[rider.seat] + points)
    return [Event("crossed", None, {**_who(rider), "lap": lap, "place": place + 1, "points": points})]


def _lap(state: State, rider: Rider, d: int, behind: list[Rider]) -> list[Event]:
    """Those of `behind` (in race order) a whole lap behind square d leave it and the race, last first (P17, P17a)."""
    events: list[Event] = []
    while behind and behind[-1].d <= d - rows(state.table) and not _ended(state):  # P20b
        events += _remove(state, behind.pop(), "lapped", rider)
    return events


def _remove(state: State, rider: Rider, how: str, by: Rider) -> list[Event]:
    state.riders = tuple(other for other in state.riders if other.id != rider.id)
    events = [Event(how, None, {**_who(rider), "by": by.id})]
    pool = state.pools[rider.seat]
    if pool and rider.id not in state.moved and loses_spare(state.table):  # P17b
        state.pools = _with(state.pools, rider.seat, pool[:-1])
        events.append(Event("die.lost", None, {"seat": rider.seat, "die": pool[-1]}))
    if all(other.seat != rider.seat for other in state.riders):  # P19
        state.gone = (*state.gone, rider.seat)
        events.append(Event("team.out", None, {"seat": rider.seat}))
    return events


def loses_spare(table: Table) -> bool:
    """Whether the lowest die goes with a rider who hasn't moved yet: the team has as many dice as riders (P17b)."""
    return table.options["dice"] == AS_RIDERS


def _stretch(table: Table) -> int:
    """Squares between two marks of an elimination race (P5a, P20)."""
    return rows(table) if table.options["race"] == "lap" else rows(table) // 2


def _ended(state: State) -> bool:
    """One team left, or in a points race a team at the target (P19, P20b)."""
    if len(state.gone) >= state.table.seats - 1:
        return True
    return state.table.options["race"] == "points" and max(state.points) >= int(state.table.options["target"])


def _finish(state: State) -> Event:
    state.stage, state.due, state.pools = "over", "", ((),) * state.table.seats
    winners = [standing.seat for standing in standings(state) if standing.rank == 1]
    return Event("won", None, {"seats": winners})


def _next(state: State, dice: Dice) -> list[Event]:
    """The rider who is due; a new turn when all have moved; a roll at a team's first rider of the turn (P10, P11)."""
    events: list[Event] = []
    moved = set(state.moved)
    waiting = [rider for rider in state.riders if rider.id not in moved]
    if not waiting:
        state.moved, state.rolled = (), ()
        waiting = list(state.riders)
    if not state.moved:
        state.turn += 1
        events.append(Event(TURN, None, {"turn": state.turn}))
    # P17, P17b: a surplus die stays until the team's last rider of the turn has moved; what is left then is lost
    unmoved = {rider.seat for rider in waiting}
    state.pools = tuple(pool if seat in unmoved else () for seat, pool in enumerate(state.pools))
    rider = race_order(waiting)[0]
    state.due = rider.id
    if rider.seat not in state.rolled:
        state.rolled = (*state.rolled, rider.seat)
        n = sum(other.seat == rider.seat for other in state.riders)  # P1, P17b
        fell = sorted(dice.roll(f"turn.{state.turn}.seat.{rider.seat}", DIE, n), reverse=True)
        state.pools = _with(state.pools, rider.seat, tuple(fell))
        events.append(Event("rolled", None, {"seat": rider.seat, "dice": fell}))
    return events


# --- small things


def _seat(move: Move) -> Seat:
    assert move.by is not None, "the host is never asked"
    return move.by


def _who(rider: Rider) -> dict[str, str | int]:
    return {"rider": rider.id, "seat": rider.seat, "base": rider.base}


def _where(table: Table, d: int, lane: int) -> dict[str, str | int]:
    return {"row": row(table, d), "lane": lane}


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def standings(state: State) -> tuple[Standing, ...]:
    """In points races the last team left, then points (P19); in lap races the reverse order of going out (P20).

    `points` are those of P18, in lap races the riders left.
    """
    if state.table.options["race"] == "points":
        return _by_points(state.points, state.gone)
    left = [rider.seat for rider in state.riders]
    return _by_riders(tuple(left.count(seat) for seat in range(state.table.seats)), state.gone)


# Every view ranks the teams, and hardly a move changes the ranks: hence the caches.
@lru_cache(maxsize=256)
def _by_points(points: tuple[int, ...], gone: tuple[Seat, ...]) -> tuple[Standing, ...]:
    last = len(gone) == len(points) - 1
    return _ranked([(last and seat not in gone, won) for seat, won in enumerate(points)], points)


@lru_cache(maxsize=256)
def _by_riders(left: tuple[int, ...], gone: tuple[Seat, ...]) -> tuple[Standing, ...]:
    return _ranked([(seat not in gone, gone.index(seat) if seat in gone else 0) for seat in range(len(left))], left)


def _ranked(worth: Sequence[tuple[bool, int]], shown: Sequence[int]) -> tuple[Standing, ...]:
    best = sorted(worth, reverse=True)
    return tuple(Standing(seat, 1 + best.index(worth[seat]), points) for seat, points in enumerate(shown))


def _precedence(rolls: Sequence[Sequence[int]], dice: Dice) -> tuple[Seat, ...]:
    """The higher sum first, equal sums by a roll-off (P6)."""
    keys = [[sum(roll)] for roll in rolls]
    for _ in range(ROLL_OFFS):
        tied = [seat for seat, key in enumerate(keys) if keys.count(key) > 1]
        if not tied:
            break
        for seat, pip in zip(tied, dice.roll("roll-off", DIE, len(tied)), strict=True):
            keys[seat] = [*keys[seat], pip]
    return tuple(sorted(range(len(rolls)), key=lambda seat: keys[seat], reverse=True))


STAGES: dict[str, Stage[State, PistardView]] = {
    "start": Stage(ask_start, do_start),
    "move": Stage(ask_move, do_move),
}


class Pistard:
    """The game behind the one interface; see `engines.table.Game`."""

    spec = SPEC
    State = State

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        """Everyone rolls four dice at once; precedence is settled (P6)."""
        table = settle(SPEC, table)
        seats = range(table.seats)
        rolls = [sorted(dice.roll(f"start.seat.{seat}", DIE, len(BASES)), reverse=True) for seat in seats]
        order = _precedence(rolls, dice)
        state = State(
            table=table,
            stage="start",
            turn=0,
            riders=tuple(Rider(f"{seat}.{base}", seat, base, 0, 0) for seat in seats for base in BASES),
            pools=tuple(tuple(roll) for roll in rolls),
            order=order,
            plans={},
            due="",
            moved=(),
            rolled=(),
            points=(0,) * table.seats,
            crossed=(),
            marks=0,
            gone=(),
            mover="",
            trail=(),
        )
        events = [Event("rolled", None, {"seat": seat, "dice": roll}) for seat, roll in enumerate(rolls)]
        return state, [*events, Event("precedence", None, {"seats": list(order)})]

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        """One whole decision of one seat."""
        require(self, state, move)
        return STAGES[state.stage].do(state, move, dice)

    def view(self, state: State, viewer: Viewer) -> PistardView:
        """All but the plans of others."""
        check_viewer(viewer, state.table.seats)
        if state.stage == "start":
            waiting = tuple(seat for seat in range(state.table.seats) if str(seat) not in state.plans)
        else:
            waiting = (find(state.riders, state.due).seat,) if state.stage == "move" else ()
        return PistardView(
            viewer=viewer,
            stage=state.stage,
            waiting=waiting,
            standings=standings(state),
            over=state.stage == "over",
            sealed=state.stage == "start",
            table=state.table,
            turn=state.turn,
            riders=state.riders,
            pools=state.pools,
            order=state.order,
            plan="" if viewer is None else state.plans.get(str(viewer), ""),
            due=state.due,
            moved=state.moved,
            rolled=state.rolled,
            points=state.points,
            crossed=state.crossed,
            marks=state.marks,
            gone=state.gone,
            mover=state.mover,
            trail=state.trail,
        )

    def ask(self, view: PistardView, path: Path = ()) -> Ask | None:
        """The first move, then a move of the rider who is due."""
        stage = STAGES.get(view.stage)
        return stage.ask(view, path) if stage else None

    def fallback(self, view: PistardView) -> Path:
        """Y, G, B, O by falling dice; largest die, inmost lane, no bonus (P22, P22a): always the first option."""
        path: Path = ()
        while isinstance(ask := self.ask(view, path), Pick):
            path = (*path, ask.options[0])
        return path

    def imagine(self, view: PistardView, rng: Rng) -> State:
        """The others' sealed plans at random; everything else is in the view."""
        plans: dict[str, str] = {}
        if view.stage == "start":
            for seat in range(view.table.seats):
                if seat not in view.waiting:
                    dice = [str(die) for die in view.pools[seat]]
                    rng.shuffle(dice)
                    plans[str(seat)] = ".".join(("plan", str(seat), *dice))
        if view.plan:
            plans[str(view.viewer)] = view.plan
        return State(
            table=view.table,
            stage=view.stage,
            turn=view.turn,
            riders=view.riders,
            pools=view.pools,
            order=view.order,
            plans=plans,
            due=view.due,
            moved=view.moved,
            rolled=view.rolled,
            points=view.points,
            crossed=view.crossed,
            marks=view.marks,
            gone=view.gone,
            mover=view.mover,
            trail=view.trail,
        )
