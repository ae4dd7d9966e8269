"""The log of matches: loads them and writes their steps; no other module holds a real state."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from math import inf
from typing import Any, Literal, Protocol
from weakref import WeakValueDictionary

import structlog
from cachetools import LRUCache
from prometheus_client import Counter
from structlog.typing import FilteringBoundLogger

from db.sql.codec import BrokenSave, ChangedState, decode, decode_events, encode, encode_json
from db.store import Doubled, Stale, Store
from engines.dice import SeededDice
from engines.table import Event, Game, Move, Refused, Seat
from host.play.consequences import consequences, facts_after
from host.play.fair_dice import dice_of
from host.play.kept_states import ROWS, KeptRows, KeptState, KeptStates
from host.play.loaded_match import LoadedMatch, Origin
from host.play.results import finish_of
from host.play.row_numbers import number_of, past
from host.play.seat_clocks import clock_of
from host.play.seen import Again, fingerprint_of, seat_of
from host.play.step_facts import StepReader
from host.time.clocks import Running
from host.time.heartbeat import Heartbeat
from host.time.seasons import Seasons
from host.time.worker import Now
from model.kinds import ENDED, How, PauseReason, RowKind
from model.match import Downtime, Finish, Limit, LogRow, Match, MatchFacts, Outgoing, SeatRow, Snapshot, Step
from opponents.positions import Position

log: FilteringBoundLogger = structlog.get_logger()

MOVES = Counter("gruppetto_moves", "Moves that were written, by game and by how they came about", ("game", "how"))
SETS = 64  # matches of sets whose draws are known
TRIES = 8  # tries against other writers: when many press at once, one gets through per round


class Wake(Protocol):
    """Wakes the workers; the clock only if something is `due` before it looks again, or at an unknown time."""

    def __call__(self, *, due: float = ...) -> None: ...


class TurnLock(asyncio.Lock):
    """A lock that counts its turns."""

    turns = 0

    async def acquire(self) -> Literal[True]:
        """Wait for the lock; one more turn begins."""
        await super().acquire()
        self.turns += 1
        return True


class MatchLog:
    """Loads matches and writes their steps, one after another."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        heartbeat: Heartbeat,
        *,
        now: Now,
        wake: Wake,
        cup_ended: Callable[[], None],
        watch: Callable[[int], None],
        hear: Callable[[LoadedMatch, Match], None],
        rng: random.Random,
    ) -> None:
        """`cup_ended` is called when a match of a cup ends, `watch` with each match after a step was written.

        So is `hear`, with the state and the new header.
        """
        self.store, self.games, self.now, self.wake, self.rng = store, games, now, wake, rng
        self.heartbeat, self._cup_ended, self._watch, self._hear = heartbeat, cup_ended, watch, hear
        self.seasons = Seasons(store, now, wake)
        self.kept = KeptStates()
        self._draws = LRUCache[int, tuple[int, tuple[str, ...]]](SETS)  # by match: a row, and the draws up to it
        self._reader = StepReader(store, rng, self.rows_after, self.look)
        self._locks: WeakValueDictionary[int, TurnLock] = WeakValueDictionary()

    def lock(self, match_id: int) -> TurnLock:
        """Lock on a match within this process; between processes the store's compare-and-set decides."""
        return self._locks.setdefault(match_id, TurnLock())

    # --- reading

    async def visit(self, match_id: int) -> tuple[MatchFacts | None, Again]:
        """Facts of a match, and how to get them again in the lock: without reading if no one has had it since."""
        lock = self.lock(match_id)
        turn = None if lock.locked() else lock.turns + 1
        read = await self.store.facts(match_id)

        async def again() -> MatchFacts | None:
            return read if lock.turns == turn else await self.store.facts(match_id)

        return read, again

    async def load(self, match_id: int, again: Again | None = None) -> LoadedMatch:
        """The current match, from facts read `again` if given.

        Raises Refused if it doesn't exist, hasn't started or can't be read.
        """
        read = await (self.store.facts(match_id) if again is None else again())
        if read is None:
            raise Refused("house.unknown")
        return await self.loaded(read)

    async def loaded(self, read: MatchFacts) -> LoadedMatch:
        """The match from what was read; raises Refused if it hasn't started or its state can't be read."""
        match = read.match
        game = self.game(match)
        return LoadedMatch(match, game, self.decoded(match, (await self._saved(match, match.seq)).snapshot), read)

    async def look(self, match: Match, seq: int | None = None) -> Any:
        """The read-only state as of a row or of this header. Raises Refused like `loaded`."""
        kept = await self._saved(match, match.seq if seq is None else seq)
        if kept.state is None or match.game not in self.games:
            kept.state = self.decoded(match, kept.snapshot)
        return kept.state

    def game(self, match: Match) -> Game[Any, Any]:
        """The match's engine; raises Refused if this version has none."""
        game = self.games.get(match.game)
        if game is None:
            raise Refused("house.game")
        return game

    async def _saved(self, match: Match, seq: int) -> KeptState:
        """The saved state as of a row, which needn't be the newest."""
        if (kept := self.kept.state(match.id, seq)) is not None:
            return kept
        snapshot = await self.store.snapshot(match.id, seq)
        if snapshot is None:
            raise Refused("house.finished" if match.phase == "cancelled" else "house.not.started")
        return self.kept.keep(snapshot)

    def decoded(self, match: Match, snapshot: Snapshot) -> Any:
        """Decode a saved state; raises Refused if it can't be read."""
        try:
            return decode(self.game(match), snapshot.schema, snapshot.body)
        except ChangedState as changed:
            log.exception(
                "State has changed: raise `schema` or begin a new match",
                match=snapshot.match,
                seq=snapshot.seq,
                field=changed.field,
            )
            raise Refused("house.save.changed", {"match": snapshot.match}) from None
        except BrokenSave:
            log.exception("save can't be read", match=snapshot.match, seq=snapshot.seq)
            raise Refused("house.save", {"match": snapshot.match}) from None

    async def position(self, match: Match) -> Position | None:
        """The starting position of a match that begins in the middle of another; Refused if it can't be read."""
        if match.position_of is None:
            return None
        stored = await self.store.position(match.id)
        assert stored is not None, "they are written together"
        snapshot = Snapshot(match.position_of, stored.seq, stored.schema, stored.body)
        return Position(match.game, self.decoded(match, snapshot), stored.seat)

    async def brought(self, match: Match, guild: int | None) -> Finish | None:
        """What a match of a set that is over brings to its people, in a server; None if its save can't be read."""
        try:
            public = self.game(match).view(await self.look(match), None)
        except Refused:
            return None
        rows, sat = await self.store.log(match.id), await self.store.careers.sittings(match.id)
        return finish_of(replace(match, hidden=False, guild=guild), public, rows, sat)

    async def number(self, match: Match) -> int:
        """The number of rows of a running match that everyone may know of, see host.play.row_numbers."""
        kept = self.kept.rows(match)
        if kept is None:
            kept = self.kept.keep_rows(match, (), await number_of(self.store, match.id, match.seq))
        return kept.number

    async def rows_after(self, match: Match, seq: int) -> list[LogRow]:
        """The log rows after number `seq`, up to this header."""
        kept = self.kept.rows(match)
        rows = kept and kept.after(seq)
        if rows is None and match.seq - seq <= ROWS:
            rows = (await self._recent(match)).after(seq)
        return await self._log(match, seq) if rows is None else rows

    async def rows_past(self, match: Match, number: int) -> list[LogRow]:
        """The log rows after this public number (row_numbers), up to this header."""
        kept = self.kept.rows(match) or await self._recent(match)
        if (rows := kept.past(number)) is None and len(kept.rows) < ROWS:
            rows = (await self._recent(match)).past(number)
        if rows is None:
            stored = await past(self.store, match.id, number, match.seq - kept.number)
            rows = [row for row in stored if row.seq <= match.seq]
        return rows

    async def _recent(self, match: Match) -> KeptRows:
        """The newest rows, from the cache or the store."""
        number, rows = await self.number(match), await self._log(match, max(0, match.seq - ROWS))
        return self.kept.keep_rows(match, rows, number)

    async def _log(self, match: Match, seq: int) -> list[LogRow]:
        return [row for row in await self.store.log(match.id, seq) if row.seq <= match.seq]

    def running(self, read: MatchFacts) -> Running:
        """The times at which this match's clocks run."""
        terms, announced = read.match.terms, self.announced(read.match.settings_of)
        return Running(terms.weekends, read.zone, self.heartbeat.outages, terms.days, announced=announced)

    def announced(self, guild: int | None) -> tuple[Downtime, ...]:
        """A server's announced downtimes, in which clocks stop."""
        return tuple(downtime for downtime in self.heartbeat.downtimes if downtime.guild in (None, guild))

    def clock_of(self, read: MatchFacts, seat: SeatRow) -> Running:
        """The times at which one seat's clock runs, which its person's holidays interrupt."""
        holidays = read.seats[seat.seat].holidays if read.keeps_holidays else ()
        return clock_of(read.match, seat, self.running(read), holidays)

    # --- writing

    async def dice(self, match: Match) -> SeededDice:
        """The dice for the match's next log row."""
        past = () if match.of_set is None else await self._drawn(match)
        return dice_of(match, self.game(match).spec.turns, past)

    async def _drawn(self, match: Match) -> Sequence[str]:
        """The reasons of all draws of a match, which a set counts; only rows since the last look are read."""
        seq, past = self._draws.get(match.id, (0, ()))
        if seq > match.seq:  # an older header
            seq, past = 0, ()
        past = (*past, *(draw.why for row in await self.rows_after(match, seq) for draw in row.draws))
        self._draws[match.id] = match.seq, past
        return past

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
        """The match's next log row, dated now."""
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
        self, opened: LoadedMatch, move: Move, by: Origin, announced: Sequence[Event] = (), *posts: Outgoing
    ) -> MatchFacts:
        """Apply a move and write the step; `announced` are events of ours that go with it."""
        dice = await self.dice(opened.match)
        events = opened.game.apply(opened.state, move, dice)
        row = self.row(opened.match, by, RowKind.MOVE, [*events, *announced], seat=move.by, dice=dice)
        row = replace(row, path=move.path)
        return await self.save(opened, row, *posts, panel=by.panel, open_until=by.open_until)

    async def amend(self, opened: LoadedMatch, move: Move, by: Origin) -> MatchFacts:
        """Change a seat's sealed move; no one else may notice, so nothing else may follow from it."""
        events = opened.game.apply(opened.state, move, await self.dice(opened.match))
        row = self.row(opened.match, replace(by, how=How.CHANGED), RowKind.MOVE, events, seat=move.by)
        step = Step(opened.match, replace(row, path=move.path), silent=True, seats_before=opened.read.match.seats)
        return await self._commit(opened, step)

    async def save(
        self,
        opened: LoadedMatch,
        row: LogRow,
        *posts: Outgoing,
        panel: int | None = None,
        open_until: float = 0.0,
        limits: tuple[Limit, ...] = (),
    ) -> MatchFacts:
        """Write a step and its consequences in one transaction, then wake the workers.

        Until `open_until` only the seat that has moved may owe anything. Returns the stored match
        after that. Raises Reached, and writes nothing, if one of the `limits` is reached.
        """
        await self.heartbeat.catch_up()
        facts = await self._reader.facts(opened, row, self.running(opened.read))
        return await self._commit(opened, replace(consequences(facts, posts, panel, open_until), limits=limits))

    async def _commit(self, opened: LoadedMatch, step: Step) -> MatchFacts:
        number = await self.number(opened.match)
        schema, body = opened.game.spec.schema, encode(opened.game.spec, opened.state)
        snapshot = Snapshot(opened.match.id, step.row.seq, schema, body)
        saved = await self.store.commit(replace(step, snapshot=snapshot))
        if step.row.kind == RowKind.MOVE:
            MOVES.labels(saved.game, step.row.how).inc()
        self.kept.keep(snapshot, opened.state)
        stored = replace(step.row, events=decode_events(encode_json(step.row.events)))
        self.kept.keep_rows(saved, (stored,), number + (not step.silent))
        after = facts_after(opened.read, step, saved)
        self.moved(saved.id)
        self._hear(opened, saved)
        self.wake(due=min((owed.due for owed in after.deadlines), default=inf))
        if saved.cup is not None and saved.phase in ENDED:
            self._cup_ended()
        if any(old.user != new.user for old, new in zip(opened.read.match.seats, saved.seats, strict=True)):
            # nothing is known yet about a person who has just come
            return await self.store.facts(saved.id) or MatchFacts(saved)
        return after

    def moved(self, match_id: int) -> None:
        """Note that a step of the match has been written."""
        self._watch(match_id)

    # --- who may

    def pressing(self, opened: LoadedMatch, user: int, fingerprint: str | None = None) -> Seat:
        """The seat of a person who presses, in a running match in which no one replaces them.

        Raises Stale if they saw another view, Refused if they have no seat.
        """
        match, seat = opened.match, _seat(opened.match, user)
        if match.paused is not None:
            raise Refused(f"house.paused.{match.paused}")
        if match.seats[seat].substitute is not None:
            raise Refused("seat.away")
        if fingerprint is not None and fingerprint != fingerprint_of(opened.view(seat)):
            raise Stale(f"match {match.id} has moved on")
        return seat

    async def seated(self, opened: LoadedMatch, user: int, interaction_id: int | None) -> Seat:
        """The seat of a person who presses, even during a voted pause or while a computer replaces them.

        Raises Doubled if the press counted before, Refused if they have no seat or the bot can't reach the others.
        """
        await self.check_new(interaction_id)
        return _seat(opened.match, user)

    @asynccontextmanager
    async def counted_once(self, interaction_id: int | None) -> AsyncGenerator[None]:
        """Raise Doubled instead of Refused or Stale if the press counted before."""
        try:
            yield
        except (Refused, Stale):
            await self.check_new(interaction_id)
            raise

    async def check_new(self, interaction_id: int | None) -> None:
        """Raise Doubled if the press counted before."""
        if interaction_id is not None and (row := await self.store.pressed(interaction_id)) is not None:
            raise Doubled(row.match, row.seq)


def _seat(match: Match, user: int) -> Seat:
    if match.phase != "running":
        raise Refused("house.finished")
    if match.paused not in (None, PauseReason.VOTED):
        raise Refused(f"house.paused.{match.paused}")
    seat = seat_of(match, user)
    if seat is None:
        raise Refused("house.no.seat")
    return seat
