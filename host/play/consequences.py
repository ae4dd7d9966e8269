"""Consequences of a step besides the new state: questions, clocks, messages, deadlines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from db.sql.conditions import outlives
from engines.table import DEALT, LEG, TURN, Event, Seat, Viewer
from host.play.seat_clocks import clock_of, clock_times, evening_of
from host.play.seen import computer_on, is_own, is_person
from host.play.step_facts import StepFacts
from host.time.clocks import DAY, Running, refilled, stopped
from host.time.live_play import (
    BEGUN,
    OVER,
    SILENCE,
    begun,
    ended,
    ends_at,
    fits,
    have_agreed,
    is_open,
    lasting,
    offered,
    over,
)
from model.kinds import (
    ANSWERS,
    IDLE,
    PANEL,
    WILLING,
    Ballot,
    Evening,
    Gathering,
    NewsKind,
    Owed,
    PlayOn,
    PostKind,
    RowKind,
    Thinking,
    VoteKind,
)
from model.match import Deadline, LogRow, Match, MatchFacts, Outgoing, SeatFacts, SeatRow, Shown, Step, Vote
from opponents import THINKERS

MARKS: Mapping[PlayOn | None, str] = {PlayOn.TURN: TURN, PlayOn.LEG: LEG}  # events that end playing on for a person
FULL_FOR = 60.0  # seconds after which a full lobby starts by itself
UNTOUCHED = 7 * DAY  # seconds after which an untouched lobby closes
MOVING = (RowKind.MOVE, RowKind.UNDO)  # kinds of rows in which everyone sees something happen
QUIET = (
    RowKind.VOTE,
    RowKind.EXTEND,
    RowKind.EXCUSE,
    RowKind.ANNOUNCE,
    RowKind.HOLIDAY,
    RowKind.LIVE,
)  # kinds of rows that the board doesn't show
# what a thread shows that each player hears of by direct message where there is no thread; calls bring the rest
TO_EACH = (PostKind.OPENING, PostKind.VOTE, PostKind.LIVE, PostKind.FREE, PostKind.STALLED)
VOTE = Outgoing(PostKind.VOTE, None, None)  # the vote has changed
LIVE = Outgoing(PostKind.LIVE, None, None)  # live play begins or ends
RIDDEN = Outgoing(PostKind.RIDDEN, None, None)  # a leg of a tour is over, and another follows


def handed_back(match: Match, row: LogRow, waiting: Iterable[Viewer], *, sealed: bool) -> tuple[SeatRow, ...]:
    """The seats; the bot stops playing on for a person once this step ends what they asked for."""
    kinds = {event.kind for event in row.events}
    asked = frozenset(waiting)

    def left(seat: SeatRow) -> bool:
        if seat.play_on == PlayOn.LATE:
            return seat.seat in asked
        ended = seat.play_on == PlayOn.LEG and None in asked  # the next leg is to be opened
        open_stage = not sealed or seat.play_on == PlayOn.CHOICE
        return open_stage and not ended and MARKS.get(seat.play_on) not in kinds

    running = match.phase == "running"
    return tuple(seat if running and left(seat) else replace(seat, play_on=None) for seat in match.seats)


def consequences(
    facts: StepFacts, more_posts: Sequence[Outgoing] = (), panel: int | None = None, open_until: float = 0.0
) -> Step:
    """The step that writes the row with all that follows from it: a pure function.

    `more_posts` go out besides; `panel` is the pressed private message, if any, which goes on to what comes next. The
    bot moves for others from `open_until` on; for sealed moves it has random times, which give nothing away.
    """
    read, row, waiting = facts.read, facts.row, facts.waiting
    handed = replace(facts.match, seats=handed_back(facts.match, row, waiting, sealed=facts.public.sealed))
    match = replace(handed, vote=vote_after(handed, row))
    is_running = match.phase == "running"

    by_house = _owed(facts, match, open_until)
    plannable = waiting - {deadline.seat for deadline in by_house}
    planned = {seat: good for seat, good in facts.plans.items() if seat in plannable}
    held = [seat for seat, good in planned.items() if good]
    ordered = [seat for seat in facts.ordered if seat in plannable and seat not in held]
    easy = [seat for seat in facts.easy if seat in plannable and seat not in planned and seat not in ordered]
    answered = (
        *by_house,
        *_opening(facts),
        *(Deadline(match.id, row.seq, Owed.PLAN, seat, _at(row, seat, open_until)) for seat in held),
        *(Deadline(match.id, row.seq, Owed.ORDER, seat, _at(row, seat, open_until)) for seat in ordered),
        *(
            Deadline(match.id, row.seq, _easily(match.seats[seat]), seat, _due(facts, match, seat, open_until))
            for seat in easy
        ),
    )
    asked = waiting - {deadline.seat for deadline in answered}

    overtaken = frozenset(seat for seat, good in planned.items() if not good)
    clocks = [_clock(match, seat, facts) for seat in match.seats]
    seats = seats_after(match, row, waiting, asked, clocks)
    after, row = live_after(facts, replace(match, seats=seats))
    if (news := news_of(facts, match)) is not None:
        after = replace(after, moved=row.at)
    posts = (
        *_retired(facts, match, seats, panel),
        *((RIDDEN,) if facts.opening is not None and facts.opening.ends_leg else ()),
        *(calls(match, row, asked, overtaken) if is_running else ends(match)),
        *((VOTE,) if match.vote is None and facts.match.vote is not None else ()),
        *((LIVE,) if any(event.kind in (BEGUN, OVER) for event in row.events) else ()),
        *more_posts,
    )
    return Step(
        match=after,
        row=row,
        deadlines=(*answered, *moments(after, row, asked, facts), *evenings(after, row, asked, facts)),
        posts=addressed(match, posts),
        dropped_plans=tuple(
            seat.seat
            for seat, stored in zip(after.seats, read.seats, strict=True)
            if stored.plan is not None and (seat.seat in overtaken or not _may_plan(after, seat, row))
        ),
        dropped_orders=tuple(
            seat.seat
            for seat, stored in zip(after.seats, read.seats, strict=True)
            if stored.orders and not _may_order(after, seat, row)
        ),
        sat_down=_sat_down(after, row),
        finish=facts.finish,
        has_ended=read.match.phase == "over",
        panel=_panel_after(facts, seats, panel),
        news=news if read.has_webhooks else None,
        seats_before=read.match.seats,
    )


def addressed(match: Match, posts: Iterable[Outgoing]) -> tuple[Outgoing, ...]:
    """The posts as they leave: where there is no thread, some of what it would show goes to each player instead.

    A player whose seat it is about knows already.
    """
    if not match.is_homeless:
        return (*posts,)
    to_each = [row for row in match.seats if match.is_by_dm and row.user is not None and not row.resigned]
    return tuple(
        sent
        for post in posts
        for sent in (
            (post,)
            if post.to is not None
            else [replace(post, to=row.user) for row in to_each if post.kind in TO_EACH and row.seat != post.seat]
        )
    )


def facts_after(read: MatchFacts, step: Step, saved: Match) -> MatchFacts:
    """The facts of a match after a step in which no one sat down; `saved` is its new header."""
    running = saved.phase == "running"
    left = [deadline for deadline in read.deadlines if running and (step.silent or outlives(deadline, step.row.at))]
    still = [replace(seat, seq=saved.seq) if step.silent and seat.seq == step.match.seq else seat for seat in left]
    return replace(
        read,
        match=saved,
        deadlines=tuple(sorted((*still, *step.deadlines), key=lambda deadline: deadline.due)),
        messages=_messages_after(read.messages, step.panel),
        seats=tuple(_seat_after(stored, step, row) for stored, row in zip(read.seats, saved.seats, strict=True)),
    )


def _messages_after(before: tuple[Shown, ...], panel: Shown | None) -> tuple[Shown, ...]:
    if panel is None:
        return before
    left = [p for p in before if p.to != panel.to or (panel.message != p.message and panel.kind != p.kind)]
    return (*left, panel)


def _seat_after(stored: SeatFacts, step: Step, new: SeatRow) -> SeatFacts:
    plan = None if new.seat in step.dropped_plans else stored.plan
    orders = () if new.seat in step.dropped_orders else stored.orders
    is_called = stored.is_called or any(post.to is not None and post.to == new.user for post in step.posts)
    has_moved = stored.has_moved or (new.user is not None and is_own(step.row, new.user))
    return replace(stored, plan=plan, is_called=is_called, orders=orders, has_moved=has_moved)


def _at(row: LogRow, seat: Seat, open_until: float) -> float:
    """When the bot moves for this seat: its further moves can be taken back with the first."""
    return row.at if seat == row.by else max(row.at, open_until)


def _due(facts: StepFacts, match: Match, seat: Seat, open_until: float) -> float:
    """The same where the stage may be sealed: then at a random moment that gives nothing away (rule 10).

    It is drawn once per stage, as others' moves in it must not put it off. In a solo match there is nothing to hide.
    """
    row = facts.row
    if not facts.public.sealed or match.is_private:
        return _at(row, seat, open_until)
    before = () if row.kind == RowKind.REWIND or seat == row.by else facts.read.deadlines
    drawn = [d.due for d in before if isinstance(d.kind, Owed) and d.kind != Owed.LATE and d.seat == seat]
    return drawn[-1] if drawn else row.at + facts.delays[seat]


def _owed(facts: StepFacts, match: Match, open_until: float) -> tuple[Deadline, ...]:
    """Deadlines for the bot's own moves on the seats to move; a person, or their plan, comes first.

    In a sealed stage it moves only for those who can't. A thinking computer begins at once and
    moves when it is ready, or at the random moment.
    """
    row, owed = facts.row, list[Deadline]()
    for seat in sorted(seat for seat in facts.waiting if seat is not None):
        kind = _owed_kind(facts, match, match.seats[seat])
        if kind is None:
            continue
        thinks = kind == Owed.COMPUTER and computer_on(match.seats[seat]) in THINKERS
        if thinks:
            owed.append(Deadline(match.id, row.seq, Thinking.THINK, seat, _at(row, seat, open_until)))
        if not thinks or (facts.public.sealed and not match.is_private):
            owed.append(Deadline(match.id, row.seq, kind, seat, _due(facts, match, seat, open_until)))
    return tuple(owed)


def _owed_kind(facts: StepFacts, match: Match, seat: SeatRow) -> Owed | None:
    if seat.opponent or seat.substitute:
        return Owed.COMPUTER
    if not is_person(seat):
        return Owed.ABSENT
    if facts.public.sealed:
        return None
    if match.terms.forced and seat.seat in facts.forced:
        return Owed.FORCED
    return Owed.AUTO if seat.play_on in (PlayOn.TURN, PlayOn.LEG) else None


def _opening(facts: StepFacts) -> tuple[Deadline, ...]:
    """The deadline at which the next leg of a tour opens by itself."""
    if facts.opening is None:
        return ()
    return (Deadline(facts.match.id, facts.row.seq, Owed.OPENING, None, facts.opening.at),)


def _easily(seat: SeatRow) -> Owed:
    """The kind of deadline for an easy move by the bot."""
    return Owed.AUTO if seat.play_on == PlayOn.CHOICE else Owed.EASY


def _may_plan(match: Match, seat: SeatRow, row: LogRow) -> bool:
    """Whether this seat's plan survives the row: it serves the next question of the person who made it."""
    return match.phase == "running" and is_person(seat) and row.by != seat.seat and row.kind != RowKind.REWIND


def _may_order(match: Match, seat: SeatRow, row: LogRow) -> bool:
    """Whether this seat's standing orders survive the row: they end with their person, or with a rewind."""
    return match.phase == "running" and is_person(seat) and row.kind != RowKind.REWIND


def _sat_down(match: Match, row: LogRow) -> tuple[Seat, ...]:
    """The seats on which a person sits down with this row."""
    if row.kind == RowKind.DEAL:
        return tuple(seat.seat for seat in match.seats if seat.user is not None)
    return (row.by,) if row.kind == RowKind.TAKEOVER and row.by is not None else ()


def _panel_after(facts: StepFacts, seats: Sequence[SeatRow], panel: int | None) -> Shown | None:
    """The panel in the pressed private message, if it changes: whether it now asks its person something."""
    shown = [message for message in facts.read.messages if message.to is not None and message.message == panel]
    if not shown:
        return None
    asks = any(seat.user == shown[0].to and seat.asked is not None for seat in seats)
    after = replace(shown[0], kind=PANEL if asks else IDLE)
    return None if shown == [after] else after


def vote_after(match: Match, row: LogRow) -> Vote | None:
    """The vote that goes on: none after the end, none about a seat that has moved or changed hands itself."""
    vote = match.vote
    if vote is None or match.phase != "running":
        return None
    if vote.about in (VoteKind.AWARD, VoteKind.REWIND) and row.kind == RowKind.TAKEOVER:
        # the old players vote, not those who come to replace them
        vote = replace(vote, electorate=tuple(seat for seat in vote.electorate if seat != row.by))
    if vote.seat is None:
        return vote
    taken = is_person(match.seats[vote.seat])
    if vote.about == VoteKind.TAKEOVER:
        return None if taken else vote
    there = vote.about == VoteKind.REPLACE and row.by == vote.seat and row.kind == RowKind.MOVE and row.how in WILLING
    return vote if taken and not there else None


def seats_after(
    match: Match, row: LogRow, waiting: frozenset[Viewer], asked: frozenset[Viewer], clocks: Sequence[Running]
) -> tuple[SeatRow, ...]:
    """The seats after the step, with `clocks` for those that have one.

    The match waits for the seats in `waiting`; those in `asked` owe a person's own move.
    """
    return tuple(
        _after(match, seat, row, clock, waited=seat.seat in waiting, asked=seat.seat in asked)
        for seat, clock in zip(match.seats, clocks, strict=True)
    )


def _after(match: Match, before: SeatRow, row: LogRow, clock: Running, *, waited: bool, asked: bool) -> SeatRow:
    pace = match.pace
    mine, undone = row.by == before.seat, row.kind == RowKind.UNDO
    seat = replace(
        before,
        missed=0 if mine and row.how in WILLING else before.missed,
        stopped=before.stopped and not (mine and row.kind == RowKind.MOVE),
        # the choice has come, even in the same turn
        play_on=None if asked and before.play_on == PlayOn.CHOICE else before.play_on,
    )
    if seat.asked is not None:
        # a move the bot makes for them in between doesn't start another turn
        if asked or (waited and is_person(seat)):
            return seat
        bank, credit = stopped(pace, clock.ran(seat.asked, row.at), seat.bank, seat.credit)
        if pace.by_evenings:
            bank = clock.ran(row.at, evening_of(match, seat, clock))  # what is left if they take the move back
        return replace(seat, asked=None, bank=bank, credit=credit, stopped=undone)
    if not asked:
        return seat
    if seat.stopped or (mine and undone):
        # the clock goes on as if no move had been made: no new grace, nothing added
        return replace(seat, asked=row.at, stopped=False, bank=0.0 if pace.by_evenings and not mine else seat.bank)
    return replace(seat, asked=row.at, bank=refilled(pace, seat.bank), credit=0.0, play_on=None)


def calls(match: Match, row: LogRow, asked: frozenset[Viewer], overtaken: frozenset[Seat]) -> tuple[Outgoing, ...]:
    """Posts about a step of a running match: to the thread, to seats that now have to move, and to those dealt a hand.

    `overtaken` are the seats whose plan no longer fits: their call says so.
    """
    persons = [seat for seat in match.seats if is_person(seat)]
    newly = [seat for seat in persons if seat.seat in asked and seat.asked is None]
    dealt = frozenset(to for event in row.events if event.kind == DEALT and event.to is not None for to in event.to)
    if row.kind == RowKind.REWIND:  # whatever they have in front of them is out of date
        dealt = frozenset(seat.seat for seat in persons)
    hands = [
        Outgoing(PostKind.HAND, seat.user, seat.seat) for seat in persons if seat.seat in dealt and seat not in newly
    ]
    turns = [
        Outgoing(PostKind.OVERTAKEN if seat.seat in overtaken else PostKind.TURN, seat.user, seat.seat)
        for seat in newly
    ]
    # the lobby's message shows the phase and the thread, which exists once the first board is posted
    lobby = [Outgoing(PostKind.LOBBY, None, None)] if row.kind == RowKind.DEAL else []
    board = [] if row.kind in QUIET else [Outgoing(PostKind.BOARD, None, None)]
    return (*board, *lobby, *hands, *turns)


def news_of(facts: StepFacts, match: Match) -> NewsKind | None:
    """What the row is to webhooks and followers: public news of a match in a server, or nothing."""
    if match.is_homeless or match.hidden:
        return None
    if match.phase != "running":
        return NewsKind.END if facts.read.match.phase == "running" else None
    if facts.opening is not None and facts.opening.ends_leg:
        return NewsKind.STAGE
    is_turn = any(event.kind == TURN and event.to is None for event in facts.row.events)
    return NewsKind.TURN if is_turn else None


def _retired(facts: StepFacts, match: Match, seats: Iterable[SeatRow], panel: int | None) -> tuple[Outgoing, ...]:
    """Posts that retire calls to people who no longer have to move; `seats` are those after the step.

    A person whose only call is the pressed message needs nothing.
    """
    row, posts = facts.row, list[Outgoing]()
    before = facts.read.match.seats if row.kind == RowKind.REWIND else match.seats  # a rewind asks everyone again
    for old, new, stored in zip(before, seats, facts.read.seats, strict=True):
        if old.asked is None or new.asked is not None or old.user is None:
            continue
        answered = row.kind == RowKind.MOVE and row.by == old.seat and row.how in ANSWERS
        shown = [message for message in facts.read.shown_to(old.user) if message.kind != IDLE]
        elsewhere = stored.is_called or any(message.message != panel for message in shown)
        if elsewhere or not answered:
            posts.append(Outgoing(PostKind.ANSWERED if answered else PostKind.LAPSED, old.user, old.seat))
    return tuple(posts)


def ends(match: Match) -> tuple[Outgoing, ...]:
    """Posts that announce the end of the match."""
    # without a thread, those who have a substitute learn of the end in no other way
    told = [seat for seat in match.seats if is_person(seat) or (match.is_by_dm and seat.user and not seat.resigned)]
    persons = [Outgoing(PostKind.END, seat.user, seat.seat) for seat in told]
    # the board once more, so that no one is called to a finished match
    return (
        Outgoing(PostKind.BOARD, None, None),
        Outgoing(PostKind.RESULT, None, None),
        Outgoing(PostKind.LOBBY, None, None),
        *persons,
    )


def compared(match: Match) -> tuple[Outgoing, ...]:
    """Posts that tell the people of a table how it compares with those that had the same luck."""
    return tuple(Outgoing(PostKind.COMPARED, seat.user, seat.seat) for seat in match.seats if is_person(seat))


def moments(match: Match, row: LogRow, asked: frozenset[Viewer], facts: StepFacts) -> tuple[Deadline, ...]:
    """Deadlines that come if no one does anything: what the clocks of `asked` bring, and the end of a vote."""
    goes_on = match.phase == "running" and match.paused is None
    clocks = (
        Deadline(match.id, row.seq, kind, seat.seat, time)
        for seat in match.seats
        if goes_on and seat.seat in asked
        for kind, time in clock_times(match, seat, _clock(match, seat, facts)).items()
        if time > row.at or kind == Owed.LATE
    )
    vote = () if match.vote is None else (Deadline(match.id, row.seq, Ballot.VOTE, None, match.vote.until),)
    return (*clocks, *vote)


def _clock(match: Match, seat: SeatRow, facts: StepFacts) -> Running:
    return clock_of(match, seat, facts.clock, facts.holidays.get(seat.seat, ()))


def live_after(facts: StepFacts, match: Match) -> tuple[Match, LogRow]:
    """The match, and the row of its step, with what that means for live play: it is offered, begins, goes on or ends.

    In a sealed stage it neither begins nor is offered, and ends only for what has nothing to do with the stage.
    """
    row, now, live, sealed = facts.row, facts.row.at, match.live, facts.public.sealed
    persons = _persons(match)
    if live is None or match.phase != "running":
        offer = offered(now) if facts.is_here and match.phase == "running" else None
        return replace(match, live=offer), row
    is_other_table = persons != _persons(facts.read.match)
    if match.is_live:
        why = "table" if is_other_table or match.paused is not None else None
        if not sealed and now >= ends_at(live, _absences(match, facts)):
            why = why or "evening"
        if all(event.kind != OVER for event in row.events):
            if why is None:
                return replace(match, live=lasting(live, now, moved=row.kind in MOVING, sealed=sealed)), row
            row = replace(row, events=[*row.events, Event(OVER, None, {"why": why})])
        return ended(match, now, [_own_clock(match, seat, facts) for seat in match.seats]), row
    if is_open(match, now) and is_other_table:
        return replace(match, live=over(now)), row
    if is_open(match, now) and not sealed and _have_agreed(facts, match, persons):
        until = ends_at(replace(live, until=facts.evening), _absences(match, facts))
        event = Event(BEGUN, None, {"until": int(until)})
        return begun(match, now, until), replace(row, events=[*row.events, event])
    return replace(match, live=offered(now)) if facts.is_here else match, row


def _persons(match: Match) -> dict[Seat, int | None]:
    return {seat.seat: seat.user for seat in match.seats if is_person(seat)}


def _have_agreed(facts: StepFacts, match: Match, persons: Mapping[Seat, int | None]) -> bool:
    """Whether all who play have agreed to the open offer, and nothing stands in the way by now."""
    now = facts.row.at
    said = [facts.read.seats[seat].agreed for seat in persons]
    if not fits(match, len(persons)) or not have_agreed(match.live, said):
        return False
    return now < facts.evening and not any(h.since <= now < h.until for seat in persons for h in facts.away(seat))


def _absences(match: Match, facts: StepFacts) -> list[float]:
    """When holidays of the people at the table begin."""
    return [holiday.since for seat in _persons(match) for holiday in facts.away(seat)]


def _own_clock(match: Match, seat: SeatRow, facts: StepFacts) -> Running:
    """When the clock runs that a seat had before live play."""
    assert match.live is not None, "it is played live"
    then = match.live.clocks[seat.seat]
    before = replace(seat, asked=then.asked, bank=then.bank, credit=then.credit)
    return _clock(replace(match, live=None), before, facts)


def evenings(match: Match, row: LogRow, asked: frozenset[Viewer], facts: StepFacts) -> tuple[Deadline, ...]:
    """Deadlines that end live play: a silence of the people in `asked`, and in the open the end of the evening.

    A sealed stage that outlasts the evening ends with an answer, or in silence.
    """
    live = match.live
    if live is None or not match.is_live:
        return ()
    silent = facts.clock.anyway.after(live.sign, SILENCE)
    ends = ends_at(live, _absences(match, facts))
    deadlines = [Deadline(match.id, row.seq, Evening.SILENT, None, silent)] if asked - {None} else []
    deadlines += [] if facts.public.sealed else [Deadline(match.id, row.seq, Evening.ENDS, None, ends)]
    return tuple(deadlines)


def is_full(match: Match) -> bool:
    """Whether all seats are taken."""
    return len(match.seats) >= match.places


def gathering(match: Match, row: LogRow) -> tuple[Deadline, ...]:
    """Deadlines of a lobby if no one touches it after this row: it starts when full, or closes after a week."""
    if match.phase != "lobby" or match.paused is not None:
        return ()
    closes = Deadline(match.id, row.seq, Gathering.IDLE, None, row.at + UNTOUCHED)
    if match.terms.waits or not is_full(match):
        return (closes,)
    return Deadline(match.id, row.seq, Gathering.FILL, None, row.at + FULL_FOR), closes
