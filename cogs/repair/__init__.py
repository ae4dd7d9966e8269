"""Repairs by `/admin`, for managers of a server and the bot's owners."""
