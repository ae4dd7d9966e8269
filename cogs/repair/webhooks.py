"""`/admin webhook`: where a server has news of its matches sent, shown to its managers alone."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from yarl import URL

from cogs.posts.tables import is_public
from cogs.ui.access import asker, check_steward
from cogs.ui.client import Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code, base36, parts, read_number
from cogs.ui.long_tasks import Made
from cogs.ui.replies import defer_in_private, reader, reply_in_private
from cogs.ui.views import Widget, rows
from engines.table import Refused
from host.outside.addresses import shown
from host.outside.webhooks import TRUST, trusted_until
from locales import Catalogue
from model.webhook import Webhook

DIGITS = 9  # of a webhook's number in base 36


async def webhook(interaction: Interaction, address: str | None = None) -> None:
    """Show the server's webhooks, or order one for this channel and all that everyone sees."""
    await reply_in_private(interaction)
    guild, say = _managed(interaction), reader(interaction)
    if address is None:
        text, view = await _listed(interaction, guild, say)
        await interaction.edit_original_response(content=text, view=view)
        return
    webhooks, channel = interaction.client.house.webhooks, _channel(interaction)
    ordered = await webhooks.order(guild, channel, interaction.user.id, address)
    head = say("webhook.ordered", address=_cut(ordered.webhook), channel=f"<#{channel}>")
    lines = [head, say("webhook.secret", secret=ordered.webhook.secret)] if ordered.signs else [head]
    buttons = _buttons([ordered.webhook], say)
    await interaction.edit_original_response(content="\n".join(lines), view=rows(buttons))


def read(what: str) -> int:
    """The number of a webhook."""
    [number] = parts(what, 1)
    return read_number(number, 36, DIGITS)


async def removed(interaction: Interaction, number: int) -> None:
    """Have nothing sent to a webhook any more."""
    guild, say = _managed(interaction), reader(interaction)
    await defer_in_private(interaction)
    await interaction.client.house.webhooks.remove(guild, number)
    text, view = await _listed(interaction, guild, say)
    await interaction.edit_original_response(content=f"{say('webhook.removed')}\n{text}", view=view)


async def made_test(interaction: Interaction, number: int) -> Made:
    """Send a greeting to a webhook."""
    guild, say = _managed(interaction), reader(interaction)
    await interaction.client.house.webhooks.test(guild, number, asker(interaction), say("webhook.greeting"))
    text, view = await _listed(interaction, guild, say)
    return Made(f"{say('webhook.tested')}\n{text}", view=view)


def _managed(interaction: Interaction) -> int:
    """The server, if the person manages it; Refused for everyone else."""
    check_steward(interaction)
    if interaction.guild_id is None:
        raise Refused("setup.server")
    return interaction.guild_id


def _channel(interaction: Interaction) -> int:
    """The channel of the order: of a thread the one in which it is."""
    assert interaction.channel_id is not None, "an order is given somewhere"
    channel = interaction.channel
    is_thread = isinstance(channel, discord.Thread)
    return channel.parent_id if is_thread else interaction.channel_id


async def _listed(interaction: Interaction, guild: int, say: Catalogue) -> tuple[str, discord.ui.View | None]:
    """A server's webhooks in lines, with buttons to try and remove each."""
    webhooks = await interaction.client.house.webhooks.of(guild)
    if not webhooks:
        return say("webhook.none"), None
    lines = [say("webhook.head")]
    for place, webhook in enumerate(webhooks, 1):
        key, opened = "webhook.off" if webhook.is_off else "webhook.line", f"<t:{int(webhook.opened)}:d>"
        channel = f"<#{webhook.channel}>"
        lines.append(say(key, n=place, address=_cut(webhook), channel=channel, opened=opened))
        if interaction.guild is not None and not is_public(interaction.guild, webhook.channel):
            lines.append(_trust(webhook, channel, say, interaction.client.now()))
    return "\n".join(lines), rows(_buttons(webhooks, say))


def _trust(webhook: Webhook, channel: str, say: Catalogue, now: float) -> str:
    """How long news of a channel is sent that not everyone sees."""
    until = trusted_until(webhook)
    if until <= now:
        return say("webhook.lapsed", channel=channel)
    return say("webhook.until", channel=channel, until=f"<t:{int(until)}:d>", days=TRUST)


def _cut(webhook: Webhook) -> str:
    return f"`{shown(URL(webhook.address))}`"


def _buttons(webhooks: Sequence[Webhook], say: Catalogue) -> list[Widget]:
    """Buttons to try and to remove each webhook, numbered if there are several."""
    buttons: list[Widget] = []
    for place, webhook in enumerate(webhooks, 1):
        n = f" {place}" if len(webhooks) > 1 else ""
        code = base36(webhook.id)
        test, remove = (action_code(action, code) for action in (Action.WEBHOOK_TEST, Action.WEBHOOK_REMOVE))
        buttons.append(discord.ui.Button(label=say("webhook.test") + n, emoji="🔔", custom_id=test))
        style = discord.ButtonStyle.danger
        buttons.append(discord.ui.Button(label=say("webhook.remove") + n, emoji="🗑️", style=style, custom_id=remove))
    return buttons
