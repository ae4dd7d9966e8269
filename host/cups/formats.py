"""Cup formats as data: rounds, pairings and standings of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from host.cups import groups, knockout, swiss, teams
from host.cups.field import Field, Line, Outcome, Pairing, Place

LEAST, MOST = 3, 128  # players of a cup


@dataclass(frozen=True, slots=True)
class Format:
    """A cup format for `least` to `most` players.

    `rounds` is the number of rounds unless people leave, `pairings` has the next round's tables, () after the last,
    and `standing` ranks everyone, the first first. All three are functions of the field and the outcomes so far. Where
    a cup is won `by_points`, the tables of a round can have the same luck. `sides` has the sides of places that play
    together.
    """

    name: str
    most: int
    rounds: Callable[[Field], int]
    pairings: Callable[[Field, Sequence[Outcome]], tuple[Pairing, ...]]
    standing: Callable[[Field, Sequence[Outcome]], list[Line]]
    by_points: bool = True
    least: int = LEAST
    sides: Mapping[Place, Place] = field(default_factory=dict[Place, Place])


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
                by_points=False,
            ),
            Format("groups", MOST, groups.cup_rounds, groups.cup_pairings, groups.cup_standing, by_points=False),
            Format("swiss", MOST, swiss.rounds, swiss.pairings, swiss.standing),
            Format("robin", 16, groups.robin_rounds, groups.robin_pairings, groups.robin_standing),
            Format("league", MOST, groups.league_rounds, groups.league_pairings, groups.league_standing),
            Format(
                "teams",
                teams.PEOPLE,
                lambda field: 1,
                teams.pairings,
                teams.standing,
                least=teams.PEOPLE,
                sides=teams.SIDES,
            ),
        )
    }
)


def season_of(name: str, field: Field, number: int) -> int:
    """The season of a league that a round belongs to, from 1; 0 in other formats and before the first round."""
    return (number - 1) // groups.season_rounds(field) + 1 if name == "league" and number else 0
