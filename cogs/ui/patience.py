"""What takes longer than a second says so where its answer will stand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import discord

from cogs.ui.client import Interaction
from cogs.ui.replies import PATIENCE

SOON = 1.0  # seconds in which nobody wonders


@asynccontextmanager
async def patience(interaction: Interaction, words: str) -> AsyncGenerator[None]:
    """Within it the deferred answer shows these words from the second second on."""
    is_late = asyncio.Event()
    notice = asyncio.create_task(_say_so(interaction, words, is_late))
    try:
        yield
    finally:
        if not is_late.is_set():
            notice.cancel()
        await asyncio.gather(notice, return_exceptions=True)  # else the words could come after the answer


async def _say_so(interaction: Interaction, words: str, is_late: asyncio.Event) -> None:
    await asyncio.sleep(SOON)
    is_late.set()
    with suppress(discord.HTTPException):  # a courtesy
        await interaction.edit_original_response(content=words)
        interaction.extras[PATIENCE] = True
