"""Cups and leagues: pairing, and what the host does for a cup by itself."""
