"""Cups: the commands, their messages, pages and presses."""
