"""The private panel of a match, and what its buttons do."""
