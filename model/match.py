"""Values that go into the store and come out of it; times are unix seconds, users and channels are snowflakes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto

from engines.dice import Draw
from engines.table import Event, Path, Seat, Viewer
from model.career import Season
from model.kinds import (
    ENDED,
    CallChannel,
    DeadlineKind,
    How,
    InvitationState,
    NewsKind,
    PauseReason,
    Phase,
    PlayOn,
    PostKind,
    QuickConfirm,
    ResultKind,
    RowKind,
    VoteKind,
)
from model.pace import TONIGHT, Pace
from model.sparring import Bout
from model.terms import Terms


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and who sits there."""

    seat: Seat  # from 0
    user: int | None  # the person, None for a computer
    opponent: str | None  # the computer player's key
    name: str  # of the person or the computer
    resigned: bool = False  # gave the seat up
    asked: float | None = None  # since when the match has waited for this seat, None while it doesn't
    play_on: PlayOn | None = None  # until when the bot plays for the person
    substitute: str | None = None  # the opponent that sits in until the person returns
    bank: float = 0.0  # seconds left when they were asked
    credit: float = 0.0  # seconds that cost nothing this time besides the grace; below 0: used up of the grace
    missed: int = 0  # how often in a row their time ran out
    stopped: bool = False  # an undo stopped the clock before they could answer; it goes on where it was
    hints: int = 0  # questions with a hint, which no step changes
    cost: float = 0.0  # points of the chance to win that an answer of Sparring gives away, fixed at the start


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote of the players; more than half of the electorate decides."""

    about: VoteKind  # what is decided
    seat: Seat | None  # the seat it concerns, if any
    by: Viewer  # the seat that asks, None for a person without one: `user`
    since: float  # when it began
    until: float  # when it lapses
    electorate: tuple[Seat, ...]  # the seats with a vote
    yes: tuple[Seat, ...]  # seats that voted so
    no: tuple[Seat, ...] = ()  # seats that voted so
    user: int | None = None  # a newcomer who wants the seat, or a director or manager who plays
    name: str = ""  # of `user`
    point: tuple[int, float] | None = None  # the moment to go back to: its number, and when that was


@dataclass(frozen=True, slots=True)
class StoppedClock:
    """A seat's clock as it stood, to go on from there."""

    asked: float | None
    bank: float
    credit: float
    stopped: bool


@dataclass(frozen=True, slots=True)
class Live:
    """Live play for an evening: an offer to all players, later what they play by, and at last that it was so.

    Who has agreed stays apart (`SeatFacts.agreed`): no one may know before all have.
    """

    since: float  # when it was offered, began or ended
    until: float  # when the offer lapses, or when the evening ends
    clocks: tuple[StoppedClock, ...] = ()  # of the seats, while it is played live
    sign: float = 0.0  # the last time at which everyone saw something happen
    sealed: bool = False  # whether a sealed stage has gone on since then


@dataclass(frozen=True, slots=True)
class PlannedAnswer:
    """An answer from before it was asked, and what it was to lead to for its own seat."""

    path: Path
    leads: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A seat's answers from before it was asked, best first."""

    match: int
    seat: Seat
    answers: tuple[PlannedAnswer, ...]


@dataclass(frozen=True, slots=True)
class Preferences:
    """Preferences of a person: how they want to be called, and what they want to answer themselves."""

    channel: CallChannel = CallChannel.DM  # where
    moments: tuple[str, ...] = ("start", "half", "ninety")  # of their time to answer
    zone: str = ""  # "": the server's
    quiet: tuple[int, int] | None = None  # minutes of the day in their zone without calls; None: the default hours
    easy: int = 0  # how much they leave to the bot, without calls: see `host.play.easy`
    quick: QuickConfirm = QuickConfirm.ALONE  # where they want no Confirm for what they can take back
    hides_accuracy: bool = False  # no curve of it on their card
    in_words: bool = False  # answers have buttons with words, not pads that the picture numbers
    over_servers: bool = False  # who looks for a table may get one with people of other servers


@dataclass(frozen=True, slots=True)
class Holiday:
    """Days on which a person doesn't play: from `first` to `last` (numbers of `date.toordinal`), both with them.

    These begin and end, in the person's zone, at the times `since` and `until`; they said so at `taken`.
    """

    first: int
    last: int
    since: float
    until: float
    taken: float


@dataclass(frozen=True, slots=True)
class Match:
    """The header of a match; the store gives `id`, `seq` and `changed`."""

    game: str  # its key
    options: dict[str, str]  # the game's
    rules: int  # of the game, by which it is played
    places: int  # the wanted number of seats
    guild: int | None  # None: no server, as for a person alone against computers
    channel: int  # 0: none
    host: int  # the user who opened it
    key: bytes  # the 32 secret bytes behind the dice
    opened: float  # unix seconds
    changed: float  # when the newest log row was written
    seats: tuple[SeatRow, ...]  # that are taken, in order
    terms: Terms  # on which its players agree
    id: int = 0  # its number
    phase: Phase = "lobby"  # how far it has come
    seq: int = 0  # of the newest log row
    thread: int | None = None  # changed by a method of its own
    entropy: str = ""  # what the players added to the dice, fixed when the match starts
    paused: PauseReason | None = None  # why nothing is owed or sent; None while the match goes on
    paused_at: float | None = None  # since when
    vote: Vote | None = None  # that is going on
    live: Live | None = None  # the last offer to play live for an evening, or the evening itself
    rematch_of: int | None = None  # the match that this one repeats
    position_of: int | None = None  # the match in whose middle this one begins
    cup: int | None = None  # that it belongs to
    of_set: int | None = None  # the set whose luck it shares
    hidden: bool = False  # its set goes on: no one but its players knows of it
    moved: float = 0.0  # when it last went on as everyone in its server knows: a turn, a leg or the match was over
    over_servers: bool = False  # it was found for people of several servers, and is in none
    settings_of: int | None = None  # the server whose settings hold: its own, else the one that its cup belongs to

    def __post_init__(self) -> None:
        if self.settings_of is None:
            object.__setattr__(self, "settings_of", self.guild)

    @property
    def is_homeless(self) -> bool:
        """Whether it belongs to no server: it has no thread, and no one but its players knows of it."""
        return self.guild is None

    @property
    def is_disclosed(self) -> bool:
        """Whether all of it may be known, hands, draws and seed: it has ended, and so have all tables of its set."""
        return self.phase in ENDED and not self.hidden

    @property
    def is_together(self) -> bool:
        """Whether people play on in it from a position of a match that they have played together."""
        return self.position_of is not None and not self.is_homeless

    @property
    def is_private(self) -> bool:
        """Whether it is outside of servers, and one person alone against computers."""
        return self.is_homeless and not self.over_servers and sum(row.user is not None for row in self.seats) <= 1

    @property
    def is_by_dm(self) -> bool:
        """Whether people play in it together without a thread: what one would show goes to each of them."""
        return self.is_homeless and not self.is_private

    @property
    def is_live(self) -> bool:
        """Whether it is played live for an evening, while its own clock rests."""
        return self.live is not None and bool(self.live.clocks)

    @property
    def pace(self) -> Pace:
        """The clock in force."""
        return TONIGHT if self.is_live else self.terms.pace


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Facts stored beside a seat about its person; empty for a computer player."""

    preferences: Preferences = Preferences()  # how they want to be called
    plan: Plan | None = None  # what they will answer
    note: str = ""  # for themselves
    is_called: bool = False  # a post to them is to be sent
    holidays: tuple[Holiday, ...] = ()  # in order
    orders: tuple[str, ...] = ()  # standing ones, as `engines.orders` spells them, the oldest first
    has_moved: bool = False  # they have given an answer in this match themselves
    dm: int | None = None  # the channel of their direct messages with the bot, if it was ever opened
    closed: bool = False  # the last direct message couldn't reach them
    has_others: bool = False  # another running match waits for them
    has_lines: bool = False  # they keep lines in this match
    agreed: float | None = None  # when they last agreed to play live for an evening


@dataclass(frozen=True, slots=True)
class Shown:
    """A message in Discord that shows a post of this kind, to a person or (None) in the thread."""

    kind: str
    to: int | None
    channel: int
    message: int


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match and what is stored beside it, all as of one moment."""

    match: Match  # the header, with its secret key
    zone: str = ""  # of its server; "" if it has none
    deadlines: tuple[Deadline, ...] = ()  # in the order in which they are due
    messages: tuple[Shown, ...] = ()  # that show its posts
    seats: tuple[SeatFacts, ...] = ()  # in the order of the match's seats
    keeps_holidays: bool = True  # whether its server gives people any
    seasons: tuple[int, int] = (3, 1)  # how many months a season takes there, and a month (1 to 12) that begins one
    has_webhooks: bool = False  # its server has public news sent somewhere

    def shown_to(self, user: int | None) -> tuple[Shown, ...]:
        """The messages that show a person something of the match."""
        return tuple(message for message in self.messages if user is not None and message.to == user)


@dataclass(frozen=True, slots=True)
class LogRow:
    """Row of a match's log: what was done and what came of it."""

    match: int  # given by the store
    seq: int  # given by the store
    kind: RowKind  # of what was done
    by: Viewer  # the seat that the rules know, None for the host
    path: Path  # the answer
    how: How  # it came about
    draws: list[Draw]  # of the luck, in order
    events: list[Event]  # sequences in them come back as tuples
    interaction_id: int | None  # of the press, which counts once in the whole log
    user: int | None  # the person
    at: float  # when


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state after log row `seq`, encoded by `db.sql.codec` as `schema` says."""

    match: int
    seq: int
    schema: int
    body: bytes


@dataclass(frozen=True, slots=True)
class StoredPosition:
    """The state after log row `seq` of another match, encoded like a snapshot.

    Its `seat` plays on from what it saw, with the rest drawn again; without one every seat knows what it knew there.
    """

    seq: int
    seat: Viewer
    schema: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Deadline:
    """What the host owes at a time; void once the match has moved past `seq`."""

    match: int
    seq: int
    kind: DeadlineKind
    seat: Seat | None
    due: float


@dataclass(frozen=True, slots=True)
class Downtime:
    """A time in which clocks stand, as was said before it; in the matches of one server, or (`guild` None) in all.

    They stand for everyone but its `author`.
    """

    guild: int | None
    since: float
    until: float
    author: int | None = None


@dataclass(frozen=True, slots=True)
class MessageRef:
    """Place of a post: a message in a channel; `private` if it has just gone to one person alone."""

    channel: int
    message: int
    private: bool = False
    also: MessageRef | None = None  # where it is to be seen besides

    def is_of(self, other: MessageRef | None) -> bool:
        """Whether the other one is the same message."""
        return other is not None and self.message == other.message


def message_ref(channel: int | None, message: int | None) -> MessageRef | None:
    """Place of a message, from two columns."""
    return None if channel is None or message is None else MessageRef(channel, message)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """Post to be sent, and its receiver (`to` None: the thread or channel); never content."""

    kind: PostKind
    to: int | None = None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Post:
    """A post taken from the outbox for sending."""

    id: int  # of the row
    match: int | None  # that it tells of
    cup: int | None  # else the cup
    guild: int | None  # else the server, if it is about one
    seq: int  # the match's or cup's when the post was written, a server's number of posts, or the day of a puzzle
    kind: PostKind  # what it tells
    to: int | None  # the person, None for the thread or channel
    seat: Seat | None  # of the person
    tries: int  # how often it was tried before; it may have arrived all the same
    nonce: str  # at most 25 characters, the same over all tries
    is_followed: bool  # other posts can wait until this one has arrived
    later: float | None = None  # when (unix seconds) the next of all posts that were put off falls due


@dataclass(frozen=True, slots=True)
class Sitting:
    """Sitting: a person who sat down on a seat, with that row of the log."""

    match: int
    seat: Seat
    seq: int
    user: int
    name: str


@dataclass(frozen=True, slots=True)
class Invitation:
    """A question to a guest whether they sit down at a match."""

    match: int  # with a free seat
    user: int  # the guest
    author: int  # who sent it
    name: str  # of the guest
    state: InvitationState  # open, or how it ended
    at: float  # when it was sent
    until: float  # when it lapses


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a match for one of its people."""

    match: int  # that has ended
    user: int  # the person
    seat: Seat  # theirs
    name: str  # at that time
    game: str  # its key
    guild: int | None  # its server
    finished: float  # when
    kind: ResultKind  # how they took part
    rated: bool  # counts for the ladders
    rank: int  # among the `field`; all who left share the last one
    field: int  # riders of the match, computer players included
    points: int  # at the end
    in_time: int  # moves that they made themselves
    late: int  # moves that the bot made since their time was up
    unstarted: bool = False  # left before their first move: rated for them alone, as a loss (`model.rating.lost`)


@dataclass(frozen=True, slots=True)
class Honour:
    """A badge that someone has earned in a match."""

    match: int
    user: int
    badge: str
    game: str
    guild: int | None
    earned: float


@dataclass(frozen=True, slots=True)
class Finish:
    """Effect of a match's end on the careers of its people; `season` is the guild's, as of that time."""

    results: tuple[Result, ...]
    badges: tuple[Honour, ...] = ()
    season: Season | None = None
    bout: Bout | None = None  # with Sparring


class Counted(StrEnum):
    """Things that are counted."""

    # since a time
    INVITATIONS = auto()  # that a person has sent, without those that were accepted
    LOBBIES = auto()  # that a person has opened in servers, without rematches and challenges that were accepted
    CUPS = auto()  # that a person has opened
    VERDICTS = auto()  # about others in cups
    ANNOUNCEMENTS = auto()  # of downtime
    REPOSTS = auto()  # of boards and calls
    LINES = auto()  # tried out, that a person has posted after the match
    SEATS = auto()  # that a person has taken who wasn't there in some of their last matches
    # at the moment
    OPEN_LOBBIES = auto()  # of a person, in the server `about`
    ALONE = auto()  # a person's private matches
    OPEN_CUPS = auto()  # of which a person is the director
    CUPS_OF_SERVER = auto()
    WEBHOOKS = auto()  # of a server
    OPEN_INVITATIONS = auto()  # that a person could accept, for all that their author `about` may know
    UNDER_WAY = auto()  # matches of a person who has finished none
    FOLLOWED_MATCHES = auto()  # that a person follows
    FOLLOWED_PEOPLE = auto()  # that a person follows


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many of what is `counted`, of a person or server (`whose`), that happened after `since`.

    What is counted at the moment is counted as of `since`, where that matters. `about` is a server or a person.
    """

    counted: Counted
    whose: int
    most: int
    since: float = 0.0
    about: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a match, written whole or not at all.

    Row, snapshot and deadlines get `seq + 1` from the store, whatever they say themselves.
    """

    match: Match  # the new header with the `seq` seen before the step
    row: LogRow  # of the log
    snapshot: Snapshot | None = None  # the state after it
    deadlines: tuple[Deadline, ...] = ()  # they replace all that the match had
    posts: tuple[Outgoing, ...] = ()  # that are owed
    dropped_plans: tuple[Seat, ...] = ()  # seats whose plans are forgotten
    dropped_orders: tuple[Seat, ...] = ()  # seats whose standing orders are forgotten
    sat_down: tuple[Seat, ...] = ()  # seats with a new person
    finish: Finish | None = None  # of a step that ends the match; any other takes back what an earlier end brought
    has_ended: bool = True  # it may have ended before, and have results
    silent: bool = False  # for its person alone: `changed` and what is owed stay as they were
    panel: Shown | None = None  # the private message of the press, as what it is known from now on
    seats_before: tuple[SeatRow, ...] | None = None  # only seats that differ are written; None: all
    invitation: Invitation | None = None  # goes out with it
    limits: tuple[Limit, ...] = ()  # nothing is written if one of them leaves no room
    news: NewsKind | None = None  # that goes to the webhooks of the match's server
