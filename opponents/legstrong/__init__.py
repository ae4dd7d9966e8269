"""Computer players of LEGSTRONG."""
