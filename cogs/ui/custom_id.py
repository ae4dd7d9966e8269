"""How a place in a match is written into a button: `g:<match>:<fingerprint>:<path as option numbers>`, plans with `p`.

Numbers instead of ids keep the text within Discord's 100 characters. Whoever reads one trusts nothing in it: the path
is walked through the questions again, and the fingerprint tells whether they are still the same questions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engines.table import Amount, Ask, IllegalMove, Path, Pick, read
from host.play.seen import Seen

LONGEST = 100
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MATCH_DIGITS = 12  # so that a match's number fits into the database's 64 bits
MOST_NUMBER = 2**63 - 1  # that a database takes
CODE = rf"(?P<kind>[gp]):(?P<match>[0-9a-z]{{1,{MATCH_DIGITS}}}):(?P<print>[0-9a-f]{{8}}):(?P<path>[0-9.+-]*)"
SURE, TYPE, PAGE, CHOOSE = "!", "?", "@", "*"
STEP = re.compile(CODE + r"(?P<tail>|!|\?|@[0-9]{1,4})")  # of a button
CHOICE = re.compile(CODE + r"\*")  # of a select
FORM = re.compile(CODE)  # of a form that asks for a number
ACTION = re.compile(r"h:(?P<action>[a-z]+):(?P<what>[0-9a-z.]{1,60})")  # of a button that isn't a move
GUEST = re.compile(rf"u:invite:(?P<match>[0-9a-z]{{1,{MATCH_DIGITS}}})")  # of a select of people
NONE = "-"  # an empty choice, in a path and in a code alike


@dataclass(frozen=True, slots=True)
class Code:
    """A custom id taken apart; `steps` are still numbers, `planning` says that it is of a plan."""

    match: int
    fingerprint: str
    steps: tuple[str, ...]
    planning: bool = False


def base36(number: int) -> str:
    """A whole number >= 0 in the digits 0-9a-z."""
    text = ""
    while True:
        number, digit = divmod(number, len(DIGITS))
        text = DIGITS[digit] + text
        if not number:
            return text


def write(seen: Seen, path: Path, tail: str = "") -> str:
    """The custom id of the place in the match that `path` leads to; raises ValueError if it doesn't fit."""
    steps: list[str] = []
    for at, step in enumerate(path):
        ask = seen.ask(path[:at])
        steps.append(_number(ask, step) if isinstance(ask, Pick) else step)
    text = f"{'p' if seen.planning else 'g'}:{base36(seen.match.id)}:{seen.fingerprint}:{'.'.join(steps)}{tail}"
    if len(text) > LONGEST:
        raise ValueError(f"{text} is longer than {LONGEST} characters")
    return text


def take_apart(found: re.Match[str]) -> Code:
    """What stands in a custom id that matched `CODE`."""
    path = found["path"]
    steps = tuple(path.split(".")) if path else ()
    return Code(int(found["match"], 36), found["print"], steps, planning=found["kind"] == "p")


def walk(seen: Seen, steps: tuple[str, ...]) -> Path:
    """The path that the numbers stand for in this view; raises IllegalMove where they stand for nothing."""
    path: Path = ()
    for number in steps:
        ask = seen.ask(path)
        if ask is None:
            raise IllegalMove("not.asked")
        step = _step(ask, number) if isinstance(ask, Pick) else number
        read(ask, step)
        path = (*path, step)
    return path


def choice(ask: Ask, numbers: list[str]) -> str:
    """The step that a select's values or the text of a form stand for, whatever order they were chosen in."""
    if isinstance(ask, Amount):
        number = numbers[0] if len(numbers) == 1 else ""
        try:
            read(ask, number)
        except IllegalMove:
            raise IllegalMove("number.bounds", {"least": ask.least, "most": ask.most}) from None
        return number
    assert isinstance(ask, Pick)
    return _step(ask, "+".join(sorted(numbers, key=_whole)) or NONE)


def _number(ask: Pick, step: str) -> str:
    if step == NONE:
        return NONE
    return "+".join(str(ask.options.index(option)) for option in step.split("+"))


def _step(ask: Pick, number: str) -> str:
    if number == NONE:
        return NONE
    places = [_whole(part) for part in number.split("+")]
    if any(place >= len(ask.options) for place in places):
        raise IllegalMove("step.unknown", {"step": number, "about": ask.about})
    return "+".join(ask.options[place] for place in places)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise IllegalMove("step.unknown", {"step": text, "about": ""})
    return int(text)


def number_in(text: str, base: int, most: int) -> int:
    """A whole number in a button's code, of at most so many digits; IllegalMove for anything else."""
    try:
        if text.isascii() and text.isalnum() and len(text) <= most and (number := int(text, base)) <= MOST_NUMBER:
            return number
    except ValueError:
        pass
    raise IllegalMove("house.unknown")
