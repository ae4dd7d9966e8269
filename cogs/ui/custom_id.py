"""Every custom id, written and read: what stands in a button, a select or a form is all that is needed to answer it.

- `g:<match>:<fingerprint>:<path as option numbers>[<tail>]` is a place in a match's questions, with `p` one in a plan;
- `h:<action>:<what>` is an action, most of them in a match: `h:vote:<match>.replace.1`;
- `l:<game>:<chapter>:<step>:<path as option numbers>[<tail>]` is a place in a lesson;
- `s:<setting>`, `u:invite:<match>`, `n:<match>`, `r:<game>` are of the settings, of whom to invite, of a note, and of
  the contents of rules;
- `c:<what>:<match>` is where to share the podium or the film of a match;
- `o:<game>.<players>` is the form in which a match is opened, with `.<opponent>` one against computers.

Matches and people are written in base 36. The words stand in old messages, so none of them ever changes. Whoever reads
a custom id trusts nothing in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TypeAlias

from engines.table import IllegalMove

LONGEST = 100
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MATCH_DIGITS = 12  # so that a match's number fits into the database's 64 bits
MOST_NUMBER = 2**63 - 1  # that a database takes
ZONE_FORM = "zone"
MATCH = rf"(?P<match>[0-9a-z]{{1,{MATCH_DIGITS}}})"
NUMBER_FIELD, ZONE_FIELD, NOTE_FIELD = "number", "zone", "note"  # of the fields in forms
CLOCK_FIELD, OPPONENT_FIELD, MORE_FIELD = "clock", "opponent", "more"  # and of those for a new match, beside options
OPTION_FIELD = "option."  # before the name of an option of the game
_PRINT = re.compile("[0-9a-f]{8}")
_PLACE = rf"(?P<kind>[gp]):{MATCH}:(?P<print>{_PRINT.pattern}):(?P<path>[0-9.+-]*)"
_STEP = re.compile(_PLACE + r"(?P<tail>|!|\?|~|@(?P<page>[0-9]{1,4}))")
_CHOICE = re.compile(_PLACE + r"\*")
_LESSON = re.compile(
    r"l:(?P<game>[a-z0-9_]{1,32}):(?P<chapter>[a-z]{1,16}):(?P<step>[0-9]{1,2}):(?P<path>[0-9.+-]*)"
    r"(?P<tail>|!|\*|@(?P<page>[0-9]{1,4}))"
)
_NUMBER = re.compile(_PLACE)
_ACTION = re.compile(r"h:(?P<action>[a-z]+):(?P<what>[0-9a-z_.]{1,60})")
_SETTING = re.compile(r"s:(?P<setting>[a-z]+)")
_GUEST = re.compile(rf"u:invite:{MATCH}")
_NOTE = re.compile(rf"n:{MATCH}")
_SHARE = re.compile(rf"c:(?P<shared>[a-z]+):{MATCH}")
_ABOUT = re.compile(rf"(?:[gpn]|[hcu]:[a-z]+):{MATCH}(?![0-9a-z])")
_CONTENTS = re.compile(r"r:(?P<game>[a-z_]{1,40})")
_OPENING = re.compile(r"o:(?P<what>[0-9a-z_.]{1,60})")


class Component(Enum):
    """What was used; the values are Discord's types of components, where it has one."""

    BUTTON = 2
    SELECT = 3
    USER_SELECT = 5
    CHANNEL_SELECT = 8
    FORM = "form"


class Action(StrEnum):
    """What a button does that isn't a step of an answer."""

    # a lobby
    JOIN = "join"
    LEAVE = "leave"
    OPPONENT = "opponent"
    START = "start"
    CANCEL = "cancel"
    WAIT = "wait"
    INVITE = "invite"
    SEAT = "seat"
    # before there is a match
    OPEN = "open"
    PRESET = "preset"
    DETAILS = "details"
    SOLO = "solo"
    # the panel of a match
    MOVE = "move"
    LOOK = "look"
    UNDO = "undo"
    AUTO = "auto"
    FAST = "fast"
    LEG = "leg"
    PLAN = "plan"
    WITHDRAW = "withdraw"
    SINCE = "since"
    STEP = "step"
    LATER = "later"
    SNOOZE = "snooze"
    NOTE = "note"
    HISTORY = "history"
    DICE = "dice"
    # the table of a match
    TABLE = "table"
    VOTE = "vote"
    YES = "yes"
    NO = "no"
    TAKEOVER = "takeover"
    RETURN = "return"
    REMATCH = "rematch"
    FILM = "film"
    SHARE = "share"
    # the home
    HOME = "home"
    FRIENDS = "friends"
    # everything else
    LEARN = "learn"
    RULES = "rules"
    LADDER = "ladder"
    LADDER_TEXT = "laddertext"
    CARD = "card"
    CARD_TEXT = "cardtext"
    BADGES = "badges"
    HONOURS = "honours"
    ROLL = "roll"
    ROLL_TEXT = "rolltext"
    SEASONS = "seasons"
    ARCHIVE = "archive"
    SEASON = "season"
    SEASON_TEXT = "seasontext"
    FORGET = "forget"


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
    QUICK_ALWAYS = "quickalways"
    QUICK_ALONE = "quickalone"
    QUICK_NEVER = "quicknever"


class SettingSelect(StrEnum):
    """A select of `/settings`."""

    WAY = "way"
    MOMENTS = "moments"
    FROM = "from"
    TO = "to"
    PLACE = "place"


class Shareable(StrEnum):
    """What of a match that is over can be posted elsewhere."""

    PODIUM = "podium"
    FILM = "film"


class Tail(StrEnum):
    """What a button does at its place in the questions: go on, confirm, ask for a number, help, show a page."""

    GO = ""
    SURE = "!"
    TYPE = "?"
    HELP = "~"
    PAGE = "@"


CHOOSE = "*"  # the tail of a select


@dataclass(frozen=True, slots=True)
class QuestionId:
    """A place in the questions of a match: `steps` are still numbers, `planning` says that it is of a plan."""

    match: int
    fingerprint: str
    steps: tuple[str, ...]
    planning: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A button at a place in the questions; `page` is that of their options."""

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
class LessonPlace:
    """A button or a select of a lesson; `steps` are option numbers, `page` is that of the options shown."""

    game: str
    chapter: str
    step: int
    steps: tuple[str, ...]
    page: int = 0


@dataclass(frozen=True, slots=True)
class Act:
    """A button of an action; what it is about is read by `cogs/routes.py`, which knows what that action takes."""

    action: Action
    what: str


@dataclass(frozen=True, slots=True)
class ZoneForm:
    """The form of `/settings` in which a zone is typed."""


@dataclass(frozen=True, slots=True)
class Guest:
    """The select of whom to invite to a match."""

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
class SharePlace:
    """The select of the channel in which to share something of a match."""

    what: Shareable
    match: int


@dataclass(frozen=True, slots=True)
class OpeningForm:
    """The form in which a match is opened; `what` is read by `cogs/opening/request.py`."""

    what: str


CustomId: TypeAlias = (
    Step
    | Choice
    | Number
    | LessonPlace
    | Act
    | SettingButton
    | SettingSelect
    | ZoneForm
    | Guest
    | Contents
    | NoteForm
    | SharePlace
    | OpeningForm
)


def read(component: Component, text: str) -> CustomId:
    """What this custom id of such a component says; IllegalMove for what no message of the bot has ever had."""
    for pattern in _PATTERNS[component]:
        found = pattern.fullmatch(text)
        if found is not None and (known := _known(component, pattern, found)) is not None:
            return known
    raise IllegalMove("house.button")


def match_about(text: str) -> int | None:
    """The match that a custom id is about, if it is about one."""
    found = _ABOUT.match(text)
    return None if found is None else int(found["match"], 36)


_ACTIONS = {action.value: action for action in Action}
_SETTING_BUTTONS = {setting.value: setting for setting in SettingButton}
_SETTING_SELECTS = {setting.value: setting for setting in SettingSelect}
_SHAREABLE = {what.value: what for what in Shareable}
_PATTERNS = {
    Component.BUTTON: (_STEP, _LESSON, _ACTION, _SETTING),
    Component.SELECT: (_CHOICE, _LESSON, _SETTING, _CONTENTS),
    Component.USER_SELECT: (_GUEST,),
    Component.CHANNEL_SELECT: (_SHARE,),
    Component.FORM: (_NUMBER, _SETTING, _NOTE, _OPENING),
}


def _known(component: Component, pattern: re.Pattern[str], found: re.Match[str]) -> CustomId | None:
    """What a custom id says that has this pattern; None where its words aren't known."""
    if pattern is _ACTION:
        action = _ACTIONS.get(found["action"])
        return None if action is None else Act(action, found["what"])
    if pattern is _SETTING:
        return _setting(component, found["setting"])
    if pattern is _SHARE:
        what = _SHAREABLE.get(found["shared"])
        return None if what is None else SharePlace(what, int(found["match"], 36))
    if pattern is _GUEST:
        return Guest(int(found["match"], 36))
    if pattern is _CONTENTS:
        return Contents(found["game"])
    if pattern is _NOTE:
        return NoteForm(int(found["match"], 36))
    if pattern is _OPENING:
        return OpeningForm(found["what"])
    steps = tuple(found["path"].split(".")) if found["path"] else ()
    if pattern is _LESSON:
        if (found["tail"] == CHOOSE) is not (component is Component.SELECT):
            return None
        return LessonPlace(found["game"], found["chapter"], int(found["step"]), steps, int(found["page"] or 0))
    place = QuestionId(int(found["match"], 36), found["print"], steps, planning=found["kind"] == "p")
    if pattern is _CHOICE:
        return Choice(place)
    if pattern is _NUMBER:
        return Number(place)
    return Step(place, Tail(found["tail"][:1]), int(found["page"] or 0))


def _setting(component: Component, name: str) -> CustomId | None:
    if component is Component.FORM:
        return ZoneForm() if name == ZONE_FORM else None
    return _SETTING_SELECTS.get(name) if component is Component.SELECT else _SETTING_BUTTONS.get(name)


# --- writing


def base36(number: int) -> str:
    """A whole number >= 0 in the digits 0-9a-z."""
    text = ""
    while True:
        number, digit = divmod(number, len(DIGITS))
        text = DIGITS[digit] + text
        if not number:
            return text


def question_code(place: QuestionId, tail: str = "") -> str:
    """The custom id of a place in the questions; ValueError if it doesn't fit."""
    kind = "p" if place.planning else "g"
    text = f"{kind}:{base36(place.match)}:{place.fingerprint}:{'.'.join(place.steps)}{tail}"
    if len(text) > LONGEST:
        raise ValueError(f"{text} is longer than {LONGEST} characters")
    return text


def lesson_code(game: str, chapter: str, step: int, question: str) -> str:
    """The custom id of a place in a lesson, made of that of the same place in the match that it is played in."""
    text = f"l:{game}:{chapter}:{step}:{question.split(':', 3)[3]}"
    if len(text) > LONGEST:
        raise ValueError(f"{text} is longer than {LONGEST} characters")
    return text


def action_code(action: Action, *what: str | int) -> str:
    """The custom id of an action, and what it is about, in parts."""
    return f"h:{action}:{'.'.join(map(str, what))}"


def match_code(action: Action, match: int, *more: str | int) -> str:
    """The custom id of an action in a match."""
    return action_code(action, base36(match), *more)


def setting_code(setting: SettingButton | SettingSelect) -> str:
    """The custom id of a button or a select of `/settings`."""
    return f"s:{setting}"


def zone_form_code() -> str:
    """The custom id of the form in which a zone is typed."""
    return f"s:{ZONE_FORM}"


def guest_code(match: int) -> str:
    """The custom id of the select of whom to invite."""
    return f"u:invite:{base36(match)}"


def share_code(what: Shareable, match: int) -> str:
    """The custom id of the select of the channel in which to share something."""
    return f"c:{what}:{base36(match)}"


def contents_code(game: str) -> str:
    """The custom id of the select of a page of a game's rules."""
    return f"r:{game}"


def note_code(match: int) -> str:
    """The custom id of the form in which a note is typed."""
    return f"n:{base36(match)}"


def opening_code(*what: str | int) -> str:
    """The custom id of the form in which a match is opened."""
    return f"o:{'.'.join(map(str, what))}"


# --- reading what an action is about


def parts(what: str, count: int) -> list[str]:
    """The parts of what an action is about; IllegalMove if there are more or fewer."""
    found = what.split(".")
    if len(found) != count:
        raise IllegalMove("house.button")
    return found


def is_fingerprint(text: str) -> bool:
    """Whether a fingerprint of a view looks like that."""
    return _PRINT.fullmatch(text) is not None


def read_number(text: str, base: int, most: int) -> int:
    """A whole number of at most this many digits; IllegalMove for anything else."""
    try:
        if text.isascii() and text.isalnum() and len(text) <= most and (number := int(text, base)) <= MOST_NUMBER:
            return number
    except ValueError:
        pass
    raise IllegalMove("house.unknown")


def read_match(text: str) -> int:
    """The number of a match; IllegalMove for anything else."""
    return read_number(text, 36, MATCH_DIGITS)
