"""Clocks, rest days, seasons, and the loops of due work."""
