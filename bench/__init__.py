"""Figures of speed, each a ratio of two things measured in the same run; nothing here is asserted by a test."""
