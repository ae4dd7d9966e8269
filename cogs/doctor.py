"""The Discord part of `doctor`: token, commands, shards, fonts."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Sequence

import aiohttp
import discord
from discord.http import Route

from cogs.command_sync import Told, difference
from cogs.traffic.starts import FEW
from cogs.ui.timing import clock_ahead
from host.doctor import Finding, bad, note, of_clock, ok
from host.settings import Settings
from model.version import PACKAGE
from render import lettering

PATIENCE = aiohttp.ClientTimeout(10.0)  # seconds
SCRIPTS = "Aд字あ한عक"  # a letter from each of several scripts
SIZE, WEIGHT = 24, 500
MANY = 50  # servers; from 75 on the owner can apply for verification, which asks for pages
AWAY = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)


def fonts() -> Finding:
    """Finding on whether names can be drawn in every script."""
    try:
        lettering.line(SCRIPTS, SIZE, WEIGHT)
    except OSError:
        return bad("fonts", "a font is missing: install the requirements again (`make run` does).")
    lacking: list[str] = []
    if not lettering.SHAPED:
        lacking.append("letters of Arabic and Indic names aren't joined: install FriBidi (libfribidi0 on Debian).")
    if not lettering.HAS_CJK:
        lacking.append(
            f"Chinese, Japanese and Korean names are drawn as the number of their seat: install {PACKAGE}[cjk], 32 MB."
        )
    if lacking:
        return note("fonts", " ".join(lacking))
    return ok("fonts", "names are written in every script.")


async def discord_says(settings: Settings, commands: Sequence[Told]) -> AsyncGenerator[Finding]:
    """Findings on token, intents, commands, shards and clock; `commands` are those of this version."""
    try:
        yield await _clock()
    except AWAY:
        yield bad("Discord", f"{Route.BASE} doesn't answer: see that this machine may go there.")
        return
    client = discord.Client(intents=discord.Intents(guilds=True))  # without guilds, discord.py warns
    async with client:
        try:
            await client.login(settings.DISCORD_TOKEN)
            yield ok("token", "Discord knows it.")
            async for finding in _account(client, settings, commands):
                yield finding
        except discord.LoginFailure:
            yield bad("token", "Discord doesn't know DISCORD_TOKEN: copy it again from the portal.")
        except AWAY as fault:
            yield bad("Discord", f"it doesn't answer as it should ({type(fault).__name__}): try again in some minutes.")


async def _clock() -> Finding:
    began = time.time()
    async with aiohttp.request("GET", f"{Route.BASE}/gateway", timeout=PATIENCE) as answer:
        ahead = clock_ahead(answer.headers, (began + time.time()) / 2)
    return note("clock", "Discord's answer doesn't tell its time.") if ahead is None else of_clock("Discord", -ahead)


async def _account(client: discord.Client, settings: Settings, commands: Sequence[Told]) -> AsyncGenerator[Finding]:
    about = await client.application_info()
    yield ok("intents", "the bot needs none that Discord has to approve.")
    if not about.bot_public:
        yield note("invitation", "only you can invite the bot; switch on Public Bot in the portal to let others.")
    servers, pages = about.approximate_guild_count, settings.owner_pages()
    if servers >= MANY and not {"policy", "terms"} <= pages.keys():
        advice = "write the pages that docs/public-bot.md tells of, then set POLICY_URL and TERMS_URL"
        yield note(
            "pages", f"the bot is in {servers} servers, and beyond 100 Discord wants a policy and terms: {advice}."
        )
    yield _commands(commands, await client.http.get_global_commands(about.id))
    wanted, _, limit = await _gateway(client)
    count = settings.share().shard_count
    if count is not None and count < wanted:
        yield bad("shards", f"SHARD_COUNT is {count}, Discord recommends {wanted}: raise it and restart all bots.")
    else:
        yield ok("shards", f"Discord recommends {wanted}, the bot runs {count or 'as many as that'}.")
    if limit < FEW:
        yield bad("shards", f"Discord allows {limit} more starts today: find out why the bot starts so often.")


def _commands(ours: Sequence[Told], theirs: Sequence[Told]) -> Finding:
    """Finding on whether Discord offers the commands of this version."""
    if not theirs:
        return note("commands", "Discord doesn't know them yet; the bot tells it when it starts.")
    changes = difference(ours, theirs)
    if not changes:
        return ok("commands", f"Discord knows all {len(ours)} as they are.")
    parts = {"it lacks": changes.missing, "knows otherwise": changes.changed, "has of another version": changes.foreign}
    listed = "; ".join(f"{how} {', '.join(f'/{name}' for name in names)}" for how, names in parts.items() if names)
    return bad("commands", f"Discord's aren't those of this version ({listed}): restart the bot, which sends its own.")


async def _gateway(client: discord.Client) -> tuple[int, str, int]:
    """How many shards Discord recommends, where they connect, and how many starts are left."""
    wanted, url, limit = await client.http.get_bot_gateway()
    return wanted, url, limit["remaining"]
