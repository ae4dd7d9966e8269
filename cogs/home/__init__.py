"""Home: the games, how to begin, and the matches that wait."""
