"""Controls as values: the contents of custom ids.

The words stand in messages, so none of them may ever change.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TypeAlias

NUMBER_FIELD, ZONE_FIELD, NOTE_FIELD = "number", "zone", "note"  # of fields in forms
# of fields in the form for a new match, besides options
CLOCK_FIELD, OPPONENT_FIELD, TICKS_FIELD, MORE_FIELD = "clock", "opponent", "ticks", "more"
GAMES_FIELD, LENGTHS_FIELD, STRENGTH_FIELD = "games", "lengths", "strength"  # of fields in the form for a seeker
OPTION_FIELD = "option."  # before the name of a game's option


class Component(Enum):
    """Kind of the component used; the values are Discord's component types, where it has one."""

    BUTTON = 2
    SELECT = 3
    USER_SELECT = 5
    ROLE_SELECT = 6
    CHANNEL_SELECT = 8
    FORM = "form"


class Action(StrEnum):
    """Action of a button that isn't part of a move."""

    # a lobby
    JOIN = "join"
    LEAVE = "leave"
    OPPONENT = "opponent"
    START = "start"
    CANCEL = "cancel"
    WAIT = "wait"
    INVITE = "invite"
    SEAT = "seat"
    STANDING = "standing"
    # an invitation
    ACCEPT = "accept"
    DECLINE = "decline"
    BLOCK = "block"
    ALLOW = "allow"
    # before there is a match
    OPEN = "open"
    PRESET = "preset"
    DETAILS = "details"
    SOLO = "solo"
    SEEK = "seek"
    SEEK_CHANGE = "seekchange"
    SEEK_HERE = "seekhere"
    UNSEEK = "unseek"
    # the panel of a match
    MOVE = "move"
    LOOK = "look"
    UNDO = "undo"
    AUTO = "auto"
    FAST = "fast"
    LEG = "leg"
    HINT = "hint"
    PLAN = "plan"
    WITHDRAW = "withdraw"
    THINK = "think"
    UNTRY = "untry"
    KEEP = "keep"
    LINES = "lines"
    LINE = "line"
    ORDERS = "orders"
    ORDER = "order"
    COUNTERMAND = "countermand"
    SINCE = "since"
    STEP = "step"
    LATER = "later"
    SNOOZE = "snooze"
    NOTE = "note"
    HISTORY = "history"
    DICE = "dice"
    EXPORT = "export"
    # the table of a match
    TABLE = "table"
    BOARD = "board"
    VOTE = "vote"
    YES = "yes"
    NO = "no"
    TAKEOVER = "takeover"
    RETURN = "return"
    REMATCH = "rematch"
    LIVE = "live"
    ENOUGH = "enough"
    FILM = "film"
    REVIEW = "review"
    TRY = "try"
    TRY_TOGETHER = "trytogether"
    SHARE = "share"
    SHARE_LINE = "shareline"
    SHARE_BETTER = "sharebetter"
    # what a person follows
    FOLLOW = "follow"
    FOLLOW_PERSON = "followperson"
    UNFOLLOW = "unfollow"
    MOVED = "moved"
    # the table in a browser
    WEB = "web"
    SHUT = "shut"
    # the home
    HOME = "home"
    FRIENDS = "friends"
    # puzzles
    PUZZLE = "puzzle"
    OLDER = "older"
    SOLUTION = "solution"
    # the race of the day
    RACE = "race"
    RACE_ON = "raceon"
    RACE_FILM = "racefilm"
    # cups
    CUP_JOIN = "cupjoin"
    CUP_LEAVE = "cupleave"
    CUP_OUT = "cupout"
    CUP_START = "cupstart"
    CUP_CANCEL = "cupcancel"
    CUP_OFF = "cupoff"
    CUP_PAGE = "cuppage"
    CUP_TEXT = "cuptext"
    CUP_LOG = "cuplog"
    CUP_LOTS = "cuplots"
    CUP_RULES = "cuprules"
    CUP_MOVE = "cupmove"
    # everything else
    LEARN = "learn"
    RULES = "rules"
    LADDER = "ladder"
    LADDER_TEXT = "laddertext"
    CARD = "card"
    CARD_TEXT = "cardtext"
    BADGES = "badges"
    HIDE_ACCURACY = "accuracyhide"
    SHOW_ACCURACY = "accuracyshow"
    HONOURS = "honours"
    ROLL = "roll"
    ROLL_TEXT = "rolltext"
    SEASONS = "seasons"
    ARCHIVE = "archive"
    SEASON = "season"
    SEASON_TEXT = "seasontext"
    FORGET = "forget"
    # repairs by managers of a server and owners of the bot
    POINTS = "points"
    REWIND = "rewind"
    EXCUSE = "excuse"
    DROP = "drop"
    REPOST = "repost"
    ANNOUNCE = "announce"
    BACKUP = "backup"
    # webhooks of a server
    WEBHOOK_TEST = "webhooktest"
    WEBHOOK_REMOVE = "webhookremove"


class SettingButton(StrEnum):
    """A button of `/settings`."""

    ZONE = "zone"
    CITY = "city"
    BACK = "back"
    LOUD = "loud"
    HIDE = "hide"
    SHOW = "show"
    ASK = "ask"
    OBVIOUS = "obvious"
    EASY = "easy"
    IDLE = "idle"  # the same, on the result of a match
    QUICK_ALWAYS = "quickalways"
    QUICK_ALONE = "quickalone"
    QUICK_NEVER = "quicknever"
    HOLIDAY = "holiday"
    HOLIDAY_OVER = "holidayover"


class SettingSelect(StrEnum):
    """A select of `/settings`."""

    WAY = "way"
    MOMENTS = "moments"
    FROM = "from"
    TO = "to"
    PLACE = "place"
    FIRST = "first"
    LAST = "last"


class Shareable(StrEnum):
    """Part of a finished match that can be posted elsewhere."""

    PODIUM = "podium"
    FILM = "film"


class Tail(StrEnum):
    """What a button at a question does: continue, confirm, ask for a number, help, show a page."""

    GO = ""
    SURE = "!"
    TYPE = "?"
    HELP = "~"
    PAGE = "@"


CHOOSE = "*"  # the tail of a select
CHOOSE_CHANNEL, CHOOSE_ROLE = "#", "&"  # and of selects of channels and roles


@dataclass(frozen=True, slots=True)
class QuestionId:
    """A place in a match's questions: `steps` are option numbers.

    `planning` marks a plan, `trying` besides what is only tried out.
    """

    match: int
    fingerprint: str
    steps: tuple[str, ...]
    planning: bool = False
    trying: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A button at a place in the questions; `page` is a page of options."""

    place: QuestionId
    tail: Tail
    page: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """A select at a place in the questions."""

    place: QuestionId


@dataclass(frozen=True, slots=True)
class Number:
    """A form that asks for a number at a place in the questions."""

    place: QuestionId


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A button or select of a lesson; `steps` are option numbers, `page` is the page of options shown."""

    game: str
    chapter: str
    step: int
    steps: tuple[str, ...]
    page: int = 0


@dataclass(frozen=True, slots=True)
class PuzzleStep:
    """A button or select of a puzzle; `steps` are option numbers, `page` is the page of options shown."""

    puzzle: int
    steps: tuple[str, ...]
    tail: Tail = Tail.GO
    page: int = 0


@dataclass(frozen=True, slots=True)
class Act:
    """A button of an action; `cogs/routes.py` knows what follows the action and reads it."""

    action: Action
    what: str


@dataclass(frozen=True, slots=True)
class SetupButton:
    """A button of `/admin setup`; `is_long` says that all settings are shown."""

    setting: str
    is_long: bool
    tail: Tail = Tail.GO


@dataclass(frozen=True, slots=True)
class SetupSelect:
    """The select of a setting's values, or without a `setting` that of the settings."""

    setting: str
    is_long: bool


@dataclass(frozen=True, slots=True)
class SetupForm:
    """The form of `/admin setup` in which a zone is typed."""

    is_long: bool


@dataclass(frozen=True, slots=True)
class ZoneForm:
    """The form of `/settings` in which a zone is typed."""


@dataclass(frozen=True, slots=True)
class Guest:
    """The select of a guest to invite to a match."""

    match: int


@dataclass(frozen=True, slots=True)
class Contents:
    """The select of a page of a game's rules."""

    game: str


@dataclass(frozen=True, slots=True)
class NoteForm:
    """The form in which a note on a match is typed."""

    match: int


@dataclass(frozen=True, slots=True)
class ShareSelect:
    """The select of the channel in which to share something of a match."""

    what: Shareable
    match: int


@dataclass(frozen=True, slots=True)
class PointSelect:
    """The select of a page of moments to which a match can be rewound."""

    match: int
    page: int


@dataclass(frozen=True, slots=True)
class OpeningForm:
    """The form in which a match is opened; `cogs/opening/request.py` reads `what`."""

    what: str


@dataclass(frozen=True, slots=True)
class SeekForm:
    """The form in which a person says for what table they look."""


CustomId: TypeAlias = (
    Step
    | Choice
    | Number
    | LessonStep
    | PuzzleStep
    | Act
    | SettingButton
    | SettingSelect
    | SetupButton
    | SetupSelect
    | SetupForm
    | ZoneForm
    | Guest
    | Contents
    | NoteForm
    | ShareSelect
    | PointSelect
    | OpeningForm
    | SeekForm
)
