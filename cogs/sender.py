"""Carries the host's letters to Discord: words and pictures are made here, at the last moment."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs import actions, board
from cogs.items import rows
from cogs.lobby import lobby_buttons, lobby_embed, obstacle
from cogs.panel import Panel, compose
from cogs.threads import channel_of, is_busy, lost_thread, public, thread_of
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
# what discord.py raises when the line is cut; OSError holds TimeoutError
CUT_OFF = (aiohttp.ClientError, OSError, discord.ConnectionClosed, discord.RateLimited)


class DiscordSender:
    """The host's `Sender`; raises Unsent for what may work later."""

    def __init__(self, bot: Gruppetto) -> None:
        self._bot = bot
        # matches whose host has been told what is missing, until their thread can be written in again or a restart
        self._complained: set[int] = set()

    async def deliver(self, letter: Letter) -> Place | None:
        """Send or edit what the letter is about; returns where it can be seen."""
        await self._bot.wait_until_ready()
        try:
            return await self._try(letter)
        except CUT_OFF as lost:
            log.info("connection lost", match=letter.match.id, kind=letter.post.kind, fault=repr(lost))
            raise Unsent("Discord can't be reached now") from lost

    async def _try(self, letter: Letter) -> Place | None:
        try:
            return await self._deliver(letter)
        except discord.HTTPException as fault:
            raise await self._excuse(letter, fault) from fault

    async def _excuse(self, letter: Letter, fault: discord.HTTPException) -> Exception:
        """What to tell the host: Unsent for what isn't our fault, so that it is tried again without an alarm."""
        if fault.code in (UNKNOWN_CHANNEL, ARCHIVED):
            await lost_thread(self._bot, letter)
            if letter.match.thread is None and fault.code == UNKNOWN_CHANNEL:
                await self._complain(letter)
            return Unsent("the thread was gone or asleep")
        if fault.code in NOT_ALLOWED:
            await self._complain(letter)
            return Unsent("a permission is missing")
        if fault.code in NO_GUILD or is_busy(fault):
            return Unsent("Discord can't take it now")
        return fault

    async def _complain(self, letter: Letter) -> None:
        """Tell the one who opened the match, once, why the bot can't post: what it lacks, or that a channel is gone."""
        match = letter.match
        if match.id in self._complained:
            return
        self._complained.add(match.id)
        say = catalogue(await self._bot.house.languages.of(match.host))
        unknown = say("obstacle.permissions", missing=say("permission.unknown"))
        why = await obstacle(self._bot, match, say) or unknown
        key = "host.starting" if match.phase == "starting" else "host.running"
        log.warning("can't post", match=match.id, channel=match.channel)
        with suppress(discord.HTTPException):
            person = self._bot.get_user(match.host) or await self._bot.fetch_user(match.host)
            await person.send(say(key, match=match.id, channel=f"<#{match.channel}>", why=why))

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
            case "end" | "hand":
                return await self._told(letter)
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

    async def _opening(self, letter: Letter) -> Place | None:
        """The first words in the thread, with commitment and entropy: no die falls before they are there."""
        thread = await thread_of(self._bot, letter)
        text = board.opening_text(self._bot, letter, public(thread))
        # players who are mentioned in a thread are added to it
        players = [discord.Object(row.user) for row in letter.match.seats if row.user is not None]
        mention = discord.AllowedMentions(users=players)
        if await self._renewed(thread, letter, content=text):
            return letter.place
        return await self._say(thread, letter, text, allowed_mentions=mention)

    async def _board(self, letter: Letter) -> Place | None:
        """The board: the message is renewed while it is young, later a new one tells that something happened."""
        thread, seen = await thread_of(self._bot, letter), _seen(letter)
        say = public(thread)
        text = board.board_text(seen, letter.news, say)
        file = await self._bot.pictures.board(seen, (), say)
        view = rows(board.board_buttons(seen, say, edited=True))
        young = letter.place is not None and letter.place.channel == thread.id and self._is_young(letter.place)
        if seen.match.phase != "running" and not young:
            return letter.place  # the result tells it
        if young:
            if await self._renewed(thread, letter, content=text, attachments=[file], view=view):
                return letter.place
            file = await self._bot.pictures.board(seen, (), say)  # the first has been read
        return await self._say(thread, letter, text, file=file, view=view)

    async def _result(self, letter: Letter) -> Place:
        thread, seen = await thread_of(self._bot, letter), _seen(letter)
        say = public(thread)
        file = await self._bot.pictures.board(seen, (), say)
        text = board.result_text(seen, letter.news, letter.proof, say)
        view = rows(board.board_buttons(seen, say))
        return await self._say(thread, letter, text, file=file, view=view)

    async def _told(self, letter: Letter) -> Place | None:
        """The result or a new hand, to a player; where his DMs are closed, the thread and Your move show it."""
        seen, say = _seen(letter), await self._language(letter)
        lines = [f"-# {line}" for line in board.sentences(seen, letter.news, say)] if letter.post.kind == "hand" else []
        panel = await compose(self._bot, seen, say, note=board.newest(lines, board.NEWS))
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
        return await self._say(thread, letter, text, view=view, allowed_mentions=mention)

    async def _say(self, thread: discord.Thread, letter: Letter, text: str, **more: Any) -> Place:
        """A new message in the thread; what is missing there another time is told again."""
        sent = await thread.send(text, nonce=letter.post.nonce, **more)
        self._complained.discard(letter.match.id)
        return Place(thread.id, sent.id)

    @staticmethod
    async def _renewed(thread: discord.Thread, letter: Letter, **what: Any) -> bool:
        """Edit the message of the letter's earlier try; False where there is none, or somebody has deleted it."""
        if letter.place is None or letter.place.channel != thread.id:
            return False
        try:
            await thread.get_partial_message(letter.place.message).edit(**what)
        except discord.NotFound:
            return False
        return True

    async def _whisper(self, letter: Letter, panel: Panel) -> Place | None:
        """A panel by DM; None where the person takes none."""
        user = letter.post.to
        assert user is not None
        person = self._bot.get_user(user) or await self._bot.fetch_user(user)
        try:
            sent = await person.send(panel.content, file=panel.picture, view=rows(panel.items), nonce=letter.post.nonce)
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
