"""The look of a game's card: a moment of a match, and a part of its board."""

from __future__ import annotations

from dataclasses import dataclass, field

from host.lobby.showcase import Shot

TALLEST = 375  # pixels of a picture that is 800 wide: a phone has to show a whole home at once


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The picture of a card: a moment of a match, the first row of pixels, and how many rows.

    By default a card shows an early moment of a small match.
    """

    shot: Shot = field(default_factory=Shot)
    top: int = 0
    height: int = TALLEST
