"""What a step of a match changes besides its state: who is asked, the clocks, whom to tell, what comes due."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from typing import Any

from db.rows import Deadline, LogRow, Match, Note, SeatRow
from engines.table import Game, Seat, View, Viewer
from host.seen import all_paths, is_person, only_path
from host.times import ENDLESS, HALF, NINETY, PACES, Running, refilled, spent, time_out

TURN, LEG = "turn", "leg"  # kinds of events with which games mark a new turn, and a new leg of a tour
DEALT = "dealt"  # the kind of a private event that its seat wants to see at once: a new hand
FEW = 3  # answers: more are a choice that a person wants to make himself
LATE = "late"  # how a fallback comes about that is played when somebody's time is up
MARKS = {"turn": (TURN,), "leg": (LEG,)}  # what ends playing on for somebody
WILLING = ("player", "auto", "plan")  # answers that show that the person is there


def handed_back(match: Match, row: LogRow, waiting: Iterable[Viewer], *, sealed: bool) -> tuple[SeatRow, ...]:
    """The seats, of which the house plays on for those only whose wish isn't fulfilled by this step."""
    kinds = {event.kind for event in row.events}
    asked = frozenset(waiting)

    def left(seat: SeatRow) -> bool:
        if seat.play_on == LATE:
            return seat.seat in asked
        return not sealed and not kinds.intersection(MARKS.get(seat.play_on or "", ()))

    running = match.phase == "running"
    return tuple(seat if running and left(seat) else replace(seat, play_on=None) for seat in match.seats)


def owed(match: Match, game: Game[Any, Any], view: View, row: LogRow, delay: float) -> Deadline | None:
    """What the house itself must answer for the one who looks on, and when; None if a person must.

    In a sealed stage it answers for nobody who could do so himself, and for the others `delay` seconds later (rule 10).
    """
    who, later = view.viewer, delay if view.sealed else 0.0

    def due(kind: str) -> Deadline:
        return Deadline(match.id, row.seq, kind, who, row.at + later)

    if who is None:
        return Deadline(match.id, row.seq, "opening", None, row.at)
    seat = match.seats[who]
    if seat.opponent or seat.substitute:
        return due("computer")
    if not is_person(seat):
        return due("absent")
    if view.sealed:
        return None
    if match.forced and only_path(game, view) is not None:
        return due("forced")
    if seat.play_on in ("turn", "leg") or (seat.play_on == "choice" and is_easy(game, view)):
        return due("auto")
    return None


def is_easy(game: Game[Any, Any], view: View) -> bool:
    """Whether the viewer has so few answers that who plays fast lets the house choose."""
    return len(list(islice(all_paths(game, view), FEW + 1))) <= FEW


def seats_after(match: Match, row: LogRow, asked: frozenset[Viewer], clock: Running) -> tuple[SeatRow, ...]:
    """The seats with their clocks after the step, when the match waits for the persons in `asked`."""
    return tuple(_after(match, seat, row, seat.seat in asked, clock) for seat in match.seats)


def _after(match: Match, seat: SeatRow, row: LogRow, asked: bool, clock: Running) -> SeatRow:
    pace = PACES[match.clock]
    mine = row.by == seat.seat
    if mine and row.how in WILLING:
        seat = replace(seat, missed=0)
    if not asked:
        if seat.asked is None:
            return seat
        used = spent(pace, clock, seat.asked, seat.credit, row.at)
        return replace(seat, asked=None, bank=max(0.0, seat.bank - used), credit=0.0)
    if seat.asked is not None:
        return seat
    if mine and row.kind == "undo":
        # the clock goes on as if nothing had been answered: no new grace, nothing added
        return replace(seat, asked=row.at, credit=-pace.grace)
    return replace(seat, asked=row.at, bank=refilled(pace, seat.bank), credit=0.0, play_on=None)


def calls(match: Match, row: LogRow, asked: frozenset[Viewer], overtaken: frozenset[Seat]) -> tuple[Note, ...]:
    """Whom to tell about a step of a running match: the thread, who is asked now, and who was dealt a hand.

    `overtaken` are the seats whose plan the match has overtaken: they are called, and told so.
    """
    persons = [seat for seat in match.seats if is_person(seat)]
    newly = [seat for seat in persons if seat.seat in asked and seat.asked is None]
    dealt = frozenset(to for event in row.events if event.kind == DEALT and event.to is not None for to in event.to)
    hands = [Note("hand", seat.user, seat.seat) for seat in persons if seat.seat in dealt and seat not in newly]
    turns = [Note("overtaken" if seat.seat in overtaken else "turn", seat.user, seat.seat) for seat in newly]
    # the lobby's message shows the phase and the thread, which the first board has opened by then
    lobby = [Note("lobby", None, None)] if row.kind == "deal" else []
    board = [] if row.kind in ("vote", "extend") else [Note("board", None, None)]
    return (*board, *lobby, *hands, *turns)


def ends(match: Match) -> tuple[Note, ...]:
    """Whom to tell that the match is over."""
    persons = [Note("end", seat.user, seat.seat) for seat in match.seats if is_person(seat)]
    # the board once more, so that nobody is called to a match that is over
    return (Note("board", None, None), Note("result", None, None), Note("lobby", None, None), *persons)


def moments(match: Match, row: LogRow, clock: Running) -> tuple[Deadline, ...]:
    """What the clocks of the seats bring that are asked: reminders, the word that the match has stalled, the end."""
    pace = PACES[match.clock]
    due: list[Deadline] = []
    company = sum(is_person(seat) for seat in match.seats) > 1  # somebody who waits
    for seat in match.seats:
        if seat.asked is None or match.phase != "running":
            continue
        times = {"stalled": clock.after(seat.asked, pace.stall + max(0.0, seat.credit))} if company else {}
        if match.clock != ENDLESS:
            whole = max(0.0, pace.grace + seat.credit + seat.bank)
            times |= {"half": clock.after(seat.asked, HALF * whole), "ninety": clock.after(seat.asked, NINETY * whole)}
        ahead = {kind: at for kind, at in times.items() if at > row.at}
        if match.clock != ENDLESS:
            ahead[LATE] = time_out(pace, clock, seat.asked, seat.credit, seat.bank)
        due += [Deadline(match.id, row.seq, kind, seat.seat, at) for kind, at in ahead.items()]
    if match.vote is not None:
        due.append(Deadline(match.id, row.seq, "vote", None, match.vote.until))
    return tuple(due)
