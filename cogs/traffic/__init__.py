"""Traffic with Discord: requests, rate limits, identifies, renewed messages."""
