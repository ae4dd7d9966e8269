"""The message of a match that gathers its players, and its buttons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import discord

from cogs.answer import reader, whisper
from cogs.border import check_match
from cogs.custom_id import base36
from cogs.items import GuestSelect
from cogs.names import escaped, match_name
from cogs.threads import channel_of
from cogs.widgets import Widget
from engines.table import Amount, IllegalMove, Option
from host.careers import OPPONENT_POINTS
from host.lobby import Person, hold_on
from host.luck import Proof
from host.post import Match, Unsent
from locales import Catalogue

if TYPE_CHECKING:
    from cogs.bot import Gruppetto

COLOUR = {"lobby": 0xE0A458, "starting": 0x4C9F70, "running": 0x4C9F70, "over": 0x6C7A89, "cancelled": 0x6C7A89}
SAID = ("join", "start")  # what is told besides; the lobby's message shows the rest
NEEDED = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)


def person(interaction: discord.Interaction[Any]) -> Person:
    """Who presses, under the name that this server knows."""
    return Person(interaction.user.id, interaction.user.display_name, interaction.id)


def missing_permissions(permissions: discord.Permissions) -> list[str]:
    """The names of those that the bot needs and doesn't have."""
    return [name for name in NEEDED if not getattr(permissions, name)]


async def obstacle(bot: Gruppetto, match: Match, say: Catalogue) -> str | None:
    """Why the bot can't post in the match's channel, in half a sentence; None if nothing is known to be amiss."""
    try:
        channel = await channel_of(bot, match.channel)
    except discord.NotFound:
        return say("obstacle.channel")
    except discord.Forbidden:
        return say("obstacle.permissions", missing=say("permission.view_channel"))
    except (discord.HTTPException, Unsent):
        return None
    if channel.guild.unavailable:
        return None
    missing = missing_permissions(channel.permissions_for(channel.guild.me))
    return say("obstacle.permissions", missing=_permissions(missing, say)) if missing else None


def _permissions(names: list[str], say: Catalogue) -> str:
    return ", ".join(say(f"permission.{name}") for name in names)


def check_permissions(interaction: discord.Interaction[Any]) -> None:
    """IllegalMove that names what the bot may not do in this channel but needs for a match."""
    missing = missing_permissions(interaction.app_permissions)
    if missing:
        say = reader(interaction)
        raise IllegalMove("house.permissions", {"missing": _permissions(missing, say)})


async def lobby_embed(bot: Gruppetto, match: Match, proof: Proof, say: Catalogue) -> discord.Embed:
    """Who is in, the options, how long it will take, and what vouches for the dice."""
    spec = bot.house.games[match.game].spec
    embed = discord.Embed(
        title=match_name(match, say),
        description=_state_line(match, say),
        colour=COLOUR[match.phase],
    )
    seats = [_seat_line(match, place, say) for place in range(match.places)]
    embed.add_field(name=say("lobby.players"), value="\n".join(seats), inline=True)
    options = option_lines(match, spec.options, say)
    options.append(
        f"{say('clock')}: **{say(f'clock.{match.clock}')}**" + (f" · {say('clock.weekends')}" if match.weekends else "")
    )
    options.append(say("lobby.forced.on" if match.forced else "lobby.forced.off"))
    options.append(say("lobby.rated.on" if match.rated else "lobby.rated.off"))
    embed.add_field(name=say("lobby.options"), value="\n".join(options), inline=True)
    if match.phase == "lobby":
        seated = max(len(match.seats), spec.seats[0])
        length = await bot.house.forecast.length(match.game, seated, match.options)
        each = round(length.answers / seated)
        embed.add_field(name=say("lobby.length"), value=say("lobby.turns", n=each, seats=seated), inline=False)
    embed.set_footer(text=say("lobby.dice", commitment=proof.commitment))
    return embed


def _state_line(match: Match, say: Catalogue) -> str:
    free = match.places - len(match.seats)
    if match.phase == "lobby" and not free:
        return say("lobby.ready")
    line, hold = say(f"lobby.{match.phase}", thread=match.thread or 0, n=free), hold_on(match)
    if match.phase != "lobby" or hold is None:
        return line
    return f"{line}\n{say('lobby.held', match=hold.old, when=f'<t:{int(hold.until)}:f>')}"


def _seat_line(match: Match, place: int, say: Catalogue) -> str:
    if place >= len(match.seats):
        return f"{place + 1}. {say('lobby.free')}"
    row = match.seats[place]
    if row.opponent:
        points = OPPONENT_POINTS[row.opponent]
        return f"{place + 1}. {say('lobby.computer', name=say(f'opponent.{row.opponent}'), points=points)}"
    host = f" {say('lobby.host')}" if row.user == match.host else ""
    return f"{place + 1}. {escaped(row.name)}{host}"


def option_lines(match: Match, options: Iterable[Option], say: Catalogue) -> list[str]:
    """Every option of the game in words; a match that is older than an option has its default."""
    return [_option_line(match.game, one, match.options.get(one.name, one.default), say) for one in options]


def _option_line(game: str, option: Option, value: str, say: Catalogue) -> str:
    word = value if isinstance(option.ask, Amount) else f"{game}.option.{option.name}.{value}"
    shown = say(word) if word in say else value
    return f"{say(f'{game}.option.{option.name}')}: **{shown}**"


def lobby_buttons(match: Match, say: Catalogue) -> list[Widget]:
    """Join, Leave, Add opponent, Start, Cancel: whoever presses in vain is told why.

    None goes away afterwards, for a press may be on its way.
    """

    def button(action: str, emoji: str, style: discord.ButtonStyle) -> discord.ui.Button[Any]:
        closed = match.phase not in (("lobby", "starting") if action == "cancel" else ("lobby",))
        code = f"h:{action}:{base36(match.id)}"
        label = say(f"lobby.{action}")
        return discord.ui.Button(label=label, emoji=emoji, style=style, custom_id=code, disabled=closed, row=0)

    grey = discord.ButtonStyle.secondary
    items: list[Widget] = [
        button("join", "🚴", discord.ButtonStyle.success),
        button("leave", "👋", grey),
        button("opponent", "🤖", grey),
        button("start", "🏁", discord.ButtonStyle.primary),
        button("cancel", "✖️", discord.ButtonStyle.danger),
    ]
    if match.rematch_of is not None and match.phase == "lobby":
        code = f"h:invite:{base36(match.id)}"
        items.append(discord.ui.Button(label=say("lobby.invite"), emoji="✉️", custom_id=code, row=1))
    code = f"h:rules:{match.game}.0"
    items.append(discord.ui.Button(label=say("board.rules"), emoji="📖", custom_id=code, row=1))
    return items


async def press(interaction: discord.Interaction[Gruppetto], action: str, match_id: int) -> None:
    """A button of the lobby; the message itself is renewed by the post."""
    await interaction.response.defer(ephemeral=True)
    try:
        await _step(interaction, action, match_id)
    except IllegalMove as refused:
        if refused.reason == "lobby.starting":
            await _check_obstacle(interaction, match_id)
        raise
    if action in SAID:
        await whisper(interaction, reader(interaction)(f"lobby.{action}.done", match=match_id))


async def ask_whom(interaction: discord.Interaction[Gruppetto], match_id: int) -> None:
    """Let a player choose whom to invite to a rematch."""
    say = reader(interaction)
    select: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
        custom_id=f"u:invite:{base36(match_id)}", placeholder=say("lobby.invite")
    )
    view = discord.ui.View(timeout=None).add_item(GuestSelect(select))
    await interaction.response.send_message(say("lobby.invite.head"), view=view, ephemeral=True)


async def invite(
    interaction: discord.Interaction[Gruppetto], match_id: int, guests: Sequence[discord.Member | discord.User]
) -> None:
    """Invite who was chosen, from the message that asked."""
    await interaction.response.defer()
    await check_match(interaction, match_id)
    if not guests or guests[0].bot:
        raise IllegalMove("rematch.nobody")
    guest, say = guests[0], reader(interaction)
    invited = Person(guest.id, guest.display_name, None)
    await interaction.client.house.lobby.invite(match_id, invited, person(interaction))
    await interaction.edit_original_response(content=say("lobby.invited", name=escaped(guest.display_name)), view=None)


async def _check_obstacle(interaction: discord.Interaction[Gruppetto], match_id: int) -> None:
    """IllegalMove that names what keeps the thread of a match that is about to start from being opened."""
    match = await interaction.client.house.matches.match(match_id)
    why = match and await obstacle(interaction.client, match, reader(interaction))
    if why:
        raise IllegalMove("lobby.stuck", {"why": why})


async def _step(interaction: discord.Interaction[Gruppetto], action: str, match_id: int) -> None:
    lobby, who = interaction.client.house.lobby, person(interaction)
    match action:
        case "join":
            await lobby.join(match_id, who)
        case "leave":
            await lobby.leave(match_id, who)
        case "opponent":
            await lobby.add_opponent(match_id, interaction.client.house.opponents[0], who)
        case "start":
            check_permissions(interaction)
            await lobby.start(match_id, who)
        case _:
            await lobby.cancel(match_id, who)
