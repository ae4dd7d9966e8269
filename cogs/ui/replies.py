"""Replies to interactions that only the person who pressed can see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import aiohttp
import discord

from cogs.ui.client import Interaction
from locales import Catalogue, catalogue

PATIENCE = "patience"  # what an interaction keeps while a request for patience stands in place of its reply
LATE = "late"  # what an interaction keeps while its reply may be deferred late
PROMPT = 0.5  # seconds of Discord's three, within which a reply needs no deferring


@dataclass(frozen=True, slots=True)
class _Late:
    """A reply that is deferred only if it takes long."""

    in_place: bool
    answering: asyncio.Lock = field(default_factory=asyncio.Lock)


def reader(interaction: Interaction) -> Catalogue:
    """Texts for the person who pressed, in the language they chose, else that of their Discord."""
    chosen = interaction.client.house.languages.chosen(interaction.user.id)
    return catalogue(chosen or str(interaction.locale))


async def whisper(interaction: Interaction, text: str) -> None:
    """Tell only the person who pressed, whether or not the interaction has been answered.

    It replaces a request for patience.
    """
    if interaction.extras.pop(PATIENCE, False):
        await interaction.edit_original_response(content=text)
    elif interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True)
    else:
        await interaction.response.send_message(text, ephemeral=True)


def is_bot_dm(interaction: Interaction) -> bool:
    """Whether it comes from the person's direct messages with the bot, not with other people."""
    return isinstance(interaction.channel, discord.DMChannel) and not interaction.context.private_channel


def is_private(interaction: Interaction) -> bool:
    """Whether no one else sees the pressed message, so that the reply may replace it.

    That is so for ephemeral and direct messages, except those in Components V2, which can't take plain text.
    """
    message = interaction.message
    if message is None or message.flags.components_v2:
        return False
    return message.flags.ephemeral or is_bot_dm(interaction)


async def defer_in_private(interaction: Interaction) -> None:
    """Defer the reply: to the pressed message if no one else sees it.

    Otherwise to a new private one, so that no custom id, wherever it comes from, makes a public message show a hand.
    """
    await _defer(interaction, in_place=is_private(interaction))


async def _defer(interaction: Interaction, *, in_place: bool) -> None:
    if in_place:
        await interaction.response.defer()
    else:
        await reply_in_private(interaction)


async def reply_in_private(interaction: Interaction) -> None:
    """Defer the reply to a new message that only the person who pressed sees."""
    await interaction.response.defer(ephemeral=True, thinking=True)


@asynccontextmanager
async def prompt(interaction: Interaction, *, in_place: bool = True) -> AsyncGenerator[None]:
    """Defer the reply only if it takes long: a reply at once is one request to Discord instead of two.

    It goes to the pressed message if `in_place` is set and no one else sees it, otherwise to a new private one.
    Call `deferred` before anything is stored, as Discord may have given up waiting.
    """
    late = interaction.extras[LATE] = _Late(in_place=in_place and is_private(interaction))
    deferring = asyncio.create_task(_defer_late(interaction))
    try:
        yield
    finally:
        async with late.answering:  # a request under way is not broken off
            deferring.cancel()


def _late(interaction: Interaction) -> _Late:
    return interaction.extras.get(LATE) or _Late(in_place=is_private(interaction))


async def _defer_late(interaction: Interaction) -> None:
    await asyncio.sleep(PROMPT)
    with suppress(discord.HTTPException, aiohttp.ClientError, OSError):  # the reply fails too, and tells why
        await deferred(interaction)


async def deferred(interaction: Interaction) -> None:
    """Defer the reply now, unless that is done."""
    late = _late(interaction)
    async with late.answering:
        if not interaction.response.is_done():
            await _defer(interaction, in_place=late.in_place)


async def answer_in_private(interaction: Interaction, text: str, picture: discord.File, view: discord.ui.View) -> int:
    """Give the reply, deferred or not, where only the person who pressed sees it; returns the message's id."""
    late = _late(interaction)
    async with late.answering:
        response = interaction.response
        if response.is_done():
            edited = await interaction.edit_original_response(content=text, embeds=[], attachments=[picture], view=view)
            return edited.id
        if late.in_place and interaction.message is not None:
            await response.edit_message(content=text, embeds=[], attachments=[picture], view=view)
            return interaction.message.id
        given = await response.send_message(text, file=picture, view=view, ephemeral=True)
    if given.message_id is None:
        raise RuntimeError("Discord didn't say in which message the reply stands")
    return given.message_id
