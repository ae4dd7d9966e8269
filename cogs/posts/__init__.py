"""Posts of the bot's own: boards, lobbies, calls, ceremonies."""
