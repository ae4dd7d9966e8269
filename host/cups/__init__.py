"""Cups and leagues: pairings, and the steps that the bot takes by itself."""
