"""What takes longer than a second says so where its answer will stand."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import discord

from cogs.ui.client import Interaction

T = TypeVar("T")

SOON = 1.0  # seconds in which nobody wonders


async def patiently(interaction: Interaction, words: str, doing: Coroutine[Any, Any, T]) -> T:
    """The result of what is done; after a second the deferred answer shows these words until it is there."""
    task = asyncio.create_task(doing)
    try:
        done, _ = await asyncio.wait({task}, timeout=SOON)
        if not done:
            with suppress(discord.HTTPException):  # a courtesy
                await interaction.edit_original_response(content=words)
        return await task
    finally:
        task.cancel()  # where this was broken off; else it is over
