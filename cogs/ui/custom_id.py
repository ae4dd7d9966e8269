"""Custom ids, written and read: each holds all that its reply needs.

- `g:<match>:<fingerprint>:<path as option numbers>[<tail>]` is a place in a match's questions, with `p` one in a plan;
- `h:<action>:<what>` is an action, most of them in a match: `h:vote:<match>.replace.1`;
- `l:<game>:<chapter>:<step>:<path as option numbers>[<tail>]` is a place in a lesson;
- `z:<puzzle>:<path as option numbers>[<tail>]` is a place in a puzzle;
- `s:<setting>`, `u:invite:<match>`, `n:<match>`, `r:<game>` are of the settings, of a guest to invite, of a note, and
  of the contents of rules;
- `c:<what>:<match>` is where to share the podium or the film of a match;
- `w:<match>:<page>` is the select of moments to which a match can be rewound;
- `e:<setting>:<0 or 1>[<tail>]` is of the settings of a server, all of which are shown (1) or not;
- `o:<game>.<players>` is the form in which a match is opened, with `.<opponent>` one against computers;
- `q:seek` is the form in which a person says for what table they look.

Matches, puzzles and people are written in base 36. The words stand in messages, so none of them may
ever change. A reader trusts nothing in a custom id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from cogs.ui.controls import (
    CHOOSE,
    CHOOSE_CHANNEL,
    CHOOSE_ROLE,
    Act,
    Action,
    Choice,
    Component,
    Contents,
    CustomId,
    Guest,
    LessonStep,
    NoteForm,
    Number,
    OpeningForm,
    PointSelect,
    PuzzleStep,
    QuestionId,
    SeekForm,
    SettingButton,
    SettingSelect,
    SetupButton,
    SetupForm,
    SetupSelect,
    Shareable,
    ShareSelect,
    Step,
    Tail,
    ZoneForm,
)
from engines.table import Refused

LONGEST = 100
FILLED = "now"  # fills the custom id of a button that refers to nothing
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MATCH_DIGITS = 12  # so that a match's number fits into the database's 64 bits
MOST_NUMBER = 2**63 - 1  # the largest a database stores
ZONE_FORM = "zone"
MATCH = rf"(?P<match>[0-9a-z]{{1,{MATCH_DIGITS}}})"
_PRINT = re.compile("[0-9a-f]{8}")
_PLACE = rf"(?P<kind>[gpt]):{MATCH}:(?P<print>{_PRINT.pattern}):(?P<path>[0-9.+-]*)"
_STEP = re.compile(_PLACE + r"(?P<tail>|!|\?|~|@(?P<page>[0-9]{1,4}))")
_CHOICE = re.compile(_PLACE + r"\*")
_LESSON = re.compile(
    r"l:(?P<game>[a-z0-9_]{1,32}):(?P<chapter>[a-z]{1,16}):(?P<step>[0-9]{1,2}):(?P<path>[0-9.+-]*)"
    r"(?P<tail>|!|\*|@(?P<page>[0-9]{1,4}))"
)
_PUZZLE = re.compile(
    rf"z:(?P<puzzle>[0-9a-z]{{1,{MATCH_DIGITS}}}):(?P<path>[0-9.+-]*)(?P<tail>|!|\*|@(?P<page>[0-9]{{1,4}}))"
)
_NUMBER = re.compile(_PLACE)
_ACTION = re.compile(r"h:(?P<action>[a-z]+):(?P<what>[0-9a-z_.]{1,60})")
_SETTING = re.compile(r"s:(?P<setting>[a-z]+)")
_SETUP = re.compile(r"e:(?P<setting>[a-z_]{0,20}):(?P<long>[01])(?P<tail>|[!?*#&])")
_GUEST = re.compile(rf"u:invite:{MATCH}")
_NOTE = re.compile(rf"n:{MATCH}")
_SHARE = re.compile(rf"c:(?P<shared>[a-z]+):{MATCH}")
_POINTS = re.compile(rf"w:{MATCH}:(?P<page>[0-9]{{1,4}})")
_ABOUT = re.compile(rf"(?:[gpntw]|[hcu]:[a-z]+):{MATCH}(?![0-9a-z])")
_CONTENTS = re.compile(r"r:(?P<game>[a-z0-9_]{1,40})")
_SEEK = re.compile("q:seek")
_OPENING = re.compile(r"o:(?P<what>[0-9a-z_.]{1,60})")


def read(component: Component, text: str) -> CustomId:
    """Read a custom id of such a component; Refused for ids that no message of the bot has ever had."""
    for pattern in _PATTERNS[component] if len(text) <= LONGEST else ():
        match = pattern.fullmatch(text)
        if match is not None and (content := _read_as(component, pattern, match)) is not None:
            return content
    raise Refused("house.button")


def match_about(text: str) -> int | None:
    """The match in a custom id, if it has one."""
    match = _ABOUT.match(text)
    return None if match is None else int(match["match"], 36)


_ACTIONS = {action.value: action for action in Action}
_SETTING_BUTTONS = {setting.value: setting for setting in SettingButton}
_SETTING_SELECTS = {setting.value: setting for setting in SettingSelect}
_SHAREABLE = {what.value: what for what in Shareable}
_CHOOSE = {
    Component.SELECT: CHOOSE,
    Component.ROLE_SELECT: CHOOSE_ROLE,
    Component.CHANNEL_SELECT: CHOOSE_CHANNEL,
}
_PATTERNS = {
    Component.BUTTON: (_STEP, _LESSON, _PUZZLE, _ACTION, _SETTING, _SETUP),
    Component.SELECT: (_CHOICE, _LESSON, _PUZZLE, _SETTING, _CONTENTS, _POINTS, _SETUP),
    Component.USER_SELECT: (_GUEST,),
    Component.ROLE_SELECT: (_SETUP,),
    Component.CHANNEL_SELECT: (_SHARE, _SETUP),
    Component.FORM: (_NUMBER, _SETTING, _NOTE, _OPENING, _SETUP, _SEEK),
}
_PLAIN: Mapping[re.Pattern[str], Callable[[re.Match[str]], CustomId]] = {  # whose words are always known
    _GUEST: lambda match: Guest(int(match["match"], 36)),
    _CONTENTS: lambda match: Contents(match["game"]),
    _NOTE: lambda match: NoteForm(int(match["match"], 36)),
    _POINTS: lambda match: PointSelect(int(match["match"], 36), int(match["page"])),
    _OPENING: lambda match: OpeningForm(match["what"]),
    _SEEK: lambda _: SeekForm(),
}


def _read_as(component: Component, pattern: re.Pattern[str], match: re.Match[str]) -> CustomId | None:
    """The value of a custom id with this pattern; None if its words are unknown."""
    if pattern is _ACTION:
        action = _ACTIONS.get(match["action"])
        return None if action is None else Act(action, match["what"])
    if pattern is _SETTING:
        return _setting(component, match["setting"])
    if pattern is _SETUP:
        return _setup(component, match["setting"], match["tail"], is_long=match["long"] == "1")
    if pattern is _SHARE:
        what = _SHAREABLE.get(match["shared"])
        return None if what is None else ShareSelect(what, int(match["match"], 36))
    if pattern in _PLAIN:
        return _PLAIN[pattern](match)
    steps = tuple(match["path"].split(".")) if match["path"] else ()
    if pattern in (_LESSON, _PUZZLE):
        if (match["tail"] == CHOOSE) is not (component is Component.SELECT):
            return None
        page = int(match["page"] or 0)
        if pattern is _LESSON:
            return LessonStep(match["game"], match["chapter"], int(match["step"]), steps, page)
        return PuzzleStep(int(match["puzzle"], 36), steps, Tail(match["tail"][:1].replace(CHOOSE, "")), page)
    kind = match["kind"]
    place = QuestionId(int(match["match"], 36), match["print"], steps, planning=kind != "g", trying=kind == "t")
    if pattern is _CHOICE:
        return Choice(place)
    if pattern is _NUMBER:
        return Number(place)
    return Step(place, Tail(match["tail"][:1]), int(match["page"] or 0))


def _setting(component: Component, name: str) -> CustomId | None:
    if component is Component.FORM:
        return ZoneForm() if name == ZONE_FORM else None
    return _SETTING_SELECTS.get(name) if component is Component.SELECT else _SETTING_BUTTONS.get(name)


def _setup(component: Component, setting: str, tail: str, *, is_long: bool) -> CustomId | None:
    if component is Component.FORM:
        return SetupForm(is_long) if (setting, tail) == (ZONE_FORM, "") else None
    if component is Component.BUTTON:
        return None if tail in _CHOOSE.values() else SetupButton(setting, is_long, Tail(tail))
    return SetupSelect(setting, is_long) if tail == _CHOOSE[component] else None


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
    kind = "t" if place.trying else "p" if place.planning else "g"
    return _fitting(f"{kind}:{base36(place.match)}:{place.fingerprint}:{'.'.join(place.steps)}{tail}")


def lesson_code(game: str, chapter: str, step: int, question: str) -> str:
    """The custom id of a place in a lesson, made from that of the same place in a match."""
    return _fitting(f"l:{game}:{chapter}:{step}:{question.split(':', 3)[3]}")


def puzzle_code(number: int, question: str) -> str:
    """The custom id of a place in a puzzle, made from that of the same place in a match."""
    return _fitting(f"z:{base36(number)}:{question.split(':', 3)[3]}")


def _fitting(text: str) -> str:
    if len(text) > LONGEST:
        raise ValueError(f"{text} is longer than {LONGEST} characters")
    return text


def action_code(action: Action, *what: str | int) -> str:
    """The custom id of an action, with parts to identify what it refers to."""
    return f"h:{action}:{'.'.join(map(str, what))}"


def match_code(action: Action, match: int, *more: str | int) -> str:
    """The custom id of an action in a match."""
    return action_code(action, base36(match), *more)


def setting_code(setting: SettingButton | SettingSelect) -> str:
    """The custom id of a button or a select of `/settings`."""
    return f"s:{setting}"


def setup_code(setting: str, tail: str = Tail.GO, *, is_long: bool) -> str:
    """The custom id of a button, a select or the form of `/admin setup`."""
    return f"e:{setting}:{int(is_long)}{tail}"


def zone_form_code() -> str:
    """The custom id of the form in which a zone is typed."""
    return f"s:{ZONE_FORM}"


def guest_code(match: int) -> str:
    """The custom id of the select of a guest to invite."""
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


def point_code(match: int, page: int) -> str:
    """The custom id of the select of a page of moments to which a match can be rewound."""
    return f"w:{base36(match)}:{page}"


def opening_code(*what: str | int) -> str:
    """The custom id of the form in which a match is opened."""
    return f"o:{'.'.join(map(str, what))}"


def seek_code() -> str:
    """The custom id of the form in which a person says for what table they look."""
    return "q:seek"


# --- reading what an action refers to


def parts(what: str, count: int) -> list[str]:
    """The parts of the text behind an action; Refused if there are more or fewer."""
    pieces = what.split(".")
    if len(pieces) != count:
        raise Refused("house.button")
    return pieces


def is_fingerprint(text: str) -> bool:
    """Whether a text looks like the fingerprint of a view."""
    return _PRINT.fullmatch(text) is not None


def read_number(text: str, base: int, most: int) -> int:
    """A whole number of at most this many digits; Refused for anything else."""
    try:
        if text.isascii() and text.isalnum() and len(text) <= most and (number := int(text, base)) <= MOST_NUMBER:
            return number
    except ValueError:
        pass
    raise Refused("house.unknown")


def read_match(text: str) -> int:
    """The number of a match; Refused for anything else."""
    return read_number(text, 36, MATCH_DIGITS)
