"""News of holidays in a match, for its players only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.table import Event, Seat
from host.play.seen import is_person
from model.match import Holiday, LogRow, MatchFacts

TAKEN, OFF = "house.holiday", "house.holiday.off"  # kinds of events: a holiday was taken, or called off


def counts_holidays(read: MatchFacts) -> bool:
    """Whether clocks stop in this match while a person is away."""
    return read.keeps_holidays and not read.match.terms.pace.is_live and not read.match.is_private


def taken_before(read: MatchFacts, now: float) -> list[Event]:
    """News for a match that begins: its players' holidays that aren't over."""
    if not counts_holidays(read) or sum(is_person(row) for row in read.match.seats) < 2:
        return []
    everybody = _players(read)
    return [
        _taken(row.seat, holiday, everybody)
        for row, stored in zip(read.match.seats, read.seats, strict=True)
        for holiday in stored.holidays
        if holiday.until > now
    ]


def holiday_news(read: MatchFacts, rows: Iterable[LogRow], seat: Seat, now: float) -> list[Event]:
    """News of a person's current and coming holidays that the match's log doesn't have yet."""
    ends = _known(rows, seat)
    taken = {int(holiday.since): holiday for holiday in read.seats[seat].holidays if holiday.until > now}
    everybody = _players(read)
    over = [since for since, until in ends.items() if until > now and since not in taken]
    return [
        *(Event(OFF, everybody, {"seat": seat, "since": since}) for since in over),
        *(_taken(seat, h, everybody) for since, h in taken.items() if ends.get(since) != int(h.until)),
    ]


def _known(rows: Iterable[LogRow], seat: Seat) -> dict[int, int]:
    """Ends of the announced holidays, by their beginnings."""
    ends: dict[int, int] = {}
    for event in (event for row in rows for event in row.events if event.data.get("seat") == seat):
        if event.kind == TAKEN:
            ends[int(str(event.data["since"]))] = int(str(event.data["until"]))
        elif event.kind == OFF:
            ends.pop(int(str(event.data["since"])), None)
    return ends


def without_holidays(rows: Sequence[LogRow]) -> list[LogRow]:
    """The rows without those that only announce holidays."""
    return [row for row in rows if not row.events or any(event.kind not in (TAKEN, OFF) for event in row.events)]


def _players(read: MatchFacts) -> frozenset[Seat]:
    return frozenset(row.seat for row in read.match.seats)


def _taken(seat: Seat, holiday: Holiday, everybody: frozenset[Seat]) -> Event:
    return Event(TAKEN, everybody, {"seat": seat, "since": int(holiday.since), "until": int(holiday.until)})
