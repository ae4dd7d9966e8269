"""Looking back at a match: history, replay, review, dice."""
