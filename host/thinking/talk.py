"""Table talk: what riders with a style say after a turn that has turned a match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from cachetools import LRUCache

from db.store import Store
from engines.table import Seat, View
from host.play.loaded_match import LoadedMatch
from host.thinking.pool import ThoughtPool
from model.kinds import PostKind
from model.match import Match, Outgoing
from opponents import RIDERS
from opponents.games import players_of
from opponents.worker import Swing

TURNED = 0.2  # of the first place: so much has a turn to change
SECONDS = 0.25  # of one core to find that out
KEPT = 256  # matches whose last turn is known


class TableTalk:
    """Listens to matches with riders. What one of them says follows from what everyone sees, so it tells no secret.

    Nothing waits for it: while no process is free, they say nothing.
    """

    def __init__(self, store: Store, pool: ThoughtPool, wake: Callable[[], None]) -> None:
        self._store, self._pool, self._wake = store, pool, wake
        self._seen = LRUCache[int, View](KEPT)  # what everyone saw when the last turn of a match began
        self._tasks: set[asyncio.Task[None]] = set()

    def hear(self, opened: LoadedMatch, match: Match) -> None:
        """Take note of a step of a match, which has just been written; never within a sealed stage."""
        riders = [row.seat for row in match.seats if row.opponent in RIDERS]
        if not riders or match.is_homeless or match.phase != "running":
            return
        public, before = opened.view(None), self._seen.get(match.id)
        if public.sealed or (before is not None and before.waiting == public.waiting):
            return
        self._seen[match.id] = public
        if before is None or not self._pool.is_free:
            return
        part_of = players_of(match.game).part
        part = 1 if part_of is None else part_of(opened.state)
        task = Swing(match.game, before, public, SECONDS, match.seq)
        said = asyncio.create_task(self._say(match.id, part, task, riders), name=f"table talk {match.id}")
        self._tasks.add(said)
        said.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Break off what is being thought about."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _say(self, match: int, part: int, task: Swing, riders: Sequence[Seat]) -> None:
        """Let the rider speak whose chance has changed most, unless one has spoken in this part of the match."""
        swings: Any = await self._pool.do(task)
        seat = max(riders, key=lambda rider: abs(swings[rider])) if swings else riders[0]
        if not swings or abs(swings[seat]) < TURNED:
            return
        kind = PostKind.CHEER if swings[seat] > 0 else PostKind.GROAN
        if await self._store.talk(match, part, Outgoing(kind, None, seat), task.seed):
            self._wake()
