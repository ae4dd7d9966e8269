"""Carries the host's letters to Discord: words and pictures are made here, at the last moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs import actions, board
from cogs.items import rows
from cogs.lobby import lobby_buttons, lobby_embed
from cogs.names import names_of, plain
from cogs.panel import compose
from host.post import Letter, Place, Unsent
from host.seen import Seen
from locales import Catalogue, catalogue

if TYPE_CHECKING:
    from cogs.bot import Gruppetto

log: FilteringBoundLogger = structlog.get_logger()

FRESH = 600.0  # seconds: a younger board message is edited, an older one gets a successor
UNKNOWN = (10003, 10008)  # Discord: unknown channel, unknown message
CLOSED = 50007  # Discord: cannot send messages to this user
HAS_THREAD = 160004  # Discord: a thread has already been created for this message
THREAD_NAME = 100
ARCHIVE_MINUTES = 10080

Channel = discord.TextChannel | discord.Thread


class DiscordSender:
    """The host's `Sender`; raises Unsent for what may work later."""

    def __init__(self, bot: Gruppetto) -> None:
        self._bot = bot

    async def deliver(self, letter: Letter) -> Place | None:
        """Send or edit what the letter is about; returns where it can be seen."""
        await self._bot.wait_until_ready()
        match letter.post.kind:
            case "lobby":
                return await self._lobby(letter)
            case "board":
                return await self._board(letter)
            case "result":
                return await self._result(letter)
            case _:
                return await self._turn(letter)

    async def _lobby(self, letter: Letter) -> Place:
        """The lobby's message: one for the whole life of the match."""
        channel = await self._channel(letter.match.channel)
        say = _public(channel)
        embed = await lobby_embed(self._bot, letter.match, say)
        view = rows(lobby_buttons(letter.match, say))
        if letter.place is not None:
            try:
                await channel.get_partial_message(letter.place.message).edit(embed=embed, view=view)
                return letter.place
            except discord.NotFound:
                pass  # somebody deleted it: a new one follows
        sent = await channel.send(embed=embed, view=view, nonce=letter.post.nonce)
        return Place(channel.id, sent.id)

    async def _board(self, letter: Letter) -> Place:
        """The board: the message is renewed while it is young, later a new one tells that something happened."""
        thread, seen = await self._thread(letter)
        say = _public(thread)
        if letter.place is None:
            await self._introduce(thread, letter, say)
        text = board.board_text(seen, letter.news, say)
        file = await self._bot.pictures.board(seen, (), say)
        view = rows(board.board_buttons(seen, say))
        if letter.place is not None and letter.place.channel == thread.id and self._is_young(letter.place):
            try:
                message = thread.get_partial_message(letter.place.message)
                await message.edit(content=text, attachments=[file], view=view)
                return letter.place
            except discord.NotFound:
                file = await self._bot.pictures.board(seen, (), say)
        sent = await thread.send(text, file=file, view=view, nonce=letter.post.nonce)
        return Place(thread.id, sent.id)

    async def _result(self, letter: Letter) -> Place:
        thread, seen = await self._thread(letter)
        say = _public(thread)
        file = await self._bot.pictures.board(seen, (), say)
        text = board.result_text(seen, letter.news, say)
        view = rows(board.board_buttons(seen, say))
        sent = await thread.send(text, file=file, view=view, nonce=letter.post.nonce)
        return Place(thread.id, sent.id)

    async def _turn(self, letter: Letter) -> Place | None:
        """Call a player: his panel by DM; where his DMs are closed, a mention in the thread with the private button."""
        seen, user = letter.seen, letter.post.to
        assert seen is not None
        assert user is not None
        say = catalogue(None)
        lines = board.sentences(seen, letter.news, say)
        note = f"### {say('turn.call')}\n{board.newest([f'-# {line}' for line in lines], board.NEWS)}".strip()
        panel = await compose(self._bot, seen, say, note=note)
        person = self._bot.get_user(user) or await self._bot.fetch_user(user)
        try:
            sent = await person.send(panel.content, files=panel.files, view=rows(panel.items), nonce=letter.post.nonce)
            return Place(sent.channel.id, sent.id)
        except discord.Forbidden as closed:
            if closed.code != CLOSED:
                raise
        thread, _ = await self._thread(letter)
        say = _public(thread)
        view = actions.move_button(seen.match.id, say("board.move"))
        mention = discord.AllowedMentions(users=[discord.Object(user)])
        text = say("turn.mention", user=f"<@{user}>")
        sent = await thread.send(text, view=view, allowed_mentions=mention, nonce=letter.post.nonce)
        return Place(thread.id, sent.id)

    async def _thread(self, letter: Letter) -> tuple[discord.Thread, Seen]:
        """The match's thread, opened under its lobby if there is none yet."""
        assert letter.seen is not None
        match, say = letter.match, catalogue(None)
        if match.thread is not None:
            thread = await self._channel(match.thread)
            assert isinstance(thread, discord.Thread)
            return thread, letter.seen
        channel = await self._channel(match.channel)
        assert isinstance(channel, discord.TextChannel)
        names = " – ".join(names_of(letter.seen, say, plain))  # Discord reads no Markdown in a thread's name
        name = say("match.title", game=say(f"{match.game}.name"), match=match.id)
        thread = await self._open_thread(channel, letter, f"{name}: {names}"[:THREAD_NAME])
        await self._bot.house.matches.set_thread(match.id, thread.id)
        return thread, letter.seen

    async def _introduce(self, thread: discord.Thread, letter: Letter, say: Catalogue) -> None:
        """The first words in a thread: they are part of the first board, so that they are tried again with it."""
        assert letter.seen is not None
        match = letter.match
        opening = board.opening_text(self._bot, letter.seen, say)
        players = [row.user for row in match.seats if row.user is not None]
        mention = discord.AllowedMentions(users=[discord.Object(user) for user in players])
        pings = " ".join(f"<@{user}>" for user in players)
        # players who are mentioned in a thread are added to it
        await thread.send(f"{opening}\n{pings}", allowed_mentions=mention, nonce=f"open.{match.id}.{thread.id}"[:25])

    async def _open_thread(self, channel: discord.TextChannel, letter: Letter, name: str) -> discord.Thread:
        if letter.lobby is not None:
            message = channel.get_partial_message(letter.lobby.message)
            try:
                return await message.create_thread(name=name, auto_archive_duration=ARCHIVE_MINUTES)
            except discord.NotFound:
                log.info("lobby message is gone", match=letter.match.id)
            except discord.HTTPException as fault:
                if fault.code != HAS_THREAD:
                    raise
                thread = await self._channel(letter.lobby.message)  # a thread has its first message's id
                assert isinstance(thread, discord.Thread)
                return thread
        kind = discord.ChannelType.public_thread
        return await channel.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVE_MINUTES)

    async def _channel(self, channel_id: int) -> Channel:
        channel: Any = self._bot.get_channel(channel_id) or await self._bot.fetch_channel(channel_id)
        if not isinstance(channel, Channel):
            raise Unsent(f"channel {channel_id} is no text channel")
        return channel

    def _is_young(self, place: Place) -> bool:
        made = discord.utils.snowflake_time(place.message).timestamp()
        return self._bot.now() - made < FRESH


def _public(channel: Channel) -> Catalogue:
    """Texts in the server's language."""
    return catalogue(str(channel.guild.preferred_locale))
