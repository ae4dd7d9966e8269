"""The fast way through the rules of stage races, for opponents who look ahead."""
