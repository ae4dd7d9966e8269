"""Computer players of Schlangennest."""
