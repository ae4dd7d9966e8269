"""Localisation: languages, dates, weekdays and time zones."""
