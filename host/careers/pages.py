"""Pages of long lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

PAGE = 10  # rows on a page of a leaderboard or roll of honour

T = TypeVar("T")


def page_of(things: Sequence[T], page: int) -> tuple[Sequence[T], int, int]:
    """The items of a page (from 1) or of the nearest one that exists, its number, and the number of pages."""
    pages = max(1, -(-len(things) // PAGE))
    page = min(max(page, 1), pages)
    return things[(page - 1) * PAGE : page * PAGE], page, pages
