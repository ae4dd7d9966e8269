"""Outbox: sends posts in order, many at a time, and retries each until it is sent."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

import structlog
from prometheus_client import Counter
from structlog.typing import FilteringBoundLogger

from db.store import LEASE, Store
from host.delivery import Compose, Delivery, Sender, Unsent
from host.outbox.messages import IN_THREAD, Composer, Message
from host.outbox.notifications import CALLS, Notifications
from host.play.matches import Matches
from host.time.worker import Idle, Now, just_wait
from model.kinds import RETIRING, CallChannel, PostKind
from model.match import MatchFacts, MessageRef, Post

log: FilteringBoundLogger = structlog.get_logger()

POSTS = Counter(
    "gruppetto_messages", "Messages that were sent, were moot, or have to be tried again", ("kind", "outcome")
)
AT_ONCE = 16  # messages: of the 50 calls a second that Discord allows, answers to presses need some
SLOW = 2.0  # seconds: a message that takes longer waits for Discord, and doesn't block others
MOST = 100  # messages under way at once, slow ones included
MOMENT = 0.5  # seconds a call waits while its person is pressing a button of the match
WAITS = 2  # times, before it is put off
BACKOFF = (2.0, 5.0, 15.0, 60.0, 300.0, 900.0, 3600.0)  # seconds after the first, second, ... failure; then the last


class PutOff(Exception):
    """The post must not be sent before `until` (unix seconds)."""

    def __init__(self, until: float) -> None:
        super().__init__(until)
        self.until = until


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A message being sent, and since when (seconds of the event loop)."""

    post: Post
    task: asyncio.Task[None]
    since: float


class Reading:
    """Reads each match once for several messages made at the same time."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._read: dict[int, MatchFacts | None] = {}
        self._locks = defaultdict[int, asyncio.Lock](asyncio.Lock)

    async def of(self, match: int) -> MatchFacts | None:
        """Facts of a match, including its key, once the moves being played at this moment are in."""
        async with self._locks[match]:
            if match not in self._read:
                self._read[match] = await self._matches.settled(match)
            return self._read[match]


class Outbox:
    """Drains the outbox through a sender; late posts of one kind to one reader become one.

    Messages go out in parallel, but one at a time to each person and into each thread: see `Store.take_posts`.
    """

    def __init__(
        self,
        store: Store,
        matches: Matches,
        notifications: Notifications,
        kinds: Mapping[PostKind, Compose],
        sender: Sender,
        *,
        now: Now,
        idle: Idle = just_wait,
    ) -> None:
        """`kinds` make the posts about cups and servers."""
        self._store, self._matches, self._composer = store, matches, Composer(store, matches, notifications, now)
        self._kinds, self._now, self._sender, self._idle = kinds, now, sender, idle
        if missing := {*PostKind} - {PostKind.NEWER, *self._composer.kinds, *kinds}:
            raise LookupError(f"no composer for posts of these kinds: {sorted(missing)}")
        self._under_way: dict[int, UnderWay] = {}  # by post id
        self._leased = 0.0  # when the first of their leases ends
        self._news = asyncio.Event()
        self._may_take = True  # whether there may be posts to take
        self._knows_later = False  # whether the next line is all that waits for its time
        self._later: float | None = None  # when the first post that was put off falls due

    def wake(self) -> None:
        """Look again, as something new may be due."""
        self._may_take = True
        self._news.set()

    async def work(self) -> float | None:
        """Send everything due, including what falls due meanwhile; returns when the next post is due.

        If cancelled, it breaks off messages under way, as a crash would.
        """
        try:
            self._may_take = True
            while True:
                self._news.clear()
                await self._renew()
                while self._may_take and (capacity := self._capacity()):
                    self._may_take = False  # unless `wake` says so meanwhile
                    if await self._begin(capacity) == capacity:
                        self._may_take = True
                if self._under_way:
                    await self._idle(self._rest())
                elif not self._may_take:
                    if not self._knows_later:
                        self._later = await self._store.next_post(self._now())
                    if self._later is None or self._later > self._now():
                        return self._later
                    self._may_take = True
        except asyncio.CancelledError:
            broken_off = [t.task for t in self._under_way.values()]
            for task in broken_off:
                task.cancel()
            await asyncio.gather(*broken_off, return_exceptions=True)
            raise

    def _capacity(self) -> int:
        """The number of further messages that may be under way."""
        now = asyncio.get_running_loop().time()
        quick = sum(now - task.since < SLOW for task in self._under_way.values())
        return max(0, min(AT_ONCE - quick, MOST - len(self._under_way)))

    async def _begin(self, most: int) -> int:
        """Take some posts and begin to send them; returns how many were ready."""
        if not self._under_way:
            self._leased = self._now() + LEASE
        self._later = None
        posts, reading = await self._store.take_posts(self._now(), most, LEASE), Reading(self._matches)
        self._knows_later = bool(posts)
        if posts and posts[0].later is not None:
            self._look_at(posts[0].later)
        for post in posts:
            if post.id not in self._under_way:  # else the clock leapt, and its lease had run out
                task = asyncio.create_task(self._carry(post, reading), name=f"post {post.id}")
                self._under_way[post.id] = UnderWay(post, task, asyncio.get_running_loop().time())
        return len(posts)

    async def _carry(self, post: Post, reading: Reading) -> None:
        try:
            await self.send(post, reading)
        except Exception:  # the database is gone: after the lease the post is handed out again
            _log_failure(post)
            self._look_at(self._leased)
        finally:
            del self._under_way[post.id]
            self._may_take |= post.is_followed
            self._news.set()

    def _look_at(self, time: float) -> None:
        """Note that a post falls due at that time."""
        self._later = time if self._later is None else min(self._later, time)

    async def _renew(self) -> None:
        """Renew the leases of messages under way when half of the earliest is over."""
        if self._under_way and self._leased - self._now() < LEASE / 2:
            self._leased = self._now() + LEASE
            await self._store.renew(list(self._under_way), self._leased)

    async def _rest(self) -> None:
        """Sleep until a message has been sent or there is something new; look again in time if one is slow."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SLOW):
                await self._news.wait()
                return
        self._may_take = True

    async def send(self, post: Post, reading: Reading | None = None) -> None:
        """Send one post or put it off; after its opening a match is dealt. Others share `reading`."""
        try:
            delivery = await self._composed(post, reading)
            place = None if delivery is None else await self._deliver(delivery)
            if post.match is not None and post.kind == PostKind.OPENING:
                await self._matches.deal(post.match)  # the thread now shows commitment and entropy
        except PutOff as put_off:
            await self._store.put_off(post.id, put_off.until)
            self._look_at(put_off.until)
        except Exception as fault:
            if not isinstance(fault, Unsent):
                _log_failure(post)
            after = fault.after if isinstance(fault, Unsent) else None
            pause = BACKOFF[min(post.tries, len(BACKOFF) - 1)] if after is None else after
            until = self._now() + pause
            await self._store.retry(post.id, until)
            self._look_at(until)
            POSTS.labels(post.kind, "later").inc()
        else:
            await self._settle(post, delivery, place)

    async def _composed(self, post: Post, reading: Reading | None) -> Delivery | None:
        """The delivery to send, None if it has become pointless; raises PutOff."""
        links = post.kind in (PostKind.INVITED, PostKind.FOUND)  # to the lobby's message
        if await self._waits_for_press(post) or (links and await self._waits_for_public(post)):
            reading = None  # what was read before is out of date
        if post.match is None:
            return await self._kinds[post.kind](post)
        read = await (reading or Reading(self._matches)).of(post.match)
        if read is None:
            return None
        preferences = await self._composer.preferences(post, read)
        if preferences is not None and (earliest := preferences.earliest_time(self._now())) > self._now():
            raise PutOff(earliest)
        return await self._composer.message(post, read, preferences)

    async def _waits_for_press(self, post: Post) -> bool:
        """Wait while the reader presses a button of the match; returns whether they did, raises PutOff."""
        match, user = post.match, post.to
        for waited in range(WAITS + 1):
            if match is None or user is None or not self._matches.presence.is_pressing(match, user):
                return waited > 0
            if waited < WAITS:
                await asyncio.sleep(MOMENT)
        raise PutOff(self._now() + MOMENT)

    async def _deliver(self, delivery: Delivery) -> MessageRef | None:
        await self._public_ones_before(delivery)
        place = await self._sender.deliver(delivery)
        if isinstance(delivery, Message):
            await self._keep(delivery, place)
        elif delivery.keep is not None:
            await delivery.keep(place)
        return place

    async def _settle(self, post: Post, delivery: Delivery | None, place: MessageRef | None) -> None:
        # a retry may have been answered with the message of the first try: then newer posts are still due
        shown = delivery.through if delivery is not None and not post.tries else post.seq
        # a public mention in a thread doesn't name the person's other matches
        others = delivery.others if isinstance(delivery, Message) and place is not None and place.private else ()
        # a move that answers an older call may be stored already; it must not retire the call sent now
        moot = RETIRING if post.kind in CALLS and place is not None else ()
        await self._store.settle(post, shown, [match.id for match in others], CALLS, moot=moot)
        POSTS.labels(post.kind, "sent" if delivery is not None else "moot").inc()

    async def _keep(self, message: Message, place: MessageRef | None) -> None:
        """Remember where a message stands and forget what it has retired. Only the newest call stays open.

        The message of the end is never edited or retired, so that players can find it.
        """
        post, match = message.post, message.match.id
        now = [m for m in (place, place and place.also) if m is not None]
        if place is not None and place.is_of(message.live) and post.to is not None:
            await self._store.show_panel(post.kind, post.to, place.channel, place.message, match)
            now = [place]
        is_new = place != message.place and post.kind != PostKind.END
        for ref, kind in zip(now if is_new else [], (post.kind, post.kind + IN_THREAD), strict=False):
            await self._store.remember(match, kind, post.to, ref.channel, ref.message)
        older = tuple(call for call in message.older if call.place.message not in [m.message for m in now])
        if older and now:
            newer = replace(message, post=replace(post, kind=PostKind.NEWER), place=place, retired=older)
            with suppress(Unsent):  # they are retired when it is answered
                await self._sender.deliver(newer)
                await self._store.forget_places(match, [call.place.message for call in older])
        if message.retired:
            await self._store.forget_places(match, [call.place.message for call in message.retired])

    async def _public_ones_before(self, delivery: Delivery) -> None:
        """Before a call in the thread, wait for what the thread should read first."""
        post = delivery.post
        if not isinstance(delivery, Message) or post.to is None:
            return
        if delivery.channel == CallChannel.DM and not delivery.first:
            return
        await self._waits_for_public(post)

    async def _waits_for_public(self, post: Post) -> bool:
        """Wait for the match's public messages before it that are under way; returns whether there were any."""
        ahead = [task for task in self._under_way.values() if task.post.match == post.match and task.post.to is None]
        tasks = [sending.task for sending in ahead if sending.post.id < post.id]
        if tasks:
            await asyncio.wait(tasks)
        return bool(tasks)


def _log_failure(post: Post) -> None:
    about = {"match": post.match, "cup": post.cup, "guild": post.guild}
    log.exception("post failed", **about, seq=post.seq, kind=post.kind, tries=post.tries)
