"""Careers: leaderboards, profiles, rolls of honour, final tables, recounts."""
