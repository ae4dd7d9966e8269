"""Hints: what a strong computer player would do, in unrated matches."""

from __future__ import annotations

import asyncio
from random import Random
from zlib import crc32

from cachetools import LRUCache

from engines.table import Refused
from host.play.autoplay import Thought
from host.play.match_log import MatchLog
from host.play.results import counts
from host.play.seen import Seen
from host.thinking.pool import ThoughtPool
from model.match import Match
from opponents import FAIR, OPPONENTS, STRONG
from opponents.mattering import are_alike
from opponents.thinking import Ranking, Weighed
from opponents.worker import Question

__all__ = ["Hints", "Ranking", "Weighed", "can_have_hint", "gives_hints"]

MOST = 3  # moves in a hint
KEPT = 256  # hints, and marks, that can be shown again
GLANCE = 0.1  # seconds of a core: the thought behind a mark


def gives_hints(match: Match) -> bool:
    """Whether people get hints in the match: it can't count for a leaderboard, and belongs to no cup or set."""
    return (
        match.cup is None
        and match.of_set is None
        and not counts(match, sum(row.opponent is None for row in match.seats))
    )


def can_have_hint(seen: Seen) -> bool:
    """Whether the viewer has a question for which they can get a hint."""
    match = seen.match
    is_asked = seen.seat is not None and seen.seat in seen.view.waiting
    return is_asked and not seen.planning and match.phase == "running" and match.paused is None and gives_hints(match)


class Hints:
    """Gives people hints. Each question has one hint, and counts once however often it is asked for."""

    def __init__(self, match_log: MatchLog, pool: ThoughtPool) -> None:
        self._match_log, self._pool = match_log, pool
        self._known = LRUCache[Thought, Ranking](KEPT)
        self._marked = LRUCache[Thought, bool](KEPT)
        self._tasks: set[asyncio.Task[bool]] = set()
        self._thinking: dict[Thought, asyncio.Task[Ranking]] = {}

    def mark(self, seen: Seen) -> asyncio.Task[bool]:
        """The task behind `makes_no_difference`; it goes on even if no one waits for it any more."""
        task = asyncio.create_task(self.makes_no_difference(seen), name=f"mark {seen.match.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def makes_no_difference(self, seen: Seen) -> bool:
        """Whether a strong player sees no difference between the viewer's moves (the mark ≈).

        Judged from their view alone, by a short thought that counts as no hint. False in a match without hints, and
        while no process is free.
        """
        if seen.seat is None or not can_have_hint(seen):
            return False
        thought = Thought(seen.match.id, seen.seat, seen.fingerprint)
        if thought in self._marked:
            return self._marked[thought]
        if not self._pool.is_free:
            return False
        seed = crc32(seen.fingerprint.encode())
        ranking = await self._pool.think(Question(seen.match.game, STRONG, seen.view, seed, seconds=GLANCE))
        if ranking is None:
            return False
        self._marked[thought] = are_alike(ranking, len(seen.match.seats))
        return self._marked[thought]

    async def hint(self, seen: Seen) -> Ranking:
        """The viewer's best moves, best first, once they are counted as a hint; judged from their view alone.

        Raises Refused in a match without hints, and if the seat has nothing to choose.
        """
        if seen.match.cup is not None:
            raise Refused("hint.cup")
        if seen.match.of_set is not None:
            raise Refused("hint.race")
        if not gives_hints(seen.match):
            raise Refused("hint.rated")
        if seen.seat is None or not can_have_hint(seen):
            raise Refused("hint.nothing")
        thought = Thought(seen.match.id, seen.seat, seen.fingerprint)
        ranking = self._known.get(thought) or await self._once(thought, seen)
        self._known[thought] = ranking
        await self._match_log.store.count_hint(thought.match, thought.seat, thought.fingerprint)
        return ranking

    async def _once(self, thought: Thought, seen: Seen) -> Ranking:
        """One thought for all who ask about the same question meanwhile."""
        task = self._thinking.get(thought)
        if task is None:
            task = self._thinking[thought] = asyncio.create_task(self._thought_of(seen), name=f"hint {seen.match.id}")
            task.add_done_callback(lambda _: self._thinking.pop(thought, None))
        return await asyncio.shield(task)

    async def _thought_of(self, seen: Seen) -> Ranking:
        seed = self._match_log.rng.getrandbits(64)
        ranking = await self._pool.think(Question(seen.match.game, STRONG, seen.view, seed, MOST))
        if ranking:
            return ranking[:MOST]
        path = await asyncio.to_thread(OPPONENTS[FAIR], seen.game, seen.view, Random(seed))
        return [Weighed(path)]
