"""Puzzles: the command, their presses and the daily post."""
