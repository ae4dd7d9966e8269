"""An answer that is typed instead of pressed: words for steps, single options stepped over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from cogs.widgets import OPTION_LABEL, cut, next_question
from engines.table import Amount, Ask, IllegalMove, Path, Pick, Ready, read
from host.seen import Seen, only_step
from locales import Catalogue
from render import RENDERERS

OFFERED = 25  # Discord shows no more suggestions
MOST_DIGITS = 19  # of a number that is begun: `read` takes no longer one
WORD, OFFERED_CHARS = 30, 300  # how much a refusal quotes of what was typed, and of what is possible


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What autocomplete offers: the words shown and the text that is put in."""

    label: str
    text: str


def read_typed(seen: Seen, text: str) -> Path:
    """The whole path that a text stands for; IllegalMove says which word it stumbled over, or what is missing."""
    path, left = _follow(seen, text.split())
    ask = seen.ask(path)
    if ask is None:
        raise IllegalMove("not.asked")
    if isinstance(ask, Ready):
        if left:
            raise IllegalMove("step.beyond", {"step": left[0]})
        return path
    offered = cut(", ".join(_spelled(ask)), OFFERED_CHARS)
    if left:
        _refuse(seen, (*path, *left))
        _refuse(seen, tuple(text.split()))
        raise IllegalMove("typed.word", {"word": cut(left[0], WORD), "offered": offered})
    raise IllegalMove("typed.short", {"offered": offered})


def _refuse(seen: Seen, path: Path) -> None:
    """Raise what the game itself has against these steps, if it knows more than that one of them isn't offered."""
    try:
        seen.ask(path)
    except IllegalMove as illegal:
        if not illegal.reason.startswith("step."):
            raise


def suggestions(seen: Seen, text: str, say: Catalogue) -> list[Suggestion]:
    """How the text could go on: the next question's options, or the whole answer when nothing is left to choose."""
    words = text.split()
    path, left = _follow(seen, words)
    if len(left) > 1:
        return []
    begun = left[0].casefold() if left else ""
    typed = " ".join(words[: len(words) - len(left)])
    ask = seen.ask(path)
    if isinstance(ask, Ready):
        return [Suggestion(cut(say("typed.ready", text=typed), OPTION_LABEL), typed)] if not left else []
    if ask is None:
        return []
    fitting = _amounts(ask, begun) if isinstance(ask, Amount) else _options(seen, path, ask, begun, say)
    return [
        Suggestion(cut(f"{typed} {one.label}".strip(), OPTION_LABEL), f"{typed} {one.text}".strip())
        for one in islice(fitting, OFFERED)
    ]


def _options(seen: Seen, path: Path, ask: Pick, begun: str, say: Catalogue) -> Iterator[Suggestion]:
    """The options with what was begun in their id or in their words."""
    for option in ask.options:
        words = RENDERERS[seen.match.game].label(seen.view, path, option, say)
        if begun in option.casefold() or begun in words.casefold():
            yield Suggestion(f"{option} · {words}", option)


def _amounts(ask: Amount, begun: str) -> Iterator[Suggestion]:
    return (Suggestion(str(number), str(number)) for number in spelled_from(begun, ask.least, ask.most))


def spelled_from(begun: str, least: int, most: int) -> Iterator[int]:
    """The whole numbers from `least` to `most` whose spelling begins so; found at once, however wide the range is."""
    if begun in ("", "-"):
        yield from range(least, min(most, -1 if begun else most) + 1)
        return
    digits = begun.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS and str(int(begun)) == begun):
        return
    low = high = int(digits)
    while low <= max(abs(least), abs(most)):
        first, last = (-high, -low) if begun.startswith("-") else (low, high)
        yield from range(max(first, least), min(last, most) + 1)
        if not low:
            return
        low, high = 10 * low, 10 * high + 9


def _follow(seen: Seen, words: list[str]) -> tuple[Path, list[str]]:
    """As far as the words lead, then over single options; and the words that are left."""
    path: Path = ()
    left = list(words)
    while left:
        ask = seen.ask(path)
        if ask is None or isinstance(ask, Ready):
            break
        step = _step(ask, left[0])
        if step is not None:
            left.pop(0)
        else:
            step = only_step(ask)
        if step is None:
            break
        path = (*path, step)
    question = next_question(seen, path)
    return (question.path if question is not None and not left else path), left


def _step(ask: Ask, word: str) -> str | None:
    spelled = word
    if isinstance(ask, Pick):
        parts = [_option(ask, part) for part in word.split("+")] if word != "-" else []
        if None in parts:
            return None
        spelled = "+".join(option for option in ask.options if option in parts) or "-"
    try:
        read(ask, spelled)
    except IllegalMove:
        return None
    return spelled


def _option(ask: Pick, word: str) -> str | None:
    return next((option for option in ask.options if option.casefold() == word.casefold()), None)


def _spelled(ask: Pick | Amount) -> tuple[str, ...]:
    return ask.options if isinstance(ask, Pick) else (f"{ask.least}–{ask.most}",)
