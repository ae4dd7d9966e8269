"""Queue of thoughts: their order, and the time each gets, by the queue's length."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

SOON = 5.0  # seconds in which a question is answered, waiting included
LEAST = 0.02  # seconds that a thought always gets
GIVES_WAY = 30.0  # seconds for which other tasks let questions pass


@dataclass(order=True, slots=True)
class Turn:
    """A turn in the queue; the smallest is next."""

    rank: float  # its arrival (seconds), later for tasks that give way
    number: int
    is_question: bool = field(compare=False)
    came: asyncio.Future[None] = field(compare=False)


class ThoughtQueue:
    """At most `size` turns at a time; questions overtake other tasks that have waited less than GIVES_WAY."""

    def __init__(self, size: int) -> None:
        self._size, self._free = size, size
        self._waiting: list[Turn] = []
        self._numbers = count()

    @property
    def is_free(self) -> bool:
        """Whether a newcomer gets a turn at once."""
        return self._free > 0

    @asynccontextmanager
    async def turn(self, *, is_question: bool) -> AsyncGenerator[float]:
        """Wait for a turn and hold it; yields the seconds a question may take so that no one waits beyond SOON."""
        arrived = time.monotonic()
        turn = Turn(
            arrived + (0.0 if is_question else GIVES_WAY),
            next(self._numbers),
            is_question,
            asyncio.get_running_loop().create_future(),
        )
        heapq.heappush(self._waiting, turn)
        self._call()
        try:
            await turn.came
        except asyncio.CancelledError:
            if turn.came.done() and not turn.came.cancelled():
                self._leave()
            raise
        try:
            yield self.share(arrived, time.monotonic())
        finally:
            self._leave()

    def share(self, arrived: float, now: float) -> float:
        """The seconds for a question that arrived then, if those waiting behind it get as many."""
        behind = sorted(turn.rank for turn in self._waiting if turn.is_question and not turn.came.done())
        shares = (
            (came + SOON - now) / max(1.0, place / self._size) for place, came in enumerate([arrived, *behind], 1)
        )
        return max(LEAST, min(shares))

    def _leave(self) -> None:
        self._free += 1
        self._call()

    def _call(self) -> None:
        """Give free turns to the next in the queue."""
        while self._free and self._waiting:
            turn = heapq.heappop(self._waiting)
            if not turn.came.done():  # else its task was cancelled
                self._free -= 1
                turn.came.set_result(None)
