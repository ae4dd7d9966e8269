"""`/admin give_time`, `drop` and `repost`: each says what it will do, and does it after a confirmation."""

from __future__ import annotations

from discord import app_commands

from cogs.repair.confirm import ask, done, match_meant, steward, where
from cogs.ui.client import Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import match_code
from cogs.ui.replies import defer_in_private, reader, reply_in_private
from cogs.ui.views import MOST_OPTIONS
from engines.table import Refused
from model.match import Match
from screen.names import names_of, plain

ALL = "all"  # in place of a seat: everyone whose move is missing


async def player_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Autocomplete of the people whose move is missing."""
    try:
        match_id = await match_meant(interaction, interaction.namespace.match or None)
        match, asked = await interaction.client.house.repairs.excused(match_id, None, interaction.user.id)
    except Refused:
        return []
    names = names_of(match, reader(interaction), plain)
    fitting = [seat for seat in asked if current.casefold() in names[seat].casefold()]
    return [
        app_commands.Choice(name=f"{seat + 1}. {names[seat]}", value=str(seat + 1)) for seat in fitting[:MOST_OPTIONS]
    ]


async def give_time(
    interaction: Interaction, match: str | None = None, player: str | None = None, hours: int | None = None
) -> None:
    """Ask for confirmation to give time back."""
    await reply_in_private(interaction)
    match_id, house, say = await match_meant(interaction, match), interaction.client.house, reader(interaction)
    header = await house.matches.match(match_id)
    if header is None:
        raise Refused("house.unknown")
    seat = None if player is None else _seat(header, player)
    target, seats = await house.repairs.excused(match_id, seat, interaction.user.id)
    names = names_of(target, say)
    key, n = ("excuse.ask.hours", hours) if hours else ("excuse.ask", len(seats))
    text = say(key, n=n, match=where(target, interaction), names=say.together(names[s] for s in seats))
    code = match_code(
        Action.EXCUSE, match_id, await house.repairs.number(target), ALL if seat is None else seat, hours or 0
    )
    await ask(interaction, text, code)


def _seat(match: Match, player: str) -> int:
    """The seat named as in the list, or by its number from 1."""
    places = {str(row.seat + 1): row.seat for row in match.seats}
    seat = places.get(player.strip().partition(".")[0])
    if seat is None:
        raise Refused("seat.unknown")
    return seat


async def time_given(interaction: Interaction, match_id: int, now: int, seat: int | None, hours: int) -> None:
    """Give time back, after a confirmation."""
    await defer_in_private(interaction)
    match = await interaction.client.house.repairs.excuse(match_id, seat, hours, now, steward(interaction))
    await done(interaction, reader(interaction)("excuse.done", match=where(match, interaction)))


async def drop(interaction: Interaction, match: str | None = None) -> None:
    """Ask for confirmation to call a match off."""
    await reply_in_private(interaction)
    house = interaction.client.house
    header = await house.repairs.check_drop(await match_meant(interaction, match), interaction.user.id)
    say = reader(interaction)
    text = say("drop.ask", match=where(header, interaction))
    if header.cup is not None:
        text += " " + say("drop.cup")
    await ask(interaction, text, match_code(Action.DROP, header.id, await house.repairs.number(header)))


async def dropped(interaction: Interaction, match_id: int, now: int) -> None:
    """Call the match off, after a confirmation."""
    await defer_in_private(interaction)
    match = await interaction.client.house.repairs.drop(match_id, now, steward(interaction))
    await done(interaction, reader(interaction)("drop.done", match=where(match, interaction)))


async def repost(interaction: Interaction, match: str | None = None) -> None:
    """Ask for confirmation to post board and calls again."""
    await reply_in_private(interaction)
    house = interaction.client.house
    header = await house.repairs.check_repost(await match_meant(interaction, match))
    text = reader(interaction)("repost.ask", match=where(header, interaction))
    await ask(interaction, text, match_code(Action.REPOST, header.id, await house.repairs.number(header)))


async def reposted(interaction: Interaction, match_id: int, now: int) -> None:
    """Post board and calls again, after a confirmation."""
    await defer_in_private(interaction)
    match = await interaction.client.house.repairs.repost(match_id, now, steward(interaction))
    await done(interaction, reader(interaction)("repost.done", match=where(match, interaction)))
