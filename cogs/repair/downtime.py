"""`/admin announce`: planned downtime is announced to players, and clocks stand until it is over."""

from __future__ import annotations

from cogs.repair.confirm import ask, done, steward
from cogs.ui.access import check_steward
from cogs.ui.client import Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code, base36, parts, read_number
from cogs.ui.replies import defer_in_private, reader, reply_in_private
from engines.table import Refused

MINUTE = 60.0
BEGINS, LASTS = 7 * 24 * 60, 3 * 24 * 60  # minutes at most, until it begins and for its length
FRESH = 900.0  # seconds for which a question is valid
MOST_DIGITS = 12


async def announce(interaction: Interaction, lasts: int, begins: int = 0) -> None:
    """Ask for confirmation to announce downtime, or (`lasts` 0) to end it; both in minutes."""
    await reply_in_private(interaction)
    check_steward(interaction)
    house, say, guild = interaction.client.house, reader(interaction), interaction.guild_id
    ahead, now = await house.downtimes.ahead(guild), interaction.client.now()
    scope = "all" if guild is None else "here"
    if lasts and ahead is not None:
        raise Refused("downtime.already")
    if not lasts and ahead is None:
        raise Refused("downtime.none")
    if lasts:
        since = now + begins * MINUTE
        times = {"since": f"<t:{int(since)}:f>", "until": f"<t:{int(since + lasts * MINUTE)}:f>"}
        text = say(f"downtime.ask.{scope}", **times)
    else:
        text = say(f"downtime.end.{scope}")
    await ask(interaction, text, action_code(Action.ANNOUNCE, base36(guild or 0), int(now), begins, lasts))


def read(what: str) -> tuple[int, int, int, int]:
    """Server (0: all), time of asking (unix seconds), and beginning and length in minutes."""
    guild, asked, begins, lasts = parts(what, 4)
    numbers = (read_number(text, 10, MOST_DIGITS) for text in (asked, begins, lasts))
    first, second, third = numbers
    return read_number(guild, 36, 13), first, second, third


async def announced(interaction: Interaction, order: tuple[int, int, int, int]) -> None:
    """Stop the clocks, or let them run again, and tell the matches."""
    scope, asked, begins, lasts = order
    check_steward(interaction)
    if scope != (interaction.guild_id or 0):
        raise Refused("house.button")  # the question was asked elsewhere
    await defer_in_private(interaction)
    house, say, now = interaction.client.house, reader(interaction), interaction.client.now()
    guild = scope or None
    if now > asked + FRESH:
        raise Refused("repair.moved")
    if lasts:
        since = max(now, asked + begins * MINUTE)
        await house.downtimes.announce(guild, since, since + lasts * MINUTE, steward(interaction))
        await done(interaction, say("downtime.done"))
    else:
        await house.downtimes.end(guild, steward(interaction))
        await done(interaction, say("downtime.ended"))
