"""Private panel of a match and its buttons."""
