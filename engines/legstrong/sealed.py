"""Sealed answers: kept until all who are asked have given theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engines.legstrong.questions import Questions, checked, decided
from engines.legstrong.state import LegstrongView, State, look
from engines.table import Event, Move, Path, Seat

T = TypeVar("T")


def seal(
    state: State, move: Move, questions: Callable[[LegstrongView], Questions[T]]
) -> tuple[list[Event], dict[Seat, T] | None]:
    """Keep the answer, replacing an earlier one; the others hear of the first alone (rule 10).

    Returns that, and once all are in what everyone has decided, in the order of `asked`; the answers are used up then.
    """
    assert move.by is not None, "the host gives no sealed answers"
    is_first = str(move.by) not in state.answers
    state.answers[str(move.by)] = spell(state.stage, move.by, move.path)
    chosen = {"seat": move.by, "stage": state.stage, "path": move.path}
    announced = [Event("sealed", None, {"seat": move.by})] if is_first else []
    events = [Event("chosen", frozenset({move.by}), chosen), *announced]
    return events, None if len(state.answers) < len(state.asked) else _opened(state, move, questions)


def spell(stage: str, seat: Seat, path: Path) -> str:
    """A sealed answer as it is kept."""
    return "/".join((f"{stage}.{seat}", *path))


def path_of(answer: str) -> Path:
    """The path of a kept answer."""
    return tuple(answer.split("/")[1:])


def _opened(state: State, last: Move, questions: Callable[[LegstrongView], Questions[T]]) -> dict[Seat, T]:
    """What everyone has decided; the answers are used up.

    `last` is the move that completes them: it has just been checked, and its questions aren't gone through again.
    """
    latest = checked(last, questions)  # first of all, while its walk is the latest
    others = [seat for seat in state.asked if seat != last.by]
    views = {seat: look(state, seat) for seat in others}
    paths = {seat: path_of(state.answers[str(seat)]) for seat in others}
    state.answers = {}
    return {seat: latest if seat == last.by else decided(views[seat], questions, paths[seat]) for seat in state.asked}
