"""Messages to people and threads, and whether and how each person is notified."""
