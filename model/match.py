"""The values that go into the store and come out of it; times are unix seconds, users and channels are snowflakes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto

from engines.dice import Draw
from engines.table import Event, Path, Seat, Viewer
from model.career import Season
from model.kinds import (
    CallChannel,
    DeadlineKind,
    How,
    InvitationState,
    PauseReason,
    Phase,
    PlayOn,
    PostKind,
    QuickConfirm,
    ResultKind,
    RowKind,
    VoteKind,
)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where: a person (`user`) or a computer player (`opponent` is its key).

    `asked` is since when the match has waited for this seat, None while it doesn't; `play_on` until when the house
    plays for the person; `substitute` is the opponent that sits in for them until they return. Their clock: `bank`
    seconds left when they were asked, `credit` seconds that cost nothing this time besides the grace (pauses and votes;
    below 0: so much of the grace is used up), `missed` how often in a row their time ran out, `stopped` whether an undo
    has stopped it before they could answer: then it goes on where it was. `hints` is for how many questions they have
    had a hint, which no step changes.
    """

    seat: Seat
    user: int | None
    opponent: str | None
    name: str
    resigned: bool = False
    asked: float | None = None
    play_on: PlayOn | None = None
    substitute: str | None = None
    bank: float = 0.0
    credit: float = 0.0
    missed: int = 0
    stopped: bool = False
    hints: int = 0


@dataclass(frozen=True, slots=True)
class Vote:
    """What the players are voting on: `about`, of which seat if of one, since and until when.

    `electorate` are the seats that may vote, `yes` and `no` those that have; more than half of them decide. `by` is the
    seat that asks, None where a person without one does: `user`, called `name`. A newcomer wants to take the seat over;
    a director or manager who plays asks whether the seat wins its table of a cup, or whether the match goes back to a
    `point` (its number, and when that was).
    """

    about: VoteKind
    seat: Seat | None
    by: Viewer
    since: float
    until: float
    electorate: tuple[Seat, ...]
    yes: tuple[Seat, ...]
    no: tuple[Seat, ...] = ()
    user: int | None = None
    name: str = ""
    point: tuple[int, float] | None = None


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
    """How a person wants to be called: where, at which moments of their time, and between which minutes of the day (in
    their zone) never; `quiet` None: the house's own hours.

    Where they have at most `easy` sensible answers they aren't called, and the house answers for them. `quick` says
    where they want no Confirm for what they can take back. Whoever `hides_accuracy` has no curve of it on their card.
    """

    channel: CallChannel = CallChannel.DM
    moments: tuple[str, ...] = ("start", "half", "ninety")
    zone: str = ""
    quiet: tuple[int, int] | None = None
    easy: int = 0
    quick: QuickConfirm = QuickConfirm.ALONE
    hides_accuracy: bool = False


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
    """The header of a match.

    `seq` is the number of its newest log row, `changed` is when that was written. `places` is the wanted number of
    seats, `host` the user who opened it, `forced` whether forced answers are played for the players, `key` the 32
    secret bytes behind the dice, `entropy` what the players added to them, fixed when the match starts. `clock` is a
    key of `PACES`, `weekends` whether it rests on them, `hour` at which answers are due by the clock `evening`, `days`
    the weekdays on which clocks run ("024" are Monday, Wednesday and Friday, "" all of them), `rated` whether it counts
    for the ladders; a lobby that `waits` doesn't start by itself but calls its host when it is full, and a match that
    is `invited_only` takes nobody else. Those who join must have answered `least_in_time` per cent of their questions
    in time and finished so many matches. `paused` says why nothing is owed or sent, since `paused_at`; None while the
    match goes on. `vote` is the vote that is going on, `rematch_of` the match that this one repeats, `position_of` the
    one in whose middle it begins, `cup` the cup that it belongs to. The store gives `id`, `seq` and `changed`; `thread`
    is changed by a method of its own.
    """

    id: int
    game: str
    options: dict[str, str]
    rules: int
    phase: Phase
    seq: int
    places: int
    guild: int | None
    channel: int
    thread: int | None
    host: int
    forced: bool
    key: bytes
    opened: float
    changed: float
    seats: tuple[SeatRow, ...]
    entropy: str = ""
    paused: PauseReason | None = None
    paused_at: float | None = None
    clock: str = "none"
    weekends: bool = False
    hour: int = 21
    days: str = ""
    rated: bool = True
    waits: bool = False
    invited_only: bool = False
    least_in_time: int = 0
    least_finished: int = 0
    vote: Vote | None = None
    rematch_of: int | None = None
    position_of: int | None = None
    cup: int | None = None

    @property
    def is_private(self) -> bool:
        """Whether it belongs to no server: a person alone against computers, of which nobody else knows."""
        return self.guild is None


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What is stored beside a seat, about its person and this match; empty for a computer player.

    `preferences` are how they want to be called, `holidays` are theirs, in order, `plan` is what they will answer,
    `note` what they have written down for themselves; `is_called` tells whether a post to them is to be sent.
    `orders` are what they want the house to answer from now on, as `engines.orders` spells it, the oldest first.
    `has_moved` is whether they have given an answer in this match themselves.
    """

    preferences: Preferences = Preferences()
    plan: Plan | None = None
    note: str = ""
    is_called: bool = False
    holidays: tuple[Holiday, ...] = ()
    orders: tuple[str, ...] = ()
    has_moved: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A message in Discord that shows a post of this kind, to a person or (None) in the thread."""

    kind: str
    to: int | None
    channel: int
    message: int


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match and what is stored beside it, all as of one moment.

    `zone` is that of its server ("" if it has none), `deadlines` are in the order in which they are due, `messages`
    those that show its posts, `seats` in the order of the match's seats. `keeps_holidays` says whether its server gives
    people any.
    """

    match: Match
    zone: str = ""
    deadlines: tuple[Deadline, ...] = ()
    messages: tuple[Shown, ...] = ()
    seats: tuple[SeatFacts, ...] = ()
    keeps_holidays: bool = True

    def shown_to(self, user: int | None) -> tuple[Shown, ...]:
        """The messages that show a person something of the match."""
        return tuple(one for one in self.messages if user is not None and one.to == user)


@dataclass(frozen=True, slots=True)
class LogRow:
    """What was done and what came of it.

    `by` is the seat that the rules know and `user` the person; `interaction_id` is that of the press, which counts once
    in the whole log. `match` and `seq` are given by the store. Sequences within events come back as tuples.
    """

    match: int
    seq: int
    kind: RowKind
    by: Viewer
    path: Path
    how: How
    draws: list[Draw]
    events: list[Event]
    interaction_id: int | None
    user: int | None
    at: float


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state after log row `seq`, encoded by `db.sql.codec` as `schema` says."""

    match: int
    seq: int
    schema: int
    body: bytes


@dataclass(frozen=True, slots=True)
class StoredPosition:
    """The state after log row `seq` of another match, encoded like a snapshot; its `seat` plays on from what it saw."""

    seq: int
    seat: Seat
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
    """Where a post is to be seen: a message in a channel; `private` if it has just gone to one person alone."""

    channel: int
    message: int
    private: bool = False
    also: MessageRef | None = None  # where it is to be seen besides

    def is_of(self, other: MessageRef | None) -> bool:
        """Whether the other one is the same message."""
        return other is not None and self.message == other.message


def message_ref(channel: int | None, message: int | None) -> MessageRef | None:
    """Where a message stands, from two columns."""
    return None if channel is None or message is None else MessageRef(channel, message)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What to send and to whom (`to` None: the thread, or the channel); never content."""

    kind: PostKind
    to: int | None = None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Post:
    """A post taken from the outbox for sending.

    It is about a match, a cup or a server.
    """

    id: int
    match: int | None
    cup: int | None
    guild: int | None
    seq: int  # that of the match or cup when the post was written; of a server's posts a number that grows
    kind: PostKind
    to: int | None
    seat: Seat | None
    tries: int  # how often it was tried before: it may have arrived although nobody knows
    nonce: str  # at most 25 characters that stay the same over all tries
    is_followed: bool  # whether other posts may wait until this one has arrived


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sat down on a seat, with which row of the log."""

    match: int
    seat: Seat
    seq: int
    user: int
    name: str


@dataclass(frozen=True, slots=True)
class Invitation:
    """What asks somebody, called `name`, to sit down at a match; it was sent by `author` and holds `until` then."""

    match: int
    user: int
    author: int
    name: str
    state: InvitationState
    at: float
    until: float


@dataclass(frozen=True, slots=True)
class Result:
    """How a match went for one of its people.

    `rank` is their place among the `field` riders of the match, computer players included: all who left share the last
    one. `rated` says whether it counts for the ladders; `in_time` are the moves that they made themselves, `late` those
    that the house made since their time was up. Who is `unstarted` has left a match that was to count before their
    first move: it is rated for none of the others, and for them only as a loss (`model.rating.lost`).
    """

    match: int
    user: int
    seat: Seat
    name: str
    game: str
    guild: int | None
    finished: float
    kind: ResultKind
    rated: bool
    rank: int
    field: int
    points: int
    in_time: int
    late: int
    unstarted: bool = False


@dataclass(frozen=True, slots=True)
class Honour:
    """A badge that somebody has earned in a match."""

    match: int
    user: int
    badge: str
    game: str
    guild: int | None
    earned: float


@dataclass(frozen=True, slots=True)
class Finish:
    """What a match that has ended means for the careers of its people; `season` is the guild's, as of that time."""

    results: tuple[Result, ...]
    badges: tuple[Honour, ...] = ()
    season: Season | None = None


class Counted(StrEnum):
    """What is counted."""

    # since a time
    INVITATIONS = auto()  # that a person has sent, without those that were accepted
    LOBBIES = auto()  # that a person has opened in servers, without rematches and challenges that were accepted
    CUPS = auto()  # that a person has opened
    VERDICTS = auto()  # about others in cups
    ANNOUNCEMENTS = auto()  # of downtime
    REPOSTS = auto()  # of boards and calls
    SEATS = auto()  # that a person has taken who wasn't there in some of their last matches
    # at the moment
    OPEN_LOBBIES = auto()  # of a person, in the server `about`
    ALONE = auto()  # a person's private matches
    OPEN_CUPS = auto()  # of which a person is the director
    CUPS_OF_SERVER = auto()
    OPEN_INVITATIONS = auto()  # that a person could accept, for all that their author `about` may know
    UNDER_WAY = auto()  # matches of a person who has finished none


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

    `match` is the new header with the `seq` that was seen, that is before the step. Row, snapshot and deadlines get
    `seq + 1` from the store, whatever they say themselves; `deadlines` replace all that the match had. The plans of the
    seats in `dropped_plans` are forgotten, and the orders of those in `dropped_orders`; somebody has sat down on those
    in `sat_down`. `panel` is the private message in which a person pressed for the step, as what it is known from now
    on: it goes on to what comes next. `finish`
    belongs to the step that ends a match; a step of another kind than a move that lets it go on takes back what an
    earlier end has brought. An `invitation` goes out with it. Nothing is written if one of the `limits` leaves no room.

    Nobody but its person may learn of a `silent` step: `changed` and what is owed stay as they were. Only those seats
    are written that differ from `seats_before`; None: all are written anew.
    """

    match: Match
    row: LogRow
    snapshot: Snapshot | None = None
    deadlines: tuple[Deadline, ...] = ()
    posts: tuple[Outgoing, ...] = ()
    dropped_plans: tuple[Seat, ...] = ()
    dropped_orders: tuple[Seat, ...] = ()
    sat_down: tuple[Seat, ...] = ()
    finish: Finish | None = None
    silent: bool = False
    panel: Shown | None = None
    seats_before: tuple[SeatRow, ...] | None = None
    invitation: Invitation | None = None
    limits: tuple[Limit, ...] = ()
