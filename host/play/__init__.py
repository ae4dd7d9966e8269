"""A match in play: views, moves, consequences."""
