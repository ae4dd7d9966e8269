"""Gains and swing at the end of a match."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from cachetools import LRUCache

from engines.table import Event, Refused, Seat, Standing
from host.careers.careers import Careers
from host.careers.swing import Swing, hardest, unchallenged
from host.play.kept_states import KeptState
from host.play.match_log import MatchLog
from host.play.results import kept
from host.play.seen import Seen, may_hear
from host.time.worker import Now
from model.career import Gain
from model.kinds import ResultKind
from model.match import LogRow, Match, Result, Snapshot
from opponents import SPARRING
from opponents.sparring import level_at

LOOKED_AT = 500  # states of a match; of a longer one a sample is read first, then what lies around the swing
KEPT = 16  # endings
KEPT_FOR = 30.0  # seconds: as long as the messages of an end are on their way
Key = tuple[int, int, tuple[int | None, ...]]


@dataclass(frozen=True, slots=True)
class Adapted:
    """What an answer of Sparring gave away to a person, and will next time, which is most like a `level`."""

    user: int
    name: str
    before: float
    after: float
    level: str


@dataclass(frozen=True, slots=True)
class Ending:
    """Rating gains of a match (`gains`, the best rating first) and how its lead changed.

    `swing` is the biggest change of the lead and `happened` what everyone heard then, except in the last step;
    `unchallenged` is the seat that led throughout. If someone who began never moved, the match is `unrated`, or
    rated only for the people who `lost` it by leaving.
    """

    gains: tuple[Gain, ...] = ()
    swing: Swing | None = None
    happened: tuple[Event, ...] = ()
    unchallenged: Seat | None = None
    lost: tuple[tuple[int, str], ...] = ()  # user and name
    unrated: bool = False
    adapted: Adapted | None = None  # after a match against Sparring

    def of(self, user: int) -> Ending:
        """The ending with this person's gains only."""
        return replace(self, gains=tuple(gain for gain in self.gains if gain.user == user))


class Endings:
    """Reads endings, once for all the messages about the same end."""

    def __init__(self, match_log: MatchLog, careers: Careers, now: Now) -> None:
        self._match_log, self._careers, self._now = match_log, careers, now
        self._kept = LRUCache[Key, tuple[float, Ending]](KEPT)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def of(self, seen: Seen) -> Ending:
        """The ending of a finished match; one that was called off or ended early has no swing."""
        match = seen.match
        # a person who asked to be forgotten meanwhile has another id in their seat
        key: Key = (match.id, match.seq, tuple(row.user for row in match.seats))
        async with self._locks.setdefault(match.id, asyncio.Lock()):
            entry = self._kept.get(key)
            if entry is None or self._now() - entry[0] > KEPT_FOR:
                entry = self._kept[key] = (self._now(), await self._read(seen))
            return entry[1]

    async def _read(self, seen: Seen) -> Ending:
        match = seen.match
        results, gains = await self._careers.outcome(match.id, match.guild)
        lost, unrated = _idle(results) if match.terms.rated else ((), False)
        ending = Ending(tuple(gains), lost=lost, unrated=unrated, adapted=await self._adapted(match))
        if match.phase != "over" or not seen.view.over:
            return ending
        try:
            return await self._with_lead(ending, match)
        except Refused:  # an old save that can't be read: the rest of the ending still stands
            return ending

    async def _adapted(self, match: Match) -> Adapted | None:
        """How Sparring has adapted to the opener of the match; None if it hasn't, or doesn't."""
        cost = next((row.cost for row in match.seats if row.opponent == SPARRING), None)
        opener = next((row for row in match.seats if row.user == match.host), None)
        if cost is None or opener is None or match.phase != "over" or match.position_of is not None:
            return None
        form = await self._match_log.store.careers.sparring(match.host, match.game)
        if form is None:
            return None
        return Adapted(match.host, opener.name, cost, form.cost, level_at(match.game, form.cost))

    async def _with_lead(self, ending: Ending, match: Match) -> Ending:
        every = -(-match.seq // LOOKED_AT)
        places, course, rows = await self._course(match, 1, match.seq, every)
        end = places[-1]
        swing = hardest(course)
        if swing is None:
            return replace(ending, unchallenged=unchallenged(course))
        if every > 1:
            places, course, rows = await self._course(match, places[swing.at - 1], places[swing.at], 1)
            swing = hardest(course) or replace(swing, at=len(course) - 1)
        # the result itself tells what the last step did
        happened = [row for row in rows if row.seq == places[swing.at] and row.seq < end]
        events = tuple(event for row in happened for event in row.events if may_hear(event, None))
        return replace(ending, swing=swing, happened=events)

    async def _course(
        self, match: Match, first: int, last: int, every: int
    ) -> tuple[list[int], list[tuple[Standing, ...]], list[LogRow]]:
        """Row numbers of the log, everyone's view of the standings after each, and all rows between them.

        Moves that were taken back are left out.
        """
        rows, snapshots = await self._match_log.store.course(match.id, first, last, every)
        stand = [snapshots[row.seq] for row in kept(rows) if row.seq in snapshots]
        in_memory = {row.seq: self._match_log.kept.state(match.id, row.seq) for row in stand}
        standings = await asyncio.to_thread(self._standings, match, stand, in_memory)
        return [row.seq for row in stand], standings, rows

    def _standings(
        self, match: Match, snapshots: Iterable[Snapshot], in_memory: Mapping[int, KeptState | None]
    ) -> list[tuple[Standing, ...]]:
        game = self._match_log.game(match)

        def state(snapshot: Snapshot) -> Any:
            kept = in_memory[snapshot.seq]
            return self._match_log.decoded(match, snapshot) if kept is None or kept.state is None else kept.state

        return [game.view(state(snapshot), None).standings for snapshot in snapshots]


def _idle(results: Iterable[Result]) -> tuple[tuple[tuple[int, str], ...], bool]:
    """People (user, name) who alone are rated, for a loss, and whether the match is rated for no one.

    That is so if someone who began it never moved.
    """
    in_order = sorted(results, key=lambda result: result.seat)
    lost = tuple((result.user, result.name) for result in in_order if result.unstarted and result.rated)
    began = [result for result in in_order if result.kind != ResultKind.JOINED]
    return lost, not lost and len(began) > 1 and not all(result.in_time for result in began)
