"""What people who manage a server, and the bot's owners, put right by `/host`."""
