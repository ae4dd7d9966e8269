"""Pistard (Anki Toner, 2005): teams of four riders, driven by dice, on a velodrome of coloured squares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from engines.table import (
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
    read,
    read_one,
    require,
    settle,
)

T = TypeVar("T")

BASES = "YGBO"  # P2
LANES = 4  # P3
DIE = 6
ROLL_OFFS = 32  # P6: after so many equal roll-offs (once in 6 ** 32 for two seats) the lower seat goes first

# P5: our own values; lane 3 is lane 1 again, lane 4 is lane 2
LANE_1 = "YBYOGGBBYOGOBBBOOOYYGGGYBYOOGBYYBOGG"
LANE_2 = "BYBGOOYYBGOGYYYGGGBBOOOBYBGGOYBBYGOO"
TRACKS: dict[str, tuple[str, str]] = {
    "sprint": (LANE_1[:24], LANE_2[:24]),
    "classic": (LANE_1, LANE_2),
    "marathon": (LANE_1 + LANE_1[:12], LANE_2 + LANE_2[:12]),
}
POINTS = (3, 2, 1)  # P18
LEAST_TARGET, MOST_TARGET = 3, 30  # P19

# The leader of a turn has nobody ahead and never stands still, so a lap takes at most as many turns as the track has
# rows. Each lap gives somebody 3 points, and nobody but the winner reaches the target (P18, P19); in P20 races each
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
        Option("target", Amount("target", LEAST_TARGET, MOST_TARGET), "12"),
    ),
    rules=1,
    schema=1,
    upcasts={},
    limit=MOST_SEATS + MOST_RIDERS * MOST_ROWS * (MOST_LAPS + 1),
    presets={"quick": {"track": "sprint", "race": "points", "target": "6"}},  # P21
)


@dataclass(frozen=True, slots=True)
class Rider:
    """A rider on the track: `d` squares past the start line (P4), lane 1 (inner) to 4; lane 0 = waiting to start."""

    id: str
    seat: Seat
    base: str
    d: int
    lane: int


@dataclass(frozen=True, slots=True)
class Spot:
    """A square on a rider's way and how he came there: "from", "die", "colour" or "wind"."""

    d: int
    lane: int
    how: str


@dataclass(slots=True)
class State:
    """A match of Pistard; everything but `plans` is public."""

    table: Table
    stage: str  # "start", "move" or "over"
    turn: int
    riders: tuple[Rider, ...]  # those still in the race
    pools: tuple[tuple[int, ...], ...]  # dice left, by seat, highest first
    order: tuple[Seat, ...]  # precedence in the first move (P6)
    plans: dict[str, str]  # hidden: the answers to P7 by seat, "plan.<seat>.<die of Y>.<G>.<B>.<O>"
    due: str  # id of the rider who moves next
    moved: tuple[str, ...]  # riders who have moved in this turn
    rolled: tuple[Seat, ...]  # seats that have rolled in this turn
    points: tuple[int, ...]
    crossed: tuple[int, ...]  # how many riders have completed lap 1, 2, ...
    marks: int  # laps or half-laps that have cost a rider (P20a)
    gone: tuple[Seat, ...]  # teams without riders, in the order of going out
    mover: str  # the last rider who moved, and his way
    trail: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class PistardView(View):
    """All of the state but the sealed plans; `plan` is the viewer's own (empty if he has none)."""

    table: Table
    turn: int
    riders: tuple[Rider, ...]
    pools: tuple[tuple[int, ...], ...]
    order: tuple[Seat, ...]
    plan: str
    due: str
    moved: tuple[str, ...]
    rolled: tuple[Seat, ...]
    points: tuple[int, ...]
    crossed: tuple[int, ...]
    marks: int
    gone: tuple[Seat, ...]
    mover: str
    trail: tuple[Spot, ...]


# --- the track


def rows(table: Table) -> int:
    """Squares of one lap in each lane (P5)."""
    return len(TRACKS[table.options["track"]][0])


def row(table: Table, d: int) -> int:
    """The row of the ring, from 1, on which a rider stands who has travelled d squares (P4, P4a)."""
    return (d - 1) % rows(table) + 1


def colour(table: Table, d: int, lane: int) -> str:
    """The colour of a square: Y, G, B or O (P5)."""
    return TRACKS[table.options["track"]][(lane - 1) % 2][(d - 1) % rows(table)]


def race_order(riders: Iterable[Rider]) -> list[Rider]:
    """First rider first; in a row the inner lane is ahead (P10)."""
    return sorted(riders, key=lambda rider: (-rider.d, rider.lane))


def find(riders: Iterable[Rider], rider_id: str) -> Rider:
    """The rider of that id, who must still be in the race."""
    return next(rider for rider in riders if rider.id == rider_id)


# --- start: which rider takes which die (P7)


def ask_start(view: PistardView, path: Path) -> Ask | None:
    """The die of each rider, Y, G, B, O in turn, from the viewer's own roll."""
    if view.viewer is None:
        return None
    pool = list(view.pools[view.viewer])
    ask = _ask_die(f"start.{BASES[0]}", pool)
    for at, step in enumerate(path):
        if at == len(BASES):
            raise IllegalMove("step.beyond", {"step": step})
        pool.remove(int(read_one(ask, step)))
        ask = _ask_die(f"start.{BASES[at + 1]}", pool) if pool else ask
    return Ready() if len(path) == len(BASES) else ask


def do_start(state: State, move: Move, dice: Dice) -> list[Event]:
    """Seal the plan; when all are in, every rider takes his first squares."""
    seat = _seat(move)
    state.plans[str(seat)] = ".".join(("plan", str(seat), *move.path))
    events = [
        Event("planned", frozenset({seat}), {"seat": seat, "dice": [int(step) for step in move.path]}),
        Event("sealed", None, {"seat": seat}),
    ]
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


def follow(
    table: Table, riders: Sequence[Rider], rider: Rider, pool: Sequence[int], path: Path
) -> tuple[tuple[Spot, ...], Ask]:
    """The rider's way along the steps of `path` and the question that comes next (Ready at the end).

    Raises IllegalMove at the first step that isn't an answer.
    """
    spots = [Spot(rider.d, rider.lane, "from")]
    ask: Ask = _ask_die("die", pool)
    if not path:
        return tuple(spots), ask
    # P4a, P17a: a rider one lap behind on the same square would be removed by this very step and never blocks, so
    # squares travelled (d) tell all that there is to know about which squares are taken
    taken = {(other.d, other.lane) for other in riders}
    d, lanes = _reach(taken, rider, int(read_one(ask, path[0])))
    ask = Pick("land", tuple(str(lane) for lane in lanes) if d > rider.d else ("stay",))
    if len(path) == 1:
        return tuple(spots), ask
    landing = read_one(ask, path[1])
    if landing == "stay":  # P16: who could not move at all gets no bonus
        if len(path) > 2:
            raise IllegalMove("step.beyond", {"step": path[2]})
        return tuple(spots), Ready()
    spots.append(Spot(d, int(landing), "die"))
    heading: int | None = None  # P15: the diagonal of the wind step, once it was taken
    colours = 2  # P14
    for step in (*path[2:], None):
        here = spots[-1]
        ways = _bonus(table, taken, here, heading, colours if colour(table, here.d, here.lane) == rider.base else 0)
        ask = Pick("bonus", ("stop", *ways)) if ways else Ready()
        if step is None:
            break
        if read(ask, step) == "stop":
            if len(path) > len(spots) + 1:
                raise IllegalMove("step.beyond", {"step": path[-1]})
            return tuple(spots), Ready()
        if step == "on":
            colours -= 1
        else:
            heading, colours = (-1 if step == "in" else 1), 2
        spots.append(Spot(here.d + 1, ways[step], "colour" if step == "on" else "wind"))
    return tuple(spots), ask


def _ask_die(about: str, pool: Iterable[int]) -> Pick:
    """The dice left, highest first, equal ones once."""
    return Pick(about, tuple(str(die) for die in sorted(set(pool), reverse=True)))


def _reach(taken: set[tuple[int, int]], rider: Rider, die: int) -> tuple[int, list[int]]:
    """How far the die carries him and all lanes in which he may land there, inmost first (P12, P13, P13a)."""
    d, lanes = rider.d, [rider.lane]
    for _ in range(die):
        ahead = [
            lane
            for lane in range(1, LANES + 1)
            if (d + 1, lane) not in taken and any(abs(lane - before) <= 1 for before in lanes)
        ]
        if not ahead:
            break
        d, lanes = d + 1, ahead
    return d, lanes


def _bonus(table: Table, taken: set[tuple[int, int]], here: Spot, heading: int | None, colours: int) -> dict[str, int]:
    """The bonus steps from `here`: "on" (colour), "in" or "out" (wind), each with the lane that it leads to.

    `heading` is the diagonal of a wind step already taken, `colours` the number of colour steps still open here.
    """

    def free(lane: int) -> bool:
        return 1 <= lane <= LANES and (here.d + 1, lane) not in taken

    ways: dict[str, int] = {}
    onward = here.lane + (heading or 0)  # P15: after the wind step colours lead on in the same diagonal direction
    if colours and free(onward):
        ways["on"] = onward
    # P15 names a rider "one a lap behind who is next on the ring": he is there when the rider lands behind him, though
    # the bonus step will remove him (P17a), so he gives wind and does not block. Ruling: both, wind and straight on.
    if heading is None and ({(here.d + 1, here.lane), (here.d + 1 - rows(table), here.lane)} & taken):
        ways |= {side: lane for side, lane in (("in", here.lane - 1), ("out", here.lane + 1)) if free(lane)}
    return ways


def do_move(state: State, move: Move, dice: Dice) -> list[Event]:
    """Ride the way square by square: points, lapping and the end as they come, then whoever is next."""
    seat, rider = _seat(move), find(state.riders, state.due)
    spots, _ = follow(state.table, state.riders, rider, state.pools[seat], move.path)
    there, die = spots[-1], int(move.path[0])
    ridden = replace(rider, d=there.d, lane=there.lane)
    # Ruling to P19 "at once": he still rides to the square that he chose, but nothing more is reckoned on the way
    state.riders = tuple(ridden if other.id == rider.id else other for other in state.riders)
    state.mover, state.trail = rider.id, spots
    state.moved = (*state.moved, rider.id)
    pool = list(state.pools[seat])
    pool.remove(die)
    state.pools = _with(state.pools, seat, tuple(pool))
    events = [_ride_event(state.table, ridden, die, spots)]
    marks = 0
    for d in range(rider.d + 1, there.d + 1):
        events += _score(state, ridden, d)
        events += _lap(state, ridden, d)
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


def _lap(state: State, rider: Rider, d: int) -> list[Event]:
    """Riders a whole lap behind the one who rides are removed, the last in race order first (P17, P17a, P20b)."""
    events: list[Event] = []
    for other in reversed(race_order(state.riders)):
        if other.d <= d - rows(state.table) and not _ended(state):
            events += _remove(state, other, "lapped", rider)
    return events


def _remove(state: State, rider: Rider, how: str, by: Rider) -> list[Event]:
    state.riders = tuple(other for other in state.riders if other.id != rider.id)
    events = [Event(how, None, {**_who(rider), "by": by.id})]
    if all(other.seat != rider.seat for other in state.riders):  # P19
        state.gone = (*state.gone, rider.seat)
        events.append(Event("team.out", None, {"seat": rider.seat}))
    return events


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
    """Who is due; a new turn when all have moved; a roll when it is a team's first rider of the turn (P10, P11)."""
    events: list[Event] = []
    waiting = [rider for rider in state.riders if rider.id not in state.moved]
    if not waiting:
        state.moved, state.rolled = (), ()
        waiting = list(state.riders)
    if not state.moved:
        state.turn += 1
        events.append(Event("turn", None, {"turn": state.turn}))
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


def _with(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def standings(state: State) -> tuple[Standing, ...]:
    """In points races the last team left, then points (P19); in lap races the reverse order of going out (P20).

    `points` are those of P18, in lap races the riders left.
    """
    seats = range(state.table.seats)
    if state.table.options["race"] == "points":
        last = len(state.gone) == state.table.seats - 1
        worth = [(last and seat not in state.gone, state.points[seat]) for seat in seats]
        shown = state.points
    else:
        shown = tuple(sum(rider.seat == seat for rider in state.riders) for seat in seats)
        worth = [(seat not in state.gone, state.gone.index(seat) if seat in state.gone else 0) for seat in seats]
    return tuple(Standing(seat, 1 + sum(other > worth[seat] for other in worth), shown[seat]) for seat in seats)


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
        """Everybody rolls four dice at once; precedence is settled (P6)."""
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
