"""Opening a match: presets, a form with details, matches against computers."""
