"""Matches from a position of a finished match, with the people who played that."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from cogs.posts.invitation import guest_of
from cogs.ui.access import asker
from cogs.ui.client import Interaction
from cogs.ui.person import person
from cogs.ui.replies import reader, reply_in_private, whisper
from engines.table import Refused
from host.lobby.rematch import company
from screen.names import escaped


async def try_on(interaction: Interaction, match_id: int, seq: int) -> None:
    """Open a lobby for the match from the position before the move in this log row, and invite the others.

    People without an invitation can still join.
    """
    await reply_in_private(interaction)
    house, say, by = interaction.client.house, reader(interaction), person(interaction)
    await house.borders.check_near(match_id, asker(interaction))
    source, position = await house.reviews.position(match_id, seq, by.user)
    match = await house.lobby.open_together(source, position, by)
    lines = [say("rematch.done", match=match.id, channel=match.channel)]
    for user in company(source, by.user) if match.host == by.user else ():
        with suppress(Refused):
            guest = await guest_of(interaction.client, match, user)
            await house.lobby.invite(match.id, guest, replace(by, interaction_id=None))
            lines.append(say("lobby.invited", name=escaped(guest.name)))
    await whisper(interaction, "\n".join(lines))
