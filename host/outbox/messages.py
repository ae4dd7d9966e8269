"""Contents of posts, made from the newest state at the last moment, from the reader's view."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TypeAlias

from db.store import Store
from engines.table import Event, Viewer
from host.outbox.notifications import CALLS, CallPreferences, Notifications, alone
from host.play.consequences import is_full
from host.play.fair_dice import Proof, proof
from host.play.matches import Matches
from host.play.results import kept
from host.play.row_numbers import number_of
from host.play.seen import Seen, without_key
from host.table.votes import undecided
from host.time.rest_days import is_between
from host.time.worker import Now
from model.kinds import (
    BY_DM,
    IDLE,
    IN_PUBLIC,
    PANEL,
    RETIRING,
    CallChannel,
    How,
    InvitationState,
    PostKind,
    Reminder,
    RowKind,
)
from model.match import Invitation, LogRow, Match, MatchFacts, Post

NEWS = 12  # log rows that a board message tells about
IN_THREAD = ".thread"  # marks the kind of what stands in the thread and was sent by direct message as well
OPEN = (*CALLS, *(kind + IN_THREAD for kind in CALLS), PANEL)  # kinds under which a person's open calls are known
BEFORE_THE_START = (
    PostKind.LOBBY,
    PostKind.OPENING,
    PostKind.CEREMONY,
    PostKind.FULL,
    PostKind.INVITED,
    PostKind.DECLINED,
)
PANELS = (*CALLS, PostKind.HAND, PostKind.END)  # each match has one of them, however many have been sent
LIVE = (*OPEN, IDLE, PostKind.HAND)  # kinds under which panels are known that still have their buttons
# they come to a person who looks at the match as well: the end tells more than the panel that has brought it
FOR_ALL = (*(PostKind(kind) for kind in Reminder), PostKind.END, PostKind.REPAIR, PostKind.HOLIDAY)
BALLOTS = (PostKind.BALLOT, PostKind.BALLOT + IN_THREAD)
# how the house answers by itself, in a moment
AT_ONCE = (How.COMPUTER, How.ABSENT, How.FORCED, How.AUTO, How.EASY, How.PLAN, How.ORDER, How.OPENING)
TRIED = 4  # times: an old call that can't be retired by then stays as it is
Heard: TypeAlias = tuple[LogRow, list[Event]]  # a log row, and what of it the reader may hear


@dataclass(frozen=True, slots=True)
class Place:
    """Where a post is to be seen: a message in a channel; `private` if it has just gone to one person alone."""

    channel: int
    message: int
    private: bool = False
    also: Place | None = None  # where it is to be seen besides

    def is_of(self, other: Place | None) -> bool:
        """Whether the other one is the same message."""
        return other is not None and self.message == other.message


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
    `others`, matches that wait for them as well. A panel takes the place of the `older` ones; `live` is the one that
    its reader has before their eyes: what is new is shown there. A leg's end tells when (unix seconds) the next leg
    `opens`. `retired` are calls that ask for nothing any more. The first message of a vote mentions the persons of
    `mentioned`. A message is the `first` if its reader would get it by direct message, has never got any, and the match
    has a thread to call them in. An `invitation` is shown to its guest; whoever has invited others is told who of them
    has `declined`.
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
    live: Place | None = None
    retired: tuple[Call, ...] = ()
    mentioned: tuple[int, ...] = ()
    first: bool = False
    invitation: Invitation | None = None
    declined: tuple[str, ...] = ()


def _is_for_anyone(post: Post, match: Match) -> bool:
    """Nothing of a private match reaches a server, and a cup's own message shows its lobbies."""
    return not (match.is_private and post.to is None) and not (match.cup is not None and post.kind == PostKind.LOBBY)


def _retirement(post: Post, read: MatchFacts) -> Message | None:
    """The calls that ask for nothing any more."""
    # a panel that lay open when its person was asked again has gone on to that question
    kinds = [kind for kind in OPEN if kind != PANEL or not _is_asked(read.match, post.to)]
    old = _calls(read, kinds, post.to) if post.tries < TRIED else ()
    return Message(post, without_key(read.match), None, (), None, None, proof(read.match), retired=old) if old else None


class Composer:
    """Makes the message of a post."""

    def __init__(self, store: Store, matches: Matches, notifications: Notifications, now: Now) -> None:
        self._store, self._matches, self._notifications, self._now = store, matches, notifications, now

    async def preferences(self, post: Post, read: MatchFacts) -> CallPreferences | None:
        """How the person that a post is for wants to be called; None if it disturbs nobody, as to retire a call."""
        if post.to is None or post.kind in RETIRING:
            return None
        return await self._preferences(post.to, read)

    async def _preferences(self, user: int, read: MatchFacts) -> CallPreferences:
        for row, stored in zip(read.match.seats, read.seats, strict=True):
            if row.user == user:
                zone, holidays = stored.preferences.zone or read.zone, self._matches.holidays(read, row.seat)
                preferences = CallPreferences(stored.preferences, zone, holidays)
                return alone(preferences) if read.match.is_private else preferences
        return await self._notifications.call_preferences(user, read.match.guild)

    async def message(self, post: Post, read: MatchFacts, preferences: CallPreferences | None) -> Message | None:
        """What there is to say now to a person with these preferences, or None if that has become pointless."""
        if not _is_for_anyone(post, read.match) or (preferences is not None and not preferences.is_wanted(post)):
            return None
        if post.kind in RETIRING:
            return _retirement(post, read)
        channel = CallChannel.DM if preferences is None else preferences.chosen.channel
        place, lobby = _place(read, post.kind, post.to), _place(read, PostKind.LOBBY, None)
        bare = Message(post, without_key(read.match), None, (), place, lobby, proof(read.match))
        if post.kind in BEFORE_THE_START:
            return await self._before_the_start(bare, channel)
        return await self._with_view(bare, read, channel)

    async def _before_the_start(self, bare: Message, channel: CallChannel) -> Message | None:
        """A message without a view: of a lobby, of the opening, or of a ceremony."""
        match, post = bare.match, bare.post
        match post.kind:
            case PostKind.OPENING if match.phase != "starting":
                return None  # it was there before the dice fell, or the match was called off
            case PostKind.FULL:
                is_still_full = (
                    match.phase == "lobby" and match.terms.waits and is_full(match) and match.host == post.to
                )
                return replace(bare, channel=channel) if is_still_full else None
            case PostKind.INVITED | PostKind.DECLINED:
                about = replace(bare, channel=channel)
                return await self._about_invitation(about) if match.phase == "lobby" else None
            case _:
                return bare

    async def _with_view(self, bare: Message, read: MatchFacts, channel: CallChannel) -> Message | None:
        """A message with what its reader sees and what happened lately."""
        post, place = bare.post, bare.place
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
        if post.kind in (PostKind.LATE, PostKind.REPAIR, PostKind.HOLIDAY):
            since = min(since, await number_of(self._store, post.match, post.seq) - 1)
        rows = await self._matches.since(seen, since)
        lately = _told(rows, post, seen.seat)
        news = tuple(event for _, heard in lately for event in heard if not _is_old(event))
        if post.kind == PostKind.BOARD and opens is not None and is_between(kept(await self._store.log(post.match))):
            return None  # the end of the leg tells it all
        if post.kind == PostKind.BOARD and any(row.kind == RowKind.REPOST and row.seq >= post.seq for row, _ in rows):
            place = None  # wherever the old one is: this one is to be new
        return await self._addressed(
            replace(bare, match=seen.match, seen=seen, news=news, place=place, opens=opens), read, channel
        )

    async def _addressed(self, message: Message, read: MatchFacts, channel: CallChannel) -> Message:
        """Add what its kind needs: older messages to retire, the panel in use, and other matches to name."""
        post = message.post
        if post.kind in (PostKind.VOTE, PostKind.BALLOT):
            return await self._about_vote(await self._first(replace(message, channel=channel)), read)
        if post.kind == PostKind.END:
            # always a message of its own, in which the match rests: all panels before it lead there
            return replace(message, channel=channel, older=_calls(read, LIVE, post.to))
        if post.to is None or post.kind not in PANELS:
            return message
        message = replace(message, older=_calls(read, LIVE, post.to), live=await self._live(read, post.to))
        message = await self._first(replace(message, channel=channel))
        if post.kind not in CALLS:
            return message
        others = [other.match for other in await self._matches.asked(post.to) if other.match.id != read.match.id]
        return replace(message, others=tuple(others))

    async def _first(self, message: Message) -> Message:
        """Add whether it would be the first direct message to its reader."""
        user, by_dm = message.post.to, message.channel in BY_DM and message.live is None
        if user is None or not by_dm or message.match.thread is None:
            return message
        return replace(message, first=await self._store.people.dm(user) is None)

    async def _live(self, read: MatchFacts, user: int) -> Place | None:
        """The panel in which the person has pressed a moment ago, if nothing but their press has led on from there.

        None too if it has been retired. Where somebody else has acted since, its person may have put the phone away:
        they are called.
        """
        near = self._matches.presence.near(read.match.id, user)
        shown = [one for one in read.shown_to(user) if near is not None and one.message == near.message]
        if near is None or not shown:
            return None
        rows = await self._store.log(read.match.id, near.seq)
        if not all(_is_of_press(row, user) for row in rows):
            return None
        return Place(shown[0].channel, shown[0].message, private=True)

    async def _about_vote(self, message: Message, read: MatchFacts) -> Message:
        """Add whom the first message of a vote mentions, once, and the ballots of those who needn't vote any more."""
        match, to = message.match, message.post.to
        left = [row.user for row in match.seats if row.seat in undecided(match) and row.user is not None]
        mentioned = tuple([user for user in left if await self._is_mentioned(user, read)])
        if to is not None:
            return replace(message, mentioned=mentioned)
        ballots = _calls(read, BALLOTS)
        return replace(message, mentioned=mentioned, retired=tuple(one for one in ballots if one.to not in left))

    async def _about_invitation(self, message: Message) -> Message | None:
        """Add an invitation that its guest wants and hasn't answered, or the people who declined the reader's."""
        tables, match, to = self._store.invitations, message.match.id, message.post.to
        assert to is not None, "no invitation is told to a thread"
        if message.post.kind == PostKind.DECLINED:
            sent = await tables.by(match, to)
            declined = tuple(one.name for one in sent if one.state == InvitationState.DECLINED)
            return replace(message, declined=declined) if declined else None
        found = await tables.of(match, to)
        if found is None or found.state != InvitationState.OPEN or found.until <= self._now():
            return None
        return None if await tables.is_blocked(to, found.author) else replace(message, invitation=found)

    async def _is_mentioned(self, user: int, read: MatchFacts) -> bool:
        """Whether the message of the vote calls them: they want it there, are here, and their quiet hours were over."""
        vote = read.match.vote
        if vote is None:
            return False
        preferences = await self._preferences(user, read)
        return preferences.chosen.channel in IN_PUBLIC and preferences.earliest_time(vote.since) <= vote.since

    def _is_pointless(self, post: Post, seen: Seen) -> bool:
        """News for somebody who looks at them, or a call to somebody who isn't waited for any more."""
        if post.kind == PostKind.BALLOT:
            return seen.seat not in undecided(seen.match)
        looks = self._matches.presence.has_seen(seen.match.id, post.to, seen.sight) if post.to else False
        if looks and post.kind not in FOR_ALL:
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


def _told(rows: list[Heard], post: Post, seat: Viewer) -> list[Heard]:
    """The rows that a post tells of."""
    if post.kind == PostKind.LATE:
        return _missed(rows, post)
    if post.kind in (PostKind.REPAIR, PostKind.HOLIDAY):
        return [one for one in rows if one[0].seq == post.seq]
    return _lately(rows, seat)


def _missed(rows: list[Heard], post: Post) -> list[Heard]:
    """The rows in which the house has played for a seat whose time was up."""
    return [one for one in rows if one[0].seq >= post.seq and one[0].by == post.seat and one[0].how == How.LATE]


def _is_of_press(row: LogRow, user: int) -> bool:
    """Whether the row is this person's, or an answer that the house gave by itself and nobody had to wait for."""
    return row.user == user or (row.kind == RowKind.MOVE and row.interaction_id is None and row.how in AT_ONCE)


def _is_old(event: Event) -> bool:
    """Whether the thread's opening has told it."""
    return event.kind.startswith("lobby.")
