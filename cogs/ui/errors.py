"""Errors as people see them: a refusal in one sentence, or an apology with a reference number."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import aiohttp
import discord
import structlog
from discord import app_commands
from structlog.typing import FilteringBoundLogger

from cogs.ui.client import Interaction
from cogs.ui.custom_id import match_about
from cogs.ui.replies import reader, whisper
from cogs.ui.which_match import match_number
from engines.table import Refused
from host.play.matches import Doubled, Stale
from host.vitals import why_unsaved
from model.match import Match
from screen.names import names_of
from screen.refusals import refusal

log: FilteringBoundLogger = structlog.get_logger()

EXPIRED = 10062  # Discord: the interaction is unknown, as more than 3 s have passed
GONE = 10008  # Discord: the message is gone; the person has dismissed it, or a newer one replaced it
CLOSED = 50027  # Discord: the interaction can't be answered any more, as fifteen minutes have passed
ANSWERED = 40060  # Discord: another process with the same shard has answered
# errors of a lost connection to Discord; any other OSError is ours
CUT_OFF = (aiohttp.ClientError, ConnectionError, TimeoutError, discord.ConnectionClosed)


@asynccontextmanager
async def answered(
    interaction: Interaction, game: str | None = None, fault_words: str = "fault"
) -> AsyncGenerator[None]:
    """Tell the person who pressed what went wrong inside; raises nothing (discord.py would only log it).

    `game` is the key whose words explain a refused move; by default those of the interaction's match do.
    `fault_words` is the key of the apology for our own errors.
    """
    try:
        yield
    except Refused as refused:
        await _refuse(interaction, refused, game, fault_words)
    except Doubled:
        await try_whisper(interaction, reader(interaction)("refusal.house.counted"))
    except Stale:
        await try_whisper(interaction, reader(interaction)("refusal.house.moved"))
    except discord.HTTPException as fault:
        if fault.code in (EXPIRED, CLOSED, ANSWERED, GONE):
            # too late to say anything; what had to be saved is saved, and the next press shows it
            log.warning("answer came too late", interaction=interaction.id, code=fault.code)
        else:
            await apologise(interaction, fault, fault_words)
    except Exception as fault:
        await apologise(interaction, fault, fault_words)


async def _refuse(interaction: Interaction, refused: Refused, game: str | None, fault_words: str) -> None:
    """Tell the person why not, in the game's words."""
    say = reader(interaction)
    try:
        match = await _match_about(interaction)
        key = game or (match and match.game)
        text = refusal(refused, key, say, names_of(match, say) if match is not None else ())
    except Exception as fault:  # a refusal without words is an error of ours, and no reason to say nothing
        await apologise(interaction, fault, fault_words)
    else:
        await try_whisper(interaction, text)


async def _match_about(interaction: Interaction) -> Match | None:
    """The match of a button, select, form or command; None if it has none."""
    which = match_about(str((interaction.data or {}).get("custom_id", "")))
    if which is None and interaction.command is not None:
        with suppress(Refused, ValueError):  # anything may have been sent for it, and for other options
            named = interaction.namespace.match
            which = await match_number(interaction, named if isinstance(named, str) else None)
    return None if which is None else await interaction.client.house.matches.match(which)


async def apologise(interaction: Interaction, fault: BaseException, words: str = "fault") -> None:
    """Log an error of ours under a reference number, and give the number to the person.

    If nothing can be saved at the moment, say why instead.
    """
    say, number, why = reader(interaction), reference(interaction, fault), why_unsaved(fault)
    is_told = why is not None and words == "fault"  # otherwise it is saved
    await try_whisper(interaction, say(f"fault.{why}") if is_told else say(words, reference=number))


def reference(interaction: Interaction, fault: BaseException) -> str:
    """Log an error of ours, or a lost connection; returns the number under which it is logged."""
    number = secrets.token_hex(3).upper()
    if isinstance(fault, CUT_OFF):
        log.info("connection lost", reference=number, interaction=interaction.id)
    else:
        log.error("interaction failed", reference=number, interaction=interaction.id, exc_info=fault)
    return number


async def on_command_error(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """Handle discord.py's own refusals, such as a command in the wrong place, and other errors."""
    if isinstance(error, app_commands.CheckFailure | app_commands.TransformerError):
        await try_whisper(interaction, reader(interaction)("refusal.command"))
    else:
        await apologise(interaction, getattr(error, "original", error))


def is_worth_logging(record: logging.LogRecord) -> bool:
    """Whether discord.py's log may keep a record: not late suggestions while someone was typing.

    A filter for the log of its command tree, which sends suggestions by itself.
    """
    fault = record.exc_info[1] if record.exc_info else None
    return not (isinstance(fault, discord.HTTPException) and fault.code in (EXPIRED, ANSWERED))


async def try_whisper(interaction: Interaction, text: str) -> None:
    """Tell the person who pressed, if that is still possible."""
    try:
        await whisper(interaction, text)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as fault:
        log.warning("couldn't tell", interaction=interaction.id, code=getattr(fault, "code", None))
    except RuntimeError:
        if not interaction.client.is_closed():
            raise
        log.warning("couldn't tell", interaction=interaction.id, code=None)  # the bot stops: aiohttp has no session
