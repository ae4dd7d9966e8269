"""Biggest swing of a match, from the standings after each step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.table import Seat, Standing


@dataclass(frozen=True, slots=True)
class Swing:
    """A change of the lead: with step `at` the `seat` went past its `rival`, the last to have led alone.

    `behind` are the points by which it was behind the rival before the step, `ahead` those by which it was ahead after.
    """

    at: int
    seat: Seat
    rival: Seat
    behind: int
    ahead: int


def hardest(course: Sequence[Sequence[Standing]]) -> Swing | None:
    """The change of the lead with the most points between before and after; of equal ones the latest.

    `course` are the standings after each step. Where something else than points has decided who leads, as who is still
    in the race, points wouldn't tell it: such changes aren't counted.
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
    """Who led alone before the last step and at the end, and never anyone else; None if that is no one."""
    leaders = {leader for standings in course[:-1] if (leader := _leader(standings)) is not None}
    return leaders.pop() if len(leaders) == 1 and course and leaders == {_leader(course[-1])} else None


def _leader(standings: Sequence[Standing]) -> Seat | None:
    """The seat that is first alone."""
    first = [standing.seat for standing in standings if standing.rank == 1]
    return first[0] if len(first) == 1 else None


def _margin(standings: Sequence[Standing], seat: Seat, other: Seat) -> int:
    """By how many points a seat is ahead of another one."""
    points = {standing.seat: standing.points for standing in standings}
    return points[seat] - points[other]
