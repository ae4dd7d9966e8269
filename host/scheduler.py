"""Scheduler: plays due deadlines, the earliest first, also after a crash."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import Stale, Store
from host.lobby.lobby import Lobby
from host.play.autoplay import AutoPlayer
from host.play.consequences import addressed
from host.table.live import LivePlay
from host.table.votes import Votes
from host.thinking.thoughts import Thoughts
from host.time.worker import Now
from model.kinds import TIMED, Ballot, Evening, Gathering, Owed, PostKind, Reminder, Thinking
from model.match import Deadline, Match, Outgoing

log: FilteringBoundLogger = structlog.get_logger()

TAKEN = 20  # deadlines taken at once
AGAIN = 60.0  # seconds until a failed deadline is tried again


class Scheduler:
    """Plays due deadlines; one that fails is reported and retried, while the others go on."""

    def __init__(
        self,
        store: Store,
        autoplayer: AutoPlayer,
        *,
        thoughts: Thoughts,
        votes: Votes,
        live: LivePlay,
        lobby: Lobby,
        now: Now,
        wake: Callable[[], None],
        catch_up: Callable[[], Awaitable[None]],
    ) -> None:
        self._store, self._autoplayer, self._votes, self._lobby = store, autoplayer, votes, lobby
        self._thoughts, self._live = thoughts, live
        self._now, self._wake, self._catch_up = now, wake, catch_up

    async def work(self) -> float | None:
        """Play all due deadlines; returns when the next one is due."""
        await self._catch_up()
        while (first := await self._store.next_due()) is not None and first <= self._now():
            for deadline in await self._store.due(self._now(), TAKEN):
                await self._play(deadline)
        return first

    async def _play(self, deadline: Deadline) -> None:
        try:
            await self._dispatch(deadline)
        except Stale:
            return  # someone moved first, which is just as good
        except Exception:
            log.exception("deadline failed", match=deadline.match, seq=deadline.seq, kind=deadline.kind)
            await self._store.postpone(deadline, self._now() + AGAIN)

    async def _dispatch(self, deadline: Deadline) -> None:
        read = await self._store.facts(deadline.match)
        if read is None:
            return
        match, later = read.match, self._autoplayer.later(read, deadline) if deadline.kind in TIMED else None
        match deadline.kind:
            case Ballot():
                await self._votes.close(deadline)
            case Evening():
                await self._live.close(deadline)
            case Gathering():
                await self._lobby.start_or_close(deadline)
            case Owed() | Reminder() if later is not None and deadline.seq == match.seq:
                await self._store.delay(deadline, later)
            case Owed():
                await self._autoplayer.play_due(deadline)
            case Thinking():
                self._thoughts.begin(deadline)
            case Reminder() as reminder:
                await self._remind(match, deadline, reminder, is_due=later is None)

    async def _remind(self, match: Match, deadline: Deadline, reminder: Reminder, *, is_due: bool) -> None:
        post = _reminder(match, deadline, reminder) if is_due else None
        posts = () if post is None else addressed(match, [post])
        if not posts:
            await self._store.drop(deadline)
        elif await self._store.remind(deadline, *posts):
            self._wake()


def _reminder(match: Match, deadline: Deadline, reminder: Reminder) -> Outgoing | None:
    """The reminder to a seat's person, or to the table of a stalled match; None if it has become pointless."""
    seat = None if deadline.seat is None else match.seats[deadline.seat]
    if seat is None or seat.asked is None:
        return None
    if reminder != Reminder.SNOOZE and deadline.due < seat.asked:
        return None  # it was about an earlier question
    to = None if reminder == Reminder.STALLED else seat.user
    return Outgoing(PostKind(reminder), to, deadline.seat)
