"""How slash commands are registered, and where they may be used: with the bot alone, or in people's own talk, too."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from discord import app_commands

from cogs.ui.client import Client
from locales import catalogue

Callback: TypeAlias = Callable[..., Coroutine[Any, Any, None]]

WORDS = catalogue(None)
# where answers are for one person alone, nobody else in a conversation is told anything
ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
INSTALLED = app_commands.AppInstallationType(guild=True, user=True)
WITH_THE_BOT = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
IN_SERVERS = app_commands.AppInstallationType(guild=True, user=False)


def add_command(bot: Client, name: str, callback: Callback, *, anywhere: bool = False) -> None:
    """Register a command on the bot's tree: for servers and direct messages with the bot, or for `anywhere`."""
    bot.tree.add_command(
        app_commands.Command(
            name=name,
            description=WORDS(f"command.{name}.about"),
            callback=callback,
            allowed_contexts=ANYWHERE if anywhere else WITH_THE_BOT,
            allowed_installs=INSTALLED if anywhere else IN_SERVERS,
        )
    )


def add_group(bot: Client, group: str, *callbacks: Callback, anywhere: bool = False) -> None:
    """Register a group of commands, which are called like their functions."""
    made = app_commands.Group(
        name=group,
        description=WORDS(f"command.{group}.about"),
        allowed_contexts=ANYWHERE if anywhere else WITH_THE_BOT,
        allowed_installs=INSTALLED if anywhere else IN_SERVERS,
    )
    for callback in callbacks:
        name = callback.__name__
        about = WORDS(f"command.{group}.{name}.about")
        made.add_command(app_commands.Command(name=name, description=about, callback=callback))
    bot.tree.add_command(made)
