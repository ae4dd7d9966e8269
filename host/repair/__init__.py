"""Putting matches right by Discord: whoever manages their server may, and the bot's owners."""
