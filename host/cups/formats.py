"""Formats of a cup as data: rounds, next pairings, standings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from host.cups import groups, knockout, swiss
from host.cups.field import Field, Line, Outcome, Pairing

LEAST, MOST = 3, 128  # players of a cup


@dataclass(frozen=True, slots=True)
class Format:
    """A way to play a cup of at most `most` players.

    `rounds` is how many it has unless people leave, `pairings` the tables of the next one, () when it is over, and
    `standing` where everyone stands, the first first; all three are functions of the field and of what was played.
    """

    name: str
    most: int
    rounds: Callable[[Field], int]
    pairings: Callable[[Field, Sequence[Outcome]], tuple[Pairing, ...]]
    standing: Callable[[Field, Sequence[Outcome]], list[Line]]


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        format_.name: format_
        for format_ in (
            Format(
                "knockout",
                MOST,
                lambda field: knockout.rounds(field.entrants, field),
                lambda field, outcomes: knockout.pairings(field.places, field, outcomes, 1),
                lambda field, outcomes: knockout.standing(field.places, field, outcomes, 1),
            ),
            Format("groups", MOST, groups.cup_rounds, groups.cup_pairings, groups.cup_standing),
            Format("swiss", MOST, swiss.rounds, swiss.pairings, swiss.standing),
            Format("robin", 16, groups.robin_rounds, groups.robin_pairings, groups.robin_standing),
            Format("league", MOST, groups.league_rounds, groups.league_pairings, groups.league_standing),
        )
    }
)


def season_of(name: str, field: Field, number: int) -> int:
    """Which season of a league a round belongs to, from 1; 0 in all other formats, and before the first round."""
    return (number - 1) // groups.season_rounds(field) + 1 if name == "league" and number else 0
