"""Rest days: when the next leg of a tour opens."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta, tzinfo
from itertools import count

from host.time.clocks import SATURDAY
from model.kinds import How, RowKind
from model.match import LogRow

OPTION = "rest"  # the one option of a game whose meaning the host knows
DAILY, WEEKEND = "day", "weekend"  # its values besides "none"
STEPS = (RowKind.DEAL, RowKind.MOVE, RowKind.UNDO, RowKind.REWIND)  # kinds of rows that move the match on


def opens(rest: str, rows: Sequence[LogRow], zone: tzinfo) -> float:
    """When the next leg opens (unix seconds); `rows` is the match's log, `zone` its time zone.

    It opens at the hour at which the first leg did. It counts from the end of the last leg, so rows written
    while the match waits change nothing.
    """
    ended = next(row.at for row in reversed(rows) if row.kind in STEPS)
    openings = [row.at for row in rows if row.how == How.OPENING]
    if rest not in {DAILY, WEEKEND}:
        return ended
    if not openings and (rest == DAILY or _is_weekend(ended, zone)):
        return ended
    begun = openings[0] if openings else next(row.at for row in rows if row.kind == RowKind.DEAL)
    hour = datetime.fromtimestamp(begun, zone).time()
    today = datetime.fromtimestamp(ended, zone).date()
    times = (datetime.combine(today + timedelta(days=days), hour, zone).timestamp() for days in count())
    return next(time for time in times if time > ended and (rest == DAILY or _is_weekend(time, zone)))


def is_between(rows: Sequence[LogRow]) -> bool:
    """Whether a leg has been ridden, so that the one to open isn't the first."""
    return any(row.how == How.OPENING for row in rows)


def _is_weekend(time: float, zone: tzinfo) -> bool:
    return datetime.fromtimestamp(time, zone).weekday() >= SATURDAY
