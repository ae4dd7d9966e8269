"""Hints: a strong computer player's answers, in unrated matches."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from random import Random

from engines.table import Refused
from host.play.autoplay import Thought
from host.play.match_log import MatchLog
from host.play.results import counts
from host.play.seen import Seen
from host.thinking.pool import ThoughtPool
from model.match import Match
from opponents import FAIR, OPPONENTS, STRONG
from opponents.thinking import Ranking, Weighed
from opponents.worker import Question

__all__ = ["Hints", "Ranking", "Weighed", "can_have_hint", "gives_hints"]

MOST = 3  # answers in a hint
KEPT = 256  # hints that can be looked at again


def gives_hints(match: Match) -> bool:
    """Whether people get hints in the match: it won't count for a ladder, no matter who stays in it, and for no cup."""
    return match.cup is None and not counts(match, sum(row.opponent is None for row in match.seats))


def can_have_hint(seen: Seen) -> bool:
    """Whether the person who looks on is asked something about which they get a hint."""
    match = seen.match
    is_asked = seen.seat is not None and seen.seat in seen.view.waiting
    return is_asked and not seen.planning and match.phase == "running" and match.paused is None and gives_hints(match)


class Hints:
    """Hints for people who ask. One question has one hint, however often it is asked for, and counts once."""

    def __init__(self, match_log: MatchLog, pool: ThoughtPool) -> None:
        self._match_log, self._pool = match_log, pool
        self._known: OrderedDict[Thought, Ranking] = OrderedDict()

    async def hint(self, seen: Seen) -> Ranking:
        """The best answers of the seat that looks on, best first, once they are counted; made from its view alone.

        Raises Refused in a match without hints, and where the seat has nothing to choose.
        """
        if seen.match.cup is not None:
            raise Refused("hint.cup")
        if not gives_hints(seen.match):
            raise Refused("hint.rated")
        if seen.seat is None or not can_have_hint(seen):
            raise Refused("hint.nothing")
        thought = Thought(seen.match.id, seen.seat, seen.fingerprint)
        ranking = self._known.get(thought) or await self._thought_of(seen)
        self._known[thought] = ranking
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        await self._match_log.store.count_hint(thought.match, thought.seat, thought.fingerprint)
        return ranking

    async def _thought_of(self, seen: Seen) -> Ranking:
        seed = self._match_log.rng.getrandbits(64)
        ranking = await self._pool.think(Question(seen.match.game, STRONG, seen.view, seed, MOST))
        if ranking:
            return ranking[:MOST]
        path = await asyncio.to_thread(OPPONENTS[FAIR], seen.game, seen.view, Random(seed))
        return [Weighed(path)]
