"""Computer players of SuperEchelon."""
