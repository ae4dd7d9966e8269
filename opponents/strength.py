"""How strong the levels are, as measured: the share of matches of two that each wins from a fair player."""

from __future__ import annotations

from collections.abc import Mapping

# by `python -m bench rivals`, docs/opponents.md has the intervals; a game that isn't here hasn't been measured
SHARES: Mapping[str, Mapping[str, float]] = {
    "pistard": {"champion": 0.77, "strong": 0.72, "fair": 0.5, "easy": 0.22},
    "superechelon": {"champion": 0.75, "strong": 0.70, "fair": 0.5, "easy": 0.30},
    "schlangennest": {"champion": 0.99, "strong": 0.95, "fair": 0.5, "easy": 0.20},
    "legstrong": {"champion": 0.95, "strong": 0.925, "fair": 0.5, "easy": 0.225},
}
