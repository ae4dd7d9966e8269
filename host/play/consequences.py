"""What a step of a match changes besides its state: who is asked, the clocks, whom to tell, what comes due."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from db.kinds import Ballot, DeadlineKind, Gathering, How, Owed, PlayOn, PostKind, Reminder, RowKind, VoteKind
from db.rows import Deadline, LogRow, Match, Outgoing, SeatRow, Vote
from engines.table import DEALT, LEG, TURN, Game, Seat, Viewer
from host.play.seen import forced_path, is_person
from host.time.clocks import DAY, ENDLESS, HALF, NINETY, PACES, Pace, Running, refilled, stopped

MARKS: Mapping[PlayOn | None, str] = {PlayOn.TURN: TURN, PlayOn.LEG: LEG}  # what ends playing on for somebody
WILLING = (How.PLAYER, How.AUTO, How.PLAN)  # answers that show that the person is there
ANSWERS = (*WILLING, How.FORCED, How.EASY)  # those that a person may take for his own
FULL_FOR = 60.0  # seconds after which a full lobby starts by itself
UNTOUCHED = 7 * DAY  # seconds after which a lobby closes that nobody has touched
QUIET = (RowKind.VOTE, RowKind.EXTEND)  # kinds of rows that change nothing that the board shows
VOTE = Outgoing(PostKind.VOTE, None, None)  # what is voted on has changed
RIDDEN = Outgoing(PostKind.RIDDEN, None, None)  # a leg of a tour is over, and another one follows


def handed_back(match: Match, row: LogRow, waiting: Iterable[Viewer], *, sealed: bool) -> tuple[SeatRow, ...]:
    """The seats, of which the house plays on for those only whose wish isn't fulfilled by this step."""
    kinds = {event.kind for event in row.events}
    asked = frozenset(waiting)

    def left(seat: SeatRow) -> bool:
        if seat.play_on == PlayOn.LATE:
            return seat.seat in asked
        ended = seat.play_on == PlayOn.LEG and None in asked  # the next leg is to be opened
        return not sealed and not ended and MARKS.get(seat.play_on) not in kinds

    running = match.phase == "running"
    return tuple(seat if running and left(seat) else replace(seat, play_on=None) for seat in match.seats)


def owed(match: Match, game: Game[Any, Any], state: Any, who: Seat, row: LogRow, *, delay: float) -> Deadline | None:
    """What the house itself must answer for a seat, and when; None if a person, or his plan, is asked first.

    In a sealed stage it answers for nobody who could do so himself, and for the others `delay` seconds later (rule 10).
    """
    sealed = game.view(state, None).sealed
    later = delay if sealed else 0.0

    def due(kind: Owed) -> Deadline:
        return Deadline(match.id, row.seq, kind, who, row.at + later)

    seat = match.seats[who]
    if seat.opponent or seat.substitute:
        return due(Owed.COMPUTER)
    if not is_person(seat):
        return due(Owed.ABSENT)
    if sealed:
        return None
    if match.forced and forced_path(game, state, who) is not None:
        return due(Owed.FORCED)
    if seat.play_on in (PlayOn.TURN, PlayOn.LEG):
        return due(Owed.AUTO)
    return None


def vote_after(match: Match, row: LogRow) -> Vote | None:
    """The vote that still goes on: none after the end, none on a seat that has answered or changed hands by itself."""
    vote = match.vote
    if vote is None or match.phase != "running":
        return None
    if vote.seat is None:
        return vote
    taken = is_person(match.seats[vote.seat])
    if vote.about == VoteKind.TAKEOVER:
        return None if taken else vote
    there = vote.about == VoteKind.REPLACE and row.by == vote.seat and row.kind == RowKind.MOVE and row.how in WILLING
    return vote if taken and not there else None


def seats_after(
    match: Match, row: LogRow, waiting: frozenset[Viewer], asked: frozenset[Viewer], clock: Running
) -> tuple[SeatRow, ...]:
    """The seats with their clocks after the step.

    The match waits for the seats in `waiting`, and of those for a person's own answer in `asked`.
    """
    pace = PACES[match.clock]
    return tuple(
        _after(pace, seat, row, clock, waited=seat.seat in waiting, asked=seat.seat in asked) for seat in match.seats
    )


def _after(pace: Pace, seat: SeatRow, row: LogRow, clock: Running, *, waited: bool, asked: bool) -> SeatRow:
    mine, undone = row.by == seat.seat, row.kind == RowKind.UNDO
    if mine and row.how in WILLING:
        seat = replace(seat, missed=0)
    if mine and row.kind == RowKind.MOVE:
        seat = replace(seat, stopped=False)
    if asked and seat.play_on == PlayOn.CHOICE:
        seat = replace(seat, play_on=None)  # here it is, even if it is of the same turn
    if seat.asked is not None:
        # an answer that the house gives for him in between doesn't make it another turn
        if asked or (waited and is_person(seat)):
            return seat
        bank, credit = stopped(pace, clock.ran(seat.asked, row.at), seat.bank, seat.credit)
        return replace(seat, asked=None, bank=bank, credit=credit, stopped=undone)
    if not asked:
        return seat
    if seat.stopped or (mine and undone):
        # the clock goes on as if nothing had been answered: no new grace, nothing added
        return replace(seat, asked=row.at, stopped=False)
    return replace(seat, asked=row.at, bank=refilled(pace, seat.bank), credit=0.0, play_on=None)


def calls(match: Match, row: LogRow, asked: frozenset[Viewer], overtaken: frozenset[Seat]) -> tuple[Outgoing, ...]:
    """Whom to tell about a step of a running match: the thread, who is asked now, and who was dealt a hand.

    `overtaken` are the seats whose plan the match has overtaken: they are called, and told so.
    """
    persons = [seat for seat in match.seats if is_person(seat)]
    newly = [seat for seat in persons if seat.seat in asked and seat.asked is None]
    dealt = frozenset(to for event in row.events if event.kind == DEALT and event.to is not None for to in event.to)
    hands = [
        Outgoing(PostKind.HAND, seat.user, seat.seat) for seat in persons if seat.seat in dealt and seat not in newly
    ]
    turns = [
        Outgoing(PostKind.OVERTAKEN if seat.seat in overtaken else PostKind.TURN, seat.user, seat.seat)
        for seat in newly
    ]
    # the lobby's message shows the phase and the thread, which the first board has opened by then
    lobby = [Outgoing(PostKind.LOBBY, None, None)] if row.kind == RowKind.DEAL else []
    board = [] if row.kind in QUIET else [Outgoing(PostKind.BOARD, None, None)]
    return (*board, *lobby, *hands, *turns)


def retired(match: Match, seats: Iterable[SeatRow], row: LogRow) -> tuple[Outgoing, ...]:
    """Whose open calls are to go: who was asked before the step and isn't any more; `seats` are those after it."""
    notes: list[Outgoing] = []
    for old, new in zip(match.seats, seats, strict=True):
        if old.asked is not None and new.asked is None and old.user is not None:
            answered = row.kind == RowKind.MOVE and row.by == old.seat and row.how in ANSWERS
            notes.append(Outgoing(PostKind.ANSWERED if answered else PostKind.LAPSED, old.user, old.seat))
    return tuple(notes)


def ends(match: Match) -> tuple[Outgoing, ...]:
    """Whom to tell that the match is over."""
    persons = [Outgoing(PostKind.END, seat.user, seat.seat) for seat in match.seats if is_person(seat)]
    # the board once more, so that nobody is called to a match that is over
    return (
        Outgoing(PostKind.BOARD, None, None),
        Outgoing(PostKind.RESULT, None, None),
        Outgoing(PostKind.LOBBY, None, None),
        *persons,
    )


def moments(match: Match, row: LogRow, asked: frozenset[Viewer], clock: Running) -> tuple[Deadline, ...]:
    """What comes due by itself while nobody does anything: what the clocks of `asked` bring, and the end of a vote."""
    due: list[Deadline] = []
    if match.phase == "running" and match.paused is None:
        for seat in match.seats:
            times = clock_times(match, seat, clock) if seat.seat in asked else {}
            ahead = {kind: at for kind, at in times.items() if at > row.at or kind == Owed.LATE}
            due += [Deadline(match.id, row.seq, kind, seat.seat, at) for kind, at in ahead.items()]
    if match.vote is not None:
        due.append(Deadline(match.id, row.seq, Ballot.VOTE, None, match.vote.until))
    return tuple(due)


def is_full(match: Match) -> bool:
    """Whether no place is free any more."""
    return len(match.seats) >= match.places


def gathering(match: Match, row: LogRow) -> tuple[Deadline, ...]:
    """What a lobby does by itself if nobody touches it after this row: start once it is full, close after a week."""
    if match.phase != "lobby" or match.paused is not None:
        return ()
    closes = Deadline(match.id, row.seq, Gathering.IDLE, None, row.at + UNTOUCHED)
    if match.waits or not is_full(match):
        return (closes,)
    return Deadline(match.id, row.seq, Gathering.FILL, None, row.at + FULL_FOR), closes


def clock_times(match: Match, seat: SeatRow, clock: Running) -> dict[DeadlineKind, float]:
    """When somebody who is asked is reminded, his match has stalled, and his time is up; each as far as it comes."""
    if seat.asked is None:
        return {}
    pace, late = PACES[match.clock], max(0.0, seat.credit)
    company = sum(is_person(one) for one in match.seats) > 1  # somebody who waits
    times: dict[DeadlineKind, float] = {Reminder.STALLED: clock.after(seat.asked, late + pace.stall)} if company else {}
    if match.clock != ENDLESS:
        whole = pace.grace + min(0.0, seat.credit) + seat.bank
        parts = {Reminder.HALF: HALF * whole, Reminder.NINETY: NINETY * whole, Owed.LATE: whole}
        times |= {kind: clock.after(seat.asked, late + part) for kind, part in parts.items()}
    return times
