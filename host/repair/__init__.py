"""Repairs of matches, for managers of their server and the bot's owners."""
