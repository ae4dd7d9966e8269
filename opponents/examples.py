"""Examples of what answers may lead to, to be kept and shown."""

from __future__ import annotations

from dataclasses import dataclass

from engines.table import Event, Path, Standing


@dataclass(frozen=True, slots=True)
class GoingOn:
    """What the seat hears of that happens after an answer while Strong plays for all, and how all stand then."""

    path: Path
    events: tuple[Event, ...]
    standings: tuple[Standing, ...]
    is_over: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """An example: what the best answer may lead to, and what another one leads to in that world with that luck.

    `lead` is by how much of the first place the seat is better off with the best one there.
    """

    best: GoingOn
    other: GoingOn
    lead: float
