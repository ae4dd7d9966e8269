"""**Open the table**: a private link to a match in a browser; the same message tells when it was opened.

Besides it is the link to a person's calendar, which is served where the page is.
"""

from __future__ import annotations

from collections.abc import Sequence

import aiohttp
import discord
import structlog
from discord.http import Route
from structlog.typing import FilteringBoundLogger

from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code, base36, match_code
from cogs.ui.replies import defer_in_private, reader, reply_in_private
from cogs.ui.views import Widget, rows
from engines.table import Refused
from locales import Catalogue, catalogue
from model.page import Browser, Entered

log: FilteringBoundLogger = structlog.get_logger()


def open_button(match_id: int, say: Catalogue) -> discord.ui.Button[discord.ui.View]:
    """The button that answers with a link."""
    return discord.ui.Button(label=say("board.web"), emoji="📱", custom_id=match_code(Action.WEB, match_id))


async def give_link(interaction: Interaction, match_id: int) -> None:
    """Answer with a link that opens the match in one browser of this person."""
    bot, say = interaction.client, reader(interaction)
    if bot.page is None:
        raise Refused("page.off")
    await reply_in_private(interaction)
    token = await bot.house.browsers.invite(interaction.user.id, match_id, interaction.token)
    link = discord.ui.Button[discord.ui.View](label=say("board.web"), emoji="📱", url=bot.page(token))
    await interaction.edit_original_response(content=say("page.link"), view=rows([link]))


async def tell_opened(bot: Client, entered: Entered) -> None:
    """Say in the message with the link that a browser was opened, and offer to close it.

    Whichever process opened it can say so: Discord's token of the message came with the browser's.
    """
    say = catalogue(await bot.house.languages.of(entered.user))
    view = rows([_close_button(entered.browser, say("page.link.close"))])
    route = Route(
        "PATCH",
        "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
        webhook_id=bot.application_id,
        webhook_token=entered.reply,
    )
    try:
        await bot.http.request(route, json={"content": say("page.opened"), "components": view.to_components()})
    except (discord.HTTPException, aiohttp.ClientError, OSError) as fault:  # /settings lists the browser too
        log.warning("couldn't tell of an opened browser", code=getattr(fault, "code", None))


async def shut(interaction: Interaction, browser: int) -> None:
    """End the session of one of the person's browsers."""
    await defer_in_private(interaction)
    browsers, user, say = interaction.client.house.browsers, interaction.user.id, reader(interaction)
    await browsers.close(user, browser)
    text, view = _list(await browsers.of(user), say)
    await interaction.edit_original_response(content="\n".join((say("page.closed"), *text)), view=view)


async def show_browsers(interaction: Interaction) -> None:
    """Show the person's open browsers, each with a button that closes it."""
    await reply_in_private(interaction)
    say, browsers = reader(interaction), await interaction.client.house.browsers.of(interaction.user.id)
    if not browsers:
        raise Refused("page.browsers")
    text, view = _list(browsers, say)
    await interaction.edit_original_response(content="\n".join(text), view=view)


def _list(browsers: Sequence[Browser], say: Catalogue) -> tuple[list[str], discord.ui.View | None]:
    """Open browsers in lines, with a button to close each; nothing if there are none."""
    if not browsers:
        return [], None
    lines = [
        say("page.browser", n=place, opened=f"<t:{int(browser.opened)}:f>", used=f"<t:{int(browser.used)}:R>")
        for place, browser in enumerate(browsers, 1)
    ]
    buttons: list[Widget] = [
        _close_button(browser.id, say("page.link.close.n", n=place)) for place, browser in enumerate(browsers, 1)
    ]
    return [say("page.browsers"), *lines], rows(buttons)


def _close_button(browser: int, label: str) -> discord.ui.Button[discord.ui.View]:
    style = discord.ButtonStyle.danger
    return discord.ui.Button(label=label, style=style, custom_id=action_code(Action.SHUT, base36(browser)))


async def give_calendar(interaction: Interaction) -> None:
    """Answer with a new link to the person's calendar, which ends an earlier one."""
    bot, say = interaction.client, reader(interaction)
    if bot.calendar is None:
        raise Refused("page.off")
    await reply_in_private(interaction)
    link = bot.calendar(await bot.house.calendars.renew(interaction.user.id))
    await interaction.edit_original_response(content=say("calendar.link", link=f"```\n{link}\n```"))


async def end_calendar(interaction: Interaction) -> None:
    """End the link to the person's calendar."""
    await reply_in_private(interaction)
    await interaction.client.house.calendars.end(interaction.user.id)
    await interaction.edit_original_response(content=reader(interaction)("calendar.ended"))
