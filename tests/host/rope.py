"""A game without secrets, for slow play: each player in turn climbs some knots of a rope, on which the wind blows."""

from __future__ import annotations

from dataclasses import dataclass

from engines.table import (
    Amount,
    Ask,
    Dice,
    Event,
    Move,
    Path,
    Ready,
    Rng,
    Seat,
    Spec,
    Standing,
    Table,
    View,
    Viewer,
    check_viewer,
    read,
    require,
    settle,
)

KNOTS, MOST, GUST = 40, 4, 7
SPEC = Spec(key="rope", seats=range(2, 5), options=(), rules=1, schema=1, limit=KNOTS, difficulty=1)


@dataclass(slots=True)
class State:
    """Whose turn it is, and how many knots each player has climbed."""

    table: Table
    turn: Seat
    climbed: list[int]


@dataclass(frozen=True, slots=True)
class RopeView(View):
    """All that there is."""

    table: Table
    turn: Seat
    climbed: tuple[int, ...]

    @property
    def left(self) -> int:
        """How many knots there are to come."""
        return KNOTS - sum(self.climbed)


class Rope:
    """The game behind the one interface; see `engines.table.Game`."""

    spec = SPEC
    State = State

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        """Everyone stands below."""
        table = settle(SPEC, table)
        return State(table, 0, [0] * table.seats), []

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        """Climb; a climber caught by the wind at a seventh knot climbs once more; with the last seat a turn ends."""
        require(self, state, move)
        knots = int(move.path[0])
        state.climbed[state.turn] += knots
        events = [Event("climbed", None, {"seat": state.turn, "knots": knots})]
        left = KNOTS - sum(state.climbed)
        if left and left % GUST == 0:
            return [*events, Event("wind", None, {"force": dice.roll("wind", 6)[0]})]
        state.turn = (state.turn + 1) % state.table.seats
        return events if state.turn else [*events, Event("turn", None, {})]

    def view(self, state: State, viewer: Viewer) -> RopeView:
        """The same for everyone."""
        check_viewer(viewer, state.table.seats)
        over = sum(state.climbed) == KNOTS
        return RopeView(
            viewer=viewer,
            stage="over" if over else "climb",
            waiting=() if over else (state.turn,),
            standings=tuple(
                Standing(seat, 1 + sum(more > knots for more in state.climbed), knots)
                for seat, knots in enumerate(state.climbed)
            ),
            over=over,
            sealed=False,
            table=state.table,
            turn=state.turn,
            climbed=tuple(state.climbed),
        )

    def ask(self, view: RopeView, path: Path = ()) -> Ask | None:
        """How many knots."""
        if view.over or view.viewer != view.turn:
            return None
        asks = (Amount("knots", 1, min(MOST, view.left)), Ready())
        for ask, step in zip(asks, path, strict=False):
            read(ask, step)
        return asks[len(path)]

    def fallback(self, view: RopeView) -> Path:
        """One knot."""
        return ("1",)

    def imagine(self, view: RopeView, rng: Rng) -> State:
        """There is nothing to imagine."""
        return State(view.table, view.turn, list(view.climbed))
