"""How strong the levels are, as measured: the share of matches of two that each wins from a fair player."""

from __future__ import annotations

from collections.abc import Mapping

# by `python -m bench rivals`, docs/opponents.md has the intervals; a game that isn't here hasn't been measured
SHARES: Mapping[str, Mapping[str, float]] = {
    "pistard": {"champion": 0.794, "strong": 0.783, "fair": 0.5, "easy": 0.172},
    "superechelon": {"champion": 0.721, "strong": 0.669, "fair": 0.5, "easy": 0.305},
    "schlangennest": {"champion": 0.974, "strong": 0.938, "fair": 0.5, "easy": 0.18},
    "legstrong": {"champion": 0.883, "strong": 0.875, "fair": 0.5, "easy": 0.27},
}
