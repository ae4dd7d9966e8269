"""What depends on where somebody lives: languages, dates, weekdays and time zones."""
