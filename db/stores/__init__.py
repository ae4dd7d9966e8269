"""Stores, one for each subject."""
