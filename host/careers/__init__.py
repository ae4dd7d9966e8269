"""Ladders, profiles and how they are counted again."""
