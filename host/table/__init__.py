"""The table of a match: seats, votes, pauses, holidays."""
