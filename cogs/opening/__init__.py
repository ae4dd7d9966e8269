"""How a match is opened in taps: presets, a form for people who want details, and matches against computers alone."""
