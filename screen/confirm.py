"""Answers that need no Confirm: those that can be undone or changed, and those without effect."""

from __future__ import annotations

from dataclasses import dataclass

from engines.table import Path, Ready
from host.play.matches import Matches
from host.play.seen import Seen
from host.play.undo import can_change
from screen.questions import choices, next_question, shortcuts_of, stops


@dataclass(frozen=True, slots=True)
class AtOnce:
    """An answer that is played without Confirm; `open`: because its person wants that, and can undo it."""

    path: Path
    open: bool


async def at_once(matches: Matches, seen: Seen, path: Path) -> AtOnce | None:
    """The answer if it needs no Confirm; None if the next question is still to be shown."""
    answer = brief(seen, path)
    if answer is None:
        return None
    is_open = await matches.can_take_back(seen, answer)
    return AtOnce(answer, is_open and seen.own.quick) if is_open or is_harmless(seen, answer) else None


def brief(seen: Seen, path: Path) -> Path | None:
    """The whole answer, if it may need no Confirm: of one choice, only said, just confirmed, or as its person wants."""
    question = next_question(seen, path)
    if question is None or not isinstance(question.ask, Ready):
        return None
    is_short = len(choices(seen, question.path)) == 1
    without = seen.own.quick or is_short or _is_said(seen, question.path) or _is_confirmed(seen, question.path)
    return question.path if without else None


def is_harmless(seen: Seen, path: Path) -> bool:
    """Whether a person is asked for no Confirm though undo won't be open.

    What is only said to someone needs none, nor what the last press has confirmed. Else the person must have wanted it
    so. A sealed answer can still be changed while someone else is to answer.
    """
    if _is_said(seen, path) or _is_confirmed(seen, path):
        return True
    return seen.own.quick and (can_change(seen) or _is_idle(seen, path, 0))


def _is_confirmed(seen: Seen, path: Path) -> bool:
    """Whether the last press undertakes nothing: it confirms what stands above it, if anything does."""
    places = stops(seen, path)
    begun = len(places[-1]) if places else 0
    return begun > 0 and _is_idle(seen, path, begun)


def _is_idle(seen: Seen, path: Path, begun: int) -> bool:
    shortcuts = shortcuts_of(seen)
    return shortcuts is not None and shortcuts.is_idle(seen.view, path, begun)


def _is_said(seen: Seen, path: Path) -> bool:
    shortcuts = shortcuts_of(seen)
    return shortcuts is not None and shortcuts.is_said(seen.view, path)
