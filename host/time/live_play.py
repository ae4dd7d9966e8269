"""Live play for an evening in a slow match: when it is offered, how long it lasts, and what it leaves of the clocks.

All who play have to agree. While it lasts no one's time runs; after it their clocks go on where they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engines.table import Refused
from host.time.clocks import NIGHT, Quiet, Running, refilled, stopped
from model.match import Live, Match, SeatRow, StoppedClock
from model.pace import HOUR

HERE = 600.0  # seconds since a move in which its person counts as being there
OFFERED = 900.0  # seconds for which an offer stands
AGAIN = 3 * HOUR  # seconds from one offer, or the end of live play, to the next offer
SILENCE = 600.0  # seconds without a move that end live play
LEAST = HOUR / 2  # seconds that must be left of an evening to offer it
LONGEST = 4 * HOUR  # seconds of an evening in a server whose time zone isn't known
BEGUN, OVER = "house.live", "house.live.over"  # kinds of events


def evening_end(now: float, zone: str) -> float:
    """When an evening ends that is played at this time in a server with this zone: `now` itself at night."""
    if not zone:
        return now + LONGEST
    night = Quiet(NIGHT[1], NIGHT[0], zone)  # it is quiet by day, so to speak
    return night.over(now)


def check_table(match: Match, persons: int) -> None:
    """Raise Refused if so many people can't play this running match live for an evening.

    Their holidays, and the time of day, don't count here.
    """
    if match.paused is not None:
        raise Refused(f"house.paused.{match.paused}")
    if match.is_private or persons < 2:
        raise Refused("live.alone")
    if match.cup is not None or match.of_set is not None:
        raise Refused("live.cup")
    if match.terms.pace.is_live or match.terms.pace.is_endless:
        raise Refused("live.clock")


def fits(match: Match, persons: int) -> bool:
    """Whether `check_table` has nothing against it."""
    try:
        check_table(match, persons)
    except Refused:
        return False
    return True


def can_be_offered(match: Match, now: float) -> bool:
    """Whether so much time has passed since the last offer that there can be another."""
    return match.live is None or (not match.is_live and now >= match.live.since + AGAIN)


def is_open(match: Match, now: float) -> bool:
    """Whether there is an offer that can be taken now."""
    return match.live is not None and not match.is_live and now < match.live.until


def have_agreed(live: Live | None, said: Iterable[float | None]) -> bool:
    """Whether all have agreed to the last offer, given when each of them last agreed to one."""
    return live is not None and all(time is not None and time >= live.since for time in said)


def offered(now: float) -> Live:
    """An offer that is made now."""
    return Live(now, now + OFFERED)


def over(now: float) -> Live:
    """What remains of live play, or of an offer, that ends now."""
    return Live(now, now)


def lasting(live: Live, now: float, *, moved: bool, sealed: bool) -> Live:
    """The same live play after a step.

    A sealed stage begins with a sign of life; in it there is none, as that would tell who has answered.
    """
    return replace(live, sign=now if (moved or sealed) and not (sealed and live.sealed) else live.sign, sealed=sealed)


def begun(match: Match, now: float, until: float) -> Match:
    """The match as live play begins: its clocks are put aside, and everyone it waits for has just been asked."""
    clocks = tuple(StoppedClock(row.asked, row.bank, row.credit, row.stopped) for row in match.seats)
    seats = tuple(
        replace(row, asked=None if row.asked is None else now, bank=0.0, credit=0.0, stopped=False)
        for row in match.seats
    )
    return replace(match, live=Live(now, until, clocks, sign=now), seats=seats)


def ended(match: Match, now: float, clocks: Sequence[Running]) -> Match:
    """The match as live play ends: each seat's own clock, running as `clocks` say, goes on where it was."""
    live = match.live
    assert live is not None, "it is played live"
    stood = zip(match.seats, live.clocks, clocks, strict=True)
    back = replace(match, live=over(now))
    return replace(back, seats=tuple(_restored(back, row, clock, runs, live.since) for row, clock, runs in stood))


def _restored(match: Match, row: SeatRow, clock: StoppedClock, runs: Running, since: float) -> SeatRow:
    now = match.live.since if match.live is not None else since
    if clock.asked is not None and row.asked == since:
        # the same question as before: the time since then is given back, as after a pause
        credit = clock.credit + runs.ran(since, now)
        return replace(row, asked=clock.asked, bank=clock.bank, credit=credit, stopped=clock.stopped)
    bank, credit, is_stopped = clock.bank, clock.credit, clock.stopped
    if clock.asked is not None:
        bank, credit = stopped(match.terms.pace, runs.ran(clock.asked, since), bank, credit)
        is_stopped = True
    if row.asked is None:
        return replace(row, bank=bank, credit=credit, stopped=is_stopped)
    if not is_stopped:
        return replace(row, asked=now, bank=refilled(match.terms.pace, bank), credit=0.0, stopped=False)
    # the rest of an evening that is over by now is no one's time
    bank = 0.0 if match.terms.pace.by_evenings else bank
    return replace(row, asked=now, bank=bank, credit=credit, stopped=False)


def ends_at(live: Live, holidays: Iterable[float]) -> float:
    """When an evening ends at the latest: also when the first of the players' holidays begins."""
    return min([live.until, *(since for since in holidays if since > live.since)])
