"""Who sits at a match's table: lobbies, seats, votes and pauses."""
