"""The numbers of the stage races that are our own and not the rule book's, each beside its clause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

DIE = 12  # L7: sides of the peloton die and of the event die [F]


@dataclass(frozen=True, slots=True)
class Config:
    """Every number that someone with the rule book may want to replace; rows, energy, seconds and points."""

    rows_a_hex: int = 6  # L3
    room: Mapping[str, int] = field(default_factory=lambda: {"F": 3, "G": 3, "M": 2, "D": 3})  # L3: riders in a row
    hex_energy: Mapping[str, int] = field(default_factory=lambda: {"F": 3, "G": 4, "M": 5, "D": 2})  # L4
    zones: tuple[tuple[int, int], ...] = ((8, 1), (14, 2), (20, 3))  # L5: feed zones for up to a number of hexes
    category: int = 2  # L6a: of a mountain run for which none is given
    pips: tuple[int, ...] = (3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5)  # L7: the peloton die
    base: Mapping[str, Mapping[str, int]] = field(  # L8
        default_factory=lambda: {
            "leader": {"F": 2, "G": 3, "M": 2, "D": 4},
            "rouleur": {"F": 3, "G": 2, "M": 1, "D": 4},
            "climber": {"F": 1, "G": 3, "M": 3, "D": 3},
        }
    )
    descent: int = 1  # L8: a descender starting on D
    sprint: int = 1  # L8: a sprinter starting in the last hexes; L21: in the bunch sprint
    sprint_hexes: int = 2  # L8
    prices: tuple[int, ...] = (0, 1, 3, 5, 8, 11, 15)  # L9: of 0 to 6 extra rows
    recovery: int = 2  # L11: the most in a turn
    attack: Mapping[str, int] = field(default_factory=lambda: {"F": 4, "G": 3, "M": 2, "D": 5})  # L13: the least rows
    peloton: Mapping[str, int] = field(default_factory=lambda: {"F": 1, "G": 0, "M": 0, "D": 2})  # L13
    chase: Mapping[str, int] = field(default_factory=lambda: {"F": 1, "G": 1, "M": 1, "D": 2})  # L13
    pursuits: Mapping[int, tuple[int, int]] = field(  # L13: by riders of a team, at the start and more each later leg
        default_factory=lambda: {3: (6, 4), 2: (4, 3), 1: (2, 2)}
    )
    finale: int = 5  # L13: further rows of the peloton
    finale_hexes: int = 4  # L13
    shares: Mapping[str, Mapping[str, int]] = field(  # L13: what it costs to stay in the peloton
        default_factory=lambda: {"leader": {"M": 1}, "rouleur": {"G": 1, "M": 2}, "climber": {}}
    )
    hold: int = 3  # L13: energy
    holds: int = 2  # L13: turns running
    risks: tuple[int, ...] = (5, 8, 11)  # L15: the event die must be above it for the 1st, 2nd, any later risk
    exhaustion: int = 5  # L16: energy that must be at hand beyond the price, and is lost with it
    descent_rows: int = 6  # L17: more are a risk
    descender_rows: int = 7  # L17
    pile: tuple[int, ...] = (1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5)  # L18: energy in the bottles of one colour
    summit: Mapping[int, tuple[int, ...]] = field(  # L19: points by category
        default_factory=lambda: {1: (5, 3, 1), 2: (3, 2, 1), 3: (2, 1)}
    )
    summit_seconds: int = 10  # L19
    bid: int = 6  # L21: the most extra rows of a sprint
    bid_risks: tuple[int, ...] = (0, 0, 0, 3, 6, 9, 11)  # L21: the event die must be above it, for 0 to 6 rows
    limit: int = 8  # L22: turns after the winner
    late: int = 90  # L22: seconds
    turn: int = 10  # L23: seconds for each turn behind the winner
    win: int = 20  # L23: seconds
    green: tuple[int, ...] = (15, 12, 9, 7, 6, 5, 4, 3, 2, 1)  # L23
    kept: int = 15  # L24: the most energy that goes with a rider into the next leg


CONFIG = Config()
