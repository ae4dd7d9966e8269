"""Database: matches, their logs and snapshots, deadlines, outgoing posts."""
