"""Contents of posts, made at the last moment from the newest state, as their reader may see it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from db.store import Store
from engines.table import Event, Viewer
from host.delivery import Delivery
from host.outbox.notifications import CALLS, CallPreferences, Notifications, alone, without_thread
from host.play.consequences import is_full
from host.play.fair_dice import Proof, proof
from host.play.matches import Matches
from host.play.results import kept
from host.play.row_numbers import number_of
from host.play.seen import Seen, is_person, seat_of, without_key
from host.table.votes import undecided
from host.time.clocks import HOUR
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
from model.match import Invitation, LogRow, Match, MatchFacts, MessageRef, Post, SeatFacts
from model.standing_table import Ended

NEWS = 12  # log rows that a board message reports
IN_THREAD = ".thread"  # suffix of the kind of a post that stands in the thread as well as in a direct message
OPEN = (*CALLS, *(kind + IN_THREAD for kind in CALLS), PANEL)  # kinds under which a person's open calls are stored
BEGINNING = (PostKind.TURN, PostKind.OVERTAKEN)  # calls that come with a new question; the others remind of it
RUNG = tuple(kind for kind in OPEN if kind != PANEL)  # those that no press has answered
RINGS = 2 * HOUR  # seconds for which an open call suffices: further ones are silent
PANELS = (*CALLS, PostKind.HAND, PostKind.END)  # each match has at most one of them, however many were sent
LIVE = (*OPEN, IDLE, PostKind.HAND)  # kinds of panels that still have their buttons
# sent even to a person who is looking at the match: the end tells more than the panel that led to it
FOR_ALL = (*(PostKind(kind) for kind in Reminder), PostKind.END, PostKind.COMPARED, PostKind.REPAIR, PostKind.HOLIDAY)
OF_A_ROW = (
    PostKind.RIDDEN,
    PostKind.REPAIR,
    PostKind.HOLIDAY,
    PostKind.LIVE,
)  # kinds about one row, not the newest state
BALLOTS = (PostKind.BALLOT, PostKind.BALLOT + IN_THREAD)
# ways in which the bot moves by itself, at once
AT_ONCE = (How.COMPUTER, How.ABSENT, How.FORCED, How.AUTO, How.EASY, How.PLAN, How.ORDER, How.OPENING)
TRIED = 4  # times: after that, an old call that couldn't be retired stays as it is
Heard: TypeAlias = tuple[LogRow, list[Event]]  # a log row, and what the reader may hear of it
NewsOf: TypeAlias = Callable[[list[Heard], Post, Viewer], list[Heard]]  # the rows that a post to a seat reports


def _lately(rows: list[Heard], _post: Post, seat: Viewer) -> list[Heard]:
    """The rows since the reader's own last move: they know everything before it."""
    answers = [n for n, (row, _) in enumerate(rows) if seat is not None and row.kind == RowKind.MOVE and row.by == seat]
    return rows[answers[-1] :] if answers else rows


def _of_its_row(rows: list[Heard], post: Post, _seat: Viewer) -> list[Heard]:
    """The row that caused the post."""
    return [row for row in rows if row[0].seq == post.seq]


def _missed(rows: list[Heard], post: Post, _seat: Viewer) -> list[Heard]:
    """The rows in which the bot moved for a seat whose time was up."""
    return [row for row in rows if row[0].seq >= post.seq and row[0].by == post.seat and row[0].how == How.LATE]


@dataclass(frozen=True, slots=True)
class Call:
    """A posted message that asks a person for something, with its place."""

    to: int
    place: MessageRef


@dataclass(frozen=True, slots=True)
class Message(Delivery):
    """A post of a match with all that its text is made from, limited to what its reader may see."""

    match: Match
    proof: Proof  # what may be known of the dice
    lobby: MessageRef | None  # where the match's lobby is
    channel: CallChannel  # how the reader is called
    seen: Seen | None = None  # nothing before the deal
    news: tuple[
        Event, ...
    ] = ()  # the latest that the reader may hear, oldest first; for a player, since their last move
    others: tuple[Match, ...] = ()  # more matches waiting for the reader of a call
    only: bool = False  # everyone can tell that of three people or more the match waits for the reader alone
    silent: bool = False  # a call to someone who got another one lately and hasn't reacted
    opens: float | None = None  # when (unix seconds) the next leg opens, after one has ended
    older: tuple[Call, ...] = ()  # replaced by a panel
    live: MessageRef | None = None  # the panel in front of the reader: news appears there
    retired: tuple[Call, ...] = ()  # no longer asking for anything
    mentioned: tuple[int, ...] = ()  # people mentioned by the first message of a vote
    dm: int | None = None  # the channel of the reader's direct messages, if they sit at the table and it is open
    closed: bool = False  # the last direct message couldn't reach the reader, who sits at the table
    first: bool = False  # the reader's first direct message ever, where a thread could call them instead
    invitation: Invitation | None = None  # shown to its guest
    declined: tuple[str, ...] = ()  # the reader's guests who said no
    ended: Ended | None = None  # why the reader's table doesn't reopen by itself any more

    @property
    def reader(self) -> int:
        """The person the post is for."""
        assert self.post.to is not None, "a thread has no reader"
        return self.post.to

    @property
    def through(self) -> int:
        """See `Delivery`; a post about one row covers only that row."""
        return self.post.seq if self.post.kind in OF_A_ROW else self.match.seq


class Composer:
    """Makes the messages of matches, one method per kind; None for a post that has become pointless."""

    def __init__(self, store: Store, matches: Matches, notifications: Notifications, now: Now) -> None:
        self._store, self._matches, self._notifications, self._now = store, matches, notifications, now
        self.kinds: dict[PostKind, Callable[[Message, MatchFacts], Awaitable[Message | None]]] = {
            PostKind.LOBBY: self._lobby,
            PostKind.CEREMONY: self._ceremony,
            PostKind.OPENING: self._opening,
            PostKind.FINAL: self._final,
            PostKind.FULL: self._full,
            PostKind.FOUND: self._found,
            PostKind.STANDING: self._standing,
            PostKind.INVITED: self._invited,
            PostKind.DECLINED: self._declined,
            PostKind.BOARD: self._board,
            PostKind.RIDDEN: self._ridden,
            PostKind.RESULT: self._news,
            PostKind.STALLED: self._news,
            PostKind.FREE: self._news,
            PostKind.CHEER: self._talk,
            PostKind.GROAN: self._talk,
            PostKind.END: self._end,
            PostKind.COMPARED: self._news,
            PostKind.VOTE: self._vote,
            PostKind.BALLOT: self._ballot,
            PostKind.HAND: self._panel,
            PostKind.LATE: partial(self._of_row, news_of=_missed),
            PostKind.REPAIR: self._of_row,
            PostKind.HOLIDAY: self._of_row,
            PostKind.LIVE: self._of_row,
            **dict.fromkeys(CALLS, self._call),
            **dict.fromkeys(RETIRING, self._retired),
        }

    async def preferences(self, post: Post, read: MatchFacts) -> CallPreferences | None:
        """The preferences of the person a post is for; None if it disturbs no one, such as retiring a call."""
        if post.to is None or post.kind in RETIRING:
            return None
        return await self._preferences(post.to, read)

    async def _preferences(self, user: int, read: MatchFacts) -> CallPreferences:
        """How the person may be called about this match."""
        preferences = await self._everywhere(user, read)
        if read.match.is_private:
            return alone(preferences)
        return without_thread(preferences) if read.match.is_homeless else preferences

    async def _everywhere(self, user: int, read: MatchFacts) -> CallPreferences:
        for row, stored in zip(read.match.seats, read.seats, strict=True):
            if row.user == user:
                zone, holidays = stored.preferences.zone or read.zone, self._matches.holidays(read, row.seat)
                return CallPreferences(stored.preferences, zone, holidays)
        return await self._notifications.call_preferences(user, read.match.settings_of)

    async def message(self, post: Post, read: MatchFacts, preferences: CallPreferences | None) -> Message | None:
        """The message to a person with these preferences; None if it has become pointless."""
        if read.match.is_homeless and post.to is None:
            return None  # there is nowhere to post it
        if preferences is not None and not preferences.is_wanted(post):
            return None
        place, lobby = _place(read, post.kind, post.to), _place(read, PostKind.LOBBY, None)
        channel = CallChannel.DM if preferences is None else preferences.chosen.channel
        stored, match = _stored_of(post.to, read), without_key(read.match)
        message = Message(
            post, place, match, proof(read.match), lobby, channel, dm=stored.dm, closed=stored.closed, keep=None
        )
        return await self.kinds[post.kind](message, read)

    # --- before the deal

    async def _lobby(self, message: Message, _read: MatchFacts) -> Message | None:
        return message if message.match.cup is None else None  # the cup's own message shows it

    async def _ceremony(self, message: Message, _read: MatchFacts) -> Message:
        return message

    async def _opening(self, message: Message, read: MatchFacts) -> Message | None:
        """The opening message of a match; None if it was posted before the deal, or the match was called off.

        A player who has a message of their own may get it later. It takes the place of the one about the lobby.
        """
        to = message.post.to
        if message.match.phase == "starting" or (to is not None and message.match.phase == "running"):
            return message if to is None else replace(message, place=_place(read, PostKind.FOUND, to))
        return None

    async def _final(self, message: Message, _read: MatchFacts) -> Message | None:
        """The announcement of a cup final; None if the final was called off."""
        return message if message.match.phase != "cancelled" else None

    async def _full(self, message: Message, _read: MatchFacts) -> Message | None:
        match = message.match
        waits = match.phase == "lobby" and match.terms.waits and is_full(match) and match.host == message.post.to
        return message if waits else None

    async def _found(self, message: Message, _read: MatchFacts) -> Message | None:
        """The news that a table was found; once it is under way the call to move says as much.

        Without a channel that shows its lobby, this message does, and also that the table was called off.
        """
        match = message.match
        return message if match.phase == "lobby" or (match.over_servers and match.phase == "cancelled") else None

    async def _standing(self, message: Message, _read: MatchFacts) -> Message | None:
        """Why the reader's table doesn't reopen any more."""
        table = await self._store.standing_tables.of(message.match.id)
        return None if table is None or table.ended is None else replace(message, ended=table.ended)

    async def _invited(self, message: Message, _read: MatchFacts) -> Message | None:
        """An invitation that its guest still wants and hasn't answered."""
        tables, to, match = self._store.invitations, message.reader, message.match
        sent = await tables.of(match.id, to) if match.phase == "lobby" else None
        if sent is None or sent.state != InvitationState.OPEN or sent.until <= self._now():
            return None
        return None if await tables.is_blocked(to, sent.author) else replace(message, invitation=sent)

    async def _declined(self, message: Message, _read: MatchFacts) -> Message | None:
        """The people who declined the reader's invitations."""
        if message.match.phase != "lobby":
            return None
        sent = await self._store.invitations.by(message.match.id, message.reader)
        declined = tuple(invitation.name for invitation in sent if invitation.state == InvitationState.DECLINED)
        return replace(message, declined=declined) if declined else None

    # --- views and news

    async def _heard(
        self,
        message: Message,
        read: MatchFacts,
        since: int | None = None,
        then: Seen | None = None,
        news_of: NewsOf = _lately,
    ) -> tuple[Message | None, list[Heard]]:
        """The message with the reader's view, now or `then`, and the newest rows from `since` on that they may hear."""
        post = message.post
        seen = await self._matches.shown(read, post.to)
        opens = seen.opens if post.to is None and None in seen.view.waiting else None
        seen = then or seen
        if post.to is not None and self._is_pointless(post, seen):
            return None, []
        latest = seen.number - NEWS
        rows = await self._matches.since(seen, latest if since is None else min(latest, since))
        news = tuple(event for _, heard in news_of(rows, post, seen.seat) for event in heard if not _is_old(event))
        return replace(message, match=seen.match, seen=seen, news=news, opens=opens), rows

    async def _news(self, message: Message, read: MatchFacts) -> Message | None:
        return (await self._heard(message, read))[0]

    async def _talk(self, message: Message, _read: MatchFacts) -> Message | None:
        """What a rider says; None once the match is over."""
        return message if message.match.phase == "running" else None

    async def _of_row(self, message: Message, read: MatchFacts, news_of: NewsOf = _of_its_row) -> Message | None:
        """A message about the post's own row, however old it is."""
        since = await number_of(self._store, message.match.id, message.post.seq) - 1
        return (await self._heard(message, read, since, news_of=news_of))[0]

    async def _board(self, message: Message, read: MatchFacts) -> Message | None:
        shown, rows = await self._heard(message, read)
        if (
            shown is not None
            and shown.opens is not None
            and is_between(kept(await self._matches.rows_after(read.match, 0)))
        ):
            return None  # the end of the leg says it all
        if any(row.kind == RowKind.REPOST and row.seq >= message.post.seq for row, _ in rows):
            return shown and replace(shown, place=None)  # a new message, wherever the old one is
        return shown

    async def _ridden(self, message: Message, read: MatchFacts) -> Message | None:
        """A message about a finished leg; None if the match is over, as its result says more."""
        then = await self._matches.stood(read.match.id, message.post.seq)
        return None if then is None else (await self._heard(message, read, then=then))[0]

    # --- calls and the end

    async def _end(self, message: Message, read: MatchFacts) -> Message | None:
        """The message of the end: always a new one, to which all earlier panels link."""
        end = await self._news(message, read)
        return end and replace(end, older=_calls(read, LIVE, message.reader))

    async def _panel(self, message: Message, read: MatchFacts) -> Message | None:
        panel, user = await self._news(message, read), message.reader
        if panel is None:
            return None
        # a repeat may be answered with the message of the first try: a panel may already show a newer question
        kinds = [kind for kind in LIVE if kind != PANEL] if message.post.tries else LIVE
        return self._first(replace(panel, older=_calls(read, kinds, user), live=await self._live(read, user)))

    async def _call(self, message: Message, read: MatchFacts) -> Message | None:
        call, user = await self._panel(message, read), message.reader
        if call is None:
            return None
        asked = await self._matches.asked(user) if _stored_of(user, read).has_others else []
        others = [other.match for other in asked if other.match.id != read.match.id]
        begins = message.post.kind in BEGINNING
        silent = begins and await self._has_rung(user, others)
        # it is no news where two play, nor when a turn begins: one waits for the other, or all for whose turn it is
        is_news = not begins and sum(is_person(row) for row in call.match.seats) > 2
        only = is_news and call.seen is not None and await self._matches.is_missing_alone(call.seen)
        return replace(call, others=tuple(others), only=only, silent=silent)

    async def _has_rung(self, user: int, others: Iterable[Match]) -> bool:
        """Whether a call about one of the person's waiting matches reached them lately."""
        for match in others:
            seat = seat_of(match, user)
            since = None if seat is None else match.seats[seat].asked
            if since is None or since < self._now() - RINGS:
                continue
            read = await self._store.facts(match.id)
            if read is not None and any(shown.kind in RUNG for shown in read.shown_to(user)):
                return True
        return False

    async def _retired(self, message: Message, read: MatchFacts) -> Message | None:
        """The calls to retire; an old one that can't be retired by the last try stays as it is."""
        user = message.reader
        # a panel that lay open when its person was asked again already shows the new question
        kinds = [kind for kind in OPEN if kind != PANEL or not _is_asked(read.match, user)]
        old = _calls(read, kinds, user) if message.post.tries < TRIED else ()
        return replace(message, retired=old) if old else None

    async def _vote(self, message: Message, read: MatchFacts) -> Message | None:
        """The message of a vote, with the people its first post mentions and the ballots that are settled.

        Without a thread, each player has one of their own.
        """
        left, vote = _voters(read.match), await self._ballot(message, read)
        return vote and replace(vote, retired=tuple(call for call in _calls(read, BALLOTS) if call.to not in left))

    async def _ballot(self, message: Message, read: MatchFacts) -> Message | None:
        ballot = await self._news(message, read)
        if ballot is None:
            return None
        mentioned = [user for user in _voters(read.match) if await self._is_mentioned(user, read)]
        return self._first(replace(ballot, mentioned=tuple(mentioned)))

    @staticmethod
    def _first(message: Message) -> Message:
        """Add whether it would be the first direct message of its reader, who sits at the table."""
        by_dm = message.channel in BY_DM and message.live is None and message.match.thread is not None
        return replace(message, first=by_dm and message.post.to is not None and message.dm is None)

    async def _live(self, read: MatchFacts, user: int) -> MessageRef | None:
        """The panel the person pressed a moment ago, if only their own press has led on from there.

        None too if the panel has been retired. If someone else has acted since, the person may have put the phone away
        and is called.
        """
        near = self._matches.presence.near(read.match.id, user)
        shown = [message for message in read.shown_to(user) if near is not None and message.message == near.message]
        if near is None or not shown:
            return None
        rows = await self._matches.rows_after(read.match, near.seq)
        if not all(_is_of_press(row, user) for row in rows):
            return None
        return MessageRef(shown[0].channel, shown[0].message, private=True)

    async def _is_mentioned(self, user: int, read: MatchFacts) -> bool:
        """Whether the vote's message mentions the person: they want calls there, aren't away or in quiet hours."""
        vote = read.match.vote
        if vote is None:
            return False
        preferences = await self._preferences(user, read)
        return preferences.chosen.channel in IN_PUBLIC and preferences.earliest_time(vote.since) <= vote.since

    def _is_pointless(self, post: Post, seen: Seen) -> bool:
        """Whether the post is news for someone who is looking, or a call to someone who isn't asked any more."""
        if post.kind == PostKind.BALLOT:
            return seen.seat not in undecided(seen.match)
        if post.kind == PostKind.VOTE:
            return False  # what they look at doesn't show the votes
        looks = self._matches.presence.has_seen(seen.match.id, post.to, seen.sight) if post.to else False
        if looks and post.kind not in FOR_ALL:
            return True
        running = seen.match.phase == "running"
        if post.kind == PostKind.LATE:
            return not running  # the end says more
        asked = running and seen.seat is not None and seen.seat in seen.view.waiting
        # a call shows the new hand as well
        return (post.kind in CALLS and not asked) or (post.kind == PostKind.HAND and (asked or not running))


def _place(read: MatchFacts, kind: str, to: int | None) -> MessageRef | None:
    """Where the post of this kind to this reader (None: the thread) stands."""
    places = (message for message in read.messages if (message.kind, message.to) == (kind, to))
    return next((MessageRef(shown.channel, shown.message) for shown in places), None)


def _stored_of(user: int | None, read: MatchFacts) -> SeatFacts:
    """What is stored about a person who sits at the table; nothing about others."""
    seated = zip(read.match.seats, read.seats, strict=True)
    return next((stored for row, stored in seated if user is not None and row.user == user), SeatFacts())


def _calls(read: MatchFacts, kinds: Collection[str], to: int | None = None) -> tuple[Call, ...]:
    """Unretired calls of these kinds, to this person or (None) to anyone."""
    return tuple(
        Call(message.to, MessageRef(message.channel, message.message))
        for message in read.messages
        if message.to is not None and message.kind in kinds and to in (None, message.to)
    )


def _voters(match: Match) -> list[int]:
    """The people whose vote is missing."""
    return [row.user for row in match.seats if row.seat in undecided(match) and row.user is not None]


def _is_asked(match: Match, user: int | None) -> bool:
    """Whether the match waits for this person's move."""
    return match.phase == "running" and any(row.user == user and row.asked is not None for row in match.seats)


def _is_of_press(row: LogRow, user: int) -> bool:
    """Whether the row is this person's own, or an instant move of the bot that kept no one waiting."""
    return row.user == user or (row.kind == RowKind.MOVE and row.interaction_id is None and row.how in AT_ONCE)


def _is_old(event: Event) -> bool:
    """Whether the thread's opening has already reported the event."""
    return event.kind.startswith("lobby.")
