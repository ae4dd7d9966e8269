"""Thinking computer players: their processes, the queue, and hints."""
