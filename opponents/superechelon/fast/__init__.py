"""The fast way through the rules of SuperEchelon, for opponents who look ahead."""
