"""Who is looking at which question right now, so that nobody is called to a panel that lies open before them.

Only a courtesy to save pings: it lives in memory, and a process that forgets it sends one message more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager


class Presence:
    """Presses being answered, and the last question that each person was shown in a match."""

    def __init__(self) -> None:
        self._pressing: Counter[tuple[int, int]] = Counter()
        self._shown: dict[tuple[int, int], str] = {}

    @contextmanager
    def pressing(self, match: int, user: int) -> Generator[None]:
        """While a press is answered, its person gets no call for this match: the answer may show the question."""
        self._pressing[match, user] += 1
        try:
            yield
        finally:
            self._pressing[match, user] -= 1
            if not self._pressing[match, user]:
                del self._pressing[match, user]

    def is_pressing(self, match: int, user: int) -> bool:
        """Whether a press of this person in this match is being answered."""
        return (match, user) in self._pressing

    def shown(self, match: int, user: int, sight: str) -> None:
        """The panel of this sight (`Seen.sight`) is in front of the person."""
        self._shown[match, user] = sight

    def has_seen(self, match: int, user: int, sight: str) -> bool:
        """Whether that is what the person was shown last."""
        return self._shown.get((match, user)) == sight

    def forget(self, match: int) -> None:
        """The match is over."""
        for key in [key for key in self._shown if key[0] == match]:
            del self._shown[key]
