"""The bot's own posts: boards, lobbies, calls, ceremonies."""
