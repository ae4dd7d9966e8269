"""What makes it a game host: lobbies, matches, deadlines and outgoing posts; neither Discord nor SQL nor rules."""
