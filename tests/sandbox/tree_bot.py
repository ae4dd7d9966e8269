"""A small bot in the old style: a command tree, views, a form, follow-ups, files, threads, DMs and autocomplete."""

import io
import struct
import sys
import zlib
from typing import Any

import discord
import discord.gateway
import discord.http
import yarl
from discord import app_commands
from discord.ext import commands

Bot = commands.AutoShardedBot
FRUIT = [f"{name} {n}" for name in ("apple", "banana", "cherry") for n in range(20)]


def picture(width: int, height: int) -> discord.File:
    """A white PNG with alt text."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    rows = chunk(b"IDAT", zlib.compress((b"\0" + b"\xff" * width) * height))
    png = b"\x89PNG\r\n\x1a\n" + head + rows + chunk(b"IEND", b"")
    return discord.File(io.BytesIO(png), "a board.png", description=f"White, {width} by {height}")


class Form(discord.ui.Modal, title="Attack"):
    by = discord.ui.TextInput[Any](label="Spaces", custom_id="by", max_length=2)
    why = discord.ui.TextInput[Any](label="Why", custom_id="why", required=False, style=discord.TextStyle.paragraph)

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        await interaction.response.edit_message(content=f"Attack by {self.by.value} because {self.why.value or '?'}")


class Menu(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0

    @discord.ui.button(label="Count", custom_id="count")
    async def press(self, interaction: discord.Interaction[Any], _: discord.ui.Button[Any]) -> None:
        self.count += 1
        await interaction.response.edit_message(content=f"{interaction.user.display_name} counts {self.count}")

    @discord.ui.button(label="Form", custom_id="form")
    async def form(self, interaction: discord.Interaction[Any], _: discord.ui.Button[Any]) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Closed", custom_id="closed", disabled=True)
    async def closed(self, interaction: discord.Interaction[Any], _: discord.ui.Button[Any]) -> None:
        await interaction.response.send_message("impossible")

    @discord.ui.select(
        custom_id="riders",
        max_values=2,
        options=[discord.SelectOption(label=f"Rider {n}", value=str(n)) for n in range(3)],
    )
    async def riders(self, interaction: discord.Interaction[Any], select: discord.ui.Select[Any]) -> None:
        await interaction.response.send_message(f"You took {'+'.join(select.values)}", ephemeral=True)

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="rival")
    async def rival(self, interaction: discord.Interaction[Any], select: discord.ui.UserSelect[Any]) -> None:
        await interaction.response.send_message(f"Against {select.values[0].display_name}", ephemeral=True)


def register(tree: app_commands.CommandTree[Any]) -> None:
    race = app_commands.Group(name="race", description="Races")

    @race.command(name="new", description="A new race")
    @app_commands.choices(track=[app_commands.Choice(name="Sprint", value="sprint")])
    async def new(
        it: discord.Interaction[Bot],
        track: str,
        laps: app_commands.Range[int, 1, 9] = 3,
        rival: discord.Member | None = None,
    ) -> None:
        against = rival.display_name if rival else "nobody"
        await it.response.send_message(f"{track}, {laps} laps, against {against}")
        await it.followup.send("It's on!")
        await it.followup.send("Your secret", ephemeral=True)

    @tree.command(name="menu", description="Buttons and selects")
    async def menu(it: discord.Interaction[Bot], secret: bool = False) -> None:
        await it.response.send_message("Choose", view=Menu(), ephemeral=secret)

    @tree.command(name="fruit", description="Autocomplete")
    async def fruit(it: discord.Interaction[Bot], choice: str) -> None:
        await it.response.send_message(f"{choice} it is, {it.locale}/{it.guild_locale}")

    @fruit.autocomplete("choice")
    async def choices(_: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=name, value=name) for name in FRUIT if typed in name][:25]

    @tree.command(name="picture", description="Files and embeds")
    async def show(it: discord.Interaction[Bot]) -> None:
        await it.response.send_message("Board", file=picture(4, 3))
        embed = discord.Embed(title="Framed").set_image(url="attachment://a board.png".replace(" ", "_"))
        file = picture(5, 5)
        file.filename = "a_board.png"
        assert it.channel is not None and not isinstance(it.channel, discord.ForumChannel | discord.CategoryChannel)
        await it.channel.send(embed=embed, file=file)

    @tree.command(name="thread", description="Threads")
    async def thread(it: discord.Interaction[Bot], rival: discord.Member) -> None:
        await it.response.send_message("Let's ride")
        assert isinstance(it.channel, discord.TextChannel)
        alone = await it.channel.create_thread(name="Stage 1", type=discord.ChannelType.public_thread)
        await alone.add_user(rival)
        await alone.send(f"Go {rival.mention}", nonce=1)
        message = await it.channel.send("Stage 2 follows")
        await (await message.create_thread(name="Stage 2")).send("Go on")
        await alone.edit(archived=True, name="Stage 1, finished")

    @tree.command(name="dm", description="A DM")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def dm(it: discord.Interaction[Bot]) -> None:
        await it.response.defer(ephemeral=True)
        message = await it.user.send("Psst", view=Menu())
        found = await message.channel.fetch_message(message.id)
        await it.followup.send(f"Sent {found.content} {it.context.dm_channel}")

    tree.add_command(race)


class TreeBot(Bot):
    async def setup_hook(self) -> None:
        self.add_view(Menu())
        register(self.tree)
        await self.tree.sync()


if __name__ == "__main__":
    address = yarl.URL(sys.argv[1])
    discord.http.Route.BASE = str(address / "api/v10")
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = (address / "gateway").with_scheme("ws")
    intents = discord.Intents(guilds=True, dm_messages=True)
    TreeBot("!", intents=intents, guild_ready_timeout=0.1).run("any-token", log_handler=None)
