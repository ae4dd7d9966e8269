"""Carries the host's letters to Discord: words and pictures are made here, at the last moment."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs import actions, board
from cogs.items import rows
from cogs.lobby import lobby_buttons, lobby_embed, missing_permissions
from cogs.panel import Panel, compose
from cogs.threads import channel_of, lost_thread, public, thread_of
from host.post import Letter, Place, Unsent
from host.seen import Seen
from locales import Catalogue, catalogue

if TYPE_CHECKING:
    from cogs.bot import Gruppetto

log: FilteringBoundLogger = structlog.get_logger()

FRESH = 600.0  # seconds: a younger board message is edited, an older one gets a successor
# Discord's codes
UNKNOWN_CHANNEL = 10003
ARCHIVED = 50083  # the thread is archived, and locked, else it would have been woken
CLOSED = (50007, 50278)  # the user takes no DMs, or shares no server with the bot
NOT_ALLOWED = (50001, 50013)
NO_GUILD = (10004,)
SERVERS_FAULT = 500


class DiscordSender:
    """The host's `Sender`; raises Unsent for what may work later."""

    def __init__(self, bot: Gruppetto) -> None:
        self._bot = bot
        self._complained: set[int] = set()  # matches whose host has been told what is missing; a restart tells again

    async def deliver(self, letter: Letter) -> Place | None:
        """Send or edit what the letter is about; returns where it can be seen."""
        await self._bot.wait_until_ready()
        try:
            return await self._deliver(letter)
        except discord.HTTPException as fault:
            raise await self._excuse(letter, fault) from fault

    async def _excuse(self, letter: Letter, fault: discord.HTTPException) -> Exception:
        """What to tell the host: Unsent for what isn't our fault, so that it is tried again without an alarm."""
        if fault.code in (UNKNOWN_CHANNEL, ARCHIVED):
            await lost_thread(self._bot, letter)
            return Unsent("the thread was gone or asleep")
        if fault.code in NOT_ALLOWED:
            await self._complain(letter)
            return Unsent("a permission is missing")
        if fault.code in NO_GUILD or fault.status >= SERVERS_FAULT:
            return Unsent("Discord can't take it now")
        return fault

    async def _complain(self, letter: Letter) -> None:
        """Tell the one who opened the match, once, which permission is missing where."""
        match = letter.match
        channel = self._bot.get_channel(match.channel)
        if match.id in self._complained or not isinstance(channel, discord.TextChannel):
            return
        self._complained.add(match.id)
        missing = missing_permissions(channel.permissions_for(channel.guild.me))
        say = catalogue(await self._bot.house.languages.of(match.host))
        names = ", ".join(say(f"permission.{name}") for name in missing) or say("permission.unknown")
        log.warning("permission missing", match=match.id)
        with suppress(discord.HTTPException):
            person = self._bot.get_user(match.host) or await self._bot.fetch_user(match.host)
            await person.send(say("host.permissions", match=match.id, channel=f"<#{match.channel}>", missing=names))

    async def _deliver(self, letter: Letter) -> Place | None:
        match letter.post.kind:
            case "lobby":
                return await self._lobby(letter)
            case "opening":
                return await self._opening(letter)
            case "board":
                return await self._board(letter)
            case "result":
                return await self._result(letter)
            case "end":
                return await self._end(letter)
            case _:
                return await self._turn(letter)

    async def _lobby(self, letter: Letter) -> Place:
        """The lobby's message: one for the whole life of the match."""
        channel = await channel_of(self._bot, letter.match.channel)
        say = public(channel)
        embed = await lobby_embed(self._bot, letter.match, letter.proof, say)
        view = rows(lobby_buttons(letter.match, say))
        if letter.place is not None:
            try:
                await channel.get_partial_message(letter.place.message).edit(embed=embed, view=view)
                return letter.place
            except discord.NotFound:
                pass  # somebody deleted it: a new one follows
        sent = await channel.send(embed=embed, view=view, nonce=letter.post.nonce)
        return Place(channel.id, sent.id)

    async def _opening(self, letter: Letter) -> Place:
        """The first words in the thread, with commitment and entropy: no die falls before they are there."""
        thread = await thread_of(self._bot, letter)
        text = board.opening_text(self._bot, letter, public(thread))
        # players who are mentioned in a thread are added to it
        players = [discord.Object(row.user) for row in letter.match.seats if row.user is not None]
        mention = discord.AllowedMentions(users=players)
        sent = await thread.send(text, allowed_mentions=mention, nonce=letter.post.nonce)
        return Place(thread.id, sent.id)

    async def _board(self, letter: Letter) -> Place | None:
        """The board: the message is renewed while it is young, later a new one tells that something happened."""
        thread, seen = await thread_of(self._bot, letter), _seen(letter)
        say = public(thread)
        text = board.board_text(seen, letter.news, say)
        file = await self._bot.pictures.board(seen, (), say)
        view = rows(board.board_buttons(seen, say))
        young = letter.place is not None and letter.place.channel == thread.id and self._is_young(letter.place)
        if seen.match.phase != "running" and not young:
            return letter.place  # the result tells it
        if young and letter.place is not None:
            try:
                message = thread.get_partial_message(letter.place.message)
                await message.edit(content=text, attachments=[file], view=view)
                return letter.place
            except discord.NotFound:
                file = await self._bot.pictures.board(seen, (), say)
        sent = await thread.send(text, file=file, view=view, nonce=letter.post.nonce)
        return Place(thread.id, sent.id)

    async def _result(self, letter: Letter) -> Place:
        thread, seen = await thread_of(self._bot, letter), _seen(letter)
        say = public(thread)
        file = await self._bot.pictures.board(seen, (), say)
        text = board.result_text(seen, letter.news, letter.proof, say)
        view = rows(board.board_buttons(seen, say))
        sent = await thread.send(text, file=file, view=view, nonce=letter.post.nonce)
        return Place(thread.id, sent.id)

    async def _end(self, letter: Letter) -> Place | None:
        """The result, to each player; where his DMs are closed, the thread has told him."""
        seen, say = _seen(letter), await self._language(letter)
        panel = await compose(self._bot, seen, say)
        return await self._whisper(letter, panel)

    async def _turn(self, letter: Letter) -> Place | None:
        """Call a player: his panel by DM; where his DMs are closed, a mention in the thread with the private button."""
        seen, user, say = _seen(letter), letter.post.to, await self._language(letter)
        assert user is not None
        lines = board.sentences(seen, letter.news, say)
        note = f"### {say('turn.call')}\n{board.newest([f'-# {line}' for line in lines], board.NEWS)}".strip()
        panel = await compose(self._bot, seen, say, note=note)
        if (place := await self._whisper(letter, panel)) is not None:
            return place
        thread = await thread_of(self._bot, letter)
        say = public(thread)
        view = actions.move_button(seen.match.id, say("board.move"))
        mention = discord.AllowedMentions(users=[discord.Object(user)])
        text = say("turn.mention", user=f"<@{user}>")
        sent = await thread.send(text, view=view, allowed_mentions=mention, nonce=letter.post.nonce)
        return Place(thread.id, sent.id)

    async def _whisper(self, letter: Letter, panel: Panel) -> Place | None:
        """A panel by DM; None where the person takes none."""
        user = letter.post.to
        assert user is not None
        person = self._bot.get_user(user) or await self._bot.fetch_user(user)
        try:
            sent = await person.send(panel.content, files=panel.files, view=rows(panel.items), nonce=letter.post.nonce)
        except discord.Forbidden as closed:
            if closed.code not in CLOSED:
                raise
            return None
        return Place(sent.channel.id, sent.id)

    async def _language(self, letter: Letter) -> Catalogue:
        """The language of the letter's reader, else that of his server."""
        known = await self._bot.house.languages.of(letter.post.to) if letter.post.to is not None else None
        if known is None and letter.match.guild is not None:
            known = str((await self._bot.guild_of(letter.match.guild)).preferred_locale)
        return catalogue(known)

    def _is_young(self, place: Place) -> bool:
        made = discord.utils.snowflake_time(place.message).timestamp()
        return self._bot.now() - made < FRESH


def _seen(letter: Letter) -> Seen:
    assert letter.seen is not None, "the dice have fallen, so there is something to see"
    return letter.seen
