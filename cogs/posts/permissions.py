"""The permissions that the bot needs in a channel, and what to say if one is missing."""

from __future__ import annotations

import discord

from cogs.posts.threads import channel_of
from cogs.ui.access import Place, is_blind
from cogs.ui.client import Client, Interaction
from cogs.ui.replies import reader
from engines.table import Refused
from host.delivery import Unsent
from locales import Catalogue
from model.match import Match

NEEDED = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)


SCOPES = ("bot", "applications.commands")


def invitation(bot: Client, guild_id: int | None = None) -> str:
    """A link with which a manager of that server, or of any, gives the bot all its permissions."""
    assert bot.application_id is not None
    wanted = discord.Permissions(**dict.fromkeys(NEEDED, True))
    guild = discord.utils.MISSING if guild_id is None else discord.Object(guild_id)
    return discord.utils.oauth_url(bot.application_id, permissions=wanted, guild=guild, scopes=SCOPES)


def missing_permissions(permissions: discord.Permissions) -> list[str]:
    """The names of needed permissions that are missing."""
    return [name for name in NEEDED if not getattr(permissions, name)]


def lacking(channel: Place, me: discord.Member) -> list[str]:
    """The names of permissions the bot lacks in a channel; in a hidden one it can only name that."""
    return ["view_channel"] if is_blind(channel, me) else missing_permissions(channel.permissions_for(me))


async def obstacle(bot: Client, match: Match, say: Catalogue) -> str | None:
    """What keeps the bot from posting in the match's channel, in half a sentence; None if nothing is known."""
    if match.is_homeless:
        return None  # it has no channel
    try:
        channel = await channel_of(bot, match.channel)
        me = await _me_in(bot, channel.guild)
    except discord.NotFound:
        return say("obstacle.channel")
    except discord.Forbidden:
        return say("obstacle.permissions", missing=say("permission.view_channel"))
    except (discord.HTTPException, Unsent):
        return None
    if me is None or (isinstance(channel, discord.Thread) and channel.parent is None):
        return None
    missing = lacking(channel, me)
    return say("obstacle.permissions", missing=_permissions(missing, say)) if missing else None


async def _me_in(bot: Client, guild: discord.Guild) -> discord.Member | None:
    """The bot as a member of a server, even one of another process's shard; None in an outage."""
    assert bot.user is not None
    if guild.unavailable:
        return None
    return guild.get_member(bot.user.id) or await guild.fetch_member(bot.user.id)


def _permissions(names: list[str], say: Catalogue) -> str:
    return say.together(say(f"permission.{name}") for name in names)


def check_permissions(interaction: Interaction) -> None:
    """Raise Refused with the permissions that the bot lacks in this channel and a match needs."""
    missing = missing_permissions(interaction.app_permissions)
    if missing:
        say = reader(interaction)
        raise Refused("house.permissions", {"missing": _permissions(missing, say)})
