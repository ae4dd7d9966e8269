"""Memory that the C library keeps for later."""

from __future__ import annotations

import ctypes

MOST_ARENAS = -8  # M_ARENA_MAX of glibc's malloc.h


def share_one_arena() -> None:
    """Let all threads take memory from one place, before any begins.

    glibc makes an arena for each thread and keeps what is free in each. No other C library has such a setting.
    """
    try:
        ctypes.CDLL(None).mallopt(MOST_ARENAS, 1)
    except (AttributeError, TypeError):  # no such function; Windows has no library without a name
        return
