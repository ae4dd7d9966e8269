"""Clocks, rest days, seasons, backups, and the loops of due work."""
