"""Loads matches as they stand and writes their next steps; nobody else holds a real state."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Any
from weakref import WeakValueDictionary

import structlog
from structlog.typing import FilteringBoundLogger

from db.codec import BrokenSave, decode, encode
from db.kinds import How, Owed, PlayOn, RowKind
from db.rows import Deadline, Finish, LogRow, Match, Outgoing, SeatRow, Snapshot, Step
from db.store import Doubled, Stale, Store
from engines.dice import SeededDice
from engines.table import Event, Game, IllegalMove, Move, Seat, View, Viewer
from host.play.consequences import (
    RIDDEN,
    VOTE,
    calls,
    ends,
    handed_back,
    moments,
    owed,
    retired,
    seats_after,
    vote_after,
)
from host.play.easy import FEW, is_easy
from host.play.fair_dice import dice_key
from host.play.kept_states import KeptState, KeptStates
from host.play.plans import holds, is_whole
from host.play.results import finish_of
from host.play.row_numbers import number_of
from host.play.seen import fingerprint_of, forced_path, is_person, seat_of
from host.time.clocks import Running, zone_of
from host.time.rest_days import OPTION, is_between, opens
from host.time.seasons import Seasons
from host.time.worker import Now

log: FilteringBoundLogger = structlog.get_logger()

VOTED = "voted"  # why a match rests that its players have paused
SEALED_DELAY = (1.0, 4.0)  # seconds: a computer's sealed answer comes after a delay that tells nothing (rule 10)


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A match with its freshly decoded state, thrown away after use. It never leaves the host."""

    match: Match
    game: Game[Any, Any]
    state: Any

    def view(self, viewer: Viewer) -> View:
        """What this viewer may know."""
        return self.game.view(self.state, viewer)


@dataclass(frozen=True, slots=True)
class Origin:
    """Whose doing a log row is: how it came about, and the person and his press if it was one's."""

    how: How
    user: int | None = None
    interaction_id: int | None = None
    panel: int | None = None  # the private message in which he pressed, which goes on to what comes next


class MatchLog:
    """The matches of the house, one step after the other."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        *,
        now: Now,
        wake: Callable[[], None],
        rng: random.Random,
    ) -> None:
        self.store, self.games, self.now, self.wake, self.rng = store, games, now, wake, rng
        self.outages: tuple[tuple[float, float], ...] = ()  # in which no clock ran
        self.seasons = Seasons(store, now, wake)
        self.kept = KeptStates()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, match_id: int) -> asyncio.Lock:
        """One at a time within this process; between processes the store's compare-and-set decides."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def load(self, match_id: int) -> LoadedMatch:
        """The match as it stands; raises IllegalMove for one that doesn't exist, hasn't started or can't be read."""
        match = await self.store.match(match_id)
        if match is None:
            raise IllegalMove("house.unknown")
        return self.opened(match, (await self._saved(match)).snapshot)

    async def look(self, match: Match) -> LoadedMatch:
        """The match as this header of it has it, only to be looked at; raises IllegalMove like `load`."""
        kept = await self._saved(match)
        if kept.state is None or match.game not in self.games:
            kept.state = self.opened(match, kept.snapshot).state
        return LoadedMatch(match, self.games[match.game], kept.state)

    async def number(self, match: Match) -> int:
        """How many rows of a running match everybody may know of, see host.play.row_numbers."""
        kept = await self._saved(match)
        if kept.number is None:
            kept.number = await number_of(self.store, match.id, match.seq)
        return kept.number

    async def _saved(self, match: Match) -> KeptState:
        """The state that goes with this header, which needn't be the newest."""
        if (kept := self.kept.get(match)) is not None:
            return kept
        snapshot = await self.store.snapshot(match.id, match.seq)
        if snapshot is None:
            raise IllegalMove("house.finished" if match.phase == "cancelled" else "house.not.started")
        return self.kept.put(KeptState(snapshot))

    def opened(self, match: Match, snapshot: Snapshot) -> LoadedMatch:
        """The match as a snapshot of it has it; raises IllegalMove if that can't be read."""
        game = self.games.get(match.game)
        if game is None:
            raise IllegalMove("house.game")
        try:
            return LoadedMatch(match, game, decode(game, snapshot.schema, snapshot.body))
        except BrokenSave:
            log.exception("save can't be read", match=match.id, seq=snapshot.seq)
            raise IllegalMove("house.save", {"match": match.id}) from None

    @staticmethod
    def dice(match: Match) -> SeededDice:
        """The dice of the match's next log row."""
        return SeededDice(dice_key(match), match.seq + 1)

    def row(
        self,
        match: Match,
        by: Origin,
        kind: RowKind,
        events: list[Event],
        *,
        seat: Seat | None = None,
        dice: SeededDice | None = None,
    ) -> LogRow:
        """The match's next log row, of now."""
        return LogRow(
            match=match.id,
            seq=match.seq + 1,
            kind=kind,
            by=seat,
            path=(),
            how=by.how,
            draws=dice.draws if dice else [],
            events=events,
            interaction_id=by.interaction_id,
            user=by.user,
            at=self.now(),
        )

    async def step(
        self, opened: LoadedMatch, move: Move, by: Origin, told: Sequence[Event] = (), *notes: Outgoing
    ) -> Match:
        """Let the game apply the move and write it; `told` are events of the house that go with it."""
        dice = self.dice(opened.match)
        events = opened.game.apply(opened.state, move, dice)
        row = self.row(opened.match, by, RowKind.MOVE, [*events, *told], seat=move.by, dice=dice)
        return await self.save(opened, replace(row, path=move.path), *notes, panel=by.panel)

    async def amend(self, opened: LoadedMatch, move: Move, by: Origin) -> None:
        """Let a seat change its sealed answer; nobody else can tell it by anything, so nothing else may come of it."""
        events = opened.game.apply(opened.state, move, self.dice(opened.match))
        row = self.row(opened.match, replace(by, how=How.CHANGED), RowKind.MOVE, events, seat=move.by)
        body = encode(opened.game.spec, opened.state)
        snapshot = Snapshot(opened.match.id, row.seq, opened.game.spec.schema, body)
        before = self.kept.get(opened.match)
        await self.store.commit(Step(opened.match, replace(row, path=move.path), snapshot, silent=True))
        self.kept.put(KeptState(snapshot, opened.state, before and before.number))
        self.wake()

    async def save(self, opened: LoadedMatch, row: LogRow, *notes: Outgoing, panel: int | None = None) -> Match:
        """One transaction for header, row, snapshot, what is owed next and whom to tell; then wake whoever does it."""
        game, public = opened.game, opened.view(None)
        match = replace(opened.match, phase="over") if public.over else opened.match
        running = match.phase == "running"
        waiting = frozenset(public.waiting) if running else frozenset[Viewer]()
        match = replace(match, seats=handed_back(match, row, waiting, sealed=public.sealed))
        match = replace(match, vote=vote_after(match, row))
        dropped = (VOTE,) if match.vote is None and opened.match.vote is not None else ()
        opened = replace(opened, match=match)
        opening, ridden = await self._opening(match, row) if None in waiting else ((), ())
        due = (*self._owed(opened, waiting, row), *opening)
        asked = waiting - {one.seat for one in due}
        plans = await self._plans(opened, asked, row)
        due += tuple(Deadline(match.id, row.seq, Owed.PLAN, seat, row.at) for seat, good in plans.items() if good)
        asked -= {seat for seat, good in plans.items() if good}
        easy = await self._easy(opened, asked - plans.keys(), public, row)
        due += tuple(Deadline(match.id, row.seq, how, seat, row.at) for seat, how in easy.items())
        asked -= easy.keys()
        over = frozenset(seat for seat, good in plans.items() if not good)
        clock = await self.running(match)
        told = (*ridden, *(calls(match, row, asked, over) if running else ends(match)))
        seats = seats_after(match, row, waiting, asked, clock)
        told = (*retired(match, seats, row), *told)
        match = replace(match, seats=seats)
        due += moments(match, row, asked, clock)
        done = tuple(seat.seat for seat in match.seats if seat.seat in over or not _may_plan(match, seat, row))
        snapshot = Snapshot(match.id, row.seq, game.spec.schema, encode(game.spec, opened.state))
        finish = None if running else await self._finish(match, public, row)
        notes = (*told, *dropped, *notes)
        sat = _sat(match, row)
        before = self.kept.get(match)
        saved = await self.store.commit(Step(match, row, snapshot, due, notes, done, sat, finish, panel=panel))
        number = None if before is None or before.number is None else before.number + 1
        self.kept.put(KeptState(snapshot, opened.state, number))
        self.wake()
        return saved

    async def _finish(self, match: Match, public: View, row: LogRow) -> Finish | None:
        """What the end of the match brings its people; a match that was called off counts for nobody.

        No fault in it may keep a match from ending: what is missing then is reported, and counted by a rebuild.
        """
        if match.phase != "over":
            return None
        rows = [*await self.store.log(match.id), row]
        season = None if match.guild is None else await self.seasons.at(match.guild, row.at)
        try:
            return finish_of(match, public, rows, await self.store.careers.sittings(match.id), season)
        except Exception:
            log.exception("results can't be counted", match=match.id)
            return None

    def _owed(self, opened: LoadedMatch, waiting: frozenset[Viewer], row: LogRow) -> tuple[Deadline, ...]:
        """What the house itself answers for those that the match waits for."""
        due: list[Deadline] = []
        for who in waiting:
            if who is None:
                continue  # a leg is opened in its own time
            delay = self.rng.uniform(*SEALED_DELAY)
            one = owed(opened.match, opened.game, opened.state, who, row, delay=delay)
            due += [] if one is None else [one]
        return tuple(due)

    async def _opening(self, match: Match, row: LogRow) -> tuple[tuple[Deadline, ...], tuple[Outgoing, ...]]:
        """When the next leg of a tour opens, and word of the one that this row has ended."""
        rows = [*await self.store.log(match.id), row]
        at = opens(match.options.get(OPTION, ""), rows, await self._zone(match))
        ended = row.kind == RowKind.MOVE and is_between(rows)
        return (Deadline(match.id, row.seq, Owed.OPENING, None, at),), (RIDDEN,) if ended else ()

    async def _plans(self, opened: LoadedMatch, asked: frozenset[Viewer], row: LogRow) -> dict[Seat, bool]:
        """The plans of the seats that are asked now, and whether each still holds; in a sealed stage none does."""
        plans = [plan for plan in await self.store.plans(opened.match.id) if plan.seat in asked - {row.by}]
        if not plans or opened.view(None).sealed:
            return {plan.seat: False for plan in plans}
        rows = [*await self.store.log(opened.match.id, min(plan.seq for plan in plans)), row]
        return {
            plan.seat: holds(plan, [one for one in rows if one.seq > plan.seq])
            and is_whole(opened.game, opened.view(plan.seat), plan.path)
            for plan in plans
        }

    async def _easy(self, opened: LoadedMatch, asked: frozenset[Viewer], public: View, row: LogRow) -> dict[Seat, Owed]:
        """The seats whose question is so easy that they want the house to answer, and how that comes about."""
        if public.sealed or opened.match.paused is not None:
            return {}
        # who has the question in front of him already isn't overtaken by a vote or by his own change of mind
        seats = [one for one in opened.match.seats if one.seat in asked and (one.asked is None or one.seat == row.by)]
        limits = await self.easy_for(seats)
        found: dict[Seat, Owed] = {}
        for one in seats:
            most = max(limits[one.seat], FEW if one.play_on == PlayOn.CHOICE else 0)
            if most and await self._is_easy(opened, public, one.seat, most):
                found[one.seat] = Owed.AUTO if one.play_on == PlayOn.CHOICE else Owed.EASY
        return found

    async def _is_easy(self, opened: LoadedMatch, public: View, seat: Seat, most: int) -> bool:
        """Whether the house may answer; no fault in it may keep a match from going on: then the person is asked."""
        match = opened.match
        if not match.forced and forced_path(opened.game, opened.state, seat) is not None:
            return False  # an only answer is the person's own in this match
        try:
            return await asyncio.to_thread(is_easy, opened.game, public, seat, most)
        except Exception:
            log.exception("a question can't be judged", match=match.id, seq=match.seq)
            return False

    async def easy_for(self, seats: Collection[SeatRow]) -> dict[Seat, int]:
        """Up to how many sensible answers the person of each seat lets the house answer."""
        limits = await self.store.people.easy([seat.user for seat in seats if seat.user is not None])
        return {seat.seat: limits.get(seat.user, 0) for seat in seats if seat.user is not None}

    async def pressing(
        self, opened: LoadedMatch, user: int, fingerprint: str | None, interaction_id: int | None
    ) -> Seat:
        """The seat of who presses, in a match that is going on and in which nobody sits in for him.

        Raises Doubled if the press counted before, Stale if he has seen another view, IllegalMove if he has no seat.
        """
        match, seat = opened.match, await self.seated(opened, user, interaction_id)
        if match.paused is not None:
            raise IllegalMove(f"house.paused.{match.paused}")
        if match.seats[seat].substitute is not None:
            raise IllegalMove("seat.away")
        if fingerprint is not None and fingerprint != fingerprint_of(opened.view(seat)):
            raise Stale(f"match {match.id} has moved on")
        return seat

    async def seated(self, opened: LoadedMatch, user: int, interaction_id: int | None) -> Seat:
        """The seat of who presses, even in a pause that the players have voted or while an opponent sits in for him.

        Raises Doubled if the press counted before, IllegalMove if he has no seat or the bot can't reach the others.
        """
        await self.check_new(interaction_id)
        match = opened.match
        if match.phase != "running":
            raise IllegalMove("house.finished")
        if match.paused not in (None, VOTED):
            raise IllegalMove(f"house.paused.{match.paused}")
        seat = seat_of(match, user)
        if seat is None:
            raise IllegalMove("house.no.seat")
        return seat

    async def check_new(self, interaction_id: int | None) -> None:
        """Raise Doubled if the press counted before."""
        if interaction_id is not None and (row := await self.store.pressed(interaction_id)) is not None:
            raise Doubled(row.match, row.seq)

    async def _zone(self, match: Match) -> tzinfo:
        """Where the hours of the match are: its server's zone, else that of who opened it."""
        zone = "" if match.guild is None else await self.store.people.zone(match.guild)
        return zone_of(zone or (await self.store.people.preferences(match.host)).zone)

    async def running(self, match: Match) -> Running:
        """When the clocks of this match run."""
        if not match.weekends or match.guild is None:
            return Running(match.weekends, "", self.outages)
        return Running(True, await self.store.people.zone(match.guild), self.outages)


def _may_plan(match: Match, seat: SeatRow, row: LogRow) -> bool:
    """Whether a plan of this seat outlives the row: it is for the next question of the person who made it."""
    return match.phase == "running" and is_person(seat) and row.by != seat.seat


def _sat(match: Match, row: LogRow) -> tuple[Seat, ...]:
    """The seats on which a person sits down with this row."""
    if row.kind == RowKind.DEAL:
        return tuple(seat.seat for seat in match.seats if seat.user is not None)
    return (row.by,) if row.kind == RowKind.TAKEOVER and row.by is not None else ()
