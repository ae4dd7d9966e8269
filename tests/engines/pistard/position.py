"""Positions of Pistard written by hand, and the few verbs that its tests play them with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.dice import ScriptedDice
from engines.pistard import BASES, Pistard, Rider, State, find, race_order
from engines.table import Event, Move, Path, Pick, Ready, Seat, Table, settle

GAME = Pistard()


def race(
    track: str,
    riders: str,
    *,
    dice: Mapping[Seat, Sequence[int]] | None = None,
    unrolled: Sequence[Seat] = (),
    moved: str = "",
    seats: int = 0,
    points: Sequence[int] = (),
    crossed: Sequence[int] = (),
    marks: int = 0,
    as_riders: bool = False,
    **options: str,
) -> State:
    """A position in the middle of a turn: riders as "0.Y@10.1" (seat 0, base Y, 10 squares travelled, lane 1).

    Seats that have rolled hold the `dice` given, or a one for each rider who hasn't moved; `as_riders` is the option of
    that name.
    """
    if as_riders:
        options["dice"] = "as-riders"
    placed = tuple(_rider(word) for word in riders.split())
    seats = seats or max(rider.seat for rider in placed) + 1
    table = settle(Pistard.spec, Table(seats, {"track": track, **options}, 1))
    left = [rider for rider in placed if rider.id not in moved.split()]
    ones = [[1] * sum(rider.seat == seat for rider in left) for seat in range(seats)]
    pools = [
        [] if seat in unrolled else sorted((dice or {}).get(seat, ones[seat]), reverse=True) for seat in range(seats)
    ]
    return State(
        table=table,
        stage="move",
        turn=5,
        riders=placed,
        pools=tuple(tuple(pool) for pool in pools),
        order=tuple(range(seats)),
        plans={},
        due=race_order(left)[0].id,
        moved=tuple(moved.split()),
        rolled=tuple(seat for seat in range(seats) if seat not in unrolled),
        points=tuple(points or [0] * seats),
        crossed=tuple(crossed),
        marks=marks,
        gone=tuple(seat for seat in range(seats) if all(rider.seat != seat for rider in placed)),
        mover="",
        trail=(),
    )


def _rider(word: str) -> Rider:
    name, place = word.split("@")
    d, lane = place.split(".")
    seat, base = name.split(".")
    return Rider(name, int(seat), base, int(d), int(lane))


def start(rolls: Sequence[Sequence[int]], *roll_offs: Sequence[int], **options: str) -> State:
    """A new match in which the seats have rolled so."""
    state, _ = GAME.setup(Table(len(rolls), options, 1), ScriptedDice([*rolls, *roll_offs]))
    return state


def plan(state: State, *plans: str, rolls: Sequence[Sequence[int]] = ((1, 1, 1, 1),)) -> list[Event]:
    """All seats say which rider takes which die, "6421" for Y, G, B, O; then the first team rolls."""
    events: list[Event] = []
    for seat, pips in enumerate(plans):
        last = seat == len(plans) - 1
        events += GAME.apply(state, Move(seat, tuple(pips)), ScriptedDice(rolls if last else ()))
    return events


def question(state: State, way: str = "") -> tuple[str, ...]:
    """The options of the rider who is due after the steps of `way`; () where the path is complete."""
    ask = GAME.ask(GAME.view(state, find(state.riders, state.due).seat), tuple(way.split()))
    assert isinstance(ask, Pick | Ready)
    return ask.options if isinstance(ask, Pick) else ()


def ride(state: State, way: str, rolls: Sequence[Sequence[int]] = ()) -> list[Event]:
    """The rider who is due rides: "4 2 in stop" = die 4, lane 2, wind step inwards, stop."""
    seat = find(state.riders, state.due).seat
    dice = ScriptedDice(rolls)
    events = GAME.apply(state, Move(seat, tuple(way.split())), dice)
    assert len(dice.draws) == len(rolls), "the script has more dice than were rolled"
    return events


def fallback(state: State) -> Path:
    """What is played for the rider who is due when time is up."""
    return GAME.fallback(GAME.view(state, find(state.riders, state.due).seat))


def place(state: State, rider: str) -> str:
    """Where a rider stands, "10.1", or "out"."""
    return next((f"{other.d}.{other.lane}" for other in state.riders if other.id == rider), "out")


def places(state: State, seat: Seat) -> str:
    """Where the riders of a team stand, in the order Y, G, B, O."""
    return " ".join(place(state, f"{seat}.{base}") for base in BASES)


def ranks(state: State) -> list[int]:
    """The rank of each seat."""
    return [standing.rank for standing in GAME.view(state, None).standings]


def of_kind(events: Sequence[Event], kind: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if event.kind == kind]


def coast(state: State, rolls: Sequence[Sequence[int]] = ()) -> list[Event]:
    """The rider who is due rides as when time is up: the largest die, the inmost lane, no bonus."""
    return ride(state, " ".join(fallback(state)), rolls)
