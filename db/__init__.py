"""What the house remembers: matches, their log and snapshots, deadlines and outgoing posts."""
