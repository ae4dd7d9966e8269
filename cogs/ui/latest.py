"""The newest home of each person: where they open another, the one before goes away."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress

import aiohttp
import discord

KEPT = 1024  # people
LASTS = 14 * 60.0  # seconds, for as long as Discord lets an answer be changed


class Latest:
    """The interaction that showed each person's home last; a restart forgets them, and then two may stand."""

    def __init__(self) -> None:
        self._shown: OrderedDict[int, discord.Interaction[discord.Client]] = OrderedDict()

    async def replace(self, interaction: discord.Interaction[discord.Client]) -> None:
        """This is the person's home now; take the one before away, if that is still possible."""
        before = self._shown.pop(interaction.user.id, None)
        self._shown[interaction.user.id] = interaction
        if len(self._shown) > KEPT:
            self._shown.popitem(last=False)
        if before is None or (interaction.created_at - before.created_at).total_seconds() > LASTS:
            return
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):  # dismissed long ago, or the line is cut
            await before.delete_original_response()
