"""What the bot posts by itself: boards, lobbies, calls, ceremonies."""
