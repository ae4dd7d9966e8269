"""News of matches on its way to webhooks: made when it is sent, from what everyone sees then."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import LEASE, Store
from engines.table import TURN, Refused
from host.delivery import Compose, Delivery
from host.outside.carrier import Undelivered, Untried
from host.outside.herald import Herald, Place, Told
from host.outside.webhooks import Webhooks, trusted_until
from host.play.matches import Matches
from host.play.row_numbers import number_of
from host.play.seen import Seen
from host.time.clocks import DAY
from host.time.worker import Idle, Now, just_wait
from model.kinds import NewsKind, PostKind
from model.match import LogRow, MatchFacts, Post
from model.webhook import MOST_FAILURES, News, Webhook

log: FilteringBoundLogger = structlog.get_logger()

AT_ONCE = 16  # deliveries; each takes a few seconds at most
ROWS = 12  # of the log that one delivery reports
OLDEST = DAY  # seconds: older news is none
# seconds after the first, second, ... failure; then the last. The tenth, after a few hours, is the end
BACKOFF = (2.0, 5.0, 15.0, 60.0, 300.0, 900.0, 3600.0)
AGAIN = 60.0  # seconds until the next look where Discord hasn't said enough yet, or other names are slow


@dataclass(frozen=True, slots=True)
class SwitchedOff(Delivery):
    """A notice to a manager, else to the channel in which they ordered it, that a webhook is off."""

    webhook: Webhook

    @property
    def through(self) -> int:
        """See `Delivery`: the notice about one webhook doesn't serve for another."""
        return -1


class NewsCarrier:
    """Tells webhooks what is queued for them: many at a time, and each of them one thing after another."""

    def __init__(self, store: Store, matches: Matches, webhooks: Webhooks, now: Now, idle: Idle = just_wait) -> None:
        self._store, self._tables, self._matches = store, store.webhooks, matches
        self._webhooks, self._now, self._idle = webhooks, now, idle
        self.herald: Herald | None = None  # until there is one, nothing is sent
        self.kinds: dict[PostKind, Compose] = {PostKind.WEBHOOK: self._switched_off}
        self._under_way: dict[int, asyncio.Task[None]] = {}  # by webhook
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Look again, as there is news."""
        self._news.set()

    async def work(self) -> float | None:
        """Send everything due, including what falls due meanwhile; returns when the next is due.

        If cancelled, it breaks off deliveries under way, as a crash would.
        """
        try:
            while True:
                self._news.clear()
                later = await self._begin()
                if not self._under_way:
                    return later
                await self._idle(self._rest())
        except asyncio.CancelledError:
            broken_off = [*self._under_way.values()]
            for task in broken_off:
                task.cancel()
            await asyncio.gather(*broken_off, return_exceptions=True)
            raise

    async def _rest(self) -> None:
        """Sleep until a delivery is over, or there is news."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LEASE):
                await self._news.wait()

    async def _begin(self) -> float | None:
        """Begin deliveries to all webhooks that can have one; returns when the next of the others can."""
        herald = self.herald
        if herald is None:
            return None
        now = self._now()
        for webhook, guild, ready in await self._tables.waiting():
            if webhook in self._under_way or not herald.hears_of(guild):
                continue
            if ready > now:
                return ready
            if len(self._under_way) >= AT_ONCE:
                break
            taken = await self._tables.take(webhook, now, now + LEASE)
            if taken is not None:
                task = asyncio.create_task(self._carry(herald, *taken), name=f"webhook {webhook}")
                self._under_way[webhook] = task
        return None

    async def _carry(self, herald: Herald, webhook: Webhook, news: News) -> None:
        try:
            await self._tell(herald, webhook, news)
        except Exception:  # ours, not the receiver's: after the lease the news is handed out again
            log.exception("news failed", match=news.match, seq=news.seq, kind=news.kind)
        finally:
            del self._under_way[webhook.id]
            self._news.set()

    async def _tell(self, herald: Herald, webhook: Webhook, news: News) -> None:
        read = await self._matches.settled(news.match)
        assert read is not None, "the news holds it"
        place = self._place(herald, webhook, read)
        if place is Place.GONE:
            await self._tables.drop_news(webhook)
            return
        if place is Place.UNKNOWN:
            await self._tables.put_off(webhook, self._now() + AGAIN)
            return
        is_fresh = place is Place.OPEN and news.written > self._now() - OLDEST
        told = await self._told(news, read) if is_fresh else None
        if told is None:
            await self._tables.settle(webhook, news, -1, self._now(), arrived=False)
            return
        words, match = herald.words(webhook.guild, told), told.seen.match
        about = {"game": match.game, "match": match.id, "time": int(news.written)}
        try:
            await self._webhooks.send(webhook, news.kind, _name(webhook, news), words, **about)
        except Untried:
            await self._tables.put_off(webhook, self._now() + AGAIN)
        except Undelivered as fault:
            await self._failed(webhook, news, fault)
        else:
            await self._tables.settle(webhook, news, match.seq, self._now(), arrived=True)

    def _place(self, herald: Herald, webhook: Webhook, read: MatchFacts) -> Place:
        """Whether news of the match may go there.

        From the channel of the order it may, even if few people see that, as long as its author is taken to see it.
        """
        place = herald.place(webhook.guild, read.match.channel)
        is_own = read.match.channel == webhook.channel and self._now() < trusted_until(webhook)
        return Place.OPEN if place is Place.CLOSED and is_own else place

    async def _failed(self, webhook: Webhook, news: News, fault: Undelivered) -> None:
        log.info("a webhook took nothing", match=news.match, kind=news.kind, reason=fault.why, code=fault.status)
        pause = BACKOFF[min(webhook.failures, len(BACKOFF) - 1)]
        until = self._now() + max(pause, fault.after)
        if await self._tables.fail(webhook, until, self._now()):
            log.info("a webhook is off now", tries=MOST_FAILURES)

    # --- what everyone could see

    async def _told(self, news: News, read: MatchFacts) -> Told | None:
        """The news; None if it has become pointless, or can't be read."""
        try:
            seen = await self._seen(news, read)
        except Refused:  # its save can't be read
            return None
        if seen is None:
            return None
        number = await number_of(self._store, news.match, news.seq)
        rows = await self._matches.since(seen, min(number, seen.number) - ROWS)
        told = [row for row, _ in rows]
        begin = _begin_of_turn(told, news.seq)
        events = tuple(event for _, heard in rows[begin:] for event in heard if not event.kind.startswith("lobby."))
        return Told(news.kind, seen, events)

    async def _seen(self, news: News, read: MatchFacts) -> Seen | None:
        """The match as everyone sees it now; None if other news says more.

        At the end of a stage, and while moves are sealed, it is the match as of the row that the news is about: what
        is sent late must not tell who has answered since.
        """
        if (news.kind == NewsKind.END) == (read.match.phase == "running"):
            return None
        seen = await self._matches.shown(read, None)
        if news.kind == NewsKind.STAGE or (seen.view.sealed and news.kind == NewsKind.TURN):
            return await self._matches.stood(news.match, news.seq)
        return seen

    # --- the notice

    async def _switched_off(self, post: Post) -> SwitchedOff | None:
        """The notice that a webhook is off; None if it is on again, or gone."""
        webhook = await self._tables.get(post.seq)
        return SwitchedOff(post, None, webhook, keep=None) if webhook is not None and webhook.is_off else None


def _begin_of_turn(rows: Sequence[LogRow], seq: int) -> int:
    """The place of the first row after the turn began that ended with row `seq`."""
    before = [place for place, row in enumerate(rows) if row.seq < seq and any(e.kind == TURN for e in row.events)]
    return before[-1] + 1 if before else 0


def _name(webhook: Webhook, news: News) -> str:
    """The name of a delivery, the same in each try, which tells no number of ours."""
    return hmac.new(webhook.secret.encode(), f"{news.id}.{news.written}".encode(), hashlib.sha256).hexdigest()[:32]
