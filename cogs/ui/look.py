"""Look of a game: the moment of a match on its card."""

from __future__ import annotations

from dataclasses import dataclass, field

from host.lobby.showcase import Shot

TALLEST = 375  # pixels of a picture that is 800 wide: a phone is to show a whole home at once, for it shows its end


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The picture of a card: which moment of a match, and from which row of pixels on, how many.

    Without a moment of its own a game shows an early one of a small match.
    """

    shot: Shot = field(default_factory=Shot)
    top: int = 0
    height: int = TALLEST
