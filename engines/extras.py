"""What a game says about its standing orders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from engines.table import Path, Seat

Given: TypeAlias = tuple[str, ...]  # orders of one seat, the oldest first


def fills_nothing(view: Any, given: Given) -> Path:
    """Of a game whose orders are no use in sealed stages."""
    return ()


@dataclass(frozen=True, slots=True)
class Orders:
    """A game's orders.

    `offered(view, given)` are those that the viewer may add now; `stands(view, seat, order)` says whether one may still
    be carried out, `fires(public, seat, given)` whether one is to be now, from the public view alone. Then
    `answer(view, given)` is the whole path; `filled(view, given)` are the first steps of a sealed question.
    """

    offered: Callable[[Any, Given], Given]
    stands: Callable[[Any, Seat, str], bool]
    fires: Callable[[Any, Seat, Given], bool]
    answer: Callable[[Any, Given], Path]
    filled: Callable[[Any, Given], Path] = fills_nothing
