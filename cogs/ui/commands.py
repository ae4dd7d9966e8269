"""Registration of slash commands, in every language, with the places where they work."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands

from cogs.ui.client import Client
from cogs.ui.views import MOST_LABEL
from locales import ENGLISH, Catalogue, catalogue

Callback: TypeAlias = Callable[..., Coroutine[Any, Any, None]]
T = TypeVar("T", str, int)

SAID = "said"  # under which a text for Discord stores how a catalogue says it
# replies are private, so no one else in a conversation learns anything
ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
INSTALLED = app_commands.AppInstallationType(guild=True, user=True)
WITH_THE_BOT = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
IN_SERVERS = app_commands.AppInstallationType(guild=True, user=False)


def said(make: Callable[[Catalogue], str]) -> app_commands.locale_str:
    """A command's text in every language, for Discord; `make` says it in a catalogue."""
    return app_commands.locale_str(make(catalogue(ENGLISH))[:MOST_LABEL], **{SAID: make})


def words(key: str, /, **values: str | int) -> app_commands.locale_str:
    """The text of a key, for a command."""
    return said(lambda say: say(key, **values))


def choice(make: Callable[[Catalogue], str], value: T) -> app_commands.Choice[T]:
    """A choice of an option, in every language."""
    return app_commands.Choice(name=said(make), value=value)


def named(key: str, value: T, **values: str | int) -> app_commands.Choice[T]:
    """A choice of an option, by the key and values of its text."""
    return app_commands.Choice(name=words(key, **values), value=value)


class CommandWords(app_commands.Translator):
    """Translates commands' names, descriptions, options and choices by the catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language; None if it is English or only a name."""
        say = catalogue(locale.value)
        if say.language == ENGLISH:
            return None
        if make := string.extras.get(SAID):
            return make(say)[:MOST_LABEL]
        if context.location is app_commands.TranslationContextLocation.parameter_name:
            command = context.data.command.qualified_name.replace(" ", ".")
            # a command may have its own word for a parameter
            keys = (f"parameter.{command}.{string.message}", f"parameter.{string.message}")
            return next((say(key) for key in keys if key in say), None)
        return None


def add_command(bot: Client, name: str, callback: Callback, *, anywhere: bool = False) -> None:
    """Register a command on the bot's tree: for servers and direct messages with the bot, or `anywhere`."""
    bot.tree.add_command(
        app_commands.Command(
            name=words(f"command.{name}"),
            description=words(f"command.{name}.about"),
            callback=callback,
            allowed_contexts=ANYWHERE if anywhere else WITH_THE_BOT,
            allowed_installs=INSTALLED if anywhere else IN_SERVERS,
        )
    )


def add_group(bot: Client, group: str, *callbacks: Callback, anywhere: bool = False) -> None:
    """Register a group of commands, named after their functions."""
    made = app_commands.Group(
        name=words(f"command.{group}"),
        description=words(f"command.{group}.about"),
        allowed_contexts=ANYWHERE if anywhere else WITH_THE_BOT,
        allowed_installs=INSTALLED if anywhere else IN_SERVERS,
    )
    for callback in callbacks:
        made.add_command(subcommand(group, callback))
    bot.tree.add_command(made)


def subcommand(group: str, callback: Callback, name: str = "") -> app_commands.Command[Any, ..., None]:
    """A command of a group, named after its function or by `name`."""
    key = f"command.{group}.{name or callback.__name__}"
    return app_commands.Command(name=words(key), description=words(f"{key}.about"), callback=callback)
