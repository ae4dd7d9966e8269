"""Players' commands: `/play`, `/move`, `/games`."""

from __future__ import annotations

from discord import app_commands

from cogs.home import mine
from cogs.home.followed import show_followed
from cogs.opening.request import is_alone
from cogs.opening.seeking import seek_button
from cogs.panel import compose, presses
from cogs.panel.typed import read_typed, suggestions
from cogs.posts.tables import show_open
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import add_command, named, words
from cogs.ui.errors import answered
from cogs.ui.replies import reader, reply_in_private
from cogs.ui.views import CONTENT, Widget, rows
from cogs.ui.which_match import match_choices, match_of
from engines.table import Refused
from host.play.seen import Seen, check_player
from render.words import cut


async def setup(bot: Client) -> None:
    """Register the commands on the bot's tree."""
    add_command(bot, "play", play, anywhere=True)
    add_command(bot, "move", move, anywhere=True)
    add_command(bot, "games", games, anywhere=True)


@app_commands.describe(match=words("option.match.longest"))
@app_commands.autocomplete(match=match_choices)
async def play(interaction: Interaction, match: str | None = None) -> None:
    """Open the panel of a match: the one named, or the longest waiting."""
    async with answered(interaction):
        await reply_in_private(interaction)
        if match is not None:
            seen = await match_of(interaction, match)
        else:
            seen = await _longest(interaction.client, interaction.user.id)
        if seen is not None:
            await compose.show(interaction, seen)
            return
        say = reader(interaction)
        items = [] if is_alone(interaction) else [seek_button(say)]
        await interaction.edit_original_response(content=say("play.nothing"), view=rows(items))


async def _longest(bot: Client, user: int) -> Seen | None:
    """The match waiting longest for this person; if none does, one that rests, with the reason."""
    if waiting := await bot.house.matches.asked(user):
        return waiting[0]
    for match in await bot.house.matches.mine(user):
        if match.phase == "running" and match.paused is not None:
            return await bot.house.matches.see(match.id, user)
    return None


async def move_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Autocomplete of moves, for the match that the command names or means."""
    text = interaction.namespace.match
    try:
        seen = await match_of(interaction, text or None)
        if seen.match.phase != "running" or seen.match.paused is not None:
            return []
        offered = suggestions(seen, current, reader(interaction))
    except Refused:
        return []
    return [app_commands.Choice(name=offer.label, value=offer.text) for offer in offered if len(offer.text) <= 100]


@app_commands.describe(choice=words("option.choice"), match=words("option.match"))
@app_commands.autocomplete(match=match_choices, choice=move_choices)
async def move(interaction: Interaction, choice: str, match: str | None = None) -> None:
    """Play a typed move; typing it in full confirms it."""
    async with answered(interaction):
        await reply_in_private(interaction)
        seen = await match_of(interaction, match)
        if seen.match.phase != "running":
            raise Refused("house.finished")
        check_player(seen)
        path = read_typed(seen, choice, reader(interaction))
        with interaction.client.house.matches.presence.pressing(seen.match.id, interaction.user.id):
            await presses.play(interaction, seen, path)


@app_commands.describe(show=words("option.games.show"))
@app_commands.choices(show=[named(f"games.show.{shown}", shown) for shown in ("mine", "open", "followed")])
async def games(interaction: Interaction, show: str = "mine") -> None:
    """List the person's matches with turn and time, and a button for each that waits.

    Or list tables that they could join, or what they follow.
    """
    async with answered(interaction):
        await reply_in_private(interaction)
        if show == "open":
            await show_open(interaction)
            return
        if show == "followed":
            await show_followed(interaction)
            return
        entries, invited = await mine.entries(interaction), await mine.invited(interaction)
        if not entries and not invited:
            raise Refused("games.none")
        say, text = reader(interaction), "\n".join(entry.line for entry in (*invited, *entries))
        buttons: list[Widget] = [button for entry in entries for button in entry.buttons]
        buttons += [mine.accept_button(entry.match, say("games.accept", match=entry.match)) for entry in invited]
        buttons += [
            mine.play_button(entry.match, say("games.play", match=entry.match)) for entry in entries if entry.waits
        ]
        view = rows(buttons[: mine.PLAYABLE])
        await interaction.edit_original_response(content=cut(text, CONTENT), view=view)
