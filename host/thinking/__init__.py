"""Computer players that think: their processes, the queue before these, and hints."""
