"""Coach: reviews and puzzles."""
