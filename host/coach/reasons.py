"""Reasons for a puzzle's best move: one example each, computed once."""

from __future__ import annotations

import asyncio
from typing import Any

from cachetools import LRUCache

from host.coach.puzzles import Posed
from host.thinking.pool import ThoughtPool
from opponents.examples import GoingOn, Reason
from opponents.worker import Explain

__all__ = ["GoingOn", "Reason", "Reasons"]

KEPT = 32  # puzzles whose solutions people open again and again


class Reasons:
    """Works reasons out in a thinking process; a puzzle always gets the same one."""

    def __init__(self, pool: ThoughtPool) -> None:
        self._pool = pool
        self._known = LRUCache[int, Reason](KEPT)
        self._thinks = asyncio.Lock()

    async def reason(self, posed: Posed) -> Reason | None:
        """An example of what the best move and the next best lead to; None if no process was free."""
        stored = posed.stored
        async with self._thinks:
            reason = self._known.get(stored.id)
            if reason is None:
                second, _ = stored.puzzle.second
                task = Explain(stored.puzzle.game, posed.view, (stored.puzzle.best, second), stored.id)
                result: Any = await self._pool.do(task)
                if result is None:
                    return None
                reason = self._known[stored.id] = result
            return reason
