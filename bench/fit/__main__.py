"""Fits the values that ship with a game's opponents: `python -m bench.fit pistard`."""

from __future__ import annotations

import sys
from collections.abc import Callable

from bench.fit import pistard, pistard_network, superechelon

FITS: dict[str, tuple[Callable[[], None], ...]] = {
    "pistard": (pistard.fit, pistard_network.fit),
    "superechelon": (superechelon.fit,),
}

if __name__ == "__main__":
    for name in sys.argv[1:]:
        for fit in FITS[name]:
            fit()
