"""Thinking computer players: processes, their queue, hints."""
