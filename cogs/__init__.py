"""Discord's side of the house: slash commands, panels and messages; everything shown is made from a view."""
