"""Languages that people and servers can choose, each by its own name."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.ui.client import Client
from cogs.ui.commands import choice
from engines.table import Refused
from locales import Catalogue, catalogue, languages

USUAL = "usual"  # chosen for Discord's own language


def spoken_in(bot: Client, guild: discord.Guild) -> Catalogue:
    """Texts in the language that the server's managers chose, else in its Discord language."""
    return catalogue(bot.house.languages.server(guild.id, str(guild.preferred_locale)))


def language_choices() -> list[app_commands.Choice[str]]:
    """The choices of an option: Discord's own language, or one with texts."""

    def usual(say: Catalogue) -> str:
        return say("settings.language.discord")

    named = [app_commands.Choice(name=catalogue(language).own_name, value=language) for language in languages()]
    return [choice(usual, USUAL), *named]


def chosen_language(value: str) -> str:
    """The language to store for a choice, "" for the default; Refused for anything not offered."""
    if value == USUAL:
        return ""
    if value not in languages():
        raise Refused("settings.language")
    return value
