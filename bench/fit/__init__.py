"""Programs that fit the values with which computer players judge positions."""
