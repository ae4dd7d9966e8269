"""Coaching: reviews of finished matches, and puzzles."""
