"""The Discord bot: one client with all commands, buttons and messages."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from importlib import import_module
from typing import Any, TypeAlias

import aiohttp
import discord
import structlog
from discord import app_commands
from discord.ext import commands
from structlog.typing import FilteringBoundLogger

from cogs import routes
from cogs.command_sync import difference
from cogs.cups.message import CUP_POSTS
from cogs.game_commands import add_game
from cogs.home.greeting import Greetings, greet
from cogs.opening.doors import BotDoors
from cogs.posts.outside import BotHerald
from cogs.posts.sender import DiscordSender
from cogs.puzzles.daily_post import PUZZLE_POSTS
from cogs.traffic.rate_limit import Line, RateLimit
from cogs.traffic.request_rate import Pace
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import CommandWords
from cogs.ui.controls import Act, Action
from cogs.ui.errors import answered, is_worth_logging, on_command_error
from cogs.ui.forged import check_command
from cogs.ui.person import name_over_servers
from cogs.ui.timing import arrived, command_arrived, counted, press_kind
from engines import GAMES, outside
from engines.table import Refused
from host.delivery import Sender
from host.house import House
from host.ports import PRESS
from host.time.worker import Now
from locales import catalogue

log: FilteringBoundLogger = structlog.get_logger()

# files with commands, besides one for each game
COGS = (
    *("start", "play", "match", "leaderboard", "profile", "settings", "privacy", "about", "admin"),
    *("puzzles.commands", "cups.commands", "challenge"),
)
POSTS = {**CUP_POSTS, **PUZZLE_POSTS}  # posts of the features that are built on other posts
COMMANDS_HASH = "commands"
# Seconds that a call waits when Discord limits its rate, the least that discord.py accepts; after that it fails.
PATIENCE = 30.0
OpenHouse: TypeAlias = Callable[[Sender, Callable[[int], None]], Awaitable[House]]  # given a sender and a watcher
PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class Commands(app_commands.CommandTree["Gruppetto"]):
    """The slash commands and their suggestions."""

    async def interaction_check(self, interaction: discord.Interaction[Gruppetto], /) -> bool:
        """Make an interaction wait for its turn, and refuse what Discord's own clients wouldn't send."""
        command_arrived(interaction)
        async with answered(interaction):
            if not await self.client.takes(interaction):
                return False
            try:
                check_command(interaction)
            except Refused:
                if interaction.type is not discord.InteractionType.autocomplete:
                    raise
                await interaction.response.autocomplete([])
                return False
            return True
        return False


class Gruppetto(Client):
    """The client that hosts the games; it needs no privileged intent, and of messages learns only who wrote to it."""

    def __init__(
        self,
        open_house: OpenHouse,
        now: Now,
        *,
        shard_count: int | None = None,
        shard_ids: Sequence[int] | None = None,
        takes_turns: bool = False,
        pace: Pace | None = None,
        owners: Collection[int] = (),
    ) -> None:
        only_shards: dict[str, Any] = {"shard_ids": list(shard_ids)} if shard_ids else {}
        super().__init__(
            now,
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Commands,
            intents=discord.Intents(guilds=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            max_ratelimit_timeout=PATIENCE,
            http_trace=counted(aiohttp.TraceConfig() if pace is None else pace.trace()),
            owner_ids=set(owners),
            shard_count=shard_count,
            **only_shards,
        )
        self.limit, self.refusals = RateLimit(), RateLimit()
        self.line = Line()
        self.greetings = Greetings()
        self._open_house = open_house
        self._takes_turns = takes_turns  # to identify, with other processes

    async def setup_hook(self) -> None:
        """Open the host, connect everything, send Discord changed commands, and wait until sessions may begin."""
        self.house = await self._open_house(DiscordSender(self, POSTS), self.renewals.moved)
        self.house.tell_outside(BotHerald(self))
        self.house.seekers.doors = BotDoors(self)
        self.tree.on_error = on_command_error
        await self.tree.set_translator(CommandWords())
        logging.getLogger("discord.app_commands.tree").addFilter(is_worth_logging)
        await self._sync_if_changed(await self.learn(self.house.games))
        # the clocks start when people can play, so this wait counts as an outage
        await self.starts.wait(self.http, len(self.shard_ids or ()) or self.shard_count)
        await self.house.start()

    async def learn(self, games: Iterable[str]) -> list[dict[str, Any]]:
        """Put the commands of all cogs and of these games on the tree; returns them in Discord's form."""
        for game in [*games]:
            if game in outside.PACKAGES:
                await self._learn_from_outside(game)
            else:
                await import_module(f"cogs.{game}").setup(self)
        for refusal in outside.REFUSED.values():
            log.error("a game from outside isn't hosted", reason=refusal)
        self.games = tuple(games)
        for name in COGS:
            # not `load_extension`, which would run the file a second time beside the copy that `cogs/routes.py` has
            await import_module(f"cogs.{name}").setup(self)
        payloads = [await c.get_translated_payload(self.tree, CommandWords()) for c in self.tree.get_commands()]
        return sorted(payloads, key=_name)

    async def _learn_from_outside(self, game: str) -> None:
        """Put an outside game's commands on the tree, or drop the game if that fails."""
        try:
            if f"command.{game}" in catalogue(None):
                raise ValueError("there is a command of this name")
            cog = outside.part(game, "cog")
            if cog is None:
                add_game(self, GAMES[game])
            else:
                await cog.setup(self)
            for command in self.tree.get_commands():
                await command.get_translated_payload(self.tree, CommandWords())
        except Exception as fault:  # other people's code may raise anything, and texts may be missing
            self.tree.remove_command(game)
            outside.refuse(game, f"{type(fault).__name__}: {fault}")

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until Discord accepts another identify with this token."""
        await self.starts.turn(self.http)
        if self._takes_turns:
            await self.house.identifies.turn()
        else:
            await super().before_identify_hook(shard_id, initial=initial)
        self.starts.begun()

    async def close(self) -> None:
        """Stop pending replies, clock and outbox, close the database, then leave Discord."""
        self.leaving = True
        if hasattr(self, "house"):
            await self.long_tasks.stop()
            await self.renewals.stop()
            await self.house.stop()
        await super().close()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer presses, selects and forms; the tree answers commands and suggestions."""
        async with answered(interaction):
            if interaction.type not in PRESSES:
                await self._remember(interaction)
                return
            with arrived(interaction) as arrival:
                if await self.takes(interaction):
                    async with self.line.first(interaction.user.id):
                        used = routes.read(interaction)
                        arrival.kind = press_kind(used)
                        if not (isinstance(used, Act) and used.action is Action.FORGET):
                            await self._remember(interaction)
                        await routes.answer(interaction, used)

    async def _remember(self, interaction: Interaction) -> None:
        """Remember the language and the global name of the person who presses."""
        user = interaction.user
        await self.house.languages.remember(user.id, str(interaction.locale), name_over_servers(user))

    async def takes(self, interaction: Interaction) -> bool:
        """Make an interaction wait for its turn; False, after a notice to the person, if it came too fast.

        Suggestions only help a person who is waiting, so they are made at once or not at all. In a flood not
        every refusal is sent, because refusals too take time from others.
        """
        await self.house.languages.of(interaction.user.id)
        await self.house.languages.renew()
        user, suggesting = interaction.user.id, interaction.type is discord.InteractionType.autocomplete
        if await (self.limit.turn(user, 0.0) if suggesting else self.limit.turn(user)):
            return True
        if await self.refusals.turn(user, 0.0):
            if not suggesting:
                raise Refused("house.fast")
            await interaction.response.autocomplete([])
        return False

    async def on_message(self, message: discord.Message) -> None:
        """Reply to a direct message with a pointer to `/start`."""
        await greet(self, self.greetings, message)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End what goes on in a server that removes the bot."""
        await self.house.server_gone(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the matches of a server that adds the bot again."""
        await self.house.pauses.guild_back(guild.id)

    async def on_ready(self) -> None:
        """Catch up on servers that added or removed the bot while no process ran."""
        try:
            for guild_id in await self.house.servers.resting():
                if self.get_guild(guild_id) is not None:
                    await self.house.pauses.guild_back(guild_id)
            for guild_id in await self.house.servers.in_use():
                if self.hears_of(guild_id) and self.get_guild(guild_id) is None:
                    await self.house.server_gone(guild_id)
        finally:
            self.at_home.set()

    async def _sync_if_changed(self, ours: list[dict[str, Any]]) -> None:
        """Send the commands to Discord only if they differ from those last sent, or from those it has now."""
        text = json.dumps([self.application_id, ours], sort_keys=True)
        now = hashlib.sha256(text.encode()).hexdigest()
        if await self.house.remembered(COMMANDS_HASH) != now or await self._were_changed(ours):
            await self.tree.sync()
            await self.house.remember(COMMANDS_HASH, now)
            log.info("commands synced", commands=len(ours))

    async def _were_changed(self, ours: list[dict[str, Any]]) -> bool:
        """Whether another bot with this token has sent Discord other commands."""
        assert self.application_id is not None, "it has logged in"
        return bool(difference(ours, await self.http.get_global_commands(self.application_id)))


# names of the tasks that answer presses and commands, discord.py's and the page's
ANSWERING = ("discord.py: on_interaction", "CommandTree-invoker", PRESS)


def _name(command: dict[str, Any]) -> str:
    return str(command["name"])


async def drain(seconds: float = 10.0) -> None:
    """Let presses being answered finish, for at most that many `seconds`."""
    busy = [task for task in asyncio.all_tasks() if task.get_name() in ANSWERING]
    if busy:
        await asyncio.wait(busy, timeout=seconds)
