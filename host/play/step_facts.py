"""Facts that a step's consequences depend on, read beforehand."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Any, TypeAlias

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import Store
from engines.orders import fires
from engines.table import Seat, View, Viewer
from host.play.easy import EASY_WORLDS, IDLE, LEAST_WORLDS, STEP_WORLDS, is_easy, may_answer
from host.play.loaded_match import LoadedMatch
from host.play.plans import planned_answer
from host.play.results import finish_of, kept
from host.play.seen import computer_on, forced_path, is_person
from host.time.clocks import Running, zone_of
from host.time.live_play import HERE, LEAST, can_be_offered, evening_end, fits
from host.time.rest_days import OPTION, is_between, opens
from host.time.seasons import season_at
from model.kinds import ANSWERS, How, Owed, PlayOn, RowKind
from model.match import Finish, Holiday, LogRow, Match, MatchFacts, Plan, SeatRow
from opponents import THINKERS

log: FilteringBoundLogger = structlog.get_logger()

SEALED_DELAY = (1.0, 4.0)  # seconds: a computer's sealed move comes after a delay that gives nothing away (rule 10)
SEALED_THOUGHT = (10.0, 20.0)  # the same for a thinking one, enough time for several at one table
RowsAfter: TypeAlias = Callable[[Match, int], Awaitable[list[LogRow]]]  # of a match's log, those after this number
Look: TypeAlias = Callable[[Match, int], Awaitable[Any]]  # the state as of this row
RECENT = 32  # rows of the log in which everyone has to move to be there


@dataclass(frozen=True, slots=True)
class Opening:
    """Opening of the next leg of a tour: its time (unix seconds), and whether the log row has ended another leg."""

    at: float
    ends_leg: bool


@dataclass(frozen=True, slots=True)
class StepFacts:
    """The facts on which the consequences of a log row depend."""

    read: MatchFacts  # as stored before the row
    match: Match  # the header after the row, its phase included
    row: LogRow
    public: View  # of the state after the row
    waiting: frozenset[Viewer]  # seats the match waits for after the row
    clock: Running
    forced: frozenset[Seat]  # seats whose only move everyone can tell
    easy: frozenset[Seat]  # seats whose question their person leaves to the bot
    plans: Mapping[Seat, bool]  # whether each seat's plan holds
    ordered: frozenset[Seat]  # seats whose standing orders the bot follows
    delays: Mapping[Seat, float]  # seconds after which the bot moves for a seat in a sealed stage
    holidays: Mapping[Seat, tuple[Holiday, ...]]  # of each seat's person, where the match's server gives any
    opening: Opening | None  # where a leg is to be opened
    finish: Finish | None  # if the match is over and counts
    evening: float  # when an evening of live play would end that begins now
    is_here: bool  # whether live play is to be offered, as everyone has just moved

    def away(self, seat: Seat) -> tuple[Holiday, ...]:
        """The holidays of a seat's person, as far as they count here."""
        return self.holidays.get(seat, ())


class StepReader:
    """Reads the facts of steps."""

    def __init__(self, store: Store, rng: random.Random, rows_after: RowsAfter, look: Look) -> None:
        self._store, self._rng, self._rows_after, self._look = store, rng, rows_after, look

    async def facts(self, opened: LoadedMatch, row: LogRow, clock: Running) -> StepFacts:
        """The facts on which the consequences of this row depend; `opened` has the state after it."""
        public = opened.view(None)
        match = replace(opened.match, phase="over") if public.over else opened.match
        waiting = frozenset(public.waiting) if match.phase == "running" else frozenset[Viewer]()
        seats = [seat for seat in waiting if seat is not None]
        persons = [seat for seat in seats if is_person(match.seats[seat])]
        limits = await self._limits(opened.read, match, persons)
        # the bot makes an only move where the match says so; elsewhere the person makes it, however easy
        forced = {
            seat
            for seat in persons
            if not public.sealed
            and (match.terms.forced or limits[seat])
            and forced_path(opened.game, opened.state, seat) is not None
        }
        by_themselves = [seat for seat in persons if not (match.terms.forced and seat in forced)]
        plans = _plans(opened, public, [seat for seat in by_themselves if seat != row.by])
        newly = [seat for seat in persons if match.seats[seat].asked is None or seat == row.by]
        ordered = frozenset([seat for seat in newly if _is_ordered(opened, public, seat)])
        left = [seat for seat in newly if limits[seat] and seat not in _taken_back(row, seats)]
        pending = _pending(opened, public, row) & {*left}
        asked = [seat for seat in left if seat not in {*forced, *plans, *ordered, *pending}]
        holidays, evening = await self._holidays(opened.read, match), evening_end(row.at, opened.read.zone)
        has_time = evening >= row.at + LEAST
        return StepFacts(
            read=opened.read,
            match=match,
            row=row,
            public=public,
            waiting=waiting,
            clock=clock,
            forced=frozenset(forced),
            easy=pending | await _easy(opened, public, {seat: limits[seat] for seat in asked}),
            plans=plans,
            ordered=ordered,
            delays={seat: self._rng.uniform(*_delay(match.seats[seat])) for seat in sorted(seats)},
            holidays=holidays,
            opening=await self._opening(opened.read, row) if None in waiting else None,
            finish=await self._finish(opened.read, match, public, row) if match.phase == "over" else None,
            evening=evening,
            is_here=has_time and not public.sealed and await self._are_here(opened, match, row, holidays),
        )

    async def _limits(self, read: MatchFacts, match: Match, persons: Iterable[Seat]) -> dict[Seat, int]:
        """How much the person on each seat leaves to the bot now; see `host.play.easy`."""
        limits: dict[Seat, int] = {}
        for seat in persons:
            row, limit = match.seats[seat], read.seats[seat].preferences.easy
            if row.user is not None and row.user != read.match.seats[seat].user:  # they have just sat down
                limit = (await self._store.people.preferences(row.user)).easy
            limits[seat] = max(limit, IDLE if row.play_on == PlayOn.CHOICE else 0)
        return limits

    async def _holidays(self, read: MatchFacts, match: Match) -> dict[Seat, tuple[Holiday, ...]]:
        """The holidays of the people on the seats, as far as they count here."""
        if not read.keeps_holidays:
            return {}
        holidays: dict[Seat, tuple[Holiday, ...]] = {}
        for before, stored, row in zip(read.match.seats, read.seats, match.seats, strict=True):
            is_new = row.user is not None and row.user != before.user  # they have just sat down
            holidays[row.seat] = await self._store.people.holidays(row.user or 0) if is_new else stored.holidays
        return holidays

    async def _are_here(
        self, opened: LoadedMatch, match: Match, row: LogRow, holidays: Mapping[Seat, tuple[Holiday, ...]]
    ) -> bool:
        """Whether everyone has moved within the last minutes, as far as all can tell, and can be offered to play live.

        What the bot plays for a person counts as well: else it would show who has planned. A sealed move counts only
        if its whole stage fell in these minutes, as no one may learn when it was made. An error here must not stop the
        match.
        """
        persons = frozenset(seat.seat for seat in match.seats if is_person(seat))
        if row.kind != RowKind.MOVE or match.phase != "running" or not fits(match, len(persons)):
            return False
        if not can_be_offered(match, row.at):
            return False
        if any(h.since <= row.at < h.until for seat in persons for h in holidays.get(seat, ())):
            return False
        before = await self._rows_after(opened.read.match, max(0, opened.read.match.seq - RECENT))
        rows = [recent for recent in [*before, row] if recent.at > row.at - HERE]
        hows = [how for how in ANSWERS if how != How.FORCED or not match.terms.forced]
        if not persons <= {answer.by for answer in rows if answer.kind == RowKind.MOVE and answer.how in hows}:
            return False
        try:
            return persons <= await self._seen_here(opened, rows, hows)
        except Exception:
            log.exception("it can't be told who is there", match=match.id, seq=match.seq)
            return False

    async def _seen_here(self, opened: LoadedMatch, rows: Sequence[LogRow], hows: Collection[How]) -> set[Viewer]:
        """The seats of which everyone can tell that they have moved, in one of these ways, in these rows."""
        seen, was_open = set[Viewer](), False
        for row in rows:
            if row.kind == RowKind.MOVE:
                public: View = opened.game.view(await self._look(opened.read.match, row.seq - 1), None)
                was_open |= not public.sealed
                if row.how in hows and was_open:
                    seen.add(row.by)
            was_open |= row.kind == RowKind.DEAL
        return seen

    async def _opening(self, read: MatchFacts, row: LogRow) -> Opening:
        rows = kept([*await self._rows_after(read.match, 0), row])
        rows = rows if row in rows else [*rows, row]
        time = opens(read.match.options.get(OPTION, ""), rows, await self._zone(read))
        return Opening(time, row.kind == RowKind.MOVE and is_between(rows))

    async def _zone(self, read: MatchFacts) -> tzinfo:
        """The zone of the match's hours: its server's, else that of its opener."""
        return zone_of(read.zone or (await self._store.people.preferences(read.match.host)).zone)

    async def _finish(self, read: MatchFacts, match: Match, public: View, row: LogRow) -> Finish | None:
        """The results for the people of a finished match; one that was called off counts for no one.

        No error here may keep a match from ending: it is reported, and a rebuild makes up for it.
        """
        rows = [*await self._rows_after(read.match, 0), row]
        season = None if match.guild is None else season_at(row.at, *read.seasons, read.zone)
        try:
            return finish_of(match, public, rows, await self._store.careers.sittings(match.id), season)
        except Exception:
            log.exception("results can't be counted", match=match.id)
            return None


def _delay(row: SeatRow) -> tuple[float, float]:
    return SEALED_THOUGHT if computer_on(row) in THINKERS else SEALED_DELAY


def _plans(opened: LoadedMatch, public: View, asked: Iterable[Seat]) -> dict[Seat, bool]:
    """Plans of the seats to move now, and whether each still holds; in a sealed stage none does."""
    plans = {seat: plan for seat in asked if (plan := opened.read.seats[seat].plan) is not None}
    return {seat: not public.sealed and _holds(opened, plan) for seat, plan in plans.items()}


def _holds(opened: LoadedMatch, plan: Plan) -> bool:
    """Whether a planned move holds; an error here must not stop the match, so the person is asked then."""
    try:
        return planned_answer(opened.game, opened.view(plan.seat), plan) is not None
    except Exception:
        log.exception("a plan can't be judged", match=opened.match.id, seq=opened.match.seq)
        return False


def _is_ordered(opened: LoadedMatch, public: View, seat: Seat) -> bool:
    """Whether the bot follows the seat's standing orders, judged by what everyone knows who knew the orders."""
    orders = opened.read.seats[seat].orders
    if not orders or public.sealed or opened.match.paused is not None:
        return False
    try:
        return fires(opened.game.spec.key, public, seat, orders)
    except Exception:
        log.exception("an order can't be judged", match=opened.match.id, seq=opened.match.seq)
        return False


def _taken_back(row: LogRow, seats: Iterable[Seat]) -> Collection[Seat]:
    """The seats whose move has just been undone: they are to give another one themselves."""
    if row.kind == RowKind.REWIND:
        return frozenset(seats)
    return frozenset([row.by]) if row.kind == RowKind.UNDO and row.by is not None else frozenset()


def _pending(opened: LoadedMatch, public: View, row: LogRow) -> frozenset[Seat]:
    """The seats for which the bot already has a move ahead in a sealed stage: that is decided once."""
    if not public.sealed or opened.match.paused is not None:
        return frozenset()
    owed = [d.seat for d in opened.read.deadlines if d.kind in (Owed.EASY, Owed.AUTO)]
    return frozenset([seat for seat in owed if seat is not None and seat != row.by])


async def _easy(opened: LoadedMatch, public: View, limits: Mapping[Seat, int]) -> frozenset[Seat]:
    """The seats whose question is left to the bot; a sealed question is never obvious."""
    if opened.match.paused is not None:
        return frozenset()
    left = [seat for seat in sorted(limits) if may_answer(public, limits[seat])][: STEP_WORLDS // LEAST_WORLDS]
    worlds = min(EASY_WORLDS, STEP_WORLDS // max(1, len(left)))
    return frozenset([seat for seat in left if await _is_easy(opened, public, seat, limits[seat], worlds)])


async def _is_easy(opened: LoadedMatch, public: View, seat: Seat, most: int, worlds: int) -> bool:
    """Whether the bot may move; an error here must not stop the match, so the person is asked then."""
    try:
        return await asyncio.to_thread(is_easy, opened.game, public, seat, most, worlds)
    except Exception:
        log.exception("a question can't be judged", match=opened.match.id, seq=opened.match.seq)
        return False
