"""Thoughts of computer players: no press waits for them, and they hold no lock."""

from __future__ import annotations

import asyncio

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import LEASE, Stale
from engines.table import IllegalMove, Path, Refused, View
from host.play.autoplay import AutoPlayer, Thought
from host.play.fair_dice import computer_luck
from host.play.loaded_match import LoadedMatch
from host.play.match_log import MatchLog
from host.play.seen import computer_on, fingerprint_of
from host.thinking.pool import ThoughtPool
from model.match import Deadline
from opponents import FAIR, THINKERS
from opponents.worker import Question

log: FilteringBoundLogger = structlog.get_logger()

RENEWED = LEASE / 3  # seconds between two renewals of the lease on a deadline being thought about
AGAIN = 60.0  # seconds until a thought whose move couldn't be played is repeated


class Thoughts:
    """Follows each thought from its deadline to the move, once, however often its match moves on meanwhile."""

    def __init__(self, match_log: MatchLog, autoplayer: AutoPlayer, pool: ThoughtPool) -> None:
        self._match_log, self._autoplayer, self._pool = match_log, autoplayer, pool
        self._under_way: dict[Thought, Deadline] = {}  # each with its newest deadline
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, deadline: Deadline) -> None:
        """Let this deadline's computer think, in a task of its own."""
        task = asyncio.create_task(self._follow(deadline), name="thought")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Break off all thoughts; their deadlines stay, and the next start of the bot begins again."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self, deadline: Deadline) -> None:
        try:
            await self._think(deadline)
        except Exception as fault:
            if isinstance(fault, Refused | Stale) and not isinstance(fault, IllegalMove):
                return  # the match can't be played any more, or another process was faster
            log.exception("thought can't be followed", match=deadline.match, seq=deadline.seq)
            await self._match_log.store.postpone(deadline, self._match_log.now() + AGAIN)

    async def _think(self, deadline: Deadline) -> None:
        """Think about the seat's present question, unless that is under way; then play the move."""
        match = await self._match_log.store.match(deadline.match)
        if match is None or match.seq != deadline.seq or deadline.seat is None:
            return
        opened = await self._match_log.load(deadline.match)
        view = opened.view(deadline.seat)
        level = computer_on(opened.match.seats[deadline.seat])
        if opened.match.seq != deadline.seq or deadline.seat not in view.waiting or level not in THINKERS:
            return
        thought = Thought(deadline.match, deadline.seat, fingerprint_of(view))
        is_new = thought not in self._under_way
        self._under_way[thought] = deadline
        if not is_new:
            return
        try:
            path = self._autoplayer.kept(thought) or await self._path(thought, opened, view, level)
        finally:
            del self._under_way[thought]
        await self._autoplayer.play_thought(deadline.match, thought, path)

    async def _path(self, thought: Thought, opened: LoadedMatch, view: View, level: str) -> Path:
        """The move the computer has thought of, or Fair's if no process can think."""
        luck = computer_luck(opened.match, thought.seat, thought.fingerprint)
        cost = opened.match.seats[thought.seat].cost
        question = Question(opened.match.game, level, view, luck, cost=cost)
        thinking = asyncio.create_task(self._pool.think(question))
        try:
            while not (await asyncio.wait({thinking}, timeout=RENEWED))[0]:
                # tells others who take over deadlines that this one is in hand
                await self._match_log.store.postpone(self._under_way[thought], self._match_log.now() + LEASE)
        finally:
            thinking.cancel()
        ranking = await thinking
        return ranking[0].path if ranking else await self._autoplayer.think(FAIR, opened, view)
