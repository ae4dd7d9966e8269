"""`/leaderboard`: a game's leaderboard as a picture, with buttons for pages, periods and scopes."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands

from cogs.career.codes import EVERYWHERE, PERIOD_OF, SCOPES, SERVER, LadderPage
from cogs.career.screen import Screen, begin, button, draw, is_public, language, server, show, turns
from cogs.local import dates
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import add_command, named, words
from cogs.ui.controls import Action
from cogs.ui.errors import answered
from cogs.ui.replies import reader
from cogs.ui.views import MOST_OPTIONS, Widget
from host.time.seasons import season_at
from locales import Catalogue
from model.career import PERIODS, Ladder
from render import career

MINE = 0  # a page number that stands for the reader's page


async def setup(bot: Client) -> None:
    """Register the command on the bot's tree."""
    games = [named(f"{key}.name", key) for key in bot.games[:MOST_OPTIONS]]
    scopes = [named(f"career.scope.{scope}", scope) for scope in SCOPES]
    periods = [named(f"ladder.period.{period}", period) for period in PERIODS]

    @app_commands.describe(
        game=words("option.ladder.game"), scope=words("option.ladder.scope"), period=words("option.ladder.period")
    )
    @app_commands.choices(game=games, scope=scopes, period=periods)
    async def callback(
        interaction: Interaction,
        game: str | None = None,
        scope: str | None = None,
        period: str | None = None,
    ) -> None:
        async with answered(interaction):
            await leaderboard(interaction, game, scope, period)

    add_command(bot, "leaderboard", callback)


async def leaderboard(interaction: Interaction, game: str | None, scope: str | None, period: str | None) -> None:
    """Post a leaderboard's first page publicly (in a direct message for oneself)."""
    guild = interaction.guild_id
    scope = scope or (EVERYWHERE if guild is None else SERVER)
    if scope == SERVER:
        server(interaction)
    game = game or await _usual_game(interaction)
    page = LadderPage(game, scope, PERIOD_OF.get(period or "", "all"), 1, interaction.user.id)
    public = is_public(interaction)
    await begin(interaction, in_place=False, public=public)
    await show(interaction, await _screen(interaction, page, language(interaction, public=public)))


async def _usual_game(interaction: Interaction) -> str:
    """The thread's game, else the one played most in the server (in direct messages: by the person)."""
    house = interaction.client.house
    match = await house.matches.by_thread(interaction.channel_id) if interaction.channel_id is not None else None
    if match is not None and match.game in house.games:
        return match.game
    return await house.careers.most_played(interaction.guild_id, interaction.user.id)


async def turn(interaction: Interaction, page: LadderPage) -> None:
    """Show another page: in the message if its owner presses, for anyone else in their own."""
    is_own = page.asker == interaction.user.id
    public = is_own and is_public(interaction)
    await begin(interaction, in_place=is_own, public=public)
    page = replace(page, asker=interaction.user.id)
    await show(interaction, await _screen(interaction, page, language(interaction, public=public)))


async def in_characters(interaction: Interaction, page: LadderPage) -> None:
    """Show the page as text, privately."""
    say = reader(interaction)
    await begin(interaction, in_place=False)
    ladder = await _ladder(interaction, page)
    when = await _when(interaction.client, ladder, say)
    await show(interaction, Screen(text=career.ladder_text(ladder, say, when)))


async def _ladder(interaction: Interaction, page: LadderPage) -> Ladder:
    guild = server(interaction) if page.scope == SERVER else None
    careers = interaction.client.house.careers
    return await careers.ladder(page.game, guild, page.period, page.number, interaction.user.id)


async def _screen(interaction: Interaction, page: LadderPage, say: Catalogue) -> Screen:
    bot, ladder = interaction.client, await _ladder(interaction, page)
    when = await _when(bot, ladder, say)
    alt = career.ladder_alt(ladder, say, when)
    picture = await draw(bot, f"ladder-{page.game}", alt, career.ladder, ladder, say, when)
    at_home = interaction.guild_id is not None
    return Screen(picture=picture, items=_buttons(replace(page, number=ladder.page), ladder.pages, say, at_home))


def _buttons(page: LadderPage, pages: int, say: Catalogue, at_home: bool) -> list[Widget]:
    """Buttons: pages and text; other periods and scope; honours. `at_home`: in a server."""
    items = turns(Action.LADDER, lambda number: page.code(number=number), page.number, pages, say)
    if items:
        items.append(button(say("ladder.mine"), Action.LADDER, page.code(number=MINE), "🚴"))
    items.append(button(say("career.text"), Action.LADDER_TEXT, page.code(), "📄"))
    for period in PERIODS:
        if period != page.period:
            items.append(
                button(say(f"ladder.period.{period}"), Action.LADDER, page.code(number=1, period=period), row=1)
            )
    if at_home:
        other = EVERYWHERE if page.scope == SERVER else SERVER
        label = say(f"career.scope.{other}")
        items.append(button(label, Action.LADDER, page.code(number=1, scope=other), "🌍", row=1))
        items.append(button(say("ladder.seasons"), Action.SEASONS, page.game, "🏆", row=2))
        items.append(button(say("ladder.honours"), Action.HONOURS, page.game, "🏅", row=2))
    return items


async def _when(bot: Client, ladder: Ladder, say: Catalogue) -> str:
    """The leaderboard's period in words."""
    if ladder.period != "season":
        return say("ladder.period.month") if ladder.period == "month" else ""
    now = bot.now()
    season = season_at(now) if ladder.guild is None else await bot.house.seasons.at(ladder.guild, now)
    return dates.months(season.begins, season.ends, await dates.zone_in(bot, ladder.guild), say)
