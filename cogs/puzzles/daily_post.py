"""Daily post of the puzzle in a server's channel, with the solution of the day before."""

from __future__ import annotations

import asyncio

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs.panel.rules import COLOUR
from cogs.posts.threads import is_busy, place_of, public
from cogs.puzzles.presses import FILLED, seen_of, title, told
from cogs.ui.client import Client
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code
from cogs.ui.errors import CUT_OFF
from cogs.ui.views import rows
from host.coach.daily import PuzzlePlace
from host.coach.puzzles import Posed
from host.outbox.outbox import Unsent
from locales import Catalogue

log: FilteringBoundLogger = structlog.get_logger()


async def post_puzzle(bot: Client, place: PuzzlePlace, puzzle: Posed, before: Posed | None, nonce: str) -> bool:
    """Post it; False if that has to be tried again. Where the bot may not post, the day is settled without."""
    await bot.at_home.wait()
    try:
        await _post(bot, place, puzzle, before, nonce)
    except (discord.NotFound, discord.Forbidden):
        log.warning("can't post the puzzle of the day", guild=place.guild)
    except discord.HTTPException as fault:
        if not is_busy(fault):
            raise
        return False
    except (discord.RateLimited, Unsent, *CUT_OFF):
        return False
    return True


async def _post(bot: Client, place: PuzzlePlace, puzzle: Posed, before: Posed | None, nonce: str) -> None:
    assert place.channel is not None, "servers without a channel want none"
    channel = await place_of(bot, place.channel, place.guild)
    say = public(bot, channel)
    shown = [] if before is None else [await _solution(bot, before, place.guild, say)]
    shown.append(await _puzzle(bot, puzzle, say))
    code, style = action_code(Action.PUZZLE, FILLED), discord.ButtonStyle.success
    solve = discord.ui.Button[discord.ui.View](label=say("puzzle.solve"), emoji="🧩", style=style, custom_id=code)
    files, embeds = [file for _, file in shown], [embed for embed, _ in shown]
    await channel.send(files=files, embeds=embeds, view=rows([solve]), nonce=nonce, silent=True)


async def _solution(bot: Client, puzzle: Posed, guild: int, say: Catalogue) -> tuple[discord.Embed, discord.File]:
    text, picture = await told(bot, puzzle, guild, say)
    return _embed(text, picture), picture


async def _puzzle(bot: Client, puzzle: Posed, say: Catalogue) -> tuple[discord.Embed, discord.File]:
    seen = await asyncio.to_thread(seen_of, puzzle, say)
    picture = await bot.pictures.panel(seen, (), say)
    picture.filename = f"puzzle-{puzzle.stored.id}.png"
    return _embed(say("puzzle.post", puzzle=title(puzzle, say)), picture), picture


def _embed(text: str, picture: discord.File) -> discord.Embed:
    return discord.Embed(description=text, colour=COLOUR).set_image(url=f"attachment://{picture.filename}")
