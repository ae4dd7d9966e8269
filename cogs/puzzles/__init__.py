"""Puzzles: the command, its presses and the daily post."""
