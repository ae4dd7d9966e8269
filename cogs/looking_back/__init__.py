"""What a match was: its history, replay, review and dice."""
