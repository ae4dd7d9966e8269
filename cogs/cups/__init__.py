"""Cups: the command, its messages, pages and presses."""
