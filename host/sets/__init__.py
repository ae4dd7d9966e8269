"""Sets: tables with the same luck, compared when the last of them is over."""
