"""Pages of long lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

PAGE = 10  # rows of a ladder, or of a roll of honour

T = TypeVar("T")


def page_of(things: Sequence[T], page: int) -> tuple[Sequence[T], int, int]:
    """Items of a page, from 1, the nearest one if there is none of that number; its number, and how many."""
    pages = max(1, -(-len(things) // PAGE))
    page = min(max(page, 1), pages)
    return things[(page - 1) * PAGE : page * PAGE], page, pages
