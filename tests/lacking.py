"""Houses that lack a game, as one of an older version does."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast


@contextmanager
def without(games: Mapping[str, Any], key: str) -> Iterator[None]:
    """Let the game be unknown for a while; then all are there again, in their order."""
    known, changed = dict(games), cast("dict[str, Any]", games)
    del changed[key]
    try:
        yield
    finally:
        changed.clear()
        changed.update(known)
