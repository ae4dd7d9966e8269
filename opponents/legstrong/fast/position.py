"""A tour that is changed in place, for opponents who look ahead; its fields are named as in `State` and `Road`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines.legstrong.course import Course
from engines.legstrong.state import Crossing, Ride, State, Won
from engines.table import Seat


@dataclass(slots=True, eq=False)
class Racer:
    """A rider whose fields change, the ids of their bottles among them; see `Rider` for the others."""

    id: str
    team: int
    seat: Seat
    type: str
    number: int
    sprinter: bool
    descender: bool
    place: str
    row: int
    arrival: int
    energy: int
    full: int
    crosses: int
    tiles: int
    fed: int
    climbed: int
    rests: int
    puncture: int
    dropped: int
    bottles: tuple[str, ...]  # sorted

    def copy(self) -> Racer:
        """The same rider, to be changed for itself."""
        return Racer(
            *(self.id, self.team, self.seat, self.type, self.number, self.sprinter, self.descender),
            *(self.place, self.row, self.arrival, self.energy, self.full, self.crosses, self.tiles, self.fed),
            *(self.climbed, self.rests, self.puncture, self.dropped, self.bottles),
        )


@dataclass(slots=True, eq=False)
class Position:
    """A match between two questions, and at the same time the road of its leg; see `State` and `Road` for the fields.

    `state` holds what doesn't change while riders are on the road. Where no one rides it is the whole of the match, and
    nothing else here counts: `riding` tells. It may be shared with other positions, and is replaced, never changed.
    """

    state: State
    riding: bool
    seats: int
    sealed: bool  # attacks are
    wished: bool  # wishes for the token stand (L13j)
    stage: str
    phase: str
    token: Seat
    held: int
    wishes: tuple[str, ...]
    course: Course
    turn: int
    peloton: int
    riders: list[Racer]
    rides: list[Ride]
    arrivals: int
    before: int
    asked: tuple[Seat, ...]
    due: list[str]
    declared: tuple[int, ...]
    chase: str
    pursuits: tuple[int, ...]
    won: list[Won]
    line: list[Crossing]
    history: list[tuple[int, ...]]
    cashed: set[str]
    answers: dict[Seat, Any]  # of a sealed stage: what was decided, not how it was spelled

    def copy(self) -> Position:
        """The same position, to be played on for itself."""
        return Position(
            *(self.state, self.riding, self.seats, self.sealed, self.wished, self.stage, self.phase),
            *(self.token, self.held, self.wishes, self.course, self.turn, self.peloton),
            [racer.copy() for racer in self.riders],
            self.rides[:],
            *(self.arrivals, self.before, self.asked),
            self.due[:],
            *(self.declared, self.chase, self.pursuits),
            self.won[:],
            self.line[:],
            self.history[:],
            self.cashed.copy(),
            self.answers.copy(),
        )

    def find(self, rider_id: str) -> Racer:
        """The rider of that id, who must be in the leg."""
        for racer in self.riders:
            if racer.id == rider_id:
                return racer
        raise KeyError(rider_id)
