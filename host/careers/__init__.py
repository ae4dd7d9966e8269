"""Careers: ladders, profiles, rolls of honour, final tables, recounts."""
