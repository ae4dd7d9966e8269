"""Where commands may be used: in servers, with the bot alone, and in people's own conversations."""

from __future__ import annotations

from discord import app_commands

# where answers are for one person alone, nobody else in a conversation is told anything
ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
INSTALLED = app_commands.AppInstallationType(guild=True, user=True)
