"""A match in play: views, answers, consequences."""
