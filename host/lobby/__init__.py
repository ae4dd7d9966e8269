"""Lobbies: who may open and enter them, what they ask, and the server's list of open tables."""
