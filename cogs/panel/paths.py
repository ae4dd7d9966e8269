"""Paths of answers in custom ids, as numbers of options, so that they all fit.

A reader trusts nothing in them: it walks the path through the questions again, and the fingerprint beside it
shows whether they are still the same questions.
"""

from __future__ import annotations

from cogs.ui.controls import QuestionId
from cogs.ui.custom_id import question_code
from engines.table import Amount, Ask, IllegalMove, Path, Pick, Refused, read
from host.play.seen import Seen
from screen.questions import NONE


def write(seen: Seen, path: Path, tail: str = "") -> str:
    """The custom id for the place that `path` leads to; raises ValueError if it doesn't fit."""
    steps: list[str] = []
    for index, step in enumerate(path):
        ask = seen.ask(path[:index])
        steps.append(_number(ask, step) if isinstance(ask, Pick) else step)
    return question_code(QuestionId(seen.match.id, seen.fingerprint, tuple(steps), seen.planning, seen.trying), tail)


def walk(seen: Seen, steps: tuple[str, ...]) -> Path:
    """The path that the numbers stand for in this view; Refused if they stand for nothing."""
    path: Path = ()
    for number in steps:
        ask = seen.ask(path)
        if ask is None:
            raise Refused("not.asked")
        step = _step(ask, number) if isinstance(ask, Pick) else number
        read(ask, step)
        path = (*path, step)
    return path


def choice(ask: Ask, numbers: list[str]) -> str:
    """The step for a select's values or a form's text, chosen in any order."""
    if isinstance(ask, Amount):
        number = numbers[0] if len(numbers) == 1 else ""
        try:
            read(ask, number)
        except IllegalMove:
            raise Refused("number.bounds", {"least": ask.least, "most": ask.most}) from None
        return number
    assert isinstance(ask, Pick)
    return _step(ask, "+".join(sorted(numbers, key=_option_number)) or NONE)


def _number(ask: Pick, step: str) -> str:
    if step == NONE:
        return NONE
    return "+".join(str(ask.options.index(option)) for option in step.split("+"))


def _step(ask: Pick, number: str) -> str:
    if number == NONE:
        return NONE
    places = [_option_number(part) for part in number.split("+")]
    if any(place >= len(ask.options) for place in places):
        raise Refused("step.unknown", {"step": number, "about": ask.about})
    return "+".join(ask.options[place] for place in places)


def _option_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise Refused("step.unknown", {"step": text, "about": ""})
    return int(text)
