"""Message of a lobby, and its buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from enum import StrEnum
from math import ceil
from typing import Any, TypeVarTuple

import discord

from cogs.local.weekdays import o_clock, weekday_words
from cogs.posts.permissions import check_permissions, obstacle
from cogs.posts.threads import place_of, public
from cogs.posts.writer import Writer
from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code, match_code
from cogs.ui.person import person, person_at
from cogs.ui.replies import defer_in_private, reader, reply_in_private, whisper
from cogs.ui.views import Widget, rows
from engines.table import Amount, Option, Refused, Spec
from host.careers.opponent_ratings import opponent_points
from host.lobby.rematch import hold_on
from host.outbox.messages import Message
from host.play.consequences import is_full
from host.play.fair_dice import Proof
from host.play.results import counts
from locales import Catalogue
from model.kinds import BY_DM, UNDEALT, CallChannel
from model.match import Match, MessageRef
from render.words import either
from screen.links import link
from screen.names import defused, escaped, match_name

Ts = TypeVarTuple("Ts")

MOST_SHOWN = 4  # options of the game shown in a lobby
COLOUR = {"lobby": 0xE0A458, "starting": 0x4C9F70, "running": 0x4C9F70, "over": 0x6C7A89, "cancelled": 0x6C7A89}


class Reopening(StrEnum):
    """What a person wants of a table that can reopen by itself; pressed twice, a button still says the same."""

    KEEP = "keep"
    STOP = "stop"


async def post_lobby(writer: Writer, message: Message) -> MessageRef | None:
    """Post the lobby's message: one for the whole life of the match."""
    channel = await place_of(writer.bot, message.match.channel, message.match.guild)
    say = public(writer.bot, channel)
    is_open = message.match.phase == "lobby"
    stands = is_open and await writer.bot.house.standing_tables.of(message.match.id) is not None
    embed = await lobby_embed(writer.bot, message.match, message.proof, say, stands=stands)
    view = rows(lobby_buttons(message.match, say, stands=stands))
    if await writer.renewed(channel, message, embed=embed, view=view):
        return message.place
    return await writer.say(channel, message, embed=embed, view=view)


async def call_host(writer: Writer, message: Message) -> MessageRef | None:
    """Call the opener of a full lobby that waits for them."""
    where = _where(message)
    return await call_in(
        writer, message, lambda say: (say("call.full", match=match_name(message.match, say), where=where), [])
    )


async def call_found(writer: Writer, message: Message) -> MessageRef | None:
    """Tell a person that a table was found for them."""
    match, where = message.match, _where(message)

    def worded(say: Catalogue) -> tuple[str, list[Widget]]:
        by_itself = say("call.found.starts", leave=say("lobby.leave"))
        begins = waits_for(match, say) if match.terms.waits else by_itself
        return f"{say('call.found', match=match_name(match, say), where=where)} {begins}", []

    return await call_in(writer, message, worded)


def _where(message: Message) -> str:
    """A link to the lobby's message, else its channel."""
    match, lobby = message.match, message.lobby
    if lobby is None or match.guild is None:
        return f"<#{match.channel}>"
    return link(match.guild, lobby.channel, lobby.message)


async def call_in(
    writer: Writer, message: Message, worded: Callable[[Catalogue], tuple[str, list[Widget]]]
) -> MessageRef | None:
    """Call a person by direct message, else by a mention in the lobby's channel."""
    match, private = message.match, None
    if message.channel in BY_DM:
        private = await writer.whisper(message, *worded(await writer.language(message)))
        if private is not None and message.channel == CallChannel.DM:
            return private
    channel = await place_of(writer.bot, match.channel, match.guild)
    say = public(writer.bot, channel)
    text = say(f"mention.{message.post.kind}", user=f"<@{message.reader}>", match=match_name(match, say))
    return await writer.beside(message, private, writer.mention(channel, message, text))


async def tell_ended(writer: Writer, message: Message) -> MessageRef | None:
    """Tell a person by direct message why their table doesn't reopen by itself any more."""
    assert message.ended is not None, "or else it is moot"
    say = await writer.language(message)
    text = say(f"standing.ended.{message.ended}", match=match_name(message.match, say))
    return await writer.whisper(message, text, [])


async def lobby_embed(bot: Client, match: Match, proof: Proof, say: Catalogue, *, stands: bool) -> discord.Embed:
    """A lobby's embed: players, options, length, and the commitment to the dice; once it is over, a plain note.

    One that `stands` reopens by itself.
    """
    embed = discord.Embed(
        title=match_name(match, say),
        description=await _state_line(bot, match, say, stands=stands),
        colour=COLOUR[match.phase],
    )
    gathers = match.phase in UNDEALT
    seats = [_seat_line(match, place, say) for place in range(match.places if gathers else len(match.seats))]
    if seats:  # Discord rejects empty fields
        embed.add_field(name=say("lobby.players"), value="\n".join(seats), inline=True)
    if match.phase != "cancelled":
        embed.add_field(name=say("lobby.options"), value="\n".join(_options(bot, match, say)), inline=True)
    if match.phase == "lobby" and not match.is_together:
        # the next number with which it can start
        seated = next((n for n in bot.house.lobby.players(match) if n >= len(match.seats)), None)
        if seated is not None:
            length = await bot.house.forecast.length(match.game, seated, match.options)
            each = round(length.answers / seated)
            embed.add_field(name=say("lobby.length"), value=say("lobby.turns", n=each, seats=seated), inline=False)
    embed.set_footer(text=say("lobby.dice", commitment=proof.commitment))
    return embed


async def _state_line(bot: Client, match: Match, say: Catalogue, *, stands: bool) -> str:
    lines = [await _state(bot, match, say)]
    if match.phase == "lobby":
        lines += [say("together.lobby", match=match.position_of or 0)] if match.is_together else []
        lines += [say("lobby.private")] if match.terms.invited_only and not match.is_together else []
        lines += [say("standing.lobby")] if stands else []
    return "\n".join(lines)


async def _state(bot: Client, match: Match, say: Catalogue) -> str:
    free = match.places - len(match.seats)
    if match.phase == "cancelled" and await bot.house.lobby.was_closed(match):
        return say("lobby.closed")
    if match.phase == "lobby" and not free:
        if match.terms.waits:
            return say("lobby.waits", host=_host_name(match))
        starts = await bot.house.lobby.starts(match)
        return say("lobby.ready") if starts is None else say("lobby.full", when=f"<t:{ceil(starts)}:R>")
    waits = f" {waits_for(match, say)}" if match.phase == "lobby" and match.terms.waits else ""
    line, hold = say(f"lobby.{match.phase}", thread=match.thread or 0, n=free) + waits, hold_on(match)
    if match.phase != "lobby" or hold is None:
        return line
    return f"{line}\n{say('lobby.held', match=hold.old, when=f'<t:{int(hold.until)}:f>')}"


def waits_for(match: Match, say: Catalogue) -> str:
    """Who starts a lobby that doesn't start by itself."""
    return say("lobby.will.wait", host=_host_name(match))


def _host_name(match: Match) -> str:
    return next((escaped(row.name) for row in match.seats if row.user == match.host), "?")


def _options(bot: Client, match: Match, say: Catalogue) -> list[str]:
    """The most telling options in words, the settings for all games, and the numbers of players that suit them."""
    spec, terms = bot.house.games[match.game].spec, match.terms
    lines = option_lines(match, spec, say, MOST_SHOWN)
    lines.append(clock_line(match, say))
    lines.append(say("lobby.forced.on" if terms.forced else "lobby.forced.off"))
    lines.append(say(f"lobby.rated.{_rated(match)}"))
    lines += [say("lobby.in_time", least=terms.least_in_time)] if terms.least_in_time else []
    lines += [say("lobby.finished", n=terms.least_finished)] if terms.least_finished else []
    fit = bot.house.lobby.players(match) if match.phase == "lobby" else ()
    if fit and fit != tuple(spec.seats):
        lines.append(say("lobby.for", players=either(fit, say), n=fit[-1]))
    return lines


def clock_line(match: Match, say: Catalogue) -> str:
    """The clock, the hour at which moves are due by it, and its days."""
    terms = match.terms
    hour = [say("clock.hour", hour=o_clock(terms.hour))] if terms.pace.by_evenings else []
    weekends = [say("clock.weekends")] if terms.weekends else []
    days = [say("clock.days", days=weekday_words(terms.days, say))] if terms.days else []
    clock = say("lobby.option", name=say("clock"), value=say(f"clock.{terms.clock}"))
    return " · ".join((clock, *hour, *weekends, *days))


def _rated(match: Match) -> str:
    """Whether the match will count for the leaderboards, or what is missing: "on", "off", "alone", "company"."""
    persons = sum(row.user is not None for row in match.seats)
    if not match.terms.rated or counts(match, persons):
        return "on" if match.terms.rated else "off"
    return "company" if match.phase == "lobby" and not is_full(match) else "alone"


def _seat_line(match: Match, place: int, say: Catalogue) -> str:
    if place >= len(match.seats):
        return f"{place + 1}. {say('lobby.free')}"
    row = match.seats[place]
    if row.opponent:
        name, points = say(f"opponent.{row.opponent}"), opponent_points(match.game, row.opponent)
        return f"{place + 1}. {name if points is None else say('lobby.computer', name=name, points=points)}"
    host = f" {say('lobby.host')}" if row.user == match.host else ""
    return f"{place + 1}. {escaped(row.name)}{host}"


def option_lines(match: Match, spec: Spec, say: Catalogue, most: int | None = None) -> list[str]:
    """Every option of the game that matters in this match, in words; a match older than an option has the default.

    Of more than `most`, those that differ from the default come first, and a line counts the rest.
    """
    defaults = {option.name: option.default_by(match.rules) for option in spec.options}
    values = defaults | {name: value for name, value in match.options.items() if name in defaults}
    there = [o for o in spec.options if all(values[name] in allowed for name, allowed in o.only.items())]
    telling = sorted(there, key=lambda option: values[option.name] == defaults[option.name])[:most]
    lines = [_option_line(match.game, option, values[option.name], say) for option in there if option in telling]
    left = len(there) - len(lines)
    return [*lines, say("lobby.option.more", n=left)] if left else lines


def _option_line(game: str, option: Option, value: str, say: Catalogue) -> str:
    word = value if isinstance(option.ask, Amount) else f"{game}.option.{option.name}.{value}"
    shown = say(word) if word in say else defused(_named(game, option, value, say))
    return say("lobby.option", name=say(f"{game}.option.{option.name}"), value=shown)


def _named(game: str, option: Option, text: str, say: Catalogue) -> str:
    """A typed option, such as a tour's legs, with its known words replaced by their names."""
    words = ((word, f"{game}.{option.name}.{word}") for word in text.split(" "))
    return " ".join(say(key) if key in say else word for word, key in words)


def lobby_buttons(match: Match, say: Catalogue, *, stands: bool) -> list[Widget]:
    """A lobby's buttons: pressing one in vain tells why; none once it is played or called off."""
    if match.phase not in UNDEALT:
        return []

    def button(
        action: Action, emoji: str, style: discord.ButtonStyle, label: str = "", *more: str, row: int = 0
    ) -> discord.ui.Button[Any]:
        # they stay until the thread is there, as a press may be on its way
        closed = match.phase != "lobby" and action is not Action.CANCEL
        code = match_code(action, match.id, *more)
        label = label or say(f"lobby.{action}")
        return discord.ui.Button(label=label, emoji=emoji, style=style, custom_id=code, disabled=closed, row=row)

    grey = discord.ButtonStyle.secondary
    code = action_code(Action.RULES, match.game, 0)
    items: list[Widget] = [
        button(Action.JOIN, "🚴", discord.ButtonStyle.success),
        button(Action.LEAVE, "👋", grey),
        button(Action.OPPONENT, "🤖", grey),
        button(Action.START, "🏁", discord.ButtonStyle.primary),
        button(Action.CANCEL, "✖️", discord.ButtonStyle.danger),
        discord.ui.Button(label=say("board.rules"), emoji="📖", custom_id=code, row=1),
        button(Action.WAIT, "⏳", grey, say("lobby.hurry" if match.terms.waits else "lobby.wait"), row=1),
    ]
    if match.phase == "lobby":
        items.append(button(Action.INVITE, "✉️", grey, row=1))
        if not match.terms.invited_only:
            label = say("standing.stop") if stands else say("standing.keep")
            wish = Reopening.STOP if stands else Reopening.KEEP
            items.append(button(Action.STANDING, "🔁", grey, label, wish, row=1))
    return items


async def join(interaction: Interaction, match_id: int) -> None:
    """Take the next free seat."""
    await _step(interaction, match_id, interaction.client.house.lobby.join, person(interaction))
    await whisper(interaction, reader(interaction)("lobby.join.done", match=match_id))


async def leave(interaction: Interaction, match_id: int) -> None:
    """Give up one's seat."""
    await _step(interaction, match_id, interaction.client.house.lobby.leave, person(interaction))


async def ask_which(interaction: Interaction, match_id: int) -> None:
    """Let a player choose which computer player to add."""
    say, house = reader(interaction), interaction.client.house
    await _step(interaction, match_id, house.lobby.check_room, interaction.user.id)
    items = [
        discord.ui.Button[Any](
            label=say(f"opponent.{key}.level"), emoji="🤖", custom_id=match_code(Action.SEAT, match_id, key)
        )
        for key in reversed(house.opponents)
    ]
    about = [
        say("lobby.kind", level=say(f"opponent.{key}.level"), about=say(f"opponent.{key}.about"))
        for key in reversed(house.opponents)
    ]
    text = "\n".join((say("lobby.opponent.head"), *about))
    await interaction.followup.send(text, view=rows(items), ephemeral=True)


async def seat_opponent(interaction: Interaction, match_id: int, opponent: str) -> None:
    """Add this computer player on the next free seat, from the message that asked."""
    await defer_in_private(interaction)
    match = await interaction.client.house.lobby.add_opponent(match_id, opponent, person(interaction))
    say, left = reader(interaction), match.places - len(match.seats)
    text = say("lobby.opponent.done", level=say(f"opponent.{opponent}.level"), n=left)
    if left:  # another can be added from here
        await interaction.edit_original_response(content=text)
    else:
        await interaction.edit_original_response(content=text, view=None)


async def wait(interaction: Interaction, match_id: int) -> None:
    """Let the full lobby wait for its opener, or stop waiting."""
    await _step(interaction, match_id, interaction.client.house.lobby.wait, person(interaction))


async def set_standing(interaction: Interaction, match_id: int, wish: Reopening) -> None:
    """Let the table reopen by itself, or stop that."""
    house = interaction.client.house
    await reply_in_private(interaction)
    match = await house.matches.match(match_id)
    if match is None:
        raise Refused("house.unknown")
    by, say = await person_at(interaction, match), reader(interaction)
    if wish is Reopening.KEEP:
        await house.standing_tables.keep(match_id, by)
        text = say("standing.kept")
    else:
        await house.standing_tables.stop(match_id, by)
        text = say("standing.stopped")
    await interaction.edit_original_response(content=text)


async def cancel(interaction: Interaction, match_id: int) -> None:
    """Call the match off."""
    await _step(interaction, match_id, interaction.client.house.lobby.cancel, person(interaction))


async def start(interaction: Interaction, match_id: int) -> None:
    """Start the match, if the bot has all permissions in this channel."""
    await _step(interaction, match_id, _start, interaction)
    await whisper(interaction, reader(interaction)("lobby.start.done", match=match_id))


async def _start(match_id: int, interaction: Interaction) -> None:
    match = await interaction.client.house.matches.match(match_id)
    if match is None or not match.is_homeless:
        check_permissions(interaction)
    await interaction.client.house.lobby.start(match_id, person(interaction))


async def _step(
    interaction: Interaction, match_id: int, step: Callable[[int, *Ts], Awaitable[object]], *args: *Ts
) -> None:
    """Take a step of the lobby; the outbox updates its message."""
    await interaction.response.defer(ephemeral=True)
    try:
        await step(match_id, *args)
    except Refused as refused:
        if refused.reason == "lobby.starting":
            await _check_obstacle(interaction, match_id)
        raise


async def _check_obstacle(interaction: Interaction, match_id: int) -> None:
    """Raise Refused with whatever keeps the starting match's thread from being opened."""
    match = await interaction.client.house.matches.match(match_id)
    why = match and await obstacle(interaction.client, match, reader(interaction))
    if why:
        raise Refused("lobby.stuck", {"why": why})
