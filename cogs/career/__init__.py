"""The screens of careers: ladders, honours, final tables."""
