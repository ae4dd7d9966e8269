"""Computer players of Pistard."""
