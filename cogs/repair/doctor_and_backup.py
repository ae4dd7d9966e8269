"""`/admin doctor` and `/admin backup`: findings, and a backup at once."""

from __future__ import annotations

from functools import partial

from cogs.posts.permissions import NEEDED, missing_permissions, obstacle
from cogs.repair.confirm import ask, where
from cogs.ui.access import asker, check_owner, check_steward, is_blind, owns
from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code
from cogs.ui.long_tasks import Made
from cogs.ui.replies import reader, reply_in_private
from cogs.ui.views import CONTENT
from engines.table import Refused
from host.access import is_charge
from host.doctor import Trouble, Ward
from model.match import Match
from render.words import cut

MOST = 12  # matches named
AT_ONCE = "now"  # fills the custom id of a button that refers to nothing
MEGABYTE = 2**20


async def doctor(interaction: Interaction) -> None:
    """Show findings on this server's matches and permissions; for an owner, on all matches and the whole bot."""
    await reply_in_private(interaction)
    check_steward(interaction)
    guild, who = interaction.guild_id, asker(interaction)

    def is_known(match: Match) -> bool:
        return guild is None or is_charge(match, who) or (owns(interaction) and match.guild == guild)

    ward = await interaction.client.house.doctor.ward(guild, is_known, partial(_is_hidden, interaction.client))
    lines = [*_permissions(interaction), *await _matches(interaction, ward)]
    if owns(interaction):
        # as the command line has it: these lines are for the bot's owner, and not translated
        lines += ["```", *[str(finding) async for finding in interaction.client.house.doctor.findings()]]
        lines = [cut("\n".join(lines), CONTENT - 4), "```"]
    await interaction.edit_original_response(content=cut("\n".join(lines), CONTENT))


def _is_hidden(bot: Client, match: Match) -> bool:
    """Whether the match's channel is hidden from the bot, as far as is known."""
    guild = None if match.guild is None else bot.get_guild(match.guild)
    channel = None if guild is None else guild.get_channel(match.channel)
    return guild is not None and channel is not None and is_blind(channel, guild.me)


def _permissions(interaction: Interaction) -> list[str]:
    """Finding on the bot's permissions in this channel."""
    say = reader(interaction)
    if interaction.guild_id is None:
        return []
    missing = missing_permissions(interaction.app_permissions)
    if not missing:
        return [f"✅ {say('doctor.permissions', n=len(NEEDED))}"]
    names = say.together(say(f"permission.{name}") for name in missing)
    return [f"❌ {say('doctor.permissions.missing', missing=names)}"]


async def _matches(interaction: Interaction, ward: Ward) -> list[str]:
    """Finding on the matches, and a line of advice on each that is in trouble."""
    say = reader(interaction)
    if not ward.troubles:
        return [f"✅ {say('doctor.matches', running=ward.running, lobbies=ward.lobbies)}"]
    lines = [f"❌ {say('doctor.matches.wrong', running=ward.running, lobbies=ward.lobbies, wrong=len(ward.troubles))}"]
    for match, trouble in ward.troubles[:MOST]:
        why = ""
        if trouble is Trouble.MUTE:
            why = await obstacle(interaction.client, match, say) or say("doctor.mute.unknown")
        lines.append(f"- {say('pair', what=where(match, interaction), it=say(f'doctor.{trouble}', why=why))}")
    if len(ward.troubles) > MOST:
        lines.append(f"- {say('doctor.more', n=len(ward.troubles) - MOST)}")
    return lines


async def backup(interaction: Interaction) -> None:
    """Ask for confirmation to make a backup now."""
    await reply_in_private(interaction)
    check_owner(interaction)
    if interaction.client.house.backups is None:
        raise Refused("backup.none")
    await ask(interaction, reader(interaction)("backup.ask"), action_code(Action.BACKUP, AT_ONCE))


def read(what: str) -> None:
    """Read nothing: a backup needs no details."""
    if what != AT_ONCE:
        raise Refused("house.button")


async def made_backup(interaction: Interaction, _nothing: None) -> Made:
    """Make the backup; it stays on the machine."""
    check_owner(interaction)
    backups = interaction.client.house.backups
    if backups is None:
        raise Refused("backup.none")
    name, size = await backups.make()
    return Made(reader(interaction)("backup.done", name=name, size=f"{size / MEGABYTE:.2f}"))
