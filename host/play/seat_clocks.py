"""A seat's clock: reminders and deadline, with evenings and holidays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from host.play.seen import is_person
from host.time.clocks import HALF, NINETY, Running
from model.kinds import DeadlineKind, Owed, Reminder
from model.match import Holiday, Match, SeatRow


def clock_of(match: Match, seat: SeatRow, clock: Running, holidays: Iterable[Holiday]) -> Running:
    """The clock of a seat whose person has taken these holidays; a live match ignores them.

    Downtime that this person has announced stops all clocks but theirs.
    """
    clock = clock.of(seat.user)
    if match.pace.is_live or match.is_private:
        return clock.anyway if match.is_live else clock
    for holiday in holidays:
        if _holds(match, seat, clock, holiday):
            clock = replace(clock, holidays=(*clock.holidays, (holiday.since, holiday.until)))
    return clock


def _holds(match: Match, seat: SeatRow, clock: Running, holiday: Holiday) -> bool:
    """Whether the holiday stops the clock; one taken when time was nearly up does so only from the next move on."""
    if seat.asked is None or holiday.taken <= seat.asked:
        return True
    ninety = clock_times(match, seat, clock).get(Reminder.NINETY)
    return ninety is None or holiday.taken < ninety


def clock_times(match: Match, seat: SeatRow, clock: Running) -> dict[DeadlineKind, float]:
    """Times at which a person to move is reminded, their match stalls and their time is up, as far as they apply."""
    if seat.asked is None or match.is_live:  # then silence ends more than a turn
        return {}
    pace, late = match.terms.pace, max(0.0, seat.credit)
    company = sum(is_person(s) for s in match.seats) > 1  # others who wait
    budget = pace.grace + min(0.0, seat.credit) + seat.bank
    if pace.by_evenings:
        budget = clock.ran(seat.asked, evening_of(match, seat, clock)) - late
    stall: dict[DeadlineKind, float] = {Reminder.STALLED: pace.stall} if company else {}
    limits = {Reminder.HALF: HALF * budget, Reminder.NINETY: NINETY * budget, Owed.LATE: budget}
    parts = stall if pace.is_endless else {**stall, **limits}
    return {kind: clock.after(seat.asked, late + part) for kind, part in parts.items()}


def evening_of(match: Match, seat: SeatRow, clock: Running) -> float:
    """When the move of a seat is due on an evening clock.

    Its bank is 0, or what was left before a move its person has undone: undoing wins no extra evening.
    """
    assert seat.asked is not None, "it is asked"
    due = clock.due(match.terms.hour, seat.asked, seat.credit, match.terms.pace.grace)
    return min(due, clock.after(seat.asked, max(0.0, seat.credit) + seat.bank)) if seat.bank else due
