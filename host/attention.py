"""Who is looking at which question right now, and who was called and hasn't looked, so that nobody is called in vain.

Only a courtesy to save pings: it lives in memory, and a process that forgets it sends one message more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager


class Attention:
    """Presses being answered, the last question that each person was shown in a match, and calls not yet followed."""

    def __init__(self) -> None:
        self._pressing: Counter[tuple[int, int]] = Counter()
        self._shown: dict[tuple[int, int], str] = {}
        self._called: dict[int, float] = {}

    @contextmanager
    def pressing(self, match: int, user: int) -> Generator[None]:
        """While a press is answered, its person gets no call for this match: the answer may show the question."""
        self._called.pop(user, None)
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
        self._called.pop(user, None)
        self._shown[match, user] = sight

    def called(self, user: int, at: float) -> None:
        """The person was called at that time (unix seconds), to whichever match."""
        self._called[user] = at

    def called_at(self, user: int) -> float | None:
        """When the person was called last; None if he has pressed or seen something since."""
        return self._called.get(user)

    def has_seen(self, match: int, user: int, sight: str) -> bool:
        """Whether that is what the person was shown last."""
        return self._shown.get((match, user)) == sight

    def forget(self, match: int) -> None:
        """The match is over."""
        for key in [key for key in self._shown if key[0] == match]:
            del self._shown[key]
