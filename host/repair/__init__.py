"""Repairs of matches, by managers of their server and the bot's owners."""
