"""The home: what there is to play, how to begin, and what waits."""
