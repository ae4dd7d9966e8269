"""Messages to people and threads, and whether and how someone is notified."""
