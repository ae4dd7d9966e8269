"""The seats of a running match: changes, votes, pauses, holidays."""
