"""The one way errors take to a person: a refusal in one sentence, or an apology with a reference number."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import structlog
from discord import app_commands
from structlog.typing import FilteringBoundLogger

from engines.table import IllegalMove
from host.matches import Doubled, Stale
from locales import Catalogue, catalogue
from render import RENDERERS

log: FilteringBoundLogger = structlog.get_logger()

EXPIRED = 10062  # Discord: the interaction is unknown, for more than 3 s have passed
# what is raised when the line to Discord is cut; an OSError of another kind is ours
CUT_OFF = (aiohttp.ClientError, ConnectionError, TimeoutError)
ANSWERED = 40060  # Discord: it has been answered, by another process that hears of the same shard


def reader(interaction: discord.Interaction[Any]) -> Catalogue:
    """Texts for the person who pressed."""
    return catalogue(str(interaction.locale))


async def whisper(interaction: discord.Interaction[Any], text: str) -> None:
    """Tell the one who pressed, and nobody else, whether or not the interaction has been answered."""
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True)
    else:
        await interaction.response.send_message(text, ephemeral=True)


@asynccontextmanager
async def answered(
    interaction: discord.Interaction[Any], game: str | None = None, fault_words: str = "fault"
) -> AsyncGenerator[None]:
    """Whatever goes wrong inside is told to the person who pressed; nothing is raised (discord.py would only log it).

    `game` is the key whose words refuse a move; without it the house's own words do. `fault_words` is the key of the
    apology for a fault of ours.
    """
    try:
        yield
    except IllegalMove as illegal:
        await _try_whisper(interaction, refusal(illegal, game, reader(interaction)))
    except Doubled:
        await _try_whisper(interaction, reader(interaction)("refusal.house.counted"))
    except Stale:
        await _try_whisper(interaction, reader(interaction)("refusal.house.moved"))
    except discord.HTTPException as fault:
        if fault.code in (EXPIRED, ANSWERED):
            # nothing can be said any more; what was to be saved is saved, and the next press shows it
            log.warning("answer came too late", interaction=interaction.id, code=fault.code)
        else:
            await apologise(interaction, fault, fault_words)
    except Exception as fault:
        await apologise(interaction, fault, fault_words)


def refusal(illegal: IllegalMove, game: str | None, say: Catalogue) -> str:
    """Why not, in one sentence."""
    key = f"refusal.{illegal.reason}"
    if key in say and not illegal.reason.startswith("table."):
        return say(key, **illegal.about)
    return RENDERERS[game or next(iter(RENDERERS))].refusal(illegal, (), say)


async def apologise(interaction: discord.Interaction[Any], fault: BaseException, words: str = "fault") -> None:
    """Log a fault of ours under a reference number and give the number to the person."""
    await _try_whisper(interaction, reader(interaction)(words, reference=reference(interaction, fault)))


def reference(interaction: discord.Interaction[Any], fault: BaseException) -> str:
    """Log a fault of ours, or that the line was cut; returns the number under which the log knows it."""
    number = secrets.token_hex(3).upper()
    if isinstance(fault, CUT_OFF):
        log.info("connection lost", reference=number, interaction=interaction.id)
    else:
        log.error("interaction failed", reference=number, interaction=interaction.id, exc_info=fault)
    return number


async def on_command_error(interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
    """discord.py's own refusals (a command used where it doesn't belong) and the rest."""
    if isinstance(error, app_commands.CheckFailure | app_commands.TransformerError):
        await _try_whisper(interaction, reader(interaction)("refusal.command"))
    else:
        await apologise(interaction, getattr(error, "original", error))


def is_news(record: logging.LogRecord) -> bool:
    """Of discord.py's log: anything but that suggestions came too late, for somebody was typing on.

    As a filter of the log of its command tree, which sends them by itself.
    """
    fault = record.exc_info[1] if record.exc_info else None
    return not (isinstance(fault, discord.HTTPException) and fault.code in (EXPIRED, ANSWERED))


async def _try_whisper(interaction: discord.Interaction[Any], text: str) -> None:
    try:
        await whisper(interaction, text)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as fault:
        log.warning("couldn't tell", interaction=interaction.id, fault=repr(fault))
