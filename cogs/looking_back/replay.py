"""Replay: the steps since a person's last move, and a whole match as a film."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from itertools import chain
from typing import TypeVar

import discord

from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import match_code
from cogs.ui.long_tasks import Made
from cogs.ui.pictures import file_of
from cogs.ui.replies import defer_in_private, reader
from cogs.ui.views import CONTENT, Widget, rows
from engines.table import Refused
from host.play.replay import Frame
from host.play.seen import Seen
from locales import Catalogue
from render.film import film, strip
from render.words import cut
from screen.match_text import title
from screen.sentences import newest, sentences
from screen.steps import Past, plan_came_true, step_at, unlike

T = TypeVar("T")

IN_STRIP = 4
IN_FILM = 150  # frames; for a longer match some steps are left out
FILM_BYTES = 8_000_000
NEWS = 900  # characters


async def made_since(interaction: Interaction, match_id: int) -> Made:
    """Show sentences and small boards since the person's last move."""
    replays, user, say = interaction.client.house.replays, interaction.user.id, reader(interaction)
    first = await replays.last_move(match_id, user)
    steps = await unlike(interaction.client.house, interaction.client.pictures, Past(match_id, user, first), say)
    frames = await _frames(interaction.client, match_id, user, _some(steps, IN_STRIP))
    if not frames:
        raise Refused("since.nothing")
    heard = await interaction.client.house.matches.history(match_id, user, first)
    lines = [f"-# {line}" for line in sentences(frames[-1].seen, chain(*(events for _, events in heard)), say)]
    boards = _once(await interaction.client.pictures.series([frame.seen for frame in frames], say))
    png = await interaction.client.pictures.easel.draw(strip, boards)
    file = discord.File(io.BytesIO(png), f"since-{match_id}.png", description=say("since.alt", n=len(boards)))
    head = f"{title(frames[-1].seen, say)}\n{say('since.head')}"
    first_of_all = plan_came_true(interaction.client.house.matches, frames[-1].seen, heard, say)
    text = cut("\n".join((head, *first_of_all, newest(lines, NEWS))), CONTENT)
    return Made(text, [file], view=rows(_turns(match_id, first, len(steps), len(steps), say)))


async def step(interaction: Interaction, match_id: int, first: int, place: int) -> None:
    """Show one step after row number `first`, in the pressed message if it is private."""
    await defer_in_private(interaction)
    bot, user, say = interaction.client, interaction.user.id, reader(interaction)
    past = Past(match_id, user, first)
    steps = await unlike(bot.house, bot.pictures, past, say)
    shown = await step_at(bot.house, steps, past, place, say)
    head = say("since.step", place=shown.place + 1, n=len(steps), when=f"<t:{int(shown.frame.at)}:f>")
    picture = file_of(await bot.pictures.board(shown.frame.seen, (), say))
    view = rows(_turns(match_id, first, shown.place, len(steps), say))
    text = cut(f"{title(shown.frame.seen, say)}\n{head}\n{newest(shown.news, NEWS)}", CONTENT)
    await interaction.edit_original_response(content=text, attachments=[picture], view=view)


async def made_film(interaction: Interaction, match_id: int) -> Made:
    """Show the match as a film of what everyone could see."""
    await interaction.client.house.matches.see(match_id, None)  # refuses a match with nothing to see yet
    head, file = await film_of(interaction.client, match_id, reader(interaction))
    return Made(head, [file])


async def film_of(bot: Client, match_id: int, say: Catalogue) -> tuple[str, discord.File]:
    """A match's film and the text above it, once earlier requests are done."""
    async with bot.films.making():
        return await _film(bot, match_id, say)


async def _film(bot: Client, match_id: int, say: Catalogue) -> tuple[str, discord.File]:
    """The text above the film, and the film."""
    steps = _some(await bot.house.replays.steps(match_id, None), IN_FILM)
    frames = await _frames(bot, match_id, None, steps)
    if not frames:
        raise Refused("since.nothing")
    boards = await bot.pictures.series([frame.seen for frame in frames], say)
    webp = await asyncio.to_thread(_fitting, boards)  # takes long, but hardly blocks the event loop
    name = f"{frames[-1].seen.match.game}-{match_id}.webp"
    file = discord.File(io.BytesIO(webp), name, description=say("replay.alt", n=len(boards)))
    return title(frames[-1].seen, say), file


async def line_film(bot: Client, seen: Sequence[Seen], say: Catalogue) -> discord.File:
    """A small film of moments that were only imagined."""
    async with bot.films.making():
        boards = await bot.pictures.series(seen, say)
        webp = await asyncio.to_thread(_fitting, boards)
    name = f"line-{seen[0].match.game}-{seen[0].match.id}.webp"
    return discord.File(io.BytesIO(webp), name, description=say("replay.alt", n=len(boards)))


def _fitting(boards: Sequence[bytes]) -> bytes:
    """A film of as many steps as Discord accepts."""
    while len(webp := film(boards)) > FILM_BYTES and len(boards) > 1:
        boards = _some(boards, len(boards) // 2)
    return webp


def _some(things: Sequence[T], most: int) -> list[T]:
    """At most so many of the things, evenly chosen, the last included."""
    if len(things) <= most:
        return list(things)
    return [things[(place + 1) * len(things) // most - 1] for place in range(most)]


async def _frames(bot: Client, match_id: int, user: int | None, steps: Sequence[int]) -> list[Frame]:
    """The frames of these steps as the person (None: the public) saw them."""
    return await bot.house.replays.frames(match_id, user, steps)


def _once(boards: Sequence[bytes]) -> list[bytes]:
    """The pictures in order, only the last of equal ones."""
    return [board for place, board in enumerate(boards) if board not in boards[place + 1 :]]


def _turns(match_id: int, first: int, place: int, steps: int, say: Catalogue) -> list[Widget]:
    """Buttons back and forward, below them first and last; those that lead nowhere are disabled.

    The place after the last shows the strip.
    """
    aims = {
        "before": ("◀️", place - 1, 0),
        "after": ("▶️", place + 1, 0),
        "first": ("⏮️", 0, 1),
        "last": ("⏭️", steps - 1, 1),
    }
    return [
        discord.ui.Button(
            label=say(f"since.{name}"),
            emoji=emoji,
            custom_id=match_code(Action.STEP, match_id, first, max(0, aim), name),
            row=row,
            disabled=aim == place or not 0 <= aim < steps,
        )
        for name, (emoji, aim, row) in aims.items()
    ]
