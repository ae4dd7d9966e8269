"""Home: the games, how to start, and the matches that wait for the reader."""
