"""The fast way through the rules of Schlangennest, for opponents who look ahead."""
