"""What Linux, macOS and Windows do each in their own way: the rest of the bot asks here and knows no system by name."""
