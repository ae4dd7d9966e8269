"""Live panels: the newest private message of each match and person; older ones shrink to a line.

They are lost on restart, and then two may stand. Lasting direct messages are kept in the database instead.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

import aiohttp
import discord
from cachetools import LRUCache

Interaction: TypeAlias = discord.Interaction[discord.Client]

KEPT = 2000  # panels


@dataclass(frozen=True, slots=True)
class Shown:
    """A message, and the press through which it can be edited for fifteen minutes."""

    message: int
    by: Interaction


class LivePanels:
    """The newest panel of each match and person in this process."""

    def __init__(self) -> None:
        self._live = LRUCache[tuple[int, int], Shown](KEPT)
        self._about = LRUCache[int, tuple[int, int]](KEPT)  # the match and person that each message shows

    async def replace(self, interaction: Interaction, match: int, message: int, line: str) -> None:
        """Make this message the match's panel for the person who pressed; the previous one becomes the line."""
        before = self._live.pop((match, interaction.user.id), None)
        key, showed = (match, interaction.user.id), self._about.get(message)
        if showed is not None and showed in self._live and self._live[showed].message == message:
            del self._live[showed]  # it shows another match now
        self._live[key], self._about[message] = Shown(message, interaction), key
        if before is not None and before.message != message:
            await _shrink(before, line)

    async def retire(self, user: int, match: int, line: str) -> None:
        """Replace the match's panel for this person by the line, as they go on in a direct message."""
        before = self._live.pop((match, user), None)
        if before is not None:
            await _shrink(before, line)


async def _shrink(panel: Shown, line: str) -> None:
    if panel.by.is_expired():
        return
    with suppress(discord.HTTPException, aiohttp.ClientError, OSError):  # dismissed, or the connection is gone
        await panel.by.edit_original_response(content=line, embeds=[], attachments=[], view=None)
