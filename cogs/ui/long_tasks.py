"""Long tasks: begun at once, beside a person's other presses; the message is renewed at the end.

A button in the table of routes, or a command, is marked with the kind of task that it begins. All else is done here:
the first answer, words that ask for patience, the end of the time that Discord gives, and the end of the bot.
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

LONGEST = 14 * 60.0  # seconds: Discord lets an answer be changed for fifteen minutes
SOON = 1.0  # seconds in which no one wonders


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


class Task(StrEnum):
    """Kinds of long tasks, of each of which a person has one at a time; their words are `task.<kind>`."""

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


@dataclass(frozen=True, slots=True)
class Made:
    """Result of a long task: the message in which it was waited for, as it is to be from now on."""

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
    """Mark what makes the answer to a button or a command as a long task.

    The answer is for the person who asks alone: in the message that was pressed if `in_place` says so and no one else
    sees that, else in a new one. A second task of the kind is refused until the first has come to its end.
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
    """Show what is made, or why it isn't, where the person waits for it."""
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
        except asyncio.CancelledError:  # the bot ends
            await try_whisper(interaction, say("task.stopped"))
            raise


async def _in_time(making: Awaitable[Made]) -> Made:
    """Result of a task; Refused if Discord wouldn't take it any more."""
    limit = asyncio.timeout(LONGEST)
    try:
        async with limit:
            return await making
    except TimeoutError:
        if not limit.expired():
            raise
        raise Refused("task.late") from None
