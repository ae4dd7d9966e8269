"""Traffic with Discord: request rates, identifies, renewed messages."""
