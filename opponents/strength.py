"""Measured strength of the levels: the share of matches of two that each wins from a fair player."""

from __future__ import annotations

from collections.abc import Mapping

from opponents.games import PLAYERS

# a game that isn't here hasn't been measured
SHARES: Mapping[str, Mapping[str, float]] = {key: players.shares for key, players in PLAYERS.items() if players.shares}
