"""Makes the values that ship with a game's opponents anew: `python -m opponents.fit pistard`."""

from __future__ import annotations

import sys
from collections.abc import Callable

from opponents.pistard import fit as pistard
from opponents.pistard import fit_network as pistard_network
from opponents.superechelon import fit as superechelon

FITS: dict[str, tuple[Callable[[], None], ...]] = {
    "pistard": (pistard.fit, pistard_network.fit),
    "superechelon": (superechelon.fit,),
}

if __name__ == "__main__":
    for name in sys.argv[1:]:
        for fit in FITS[name]:
            fit()
