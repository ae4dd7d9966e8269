"""The table in a browser: the same matches as in Discord, to be touched."""
