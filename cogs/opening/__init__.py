"""How a match is opened in taps: presets, a form for who wants details, and matches against computers alone."""
