"""`/cup`: open, show and verify cups; a director replaces players, sets results and takes players out."""

from __future__ import annotations

from dataclasses import replace as changed

import discord
from discord import app_commands

from cogs.cups.lots import made_lots
from cogs.cups.presses import asking, directs, is_lost, manages, page_of
from cogs.game_commands import preset_words
from cogs.opening.lobby import check_place
from cogs.posts.cup_words import cup_name, cup_title
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import IN_SERVERS, named, subcommand, words
from cogs.ui.errors import answered
from cogs.ui.long_tasks import Made, Task, long_task
from cogs.ui.person import person
from cogs.ui.replies import defer_in_private, reader, reply_in_private, whisper
from cogs.ui.views import MOST_OPTIONS
from engines.table import Refused
from host.cups.cups import LEAST, MOST, CupRequest
from host.cups.duels import leg_of
from host.cups.formats import FORMATS
from host.lobby.lobby import ChannelRef
from model.cup import WholeCup
from model.kinds import CUPS_UNDER_WAY
from model.pace import DEFAULT_CLOCK, PACES
from screen.names import escaped, plain

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
    for callback in (new, show, verify, replace, result, drop):
        group.add_command(subcommand("cup", callback))
    bot.tree.add_command(group)


async def preset_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Autocomplete of the presets of the game being typed, each with its meaning."""
    say, game = reader(interaction), str(interaction.namespace.game or "")
    engine = interaction.client.house.games.get(game)
    names = {preset: preset_words(game, preset, say) for preset in (engine.spec.presets if engine else ())}
    fitting = [(name, text) for name, text in names.items() if current.casefold() in text.casefold()]
    return [app_commands.Choice(name=text[:100], value=name) for name, text in fitting[:MOST_OPTIONS]]


async def cup_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Autocomplete of this server's cups that the person may know of, the newest first."""
    say = reader(interaction)
    cups = await interaction.client.house.cups.known(asking(interaction))
    names = [(cup.id, plain(cup_title(cup, say))) for cup in cups]
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
    duplicate=words("option.cup.duplicate"),
    return_match=words("option.cup.legs"),
)
@app_commands.choices(
    format=[named(f"cup.format.{name}.about", name) for name in FORMATS],
    clock=[named(f"clock.{clock}.about", clock) for clock, pace in PACES.items() if not pace.is_live],
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
    duplicate: bool | None = None,
    return_match: bool = False,
) -> None:
    """Open a cup in this channel, with its opener as director."""
    async with answered(interaction, game):
        check_place(interaction)
        await reply_in_private(interaction)
        house, guild, channel = interaction.client.house, interaction.guild_id, interaction.channel_id
        assert guild is not None and channel is not None, "the group is for servers only"
        if game not in house.games:
            raise Refused("house.game")
        presets, pace = house.games[game].spec.presets, clock or DEFAULT_CLOCK
        if preset is not None and preset not in presets:
            raise Refused("house.preset")
        is_rated = (await house.servers.settings(guild)).rated if rated is None else rated
        # a preset with the name of a clock is the default game at that clock
        options = presets.get(pace if preset is None else preset, {})
        request = CupRequest(
            game,
            options,
            format,
            title or "",
            players,
            table,
            clock=pace,
            weekends=weekends,
            rated=is_rated,
            duplicate=duplicate,
            legs=return_match,
        )
        values = {"days": days, "signup": signup, "seasons": seasons}
        request = changed(request, **{name: value for name, value in values.items() if value is not None})
        cup = await house.cups.open(request, ChannelRef(guild, channel), person(interaction))
        await whisper(interaction, reader(interaction)("cup.open.done", cup=cup_name(cup, reader(interaction))))


@app_commands.describe(cup=WHICH)
@app_commands.autocomplete(cup=cup_choices)
@long_task(Task.CUP)
async def show(interaction: Interaction, cup: str | None = None) -> Made:
    """Show a cup privately."""
    return await page_of(interaction, await _meant(interaction, cup), 1)


async def move(interaction: Interaction, number: int) -> None:
    """Move a cup whose channel is lost to the channel where its director presses."""
    await defer_in_private(interaction)
    cups, channel, say = interaction.client.house.cups, interaction.channel_id, reader(interaction)
    record = await cups.see(number, asking(interaction))
    if not is_lost(interaction, record.cup.channel):
        raise Refused("cup.has.channel", {"channel": record.cup.channel})
    check_place(interaction)
    assert channel is not None, "a place has an id"
    await cups.move(number, channel, person(interaction), manages=manages(interaction))
    text = say("cup.move.done", cup=cup_name(record.cup, say))
    await interaction.edit_original_response(content=text, embeds=[], attachments=[], view=None)


@app_commands.describe(player=words("option.cup.player"), reserve=words("option.cup.reserve"), cup=WHICH)
@app_commands.autocomplete(cup=cup_choices)
async def replace(
    interaction: Interaction, player: discord.User, reserve: discord.User, cup: str | None = None
) -> None:
    """Give a person's place to someone on the reserve list, from the next round on."""
    async with answered(interaction):
        await reply_in_private(interaction)
        record = await _meant(interaction, cup)
        if reserve.bot:
            raise Refused("cup.bot")
        await interaction.client.house.cups.replace(
            record.cup.id, player.id, reserve.id, person(interaction), manages=manages(interaction)
        )
        names = {"old": escaped(player.display_name), "new": escaped(reserve.display_name)}
        await whisper(interaction, reader(interaction)("cup.replace.done", **names))


@app_commands.describe(table=words("option.cup.number"), winner=words("option.cup.winner"), cup=WHICH)
@app_commands.autocomplete(cup=cup_choices)
async def result(
    interaction: Interaction, table: app_commands.Range[int, 1, MOST], winner: discord.User, cup: str | None = None
) -> None:
    """Set the winner of a table of this round; if the director plays in the cup, the table's players vote on it."""
    async with answered(interaction):
        await reply_in_private(interaction)
        record, house, who = await _meant(interaction, cup), interaction.client.house, person(interaction)
        charge = manages(interaction)
        if directs(interaction, record) and await house.cups.is_concerned(record, who.user):
            match = await house.awards.ask(record.cup.id, table, winner.id, who, manages=charge)
            await whisper(interaction, reader(interaction)("vote.opened.others", thread=match.thread or 0))
            return
        await house.cups.set_result(record.cup.id, table, winner.id, who, manages=charge, seen=record)
        target, _ = house.cups.table_won(record, table, winner.id)
        done = "cup.result.done" if leg_of(record, target) is None else "cup.result.legs"
        await whisper(interaction, reader(interaction)(done, n=table, name=escaped(winner.display_name)))


@app_commands.describe(player=words("option.cup.player"), cup=WHICH)
@app_commands.autocomplete(cup=cup_choices)
async def drop(interaction: Interaction, player: discord.User, cup: str | None = None) -> None:
    """Take a person out."""
    async with answered(interaction):
        await reply_in_private(interaction)
        record = await _meant(interaction, cup)
        await interaction.client.house.cups.drop(
            record.cup.id, player.id, person(interaction), manages=manages(interaction)
        )
        await whisper(interaction, reader(interaction)("cup.drop.done", name=escaped(player.display_name)))


@app_commands.describe(cup=WHICH)
@app_commands.autocomplete(cup=cup_choices)
@long_task(Task.DICE)
async def verify(interaction: Interaction, cup: str | None = None) -> Made:
    """Repeat a finished cup's draw and pairings, and hand over the data behind them."""
    record = await _meant(interaction, cup)
    return await made_lots(interaction, record.cup.id)


async def _meant(interaction: Interaction, text: str | None) -> WholeCup:
    """The cup named, else this server's only unfinished cup that the person may know of."""
    cups, asker = interaction.client.house.cups, asking(interaction)
    if text is not None:
        digits = text.strip().removeprefix("#")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= DIGITS):
            raise Refused("cup.unknown")
        return await cups.see(int(digits), asker)
    running = await cups.known(asker, CUPS_UNDER_WAY)
    if len(running) != 1:
        raise Refused("cup.which" if running else "cup.none")
    return await cups.see(running[0].id, asker)
