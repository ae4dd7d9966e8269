"""`/cup`: open one, look at one, and what its director corrects: replace, result, drop."""

from __future__ import annotations

from dataclasses import replace as changed

import discord
from discord import app_commands

from cogs.game_commands import preset_words
from cogs.opening.lobby import check_place
from cogs.posts.cup import manages, show_page
from cogs.ui.access import asker
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import IN_SERVERS, named, subcommand, words
from cogs.ui.cup_words import cup_name, cup_title
from cogs.ui.errors import answered
from cogs.ui.limits import MOST_OPTIONS
from cogs.ui.names import escaped, plain
from cogs.ui.person import person
from cogs.ui.replies import reader, reply_in_private, whisper
from db.cup_rows import WholeCup
from db.kinds import CUPS_UNDER_WAY
from engines.table import IllegalMove
from host.access import Asker
from host.cups.cups import CLOCKS, LEAST, MOST, CupRequest
from host.cups.formats import FORMATS
from host.table.lobby import LobbyPlace, Person
from host.time.clocks import DEFAULT_CLOCK

WHICH = words("option.cup")
MOST_DAYS, MOST_SIGNUP, MOST_SEASONS, MOST_TABLE, MOST_TITLE = 60, 60, 8, 10, 60
DIGITS = 15


async def setup(bot: Client) -> None:
    """Register the group on the bot's tree."""
    group = app_commands.Group(
        name=words("command.cup"),
        description=words("command.cup.about"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=IN_SERVERS,
    )
    games = [named(f"{key}.name", key) for key in bot.games]
    app_commands.choices(game=games)(new)
    for callback in (new, show, replace, result, drop):
        group.add_command(subcommand("cup", callback))
    bot.tree.add_command(group)


async def preset_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The presets of the game that is being typed, with what they stand for."""
    say, game = reader(interaction), str(interaction.namespace.game or "")
    known = interaction.client.house.games.get(game)
    names = {one: preset_words(game, one, say) for one in (known.spec.presets if known else ())}
    fitting = [(name, text) for name, text in names.items() if current.casefold() in text.casefold()]
    return [app_commands.Choice(name=text[:100], value=name) for name, text in fitting[:MOST_OPTIONS]]


async def cup_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The cups of this server that the person may know of, the newest first."""
    say, asking = reader(interaction), asker(interaction)
    if interaction.guild_id is None:
        return []
    found = [
        one for one in await interaction.client.house.cups.of_guild(interaction.guild_id) if asking.sees(one.channel)
    ]
    names = [(one.id, plain(cup_title(one, say))) for one in found]
    fitting = [(number, name) for number, name in names if current.casefold() in name.casefold()]
    return [app_commands.Choice(name=name, value=str(number)) for number, name in fitting[:MOST_OPTIONS]]


@app_commands.describe(
    game=words("option.cup.game"),
    format=words("option.cup.format"),
    title=words("option.cup.title"),
    players=words("option.cup.players"),
    table=words("option.cup.table"),
    preset=words("command.new.preset"),
    clock=words("command.new.clock"),
    days=words("option.cup.days"),
    signup=words("option.cup.signup"),
    seasons=words("option.cup.seasons"),
    weekends=words("command.new.weekends"),
    rated=words("command.new.rated"),
)
@app_commands.choices(
    format=[named(f"cup.format.{name}.about", name) for name in FORMATS],
    clock=[named(f"clock.{clock}.about", clock) for clock in CLOCKS],
)
@app_commands.autocomplete(preset=preset_choices)
async def new(
    interaction: Interaction,
    *,
    game: str,
    format: str,
    title: app_commands.Range[str, 1, MOST_TITLE] | None = None,
    players: app_commands.Range[int, LEAST, MOST] | None = None,
    table: app_commands.Range[int, 2, MOST_TABLE] | None = None,
    preset: str | None = None,
    clock: str | None = None,
    days: app_commands.Range[int, 1, MOST_DAYS] | None = None,
    signup: app_commands.Range[int, 1, MOST_SIGNUP] | None = None,
    seasons: app_commands.Range[int, 1, MOST_SEASONS] | None = None,
    weekends: bool = False,
    rated: bool | None = None,
) -> None:
    """Open a cup in this channel; whoever opens it directs it."""
    async with answered(interaction, game):
        check_place(interaction)
        await reply_in_private(interaction)
        house, guild, channel = interaction.client.house, interaction.guild_id, interaction.channel_id
        assert guild is not None and channel is not None, "the group is for servers only"
        if game not in house.games:
            raise IllegalMove("house.game")
        presets, pace = house.games[game].spec.presets, clock or DEFAULT_CLOCK
        if preset is not None and preset not in presets:
            raise IllegalMove("house.preset")
        known = (await house.servers.settings(guild)).rated if rated is None else rated
        # a preset of a clock's name is what is usual with that clock
        options = presets.get(pace if preset is None else preset, {})
        request = CupRequest(
            game, options, format, title or "", players, table, clock=pace, weekends=weekends, rated=known
        )
        given = {"days": days, "signup": signup, "seasons": seasons}
        request = changed(request, **{name: value for name, value in given.items() if value is not None})
        cup = await house.cups.open(request, LobbyPlace(guild, channel), person(interaction))
        await whisper(interaction, reader(interaction)("cup.open.done", cup=cup_name(cup, reader(interaction))))


@app_commands.describe(cup=WHICH)
@app_commands.autocomplete(cup=cup_choices)
async def show(interaction: Interaction, cup: str | None = None) -> None:
    """A cup as it stands, for me alone; one whose channel is gone goes on here if its director asks."""
    async with answered(interaction):
        await reply_in_private(interaction)
        whole = await _meant(interaction, cup)
        guild, cups = interaction.guild, interaction.client.house.cups
        channel = interaction.channel_id
        is_gone = guild is not None and not guild.unavailable and guild.get_channel(whole.cup.channel) is None
        if is_gone and channel is not None and whole.cup.phase in CUPS_UNDER_WAY and _directs(interaction, whole):
            check_place(interaction)
            await cups.move(whole.cup.id, channel, person(interaction), manages=manages(interaction))
            whole = await cups.whole(whole.cup.id)
        await show_page(interaction, whole, 1)


@app_commands.describe(player=words("option.cup.player"), by=words("option.cup.by"), cup=WHICH)
@app_commands.autocomplete(cup=cup_choices)
async def replace(interaction: Interaction, player: discord.User, by: discord.User, cup: str | None = None) -> None:
    """Give somebody's place to somebody else, from the next round on."""
    async with answered(interaction):
        await reply_in_private(interaction)
        whole = await _meant(interaction, cup)
        if by.bot:
            raise IllegalMove("cup.bot")
        newcomer = Person(by.id, by.display_name, None)
        await interaction.client.house.cups.replace(
            whole.cup.id, player.id, newcomer, person(interaction), manages=manages(interaction)
        )
        names = {"old": escaped(player.display_name), "new": escaped(by.display_name)}
        await whisper(interaction, reader(interaction)("cup.replace.done", **names))


@app_commands.describe(table=words("option.cup.number"), winner=words("option.cup.winner"), cup=WHICH)
@app_commands.autocomplete(cup=cup_choices)
async def result(
    interaction: Interaction, table: app_commands.Range[int, 1, MOST], winner: discord.User, cup: str | None = None
) -> None:
    """Set who has won a table of this round."""
    async with answered(interaction):
        await reply_in_private(interaction)
        whole = await _meant(interaction, cup)
        await interaction.client.house.cups.set_result(
            whole.cup.id, table, winner.id, person(interaction), manages=manages(interaction)
        )
        await whisper(interaction, reader(interaction)("cup.result.done", n=table, name=escaped(winner.display_name)))


@app_commands.describe(player=words("option.cup.player"), cup=WHICH)
@app_commands.autocomplete(cup=cup_choices)
async def drop(interaction: Interaction, player: discord.User, cup: str | None = None) -> None:
    """Take somebody out."""
    async with answered(interaction):
        await reply_in_private(interaction)
        whole = await _meant(interaction, cup)
        await interaction.client.house.cups.drop(
            whole.cup.id, player.id, person(interaction), manages=manages(interaction)
        )
        await whisper(interaction, reader(interaction)("cup.drop.done", name=escaped(player.display_name)))


async def _meant(interaction: Interaction, given: str | None) -> WholeCup:
    """The cup that is named, else the only one of this server that the person may know of and that isn't over."""
    cups, asking = interaction.client.house.cups, _asking(interaction)
    if given is not None:
        digits = given.strip().removeprefix("#")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= DIGITS):
            raise IllegalMove("cup.unknown")
        return await cups.see(int(digits), asking)
    if interaction.guild_id is None:
        raise IllegalMove("cup.unknown")
    found = [one for one in await cups.of_guild(interaction.guild_id, CUPS_UNDER_WAY) if asking.sees(one.channel)]
    if len(found) != 1:
        raise IllegalMove("cup.which" if found else "cup.none")
    return await cups.see(found[0].id, asking)


def _asking(interaction: Interaction) -> Asker:
    """Who asks; a manager also knows of cups whose channel is gone."""
    known, guild = asker(interaction), interaction.guild

    def sees(channel: int) -> bool:
        gone = guild is not None and not guild.unavailable and guild.get_channel(channel) is None
        return known.sees(channel) or (gone and manages(interaction))

    return changed(known, sees=sees)


def _directs(interaction: Interaction, whole: WholeCup) -> bool:
    return manages(interaction) or whole.cup.director == interaction.user.id
