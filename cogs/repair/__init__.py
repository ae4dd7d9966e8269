"""Repairs by `/host`, for managers of a server and the bot's owners."""
