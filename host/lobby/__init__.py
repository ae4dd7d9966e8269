"""Lobbies: opening, entry, and the list of open tables."""
