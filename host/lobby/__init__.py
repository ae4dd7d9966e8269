"""Lobbies: opening a match, entry checks, and the list of open tables."""
