"""The fast way through the rules of Pistard, for opponents who look ahead."""
