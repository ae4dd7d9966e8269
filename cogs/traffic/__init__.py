"""The traffic with Discord: requests, rate limits, identifies, and messages that are renewed."""
