"""A small bot of lasting buttons: DynamicItems, deferred answers, edits with new files, and all that goes wrong."""

import asyncio
import io
import re
import sys
from typing import Any, Self

import discord
import discord.gateway
import discord.http
import yarl
from discord import app_commands
from discord.ext import commands

Bot = commands.AutoShardedBot
REPORT = "races"


def board(n: int) -> discord.File:
    return discord.File(io.BytesIO(f"board {n}".encode()), f"board-{n}.txt", description=f"After move {n}")


class Step(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"step:(?P<how>[a-z]+):(?P<n>\d+)"):
    """A button that survives restarts: it shows the next board, at once or after deferring."""

    def __init__(self, how: str, n: int) -> None:
        super().__init__(discord.ui.Button(label=f"{how} {n}", custom_id=f"step:{how}:{n}"))
        self.how, self.n = how, n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(match["how"], int(match["n"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        shown = {"content": f"Move {self.n}", "attachments": [board(self.n)], "view": panel(self.n + 1)}
        if self.how == "now":
            await interaction.response.edit_message(**shown)
        elif self.how == "later":
            await interaction.response.defer()
            await interaction.edit_original_response(**shown)
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await interaction.followup.send(f"Aside {self.n}", file=board(self.n))
            await interaction.followup.send("And aloud")


def panel(n: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for how in ("now", "later", "aside"):
        view.add_item(Step(how, n))
    return view


async def code_of(call: Any) -> str:
    """How Discord answers a call: ok, or the status and code of its error."""
    try:
        await call
    except discord.HTTPException as error:
        return f"{error.status} {error.code}"
    return "ok"


async def double(it: discord.Interaction[Bot]) -> str:
    """Answers twice, past discord.py's own memory of having answered."""
    await it.response.defer()
    it.response._response_type = None
    return await code_of(it.response.send_message("again"))


async def long(it: discord.Interaction[Bot]) -> str:
    code = await code_of(it.response.send_message("x" * 2001))
    await it.response.send_message("x" * 2000)
    return code


async def closed(it: discord.Interaction[Bot]) -> str:
    await it.response.send_message("Trying")
    return await code_of(it.user.send("Hello?"))


async def private(it: discord.Interaction[Bot]) -> str:
    await it.response.send_message("Trying")
    assert isinstance(it.channel, discord.TextChannel)
    return await code_of(it.channel.create_thread(name="Secret", type=discord.ChannelType.private_thread))


async def gone(it: discord.Interaction[Bot]) -> str:
    await it.response.send_message("Soon gone")
    message = await it.original_response()
    await message.delete()
    return await code_of(message.edit(content="?"))


async def twice(it: discord.Interaction[Bot]) -> str:
    """Posts with the same nonce twice: one message."""
    await it.response.send_message("Trying")
    assert isinstance(it.channel, discord.TextChannel)
    first = await it.channel.send("Once only", nonce=f"n{it.id}")
    second = await it.channel.send("Once only", nonce=f"n{it.id}")
    return "same" if first == second else "two"


async def thread(it: discord.Interaction[Bot]) -> str:
    """Starts a thread for the player to archive and lock; waits until that is told, then writes into it."""
    assert isinstance(it.channel, discord.TextChannel)
    started = await it.channel.create_thread(name="To lock", type=discord.ChannelType.public_thread)
    heard = it.client.wait_for("thread_update", check=lambda _, after: after.id == started.id and after.locked)
    waiting = asyncio.ensure_future(heard)
    await it.response.send_message("Lock it")
    await waiting
    return await code_of(started.send("Knock, knock"))


WRONG = {call.__name__: call for call in (double, long, closed, private, gone, twice, thread)}


class ItemBot(Bot):
    connections: list[str]

    async def setup_hook(self) -> None:
        self.connections = []
        self.add_dynamic_items(Step)

        @self.tree.command(name="panel", description="A panel")
        async def open_panel(it: discord.Interaction[Bot]) -> None:
            await it.response.send_message("Move 0", file=board(0), view=panel(1), ephemeral=True)

        @self.tree.command(name="post", description="A lasting board")
        async def post(it: discord.Interaction[Bot]) -> None:
            await it.response.send_message("Move 0", file=board(0), view=panel(1))

        @self.tree.command(name="wrong", description="What goes wrong")
        async def wrong(it: discord.Interaction[Bot], what: str) -> None:
            answer = await WRONG[what](it)
            assert it.guild is not None
            (channel,) = [channel for channel in it.guild.text_channels if channel.name == REPORT]
            await channel.send(f"{what}: {answer}")

        @self.tree.command(name="connections", description="How often I connected")
        @app_commands.default_permissions(manage_guild=True)
        async def connections(it: discord.Interaction[Bot]) -> None:
            await it.response.send_message(" ".join(self.connections))

        await self.tree.sync()

    async def on_shard_connect(self, shard: int) -> None:
        self.connections.append(f"connected:{shard}")

    async def on_shard_resumed(self, shard: int) -> None:
        self.connections.append(f"resumed:{shard}")


if __name__ == "__main__":
    address = yarl.URL(sys.argv[1])
    discord.http.Route.BASE = str(address / "api/v10")
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = (address / "gateway").with_scheme("ws")
    bot = ItemBot("!", intents=discord.Intents(guilds=True), guild_ready_timeout=0.1, max_messages=None)
    bot.run("another-token", log_handler=None)
