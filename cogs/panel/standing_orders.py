"""Standing orders in a match: list, give, withdraw."""

from __future__ import annotations

import discord

from cogs.panel.compose import show
from cogs.ui.client import Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import match_code
from cogs.ui.replies import defer_in_private, reader
from cogs.ui.views import Widget, rows
from engines.orders import offered
from host.play.seen import Seen
from locales import Catalogue
from render import RENDERERS
from render.words import cut
from screen.match_text import title
from screen.panel_words import given_lines

LABEL = 80
A_ROW = 5
LAST_ROW = 4


async def show_orders(interaction: Interaction, match_id: int) -> None:
    """Show the standing orders given, and those on offer."""
    await defer_in_private(interaction)
    await _show(interaction, await interaction.client.house.matches.see(match_id, interaction.user.id))


async def give(interaction: Interaction, match_id: int, fingerprint: str, count: int, number: int) -> None:
    """Give the order with this number among those offered when `count` were given and everything looked like this."""
    await defer_in_private(interaction)
    matches, user = interaction.client.house.matches, interaction.user.id
    seen = await matches.see(match_id, user)
    orders = offered(seen.match.game, seen.view, seen.own.orders)
    if seen.seat is None or fingerprint != seen.fingerprint or count != len(seen.own.orders) or number >= len(orders):
        await _show(interaction, seen, reader(interaction)("panel.stale"))
        return
    await matches.order(match_id, user, orders[number])
    await _show(interaction, await matches.see(match_id, user), reader(interaction)("order.done"))


async def countermand(interaction: Interaction, match_id: int) -> None:
    """Withdraw all orders."""
    await defer_in_private(interaction)
    matches, user = interaction.client.house.matches, interaction.user.id
    await matches.withdraw_orders(match_id, user)
    await show(interaction, await matches.see(match_id, user), head=reader(interaction)("order.gone"))


async def _show(interaction: Interaction, seen: Seen, head: str = "") -> None:
    say = reader(interaction)
    text = "\n".join(line for line in (title(seen, say), head, say("order.head"), *given_lines(seen, say)) if line)
    await interaction.edit_original_response(content=text, attachments=[], embeds=[], view=rows(buttons(seen, say)))


def buttons(seen: Seen, say: Catalogue) -> list[Widget]:
    """A button for each order, then those to withdraw and to go back."""
    game, match, orders = seen.match.game, seen.match.id, seen.own.orders
    order_words = RENDERERS[game].STYLE.order_words
    widgets: list[Widget] = [
        discord.ui.Button(
            label=cut(order_words(order, say), LABEL),
            style=discord.ButtonStyle.primary,
            custom_id=match_code(Action.ORDER, match, seen.fingerprint, len(orders), number),
            row=number // A_ROW,
        )
        for number, order in enumerate(offered(game, seen.view, orders))
    ]
    if orders:
        widgets.append(_button(Action.COUNTERMAND, match, "🗑️", say("panel.countermand")))
    return [*widgets, _button(Action.LOOK, match, "↩️", say("panel.back"))]


def _button(action: Action, match: int, emoji: str, label: str) -> Widget:
    return discord.ui.Button(label=label, emoji=emoji, custom_id=match_code(action, match), row=LAST_ROW)
