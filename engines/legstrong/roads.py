"""Protocols of a leg and its riders, which the rules of the road read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engines.legstrong.course import Course
from engines.legstrong.state import Ride
from engines.table import Seat


class AnyRider(Protocol):
    """A rider: `state.Rider`, which is replaced, or one that is changed in place; see there for the fields."""

    @property
    def id(self) -> str: ...

    @property
    def seat(self) -> Seat: ...

    @property
    def type(self) -> str: ...

    @property
    def sprinter(self) -> bool: ...

    @property
    def descender(self) -> bool: ...

    @property
    def place(self) -> str: ...

    @property
    def row(self) -> int: ...

    @property
    def arrival(self) -> int: ...

    @property
    def energy(self) -> int: ...

    @property
    def full(self) -> int: ...

    @property
    def crosses(self) -> int: ...

    @property
    def tiles(self) -> int: ...

    @property
    def fed(self) -> int: ...

    @property
    def climbed(self) -> int: ...

    @property
    def puncture(self) -> int: ...

    @property
    def dropped(self) -> int: ...


class AnyRoad(Protocol):
    """A leg: `state.Road`, which is replaced, or one that is changed in place; see there for the fields."""

    @property
    def course(self) -> Course: ...

    @property
    def turn(self) -> int: ...

    @property
    def peloton(self) -> int: ...

    @property
    def riders(self) -> Sequence[AnyRider]: ...

    @property
    def rides(self) -> Sequence[Ride]: ...
