"""A position of Pistard that is copied and played on in microseconds, and the way there and back from a state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from engines.pistard.game import State, loses_spare
from engines.pistard.track import BASES, LANES, TRACKS, Rider, Spot, lanes_taken, race_order
from engines.table import Path, Seat, Table

# die, squares travelled and lane at the end, and the steps for `apply`; zeros before them in the first move
Answer: TypeAlias = tuple[int, int, int, Path]

OUT = 0  # the lane of a rider who is out of the race


@dataclass(frozen=True, slots=True)
class Course:
    """What a table's options come to."""

    table: Table
    lap: int  # rows
    bases: tuple[tuple[int, ...], ...]  # of each square, by row (from 0) and lane: the number of its base colour
    stretch: int  # squares between two marks of an elimination race, 0 in a points race (P20)
    target: int  # points that end the match; beyond reach in an elimination race
    exact: bool  # whether a team never has more dice than riders to move (P17b)


@dataclass(frozen=True, slots=True)
class Team:
    """Who the riders are, by their numbers in the loaded state."""

    ids: tuple[str, ...]
    seats: tuple[Seat, ...]
    bases: tuple[int, ...]


class Position:
    """A match in play; before the riders are placed it holds the state itself."""

    __slots__ = (
        "after",
        "before",
        "course",
        "crossed",
        "d",
        "gone",
        "lane",
        "left",
        "marks",
        "moved",
        "order",
        "over",
        "points",
        "pools",
        "queue",
        "rolled",
        "start",
        "tail",
        "taken",
        "team",
        "trail",
        "turn",
        "unmoved",
    )

    course: Course
    team: Team
    start: State | None  # while plans are sealed; all that follows counts afterwards
    order: tuple[Seat, ...]
    over: bool
    turn: int
    d: list[int]  # squares travelled, by rider
    lane: list[int]  # by rider; OUT if they are out of the race
    taken: dict[int, int]  # lanes by squares travelled
    tail: int  # no rider has travelled less
    left: list[int]  # riders in the race, by seat
    unmoved: list[int]  # of these the ones who haven't moved in this turn
    pools: list[list[int]]  # dice left, by seat, highest first
    queue: list[int]  # riders who haven't moved, the next one last; some may be out by now, but not the next one
    moved: tuple[str, ...]
    rolled: tuple[Seat, ...]
    points: list[int]
    crossed: list[int]
    marks: int
    gone: tuple[Seat, ...]
    before: tuple[int, int, int]  # the last rider who moved, -1 if that was before loading, and where from
    after: Answer
    trail: tuple[str, tuple[Spot, ...]]  # mover and trail of the loaded state


@lru_cache(maxsize=64)
def _course(options: tuple[tuple[str, str], ...], seats: int, rules: int) -> Course:
    table = Table(seats, dict(options), rules)
    lanes, race, target = TRACKS[table.options["track"]], table.options["race"], int(table.options["target"])
    lap = len(lanes[0])
    bases = tuple((0, *(BASES.index(lanes[lane % 2][row]) for lane in range(LANES))) for row in range(lap))
    stretch = {"points": 0, "lap": lap, "half-lap": lap // 2}[race]
    return Course(table, lap, bases, stretch, 10**9 if stretch else target, loses_spare(table))


def course(table: Table) -> Course:
    """The course of a settled table."""
    return _course(tuple(table.options.items()), table.seats, table.rules)


def _twin(state: State) -> State:
    """A state of the first move that takes plans of its own; nothing else in it is changed in place."""
    return replace(state, plans=dict(state.plans))


def load(position: Position, state: State) -> None:
    """Set up the position as the state has it."""
    position.course = course(state.table)
    if state.stage == "start":
        position.start = _twin(state)
        return
    seats = range(state.table.seats)
    riders = state.riders
    position.start = None
    position.team = Team(
        tuple(rider.id for rider in riders),
        tuple(rider.seat for rider in riders),
        tuple(BASES.index(rider.base) for rider in riders),
    )
    moved, ids = set(state.moved), position.team.ids
    position.order = state.order
    position.over = state.stage == "over"
    position.turn = state.turn
    position.d = [rider.d for rider in riders]
    position.lane = [rider.lane for rider in riders]
    position.taken = lanes_taken(riders)
    position.tail = min(position.d, default=0)
    queue = [] if position.over else [ids.index(rider.id) for rider in race_order(riders) if rider.id not in moved]
    position.queue = queue[::-1]
    position.left = [position.team.seats.count(seat) for seat in seats]
    position.unmoved = [sum(position.team.seats[rider] == seat for rider in queue) for seat in seats]
    position.pools = [list(pool) for pool in state.pools]
    position.moved = state.moved
    position.rolled = state.rolled
    position.points = list(state.points)
    position.crossed = list(state.crossed)
    position.marks = state.marks
    position.gone = state.gone
    position.before = (-1, 0, 0)
    position.trail = (state.mover, state.trail)
    position.after = (0, 0, 0, ())


def state_of(position: Position) -> State:
    """The state that the engine would have come to."""
    if position.start is not None:
        return _twin(position.start)
    team = position.team
    riders = zip(team.ids, team.seats, team.bases, position.d, position.lane, strict=True)
    mover, trail = position.trail if position.before[0] < 0 else _trail(position)
    return State(
        table=position.course.table,
        stage="over" if position.over else "move",
        turn=position.turn,
        riders=tuple(Rider(name, seat, BASES[base], d, lane) for name, seat, base, d, lane in riders if lane),
        pools=tuple(tuple(pool) for pool in position.pools),
        order=position.order,
        plans={},
        due="" if position.over else team.ids[position.queue[-1]],
        moved=position.moved,
        rolled=position.rolled,
        points=tuple(position.points),
        crossed=tuple(position.crossed),
        marks=position.marks,
        gone=position.gone,
        mover=mover,
        trail=trail,
    )


def copy(position: Position) -> Position:
    """A position that is played on by itself."""
    twin = Position()
    twin.course = position.course
    if position.start is not None:
        twin.start = _twin(position.start)
        return twin
    twin.start = None
    twin.team = position.team
    twin.order = position.order
    twin.over = position.over
    twin.turn = position.turn
    twin.d = position.d[:]
    twin.lane = position.lane[:]
    twin.taken = position.taken.copy()
    twin.tail = position.tail
    twin.left = position.left[:]
    twin.unmoved = position.unmoved[:]
    twin.pools = [pool[:] for pool in position.pools]
    twin.queue = position.queue[:]
    twin.moved = position.moved
    twin.rolled = position.rolled
    twin.points = position.points[:]
    twin.crossed = position.crossed[:]
    twin.marks = position.marks
    twin.gone = position.gone
    twin.before = position.before
    twin.after = position.after
    twin.trail = position.trail
    return twin


def _trail(position: Position) -> tuple[str, tuple[Spot, ...]]:
    """Who moved last, and their way, read off the answer."""
    rider, d, lane = position.before
    way, steps = [Spot(d, lane, "from")], position.after[3]
    if steps[1] != "stay":
        bonuses = [how for how in steps[2:] if how != "stop"]
        d, lane, heading = position.after[1] - len(bonuses), int(steps[1]), 0
        way.append(Spot(d, lane, "die"))
        for how in bonuses:
            heading = {"on": heading, "in": -1, "out": 1}[how]
            d, lane = d + 1, lane + heading
            way.append(Spot(d, lane, "colour" if how == "on" else "wind"))
    return position.team.ids[rider], tuple(way)
