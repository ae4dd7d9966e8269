"""Commands of whoever plays: `/play`, `/move`, `/games`."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from cogs.panel import compose, presses
from cogs.panel.typed import read_typed, suggestions
from cogs.posts.permissions import obstacle
from cogs.ui import match_text
from cogs.ui.client import Client, Interaction
from cogs.ui.contexts import ANYWHERE, INSTALLED
from cogs.ui.dynamic_items import cut
from cogs.ui.errors import answered, reference, refusal
from cogs.ui.names import match_name, names_of, rest
from cogs.ui.replies import reader
from cogs.ui.which_match import match_choices, match_of
from db.kinds import UNDEALT
from db.rows import Match
from engines.table import IllegalMove
from host.play.matches import asked_since
from host.play.seen import Seen
from locales import Catalogue, catalogue

WORDS = catalogue(None)
LISTED = 25  # matches on one list


async def setup(bot: Client) -> None:
    """Register the commands on the bot's tree."""

    def command(name: str, callback: Any) -> app_commands.Command[Any, ..., None]:
        made: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=name,
            description=WORDS(f"command.{name}.about"),
            callback=callback,
            allowed_contexts=ANYWHERE,
            allowed_installs=INSTALLED,
        )
        bot.tree.add_command(made)
        return made

    command("play", play)
    command("move", move)
    command("games", games)


@app_commands.describe(match=WORDS("option.match.longest"))
@app_commands.autocomplete(match=match_choices)
async def play(interaction: Interaction, match: str | None = None) -> None:
    """Open the panel of a match: the one named, or the one that has waited longest."""
    async with answered(interaction):
        await interaction.response.defer(ephemeral=True, thinking=True)
        if match is not None:
            seen = await match_of(interaction, match)
        else:
            seen = await _longest(interaction.client, interaction.user.id)
        await compose.show(interaction, seen)


async def _longest(bot: Client, user: int) -> Seen:
    """The match that has waited longest for this person; where none does, one that rests and says why."""
    if waiting := await bot.house.matches.asked(user):
        return waiting[0]
    for match in await bot.house.matches.mine(user):
        if match.phase == "running" and match.paused is not None:
            return await bot.house.matches.see(match.id, user)
    raise IllegalMove("play.nothing")


async def move_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """What may be typed next, for the match that the command names or that is meant."""
    given = interaction.namespace.match
    try:
        seen = await match_of(interaction, given or None)
        if seen.match.phase != "running" or seen.match.paused is not None:
            return []
        offered = suggestions(seen, current, reader(interaction))
    except IllegalMove:
        return []
    return [app_commands.Choice(name=one.label, value=one.text) for one in offered if len(one.text) <= 100]


@app_commands.describe(choice=WORDS("option.choice"), match=WORDS("option.match"))
@app_commands.autocomplete(match=match_choices, choice=move_choices)
async def move(interaction: Interaction, choice: str, match: str | None = None) -> None:
    """Answer in words: whoever types it whole has confirmed it."""
    async with answered(interaction):
        await interaction.response.defer(ephemeral=True, thinking=True)
        seen = await match_of(interaction, match)
        if seen.match.phase != "running":
            raise IllegalMove("house.finished")
        presses.check_player(seen)
        path = read_typed(seen, choice, reader(interaction))
        with interaction.client.house.matches.presence.pressing(seen.match.id, interaction.user.id):
            await presses.play(interaction, seen, path)


async def games(interaction: Interaction) -> None:
    """My matches: whose turn it is, and since when."""
    async with answered(interaction):
        await interaction.response.defer(ephemeral=True, thinking=True)
        mine = await interaction.client.house.matches.mine(interaction.user.id)
        if not mine:
            raise IllegalMove("games.none")
        entries = [await _entry(interaction, match) for match in mine[:LISTED]]
        text = "\n".join(line for _, _, line in sorted(entries))
        await interaction.edit_original_response(content=cut(text, match_text.CONTENT))


async def _entry(interaction: Interaction, match: Match) -> tuple[bool, float, str]:
    """A line about a match, and before it what the list is sorted by: those that wait for me, then the oldest."""
    say = reader(interaction)
    name = match_name(match, say)
    if match.paused is not None:
        return True, match.changed, f"⏸️ **{name}** · {rest(match, say)}"
    if match.phase in UNDEALT:
        why = await obstacle(interaction.client, match, say) if match.phase == "starting" else None
        state = say(f"games.{match.phase}") + (f" ({why})" if why else "")
        where = "" if match.is_private else f" <#{match.channel}>"
        return True, match.changed, f"▫️ **{name}**{where} · {state}"
    try:
        seen = await interaction.client.house.matches.see(match.id, interaction.user.id)
        mine = compose.is_waited_for(seen)
        return not mine, asked_since(seen), _line(seen, mine, say)
    except IllegalMove as unreadable:
        why = refusal(unreadable, None, say)
    except Exception as fault:  # one match mustn't hide the others
        why = say("games.broken", reference=reference(interaction, fault))
    return True, match.changed, f"⚠️ **{name}** · {why}"


def _line(seen: Seen, mine: bool, say: Catalogue) -> str:
    since = f"<t:{int(asked_since(seen))}:R>"
    names = names_of(seen.match, say)
    if mine:
        return f"🟢 {match_text.title(seen, say)} · {say('games.you', since=since)}"
    waiting = ", ".join(names[seat] for seat in seen.view.waiting if seat is not None)
    return f"▫️ {match_text.title(seen, say)} · {say('games.waiting', names=waiting or '–', since=since)}"
