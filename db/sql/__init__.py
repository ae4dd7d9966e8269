"""Tables, queries, connections, and how values become rows."""
