"""Screens of careers: leaderboards, profiles, honours, final tables."""
