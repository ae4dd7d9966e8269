"""Autoplay: moves of computers, and forced, planned and late moves for people."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, replace

import structlog
from cachetools import LRUCache
from structlog.typing import FilteringBoundLogger

from db.store import Stale
from engines.orders import answer
from engines.table import Event, Move, Path, Seat, View, Viewer
from host.play.fair_dice import computer_luck
from host.play.loaded_match import LoadedMatch, Origin
from host.play.match_log import MatchLog
from host.play.plans import is_whole, planned_answer
from host.play.seat_clocks import clock_times
from host.play.seen import computer_on, fingerprint_of, first_path, only_path
from model.kinds import How, Owed, PlayOn, PostKind
from model.match import Deadline, Match, MatchFacts, Outgoing, SeatRow
from opponents import FAIR, OPPONENTS, THINKERS

log: FilteringBoundLogger = structlog.get_logger()

AT_ONCE = 64  # owed moves played within one press; more are left to the clock
EXACT = 0.001  # seconds: sums of times are no more exact than that
PATIENCE = 3  # times in a row a person's time may run out before a computer takes their seat
KEPT = 1024  # thoughts kept for their moment in a sealed stage, or for after an undo


@dataclass(frozen=True, slots=True)
class Thought:
    """The question a computer thinks about: the seat of a match, and the fingerprint of its view."""

    match: int
    seat: Seat
    fingerprint: str


class AutoPlayer:
    """Plays owed moves, one step each."""

    def __init__(self, match_log: MatchLog) -> None:
        self._match_log = match_log
        self._thoughts = LRUCache[Thought, Path](KEPT)  # each with the move it led to

    async def play_due(self, deadline: Deadline) -> None:
        """Play what this deadline owes, unless the match has moved on."""
        async with self._match_log.lock(deadline.match):
            read = await self._match_log.store.facts(deadline.match)
            if read is None or read.match.phase != "running" or read.match.paused is not None:
                return
            if read.match.seq == deadline.seq:
                await self.play_on(await self._play(read, deadline))

    async def play_on(self, read: MatchFacts, panel: int | None = None, open_until: float = 0.0) -> MatchFacts:
        """Play on while a move is owed at once, so that a press is answered with the next real question.

        `panel` is the private message that was pressed; until `open_until` the bot leaves its moves for other people.
        Returns the stored match after that.
        """
        for _ in range(AT_ONCE):
            owed = [deadline for deadline in read.deadlines if self._is_due(deadline, read.match)]
            if not owed or read.match.paused is not None:
                break
            try:
                read = await self._play(read, owed[0], panel, open_until)
            except Stale:  # another process was faster and goes on itself
                return await self._match_log.store.facts(read.match.id) or read
            except Exception:
                # the person's own move is saved; the deadline stays, and the clock retries and reports
                log.exception("owed answer failed", match=read.match.id, seq=read.match.seq)
                break
        return read

    def _is_due(self, deadline: Deadline, match: Match) -> bool:
        if deadline.kind == Owed.LATE:  # the clock plays the first late move of a turn, the rest follow at once
            return deadline.seat is not None and match.seats[deadline.seat].play_on == PlayOn.LATE
        return isinstance(deadline.kind, Owed) and deadline.seq == match.seq and deadline.due <= self._match_log.now()

    def later(self, read: MatchFacts, deadline: Deadline) -> float | None:
        """When a seat's time is really up, if that is still to come because an outage put it off; else None."""
        if deadline.seat is None:
            return None
        seat = read.match.seats[deadline.seat]
        times = clock_times(read.match, seat, self._match_log.clock_of(read, seat))
        due = times.get(deadline.kind)
        return due if due is not None and due > self._match_log.now() + EXACT else None

    async def _play(
        self, read: MatchFacts, deadline: Deadline, panel: int | None = None, open_until: float = 0.0
    ) -> MatchFacts:
        opened, seat = await self._match_log.loaded(read), deadline.seat
        assert isinstance(deadline.kind, Owed), "the others aren't an answer"
        path = await self._path(opened, seat, deadline.kind)
        if deadline.kind == Owed.LATE and seat is not None:
            return await self._play_late(opened, seat, path)
        by = Origin(How(deadline.kind), panel=panel, open_until=open_until)
        return await self._match_log.step(opened, Move(seat, path), by)

    async def _path(self, opened: LoadedMatch, seat: Viewer, owed: Owed) -> Path:
        game, view = opened.game, opened.view(seat)
        match owed:
            case Owed.COMPUTER:
                return await self._computed(opened, view)
            case Owed.AUTO | Owed.EASY:
                return await self.think(FAIR, opened, view)
            case Owed.PLAN:
                plan = None if seat is None else opened.read.seats[seat].plan
                return (planned_answer(game, view, plan) if plan else None) or game.fallback(view)
            case Owed.ORDER:
                orders = () if seat is None else opened.read.seats[seat].orders
                path = answer(game.spec.key, view, orders)
                return path if is_whole(game, view, path) else game.fallback(view)
            case Owed.FORCED:
                return only_path(game, view) or game.fallback(view)
            case Owed.OPENING:
                return first_path(game, view)
            case Owed.ABSENT | Owed.LATE:
                return game.fallback(view)

    async def _computed(self, opened: LoadedMatch, view: View) -> Path:
        """A computer's move now; a thinker has had its time, or Fair moves instead."""
        assert view.viewer is not None, "the host is no computer player"
        key = computer_on(opened.match.seats[view.viewer]) or FAIR
        if key not in THINKERS:
            return await self.think(key, opened, view)
        kept = self.kept(Thought(opened.match.id, view.viewer, fingerprint_of(view)))
        return kept or await self.think(FAIR, opened, view)

    def kept(self, thought: Thought) -> Path | None:
        """The move that came of the same thought before, if it is still cached.

        Given as much time again, a thinker might change its mind, and an undo would show a person two moves.
        """
        return self._thoughts.get(thought)

    async def _play_late(self, opened: LoadedMatch, seat: Seat, path: Path) -> MatchFacts:
        """Play the fallback of a seat whose time is up; after too many in a row a computer takes the seat."""
        row = opened.match.seats[seat]
        announced: list[Event] = []
        posts: list[Outgoing] = []
        if row.play_on != PlayOn.LATE:  # the first move of this turn
            row = replace(row, missed=row.missed + 1, play_on=PlayOn.LATE)
            announced.append(Event("house.late", None, {"seat": seat}))
            posts.append(Outgoing(PostKind.LATE, row.user, seat))
        if row.missed >= PATIENCE:
            row = replace(row, missed=0, play_on=None, substitute=FAIR)
            announced.append(Event("house.substituted", None, {"seat": seat}))
            posts.append(Outgoing(PostKind.FREE, None, seat))
        opened = with_seat(opened, row)
        return await self._match_log.step(opened, Move(seat, path), Origin(How.LATE), announced, *posts)

    async def play_thought(self, match_id: int, thought: Thought, path: Path) -> None:
        """Play the move a computer has thought of, if its seat still has the same question.

        In a sealed stage the move waits for its random moment (rule 10), unless no one else plays.
        """
        async with self._match_log.lock(match_id):
            read = await self._match_log.store.facts(match_id)
            if read is None or read.match.phase != "running" or read.match.paused is not None:
                return
            opened, seat = await self._match_log.loaded(read), thought.seat
            view = opened.view(seat)
            if seat not in view.waiting or fingerprint_of(view) != thought.fingerprint:
                return
            if computer_on(read.match.seats[seat]) not in THINKERS:
                return
            self._thoughts[thought] = path
            if view.sealed and not read.match.is_private:
                return
            await self.play_on(await self._match_log.step(opened, Move(seat, path), Origin(How.COMPUTER)))

    async def think(self, key: str, opened: LoadedMatch, view: View) -> Path:
        """Work out a computer's move, in a thread."""
        assert view.viewer is not None, "the host is no computer player"
        rng = random.Random(computer_luck(opened.match, view.viewer, fingerprint_of(view)))
        return await asyncio.to_thread(OPPONENTS[key], opened.game, view, rng)


def with_seat(opened: LoadedMatch, row: SeatRow) -> LoadedMatch:
    """The match with one seat's row replaced."""
    seats = tuple(row if seat.seat == row.seat else seat for seat in opened.match.seats)
    return replace(opened, match=replace(opened.match, seats=seats))
