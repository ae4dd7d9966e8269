"""Tables, queries, connections, and the conversion of values to rows."""
