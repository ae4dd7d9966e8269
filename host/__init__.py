"""Game host: lobbies, matches, deadlines, outgoing posts; it knows no Discord, SQL or rules."""
