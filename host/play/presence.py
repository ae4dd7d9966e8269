"""Presence: open panels, whose readers need no call.

Only a courtesy to save pings: it lives in memory, and a process that forgets it sends one message more.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from host.time.worker import Now

NEAR = 90.0  # seconds after a press in a lasting message: its person still has it before their eyes


@dataclass(frozen=True, slots=True)
class PressedPanel:
    """The private message in which a person pressed `at` that time (unix seconds), and the match's row it showed."""

    message: int
    at: float
    seq: int


class Presence:
    """Presence of people: presses being answered, the last question shown to each, and where they pressed last."""

    def __init__(self, now: Now = time.time) -> None:
        self._now = now
        self._pressed: dict[tuple[int, int], PressedPanel] = {}
        self._pressing: Counter[tuple[int, int]] = Counter()
        self._shown: dict[tuple[int, int], str] = {}

    @contextmanager
    def pressing(self, match: int, user: int) -> Generator[None]:
        """Hold back calls for this match while a person's press is answered: the answer may show the question."""
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
        """Note that the panel of this sight (`Seen.sight`) is in front of the person."""
        self._shown[match, user] = sight

    def has_seen(self, match: int, user: int, sight: str) -> bool:
        """Whether that is what the person was shown last."""
        return self._shown.get((match, user)) == sight

    def pressed_in(self, match: int, user: int, message: int, seq: int, time: float | None = None) -> None:
        """Note that they have pressed in this lasting private message: `time` that time (unix seconds), or just now.

        What the same press shows later, when a computer has answered, makes no one look again.
        """
        pressed = PressedPanel(message, self._now() if time is None else time, seq)
        before = self._pressed.get((match, user))
        if before is None or before.message != message or before.at < pressed.at:
            self._pressed[match, user] = pressed

    def near(self, match: int, user: int) -> PressedPanel | None:
        """The private message in which they have pressed a moment ago."""
        pressed = self._pressed.get((match, user))
        return pressed if pressed is not None and self._now() - pressed.at <= NEAR else None

    def forget(self, match: int) -> None:
        """Forget a match that is over."""
        for key in [key for key in self._pressed if key[0] == match]:
            del self._pressed[key]
        for key in [key for key in self._shown if key[0] == match]:
            del self._shown[key]
