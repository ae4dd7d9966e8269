"""Who and what the database keeps, a store for each."""
