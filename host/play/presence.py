"""Presence: which panels are in front of people, who then need no call.

It only saves pings: it lives in memory, and a process that forgets it sends one message more.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from cachetools import LRUCache, TTLCache

from host.time.worker import Now

NEAR = 90.0  # seconds after a press in a lasting message in which its person still looks at it
KEPT = 1024  # panels, and presses in them: the newest


@dataclass(frozen=True, slots=True)
class PressedPanel:
    """The private message a person pressed `at` that time (unix seconds), and the match's row it showed."""

    message: int
    at: float
    seq: int


class Presence:
    """People's presence: presses being answered, the last question shown to each, and where they last pressed."""

    def __init__(self, now: Now = time.time) -> None:
        self._now = now
        self._pressed = TTLCache[tuple[int, int], PressedPanel](KEPT, NEAR, timer=now)
        self._pressing: Counter[tuple[int, int]] = Counter()
        self._shown = LRUCache[tuple[int, int], str](KEPT)

    @contextmanager
    def pressing(self, match: int, user: int) -> Generator[None]:
        """Hold back calls about this match while a person's press is answered: the reply may show the question."""
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
        """Note that the person is looking at the panel with this sight (`Seen.sight`)."""
        self._shown[match, user] = sight

    def has_seen(self, match: int, user: int, sight: str) -> bool:
        """Whether the person was last shown this sight."""
        return self._shown.get((match, user)) == sight

    def pressed_in(self, match: int, user: int, message: int, seq: int, time: float | None = None) -> None:
        """Note a press in a lasting private message, at `time` (unix seconds) or just now.

        If a computer's move changes the message later, that doesn't count as looking at it.
        """
        pressed = PressedPanel(message, self._now() if time is None else time, seq)
        before = self._pressed.get((match, user))
        if before is None or before.message != message or before.at < pressed.at:
            self._pressed[match, user] = pressed

    def near(self, match: int, user: int) -> PressedPanel | None:
        """The private message the person pressed a moment ago, if any."""
        pressed = self._pressed.get((match, user))
        return pressed if pressed is not None and self._now() - pressed.at <= NEAR else None

    def forget(self, match: int) -> None:
        """Forget a match."""
        for key in [key for key in self._pressed if key[0] == match]:
            self._pressed.pop(key, None)  # it may have run out by now
        for key in [key for key in self._shown if key[0] == match]:
            del self._shown[key]
