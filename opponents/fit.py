"""Makes the values that ship with a game's opponents anew: `python -m opponents.fit pistard`."""

from __future__ import annotations

import sys
from collections.abc import Callable

from opponents.pistard import fit as pistard
from opponents.superechelon import fit as superechelon

FITS: dict[str, Callable[[], None]] = {
    "pistard": pistard.fit,
    "superechelon": superechelon.fit,
}

if __name__ == "__main__":
    for name in sys.argv[1:]:
        FITS[name]()
