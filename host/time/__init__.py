"""Clocks, rest days and seasons, and the loops that work when something is due."""
