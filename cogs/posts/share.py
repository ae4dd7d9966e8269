"""Share: the podium or film of a match, posted in a chosen channel of its server."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import discord

from cogs.looking_back.replay import film_of, line_film
from cogs.posts.ending import can_be_shared, finish_file
from cogs.posts.threads import channel_of, is_busy, public
from cogs.ui.access import check_match, is_blind
from cogs.ui.client import Interaction
from cogs.ui.controls import Action, Shareable
from cogs.ui.custom_id import match_code, share_code
from cogs.ui.forged import read_id
from cogs.ui.long_tasks import Made, Task, long_task
from cogs.ui.person import person
from cogs.ui.replies import reader, reply_in_private
from cogs.ui.views import CONTENT, Widget, rows
from engines.table import Refused
from host.play.seen import Seen
from locales import Catalogue
from model.line import Line
from render.words import cut
from screen.lines import line_words, scene_lines
from screen.match_text import title
from screen.names import escaped
from screen.verdicts import is_played_out, verdict

CHANNELS = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.public_thread]
EMOJI = {Shareable.PODIUM: "🏆", Shareable.FILM: "🎬"}
Channel = discord.TextChannel | discord.Thread


async def ask_where(interaction: Interaction, match_id: int) -> None:
    """Let a player choose what to post, and where."""
    await reply_in_private(interaction)
    say, seen = reader(interaction), await _shareable(interaction, match_id)
    items: list[Widget] = [
        discord.ui.ChannelSelect[Any](
            custom_id=share_code(what, match_id),
            channel_types=CHANNELS,
            placeholder=f"{EMOJI[what]} {say(f'share.{what}')}",
            row=place,
        )
        for place, what in enumerate(_offered(seen))
    ]
    shared = interaction.client.house.shared_lines
    lines = [] if seen.match.thread is None else await shared.of(seen.match, interaction.user.id)
    text = [say("share.head"), *(say("try.kept", n=line.number, line=line_words(trial, say)) for line, trial in lines)]
    items += [_line_button(match_id, line, len(items), say) for line, _ in lines]
    await interaction.edit_original_response(content=cut("\n".join(text), CONTENT), view=rows(items))


def _line_button(match: int, line: Line, row: int, say: Catalogue) -> Widget:
    code = match_code(Action.SHARE_LINE, match, line.number, line.mark)
    return discord.ui.Button(label=say("share.line", n=line.number), emoji="💭", custom_id=code, row=row)


async def made_line(interaction: Interaction, match_id: int, number: int, mark: str) -> Made:
    """Post the first moves of a line as a film in the match's thread, as everyone would have seen them."""
    seen, user = await _shareable(interaction, match_id), interaction.user.id
    lines = interaction.client.house.shared_lines
    line = await lines.one(seen.match, user, number, mark)
    return await _posted(interaction, seen, line, await lines.beginning(seen.match, user, line), "share.line.head")


async def made_better(interaction: Interaction, match_id: int, seq: int) -> Made:
    """Post the better move at a turning point of the review, and what may follow, in the same way."""
    seen = await _shareable(interaction, match_id)
    line, begun = await interaction.client.house.shared_lines.reviewed(seen.match, interaction.user.id, seq)
    return await _posted(interaction, seen, line, begun, "share.better.head")


async def _posted(interaction: Interaction, seen: Seen, line: Line, begun: Seen, head: str) -> Made:
    bot, by, lines = interaction.client, person(interaction), interaction.client.house.shared_lines
    thread = await _thread(interaction, seen)
    say, scenes = public(bot, thread), await lines.scenes(begun, line)
    file = await line_film(bot, [scene.seen for scene in scenes], say)
    author = say(head, name=escaped(interaction.user.display_name))
    text = cut("\n".join((title(seen, say), author, *scene_lines(scenes, say))), CONTENT)
    await lines.count(seen.match, by, line)
    # the same in each try: what has arrived although the connection was cut off isn't posted twice
    nonce = blake2b(f"{seen.match.id} {by.user} {line.number} {line.mark}".encode(), digest_size=12).hexdigest()
    try:
        await thread.send(text, file=file, nonce=nonce, silent=True)
    except BaseException as fault:  # also a lost connection, or the end of this process
        await lines.uncount(seen.match, by.user, line)
        if isinstance(fault, discord.Forbidden | discord.NotFound):
            raise Refused("share.bot", {"channel": f"<#{thread.id}>"}) from None
        raise
    await lines.posted(seen.match, by.user, line)
    return Made(reader(interaction)("share.done", channel=f"<#{thread.id}>"))


async def _thread(interaction: Interaction, seen: Seen) -> Channel:
    """The match's thread; Refused unless the person and the bot may post pictures there."""
    if seen.match.thread is None:
        raise Refused("share.channel")
    try:
        thread = await channel_of(interaction.client, seen.match.thread)
    except discord.HTTPException as fault:
        if is_busy(fault):
            raise
        raise Refused("share.bot", {"channel": f"<#{seen.match.thread}>"}) from None
    return _checked(interaction, thread)


@long_task(Task.SHARE, in_place=True)
async def chosen(interaction: Interaction, what: Shareable, match_id: int, values: Sequence[str]) -> Made:
    """Post it in the chosen channel, if both the player and the bot may write there."""
    await check_match(interaction, match_id)
    bot, user = interaction.client, interaction.user
    seen = await _shareable(interaction, match_id)
    if what not in _offered(seen):
        raise Refused("share.stopped")
    channel = _channel(interaction, values)
    say = public(interaction.client, channel)
    async with bot.shares.sharing(user.id, match_id):
        if what is Shareable.FILM:
            _, file = await film_of(bot, match_id, say)
            channel = _channel(interaction, values)  # checked first, as a film takes its time
        else:
            file = await finish_file(bot, seen, say)
        shared = say("share.by", name=escaped(user.display_name))
        text = f"{title(seen, say)}\n{verdict(seen, say)}\n-# {shared}"
        try:
            # the press serves as the message's nonce: if it is delivered twice, nothing more is posted
            await channel.send(text, file=file, nonce=str(interaction.id), silent=True)
        except (discord.Forbidden, discord.NotFound):
            raise Refused("share.bot", {"channel": f"<#{channel.id}>"}) from None
    return Made(reader(interaction)("share.done", channel=f"<#{channel.id}>"))


def _offered(seen: Seen) -> list[Shareable]:
    return [what for what in Shareable if what is Shareable.FILM or is_played_out(seen)]


async def _shareable(interaction: Interaction, match_id: int) -> Seen:
    """The match as everyone could see it; Refused unless it is over, in this server, and the person has played."""
    seen = await interaction.client.house.matches.see(match_id, None)
    if seen.match.guild is None or seen.match.guild != interaction.guild_id:
        raise Refused("share.elsewhere")
    if not can_be_shared(seen):
        raise Refused("share.early")
    if all(row.user != interaction.user.id for row in seen.match.seats):
        raise Refused("share.theirs")
    return seen


def _channel(interaction: Interaction, values: Sequence[str]) -> Channel:
    """The chosen channel of this server; Refused unless the person and the bot may post pictures there."""
    channel = None if interaction.guild is None else interaction.guild.get_channel_or_thread(read_id(values))
    if not isinstance(channel, Channel):
        raise Refused("share.channel")
    return _checked(interaction, channel)


def _checked(interaction: Interaction, channel: Channel) -> Channel:
    guild, member = interaction.guild, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        raise Refused("share.channel")
    blind = is_blind(channel, guild.me)
    if not blind and not _may_post(channel, channel.permissions_for(member)):
        raise Refused("share.you")
    if blind or not _may_post(channel, channel.permissions_for(guild.me)):
        raise Refused("share.bot", {"channel": f"<#{channel.id}>"})
    return channel


def _may_post(channel: Channel, allowed: discord.Permissions) -> bool:
    is_thread = isinstance(channel, discord.Thread)
    writes = allowed.send_messages_in_threads if is_thread else allowed.send_messages
    return allowed.view_channel and writes and allowed.attach_files
