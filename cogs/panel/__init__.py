"""The private panel of a match, and its buttons."""
