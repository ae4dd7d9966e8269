"""The outbox: posts are made when they are sent, from the newest state, and handed to whoever can send them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

import structlog
from structlog.typing import FilteringBoundLogger

from db.kinds import IN_PUBLIC, PANEL, RETIRING, CallChannel, How, PostKind, Reminder, RowKind
from db.rows import LogRow, Match, MatchFacts, Post
from db.store import Store
from engines.table import Event, Viewer
from host.outbox.notifications import CALLS, CallPreferences, Notifications
from host.play.consequences import is_full
from host.play.fair_dice import Proof, proof
from host.play.matches import Matches
from host.play.row_numbers import number_of
from host.play.seen import Seen, without_key
from host.table.votes import undecided
from host.time.rest_days import is_between
from host.time.worker import Idle, Now, just_wait

log: FilteringBoundLogger = structlog.get_logger()

AT_ONCE = 16  # messages: of the 50 calls a second that Discord allows, answers to presses need some as well
SLOW = 2.0  # seconds: a message that takes longer waits for Discord, and holds no other one back
MOST = 100  # messages at once, slow ones and all
LEASE = 60.0  # seconds until another process may take over what this one was sending, unless it says that it still is
MOMENT = 0.5  # seconds: how long a call waits while its person is pressing a button of that match
WAITS = 2  # times, before it is put off
BACKOFF = (2.0, 5.0, 15.0, 60.0, 300.0, 900.0, 3600.0)  # seconds after the first, second, ... failure; then the last
NEWS = 12  # log rows that a board message tells about
IN_THREAD = ".thread"  # marks the kind of what stands in the thread and was sent by direct message as well
OPEN = (*CALLS, *(kind + IN_THREAD for kind in CALLS), PANEL)  # kinds under which a person's open calls are known
REMINDERS = tuple(PostKind(kind) for kind in Reminder)  # they come to a person who looks at the question as well
BALLOTS = (PostKind.BALLOT, PostKind.BALLOT + IN_THREAD)
Heard: TypeAlias = tuple[LogRow, list[Event]]  # a log row, and what of it the reader may hear
TRIED = 4  # times: an old call that can't be retired by then stays as it is


class Unsent(Exception):
    """The post couldn't be sent now; it is tried again, `after` so many seconds if that is known."""

    def __init__(self, why: str = "", after: float | None = None) -> None:
        super().__init__(why)
        self.after = after


@dataclass(frozen=True, slots=True)
class Place:
    """Where a post is to be seen: a message in a channel; `private` if it has just gone to one person alone."""

    channel: int
    message: int
    private: bool = False
    also: Place | None = None  # where it is to be seen besides


@dataclass(frozen=True, slots=True)
class Call:
    """A message that asks a person for something, wherever it stands."""

    to: int
    place: Place


@dataclass(frozen=True, slots=True)
class Message:
    """A post with what it is made from: nothing that its reader may not see.

    `seen` is None before the dice have fallen, `proof` what may be known of them; `news` are the latest events that the
    reader may hear, oldest first, a player's since their last answer; `place` is where the same post was sent before,
    `lobby` where the match's lobby is. A call goes by the reader's `channel`, names the
    `others`, matches that wait for them as well, and takes the place of the `older` ones. A leg's end tells when (unix
    seconds) the next leg `opens`. `retired` are calls that ask for nothing any more. The first message of a vote
    mentions the persons of `mentioned`.
    """

    post: Post
    match: Match
    seen: Seen | None
    news: tuple[Event, ...]
    place: Place | None
    lobby: Place | None
    proof: Proof
    channel: CallChannel = CallChannel.DM
    others: tuple[Match, ...] = ()
    opens: float | None = None
    older: tuple[Call, ...] = ()
    retired: tuple[Call, ...] = ()
    mentioned: tuple[int, ...] = ()


class Sender(Protocol):
    """What can reach people and threads."""

    async def deliver(self, message: Message) -> Place | None:
        """Send or edit; returns where it is now. Raises Unsent if it has to be tried again."""
        ...


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A message that is being sent, and since when (seconds of the event loop)."""

    post: Post
    task: asyncio.Task[None]
    since: float


class Reading:
    """Reads matches once for several messages that are made at the same time."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._read: dict[int, MatchFacts | None] = {}
        self._locks = defaultdict[int, asyncio.Lock](asyncio.Lock)

    async def of(self, match: int) -> MatchFacts | None:
        """What is stored of a match, its key too, once the answers that are being played in this moment are in."""
        async with self._locks[match]:
            if match not in self._read:
                self._read[match] = await self._matches.settled(match)
            return self._read[match]


class Outbox:
    """Drains the outbox through a sender; late posts of one kind to one reader become one.

    Messages go at the same time, but to each person and into each thread one at a time: see `Store.take_posts`.
    """

    def __init__(
        self,
        store: Store,
        matches: Matches,
        notifications: Notifications,
        now: Now,
        sender: Sender,
        *,
        idle: Idle = just_wait,
    ) -> None:
        self._store, self._matches, self._notifications = store, matches, notifications
        self._now, self._sender, self._idle = now, sender, idle
        self._under_way: dict[int, UnderWay] = {}  # by the post's id
        self._leased = 0.0  # the time until which they are, the first of them
        self._news = asyncio.Event()
        self._may_take = True  # there may be posts to take

    def wake(self) -> None:
        """Something new may be due."""
        self._may_take = True
        self._news.set()

    async def work(self) -> float | None:
        """Send everything that is due, also what falls due meanwhile; returns when the next post will be.

        If that is cancelled, messages that are under way are broken off, as by a crash.
        """
        try:
            self._may_take = True
            while True:
                self._news.clear()
                await self._renew()
                while self._may_take and (room := self._room()):
                    self._may_take = False  # unless somebody says so meanwhile
                    if await self._begin(room) == room:
                        self._may_take = True
                if self._under_way:
                    await self._idle(self._rest())
                elif not self._may_take:
                    due = await self._store.next_post(self._now())
                    if due is None or due > self._now():
                        return due
                    self._may_take = True
        except asyncio.CancelledError:
            broken_off = [one.task for one in self._under_way.values()]
            for task in broken_off:
                task.cancel()
            await asyncio.gather(*broken_off, return_exceptions=True)
            raise

    def _room(self) -> int:
        """How many more messages may be under way."""
        now = asyncio.get_running_loop().time()
        quick = sum(now - one.since < SLOW for one in self._under_way.values())
        return max(0, min(AT_ONCE - quick, MOST - len(self._under_way)))

    async def _begin(self, most: int) -> int:
        """Take some posts and begin to send them; returns how many were ready."""
        if not self._under_way:
            self._leased = self._now() + LEASE
        posts, reading = await self._store.take_posts(self._now(), most, LEASE), Reading(self._matches)
        for post in posts:
            if post.id not in self._under_way:  # else its lease had run out, for the time has leapt
                task = asyncio.create_task(self._carry(post, reading), name=f"post {post.id}")
                self._under_way[post.id] = UnderWay(post, task, asyncio.get_running_loop().time())
        return len(posts)

    async def _carry(self, post: Post, reading: Reading) -> None:
        try:
            await self.send(post, reading)
        except Exception:  # the database is gone: when the lease has run out, the post is handed out again
            log.exception("post failed", match=post.match, seq=post.seq, kind=post.kind, tries=post.tries)
        finally:
            del self._under_way[post.id]
            self._may_take |= post.is_followed
            self._news.set()

    async def _renew(self) -> None:
        """Renew the leases of what is under way when half of the first one's time is over."""
        if self._under_way and self._leased - self._now() < LEASE / 2:
            self._leased = self._now() + LEASE
            await self._store.renew(list(self._under_way), self._leased)

    async def _rest(self) -> None:
        """Sleep until a message has arrived or there is something new; look again by then if one is slow."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SLOW):
                await self._news.wait()
                return
        self._may_take = True

    async def send(self, post: Post, reading: Reading | None = None) -> None:
        """Send one post, or put it off; a match whose opening has arrived is dealt. `reading` is shared with others."""
        for waited in range(WAITS + 1):
            if post.to is None or not self._matches.presence.is_pressing(post.match, post.to):
                break
            if waited == WAITS:
                await self._store.put_off(post.id, self._now() + MOMENT)
                return
            await asyncio.sleep(MOMENT)
            reading = None  # what was read before the press isn't true any more
        try:
            read = await (reading or Reading(self._matches)).of(post.match)
            wishes = None if read is None else await self._wishes(post, read)
            if wishes is not None and (earliest := wishes.earliest_time(self._now())) > self._now():
                await self._store.put_off(post.id, earliest)
                return
            message = None if read is None else await self._message(post, read, wishes)
            place = None
            if message is not None:
                await self._public_ones_before(message)
                place = await self._sender.deliver(message)
                await self._keep(message, place)
            if post.kind == PostKind.OPENING:
                await self._matches.deal(post.match)  # the thread knows commitment and entropy: now the dice may fall
        except Exception as fault:
            if not isinstance(fault, Unsent):
                log.exception("post failed", match=post.match, seq=post.seq, kind=post.kind, tries=post.tries)
            after = fault.after if isinstance(fault, Unsent) else None
            pause = BACKOFF[min(post.tries, len(BACKOFF) - 1)] if after is None else after
            await self._store.retry(post.id, self._now() + pause)
        else:
            # a repeat may have been answered with the message of the first try: then newer posts are still due
            shown = post.seq if message is None or post.tries or post.kind == PostKind.RIDDEN else message.match.seq
            # a mention in a thread, for all to read, doesn't name the matches that its person plays elsewhere
            named = message.others if message is not None and place is not None and place.private else ()
            # the answer to an older call has been written down before: it must not retire the call that was sent now
            moot = RETIRING if post.kind in CALLS and place is not None else ()
            await self._store.told(post, shown, [match.id for match in named], CALLS, moot=moot)

    async def _wishes(self, post: Post, read: MatchFacts) -> CallPreferences | None:
        """How the person that a post is for wants to be called; None if it disturbs nobody, as to retire a call."""
        if post.to is None or post.kind in RETIRING:
            return None
        for row, stored in zip(read.match.seats, read.seats, strict=True):
            if row.user == post.to:
                return CallPreferences(stored.preferences, stored.preferences.zone or read.zone)
        return await self._notifications.wishes(post.to, read.match.guild)

    async def _keep(self, message: Message, place: Place | None) -> None:
        """Remember where a message stands and forget what it has retired. Only the newest call stays open."""
        post = message.post
        now = [] if place is None else [place] if place.also is None else [place, place.also]
        for one, kind in zip(now if place != message.place else [], (post.kind, post.kind + IN_THREAD), strict=False):
            await self._store.remember(post.match, kind, post.to, one.channel, one.message)
        older = tuple(call for call in message.older if call.place.message not in [one.message for one in now])
        if older and now:
            with suppress(Unsent):  # then they go when it is answered
                await self._sender.deliver(replace(message, post=replace(post, kind=PostKind.NEWER), retired=older))
                await self._store.forget_places(post.match, [call.place.message for call in older])
        if message.retired:
            await self._store.forget_places(post.match, [call.place.message for call in message.retired])

    async def _public_ones_before(self, message: Message) -> None:
        """Before a call in the thread, wait for what the thread is told first."""
        if message.post.to is None or message.channel == CallChannel.DM:
            return
        ahead = [one for one in self._under_way.values() if one.post.match == message.match.id and one.post.to is None]
        if tasks := [one.task for one in ahead if one.post.id < message.post.id]:
            await asyncio.wait(tasks)

    async def _message(self, post: Post, read: MatchFacts, wishes: CallPreferences | None) -> Message | None:
        """What there is to say now to a person with these wishes, or None if that has become pointless."""
        match = read.match
        if wishes is not None and not wishes.is_wanted(post):
            return None
        channel = CallChannel.DM if wishes is None else wishes.preferences.channel
        if post.kind in RETIRING:
            # a panel that lay open when its person was asked again has gone on to that question
            kinds = [kind for kind in OPEN if kind != PANEL or not _is_asked(match, post.to)]
            old = _calls(read, kinds, post.to) if post.tries < TRIED else ()
            return Message(post, without_key(match), None, (), None, None, proof(match), retired=old) if old else None
        place, lobby = _place(read, post.kind, post.to), _place(read, PostKind.LOBBY, None)
        if post.kind == PostKind.OPENING and match.phase != "starting":
            return None  # it was there before the dice fell, or the match was called off
        if post.kind == PostKind.FULL and post.to is not None:
            if match.phase != "lobby" or not match.waits or not is_full(match) or match.host != post.to:
                return None
            return Message(post, without_key(match), None, (), place, lobby, proof(match), channel=channel)
        if post.kind in (PostKind.LOBBY, PostKind.OPENING, PostKind.CEREMONY):
            return Message(post, without_key(match), None, (), place, lobby, proof(match))
        seen = await self._matches.shown(read, post.to)
        opens = seen.opens if post.to is None and None in seen.view.waiting else None
        if post.kind == PostKind.RIDDEN:
            ridden = await self._matches.stood(post.match, post.seq)
            if ridden is None:
                return None  # the match is over, and its result tells more
            seen = ridden
        if post.to is not None and self._is_pointless(post, seen):
            return None
        since = seen.number - NEWS
        if post.kind == PostKind.LATE:
            since = min(since, await number_of(self._store, post.match, post.seq) - 1)
        rows = await self._matches.since(seen, since)
        lately = _missed(rows, post) if post.kind == PostKind.LATE else _lately(rows, seen.seat)
        news = tuple(event for _, heard in lately for event in heard if not _is_old(event))
        if post.kind == PostKind.BOARD and opens is not None and is_between(await self._store.log(post.match)):
            return None  # the end of the leg tells it all
        message = Message(post, seen.match, seen, news, place, lobby, proof(match), opens=opens)
        if post.kind in (PostKind.VOTE, PostKind.BALLOT):
            return await self._about_vote(replace(message, channel=channel), read)
        if post.to is None or post.kind not in CALLS:
            return message
        others = [other.match for other in await self._matches.asked(post.to) if other.match.id != match.id]
        return replace(message, channel=channel, others=tuple(others), older=_calls(read, OPEN, post.to))

    async def _about_vote(self, message: Message, read: MatchFacts) -> Message:
        """Add whom the first message of a vote mentions, once, and the ballots of those who needn't vote any more."""
        match, to = message.match, message.post.to
        left = [row.user for row in match.seats if row.seat in undecided(match) and row.user is not None]
        mentioned = tuple([user for user in left if await self._is_mentioned(user, match)])
        if to is not None:
            return replace(message, mentioned=mentioned)
        ballots = _calls(read, BALLOTS)
        return replace(message, mentioned=mentioned, retired=tuple(one for one in ballots if one.to not in left))

    async def _is_mentioned(self, user: int, match: Match) -> bool:
        """Whether the message of the vote calls them: they want it there, and their quiet hours were over."""
        if match.vote is None:
            return False
        wishes = await self._notifications.wishes(user, match.guild)
        return wishes.preferences.channel in IN_PUBLIC and wishes.earliest_time(match.vote.since) <= match.vote.since

    def _is_pointless(self, post: Post, seen: Seen) -> bool:
        """News for somebody who looks at them, or a call to somebody who isn't waited for any more."""
        if post.kind == PostKind.BALLOT:
            return seen.seat not in undecided(seen.match)
        looks = self._matches.presence.has_seen(seen.match.id, post.to, seen.sight) if post.to else False
        if looks and post.kind not in REMINDERS:
            return True
        running = seen.match.phase == "running"
        if post.kind == PostKind.LATE:
            return not running  # the end tells more
        asked = running and seen.seat is not None and seen.seat in seen.view.waiting
        # a new hand is to be seen in the call as well
        return (post.kind in CALLS and not asked) or (post.kind == PostKind.HAND and (asked or not running))


def _place(read: MatchFacts, kind: str, to: int | None) -> Place | None:
    """Where the post of this kind to this reader (None: the thread) stands."""
    found = (one for one in read.messages if (one.kind, one.to) == (kind, to))
    return next((Place(one.channel, one.message) for one in found), None)


def _calls(read: MatchFacts, kinds: Collection[str], to: int | None = None) -> tuple[Call, ...]:
    """The calls of these kinds that nothing has retired yet, to this person or (None) to anybody."""
    return tuple(
        Call(one.to, Place(one.channel, one.message))
        for one in read.messages
        if one.to is not None and one.kind in kinds and to in (None, one.to)
    )


def _is_asked(match: Match, user: int | None) -> bool:
    """Whether the match waits for an answer of this person."""
    return match.phase == "running" and any(row.user == user and row.asked is not None for row in match.seats)


def _lately(rows: list[Heard], seat: Viewer) -> list[Heard]:
    """The rows from the reader's own last answer on: they have been told what was before it."""
    own = [at for at, (row, _) in enumerate(rows) if seat is not None and row.kind == RowKind.MOVE and row.by == seat]
    return rows[own[-1] :] if own else rows


def _missed(rows: list[Heard], post: Post) -> list[Heard]:
    """The rows in which the house has played for a seat whose time was up."""
    return [one for one in rows if one[0].seq >= post.seq and one[0].by == post.seat and one[0].how == How.LATE]


def _is_old(event: Event) -> bool:
    """Whether the thread's opening has told it."""
    return event.kind.startswith("lobby.")
