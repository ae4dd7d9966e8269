"""Cups and leagues: who meets whom by which method, and what the house does for a cup by itself."""
