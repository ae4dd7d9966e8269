"""The biggest swing of a match, from the standings after each step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.table import Seat, Standing


@dataclass(frozen=True, slots=True)
class Swing:
    """A change of the lead: in step `at` the `seat` passed its `rival`, the last sole leader.

    `behind` and `ahead` are its points behind the rival before the step and ahead of them after it.
    """

    at: int
    seat: Seat
    rival: Seat
    behind: int
    ahead: int


def hardest(course: Sequence[Sequence[Standing]]) -> Swing | None:
    """The change of the lead that turned the most points; the latest of equal ones.

    `course` has the standings after each step. Changes that points don't explain, as where a rider has dropped out
    of the race, aren't counted.
    """
    swing: Swing | None = None
    last: Seat | None = None
    for step, standings in enumerate(course):
        first = _leader(standings)
        if first is None or first == last:
            continue
        if last is not None:
            behind, ahead = _margin(course[step - 1], last, first), _margin(standings, first, last)
            is_harder = swing is None or behind + ahead >= swing.behind + swing.ahead
            if behind >= 0 and ahead > 0 and is_harder:
                swing = Swing(step, first, last, behind, ahead)
        last = first
    return swing


def unchallenged(course: Sequence[Sequence[Standing]]) -> Seat | None:
    """The seat that led alone before the last step and at the end, if no other seat ever did; else None."""
    leaders = {leader for standings in course[:-1] if (leader := _leader(standings)) is not None}
    return leaders.pop() if len(leaders) == 1 and course and leaders == {_leader(course[-1])} else None


def _leader(standings: Sequence[Standing]) -> Seat | None:
    """The sole leader, if there is one."""
    first = [standing.seat for standing in standings if standing.rank == 1]
    return first[0] if len(first) == 1 else None


def _margin(standings: Sequence[Standing], seat: Seat, other: Seat) -> int:
    """The points by which one seat is ahead of another."""
    points = {standing.seat: standing.points for standing in standings}
    return points[seat] - points[other]
