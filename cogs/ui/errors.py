"""Errors on their way to a person: a refusal in one sentence, or an apology with a reference number."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from copy import copy

import aiohttp
import discord
import structlog
from discord import app_commands
from structlog.typing import FilteringBoundLogger

from cogs.ui.client import Interaction
from cogs.ui.custom_id import match_about
from cogs.ui.names import defused, names_of
from cogs.ui.replies import reader, whisper
from cogs.ui.views import cut
from cogs.ui.which_match import match_number
from engines.table import Refused
from host.play.matches import Doubled, Stale
from host.vitals import why_unsaved
from locales import Catalogue
from model.match import Match
from render import RENDERERS

log: FilteringBoundLogger = structlog.get_logger()

# beginnings of reasons that have words of the table's, and maybe better ones of a game
GAMES_OWN = ("not.asked", "no.seat", "path.", "step.", "table.")
TYPED = ("word", "step", "zone", "letter", "digit")  # what a refusal quotes of what someone has typed
QUOTED = 40  # characters of it
EXPIRED = 10062  # Discord: the interaction is unknown, for more than 3 s have passed
GONE = 10008  # Discord: the message isn't there any more; the person has dismissed it, or a newer one took its place
CLOSED = 50027  # Discord: the interaction can't be answered any more, for fifteen minutes have passed
ANSWERED = 40060  # Discord: it has been answered, by another process with the same shard
# what is raised when the line to Discord is cut; an OSError of another kind is ours
CUT_OFF = (aiohttp.ClientError, ConnectionError, TimeoutError, discord.ConnectionClosed)


@asynccontextmanager
async def answered(
    interaction: Interaction, game: str | None = None, fault_words: str = "fault"
) -> AsyncGenerator[None]:
    """Tell the person who pressed what goes wrong inside; nothing is raised (discord.py would only log it).

    `game` is the key whose words refuse a move; without it, the words of the match that the interaction is about do.
    `fault_words` is the key of the apology for a fault of ours.
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
            # nothing can be said any more; what was to be saved is saved, and the next press shows it
            log.warning("answer came too late", interaction=interaction.id, code=fault.code)
        else:
            await apologise(interaction, fault, fault_words)
    except Exception as fault:
        await apologise(interaction, fault, fault_words)


async def _refuse(interaction: Interaction, refused: Refused, game: str | None, fault_words: str) -> None:
    """Tell the person why not, in the words of the game that it is about."""
    say = reader(interaction)
    try:
        match = await _match_about(interaction)
        key = game or (match and match.game)
        text = refusal(refused, key, say, names_of(match, say) if match is not None else ())
    except Exception as fault:  # a refusal without words is a fault of ours, and no reason to say nothing
        await apologise(interaction, fault, fault_words)
    else:
        await try_whisper(interaction, text)


async def _match_about(interaction: Interaction) -> Match | None:
    """The match that a button, a select, a form or a command is about; None where it is about none."""
    which = match_about(str((interaction.data or {}).get("custom_id", "")))
    if which is None and interaction.command is not None:
        with suppress(Refused, ValueError):  # anything may have been sent for it, and in place of other options
            named = interaction.namespace.match
            which = await match_number(interaction, named if isinstance(named, str) else None)
    return None if which is None else await interaction.client.house.matches.match(which)


def refusal(refused: Refused, game: str | None, say: Catalogue, names: tuple[str, ...] = ()) -> str:
    """Reason of a refusal, in sentences of the house or of that game; `names` are the players' by seat, for a message.

    Of what was typed the beginning is quoted, so that it does nothing. A refusal that has caused it comes first.
    KeyError for a reason that has no words.
    """
    because = refused.__cause__
    refusals = [because, refused] if isinstance(because, Refused) else [refused]
    return " ".join(_worded(r, game, say, names) for r in refusals)


def _worded(refused: Refused, game: str | None, say: Catalogue, names: tuple[str, ...]) -> str:
    typed = {name: defused(cut(str(refused.about[name]), QUOTED)) for name in TYPED if name in refused.about}
    quoted = copy(refused)
    quoted.about = {**refused.about, **typed}
    key = f"refusal.{quoted.reason}"
    if game in RENDERERS and (quoted.reason.startswith(GAMES_OWN) or key not in say):
        return RENDERERS[game].refusal(quoted, names, say)
    return say(key, **quoted.about)


async def apologise(interaction: Interaction, fault: BaseException, words: str = "fault") -> None:
    """Log a fault of ours under a reference number and give the number to the person.

    Where nothing can be saved for a while I say why instead.
    """
    say, number, why = reader(interaction), reference(interaction, fault), why_unsaved(fault)
    is_told = why is not None and words == "fault"  # else it is saved
    await try_whisper(interaction, say(f"fault.{why}") if is_told else say(words, reference=number))


def reference(interaction: Interaction, fault: BaseException) -> str:
    """Log a fault of ours, or that the line was cut; returns the number under which the log knows it."""
    number = secrets.token_hex(3).upper()
    if isinstance(fault, CUT_OFF):
        log.info("connection lost", reference=number, interaction=interaction.id)
    else:
        log.error("interaction failed", reference=number, interaction=interaction.id, exc_info=fault)
    return number


async def on_command_error(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """discord.py's own refusals (a command used where it doesn't belong) and the rest."""
    if isinstance(error, app_commands.CheckFailure | app_commands.TransformerError):
        await try_whisper(interaction, reader(interaction)("refusal.command"))
    else:
        await apologise(interaction, getattr(error, "original", error))


def is_worth_logging(record: logging.LogRecord) -> bool:
    """Whether discord.py's log may have a record: not that suggestions came too late because someone was typing on.

    As a filter of the log of its command tree, which sends them by itself.
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
        log.warning("couldn't tell", interaction=interaction.id, code=None)  # the bot ends: aiohttp has no session
