"""Long tasks: started at once, beside the person's other presses; the reply is edited at the end.

A button in the table of routes, or a command, is marked with its kind of task. The rest is done here:
the first reply, a request for patience, Discord's time limit, and a stop of the bot.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import discord

from cogs.ui.client import Interaction
from cogs.ui.errors import answered, try_whisper
from cogs.ui.replies import PATIENCE, defer_in_private, reader, reply_in_private
from engines.table import Refused

P = ParamSpec("P")

LONGEST = 14 * 60.0  # seconds: Discord lets a reply be edited for fifteen minutes
SOON = 1.0  # seconds in which no one wonders


@asynccontextmanager
async def patience(interaction: Interaction, words: str) -> AsyncGenerator[None]:
    """While this runs, the deferred reply shows these words after the first second."""
    is_late = asyncio.Event()
    notice = asyncio.create_task(_say_so(interaction, words, is_late))
    try:
        yield
    finally:
        if not is_late.is_set():
            notice.cancel()
        await asyncio.gather(notice, return_exceptions=True)  # otherwise the words could come after the reply


async def _say_so(interaction: Interaction, words: str, is_late: asyncio.Event) -> None:
    await asyncio.sleep(SOON)
    is_late.set()
    with suppress(discord.HTTPException):  # nothing depends on it
        await interaction.edit_original_response(content=words)
        interaction.extras[PATIENCE] = True


class Task(StrEnum):
    """Kinds of long tasks; a person can have one of each running, and their words are `task.<kind>`."""

    BACKUP = "backup"
    CUP = "cup"
    DATA = "data"
    DICE = "dice"
    EXPORT = "export"
    FILM = "film"
    HINT = "hint"
    REVIEW = "review"
    SHARE = "share"
    SINCE = "since"
    SOLUTION = "solution"
    WEBHOOK = "webhook"


@dataclass(frozen=True, slots=True)
class Made:
    """The result of a long task: the message to show in place of the wait."""

    content: str | None
    attachments: Sequence[discord.File] = ()
    embeds: Sequence[discord.Embed] = ()
    view: discord.ui.View | None = None


def long_task(
    kind: Task, *, in_place: bool = False
) -> Callable[
    [Callable[Concatenate[Interaction, P], Awaitable[Made]]],
    Callable[Concatenate[Interaction, P], Coroutine[Any, Any, None]],
]:
    """Mark a function that makes a button's or command's reply as a long task.

    The reply is private: in the pressed message if `in_place` is set and no one else sees it,
    otherwise in a new one. A second task of the kind is refused until the first is done.
    """

    def mark(
        make: Callable[Concatenate[Interaction, P], Awaitable[Made]],
    ) -> Callable[Concatenate[Interaction, P], Coroutine[Any, Any, None]]:
        @wraps(make)
        async def begin(interaction: Interaction, /, *about: P.args, **options: P.kwargs) -> None:
            async def made() -> Made:
                await (defer_in_private if in_place else reply_in_private)(interaction)
                return await make(interaction, *about, **options)

            async with answered(interaction):
                interaction.client.long_tasks.begin(interaction.user.id, kind, lambda: _show(interaction, kind, made))

        # discord.py reads the options of a command here, and knows the names in this module alone
        setattr(begin, "__signature__", inspect.signature(make, eval_str=True))  # noqa: B010
        return begin

    return mark


async def _show(interaction: Interaction, kind: Task, make: Callable[[], Awaitable[Made]]) -> None:
    """Show the result, or why there is none, where the person waits for it."""
    say = reader(interaction)
    ends = int(interaction.created_at.timestamp() + LONGEST)
    words = f"{say(f'task.{kind}')}\n{say('task.until', when=f'<t:{ends}:t>')}"
    async with answered(interaction):
        try:
            async with patience(interaction, words):
                made = await _in_time(make())
            await interaction.edit_original_response(
                content=made.content, attachments=made.attachments, embeds=made.embeds, view=made.view
            )
        except asyncio.CancelledError:  # the bot is stopping
            await try_whisper(interaction, say("task.stopped"))
            raise


async def _in_time(making: Awaitable[Made]) -> Made:
    """The result of a task; Refused if Discord wouldn't accept it any more."""
    limit = asyncio.timeout(LONGEST)
    try:
        async with limit:
            return await making
    except TimeoutError:
        if not limit.expired():
            raise
        raise Refused("task.late") from None
