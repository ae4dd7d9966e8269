"""The post at the end of a server's season, with the podium."""

from __future__ import annotations

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs.career.archive import season_words
from cogs.career.codes import SeasonPage
from cogs.career.screen import button, draw
from cogs.posts.board import MEDALS
from cogs.posts.threads import place_of, public
from cogs.posts.writer import Writer
from cogs.ui.client import Client
from cogs.ui.controls import Action
from cogs.ui.views import rows
from host.outbox.messages import Message
from locales import Catalogue
from model.career import Ceremony
from model.match import MessageRef
from render import career
from screen.names import called

log: FilteringBoundLogger = structlog.get_logger()

MOST_NAMED = 9  # if many have tied


async def post_ceremony(writer: Writer, message: Message) -> MessageRef | None:
    """Announce the winners of a finished season in its server, once; None if no channel is left for it.

    The post goes where the managers want it, else where the season's last match was opened.
    """
    if message.place is not None and message.post.tries:
        return message.place  # an earlier try has arrived
    bot = writer.bot
    ended = await bot.house.careers.ceremonies(message.match.id)
    guild = message.match.guild
    wanted = (await bot.house.servers.settings(guild)).ceremonies if guild is not None else None
    try:
        if wanted is not None:
            return await _post(writer, message, ended, wanted)
    except (discord.NotFound, discord.Forbidden):
        log.info("can't post in the channel for ceremonies", match=message.match.id)
    try:
        return await _post(writer, message, ended, message.match.channel)
    except discord.NotFound:
        log.warning("no channel for a ceremony", match=message.match.id)
        return None


async def _post(writer: Writer, message: Message, ended: list[Ceremony], channel_id: int) -> MessageRef:
    bot = writer.bot
    channel = await place_of(bot, channel_id, message.match.guild)
    say = public(bot, channel)
    # seasons overlap where managers have changed their length: don't repeat what was posted
    unposted = ended if message.place is None else [max(ended, key=lambda ceremony: ceremony.season.ends)]
    files = [await _podium(bot, ceremony, say) for ceremony in unposted]
    text = "\n\n".join([await ceremony_text(bot, ceremony, say) for ceremony in unposted])
    items = [
        button(say("ceremony.table"), Action.ARCHIVE, SeasonPage(c.game, c.season.key).code(), "📋", row=place)
        for place, c in enumerate(unposted)
    ]
    return await writer.say(channel, message, text, files=files, view=rows(items))


async def ceremony_text(bot: Client, end: Ceremony, say: Catalogue) -> str:
    """A ceremony's text: the podium."""
    head = say("ceremony.head", game=say(f"{end.game}.name"), when=await season_words(bot, end, say))
    lines = [
        f"{MEDALS[row.rank]} "
        + say(
            "ceremony.line",
            name=called(row.user, row.name, say),
            points=say("career.points", n=row.rating.points),
            wins=say("career.wins", n=row.record.wins),
        )
        for row in end.rows
        if row.rank in MEDALS
    ]
    return "\n".join((f"## {head}", *lines[:MOST_NAMED], say("ceremony.field", n=len(end.rows))))


async def _podium(bot: Client, end: Ceremony, say: Catalogue) -> discord.File:
    when = await season_words(bot, end, say)
    return await draw(bot, f"podium-{end.game}", career.podium_alt(end, say, when), career.podium, end, say, when)
