"""A pool of thinkers in which the test does the thinking."""

from __future__ import annotations

import asyncio
import pickle
from io import BytesIO

import pytest

from engines.table import Path
from host.coach import reviews
from host.thinking.pool import ThoughtPool
from opponents import comparing, confirming, reasons, review
from opponents.thinking import Ranking, Weighed
from opponents.worker import LENGTH, Answer, Question, Task, packed, serve


class Desk(ThoughtPool):
    """A pool without processes: the test gives the answers."""

    def __init__(self) -> None:
        super().__init__(size=1)
        self.asked: list[tuple[Question, asyncio.Future[Ranking | None]]] = []
        self.prepared: list[Path] | None = None  # what the next thought comes to, best first

    async def think(self, question: Question) -> Ranking | None:
        future: asyncio.Future[Ranking | None] = asyncio.get_running_loop().create_future()
        self.asked.append((question, future))
        if self.prepared is not None:
            self.answer(*self.prepared)
            self.prepared = None
        return await future

    def answer(self, *paths: Path) -> None:
        """What the oldest thought comes to that is under way, best first; without a path it fails."""
        next(future for _, future in self.asked if not future.done()).set_result(
            [Weighed(path) for path in paths] or None
        )


class Crowded(ThoughtPool):
    """A pool with processes, none of which is ever free for a mark."""

    @property
    def is_free(self) -> bool:
        return False


class Beside(Crowded):
    """A pool without processes: a thread of the test serves it as one of them would."""

    def __init__(self) -> None:
        super().__init__(size=1)
        self.tasks: list[Task] = []

    async def _ask(self, task: Task) -> Answer:
        self.tasks.append(task)
        sink = BytesIO()
        await asyncio.to_thread(serve, BytesIO(packed(task)), sink)
        return pickle.loads(sink.getvalue()[LENGTH.size :])


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reviews be made with a few ways on from each moment, and with short examples."""
    for room in (comparing, confirming, review):
        monkeypatch.setattr(room, "LEAST", 4)
    monkeypatch.setattr(reasons, "SHOWN", 4)
    monkeypatch.setattr(reviews, "SECONDS", 0.01)
    for name in ("MORE", "CONFIRMING", "EXAMPLES"):
        monkeypatch.setattr(reviews, name, 0.001)
