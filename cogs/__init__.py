"""The Discord side of the bot: slash commands, panels and messages; everything shown is made from a view."""
