"""A match in play: who sees what, answers, and what follows from each."""
