"""Ladders, profiles, rolls of honour and final tables, and how all is counted again."""
