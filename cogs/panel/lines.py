"""Try things out: answers for all seats in a world that the person imagines; the lines they keep of them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import discord

from cogs.panel import compose
from cogs.ui.client import Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import match_code
from cogs.ui.replies import defer_in_private, reader, reply_in_private, whisper
from cogs.ui.views import Widget, rows
from engines.table import Path, Ready, Refused
from host.play.lines import Trial
from host.play.seen import Seen, is_waited_for
from locales import Catalogue
from screen.lines import KeptLine, kept_lines, trial_head
from screen.match_text import title
from screen.questions import next_question


class Verb(StrEnum):
    """What can be done with a line that is kept."""

    USE = "use"
    ON = "on"
    DROP = "drop"


EMOJI = {Verb.USE: "✅", Verb.ON: "💭", Verb.DROP: "🗑️"}


async def begin(interaction: Interaction, match_id: int) -> None:
    """Show where the person is in what they try out, in a new message."""
    await reply_in_private(interaction)
    await show_now(interaction, match_id)


async def go_on(interaction: Interaction, seen: Seen, trial: Trial, path: Path, page: int = 0) -> None:
    """Try the answer if the path is a whole one, else show the question after it."""
    question = next_question(trial.seen, path)
    if question is not None and isinstance(question.ask, Ready):
        trial, path, page = await interaction.client.house.lines.answer(seen, question.path), (), 0
    await show(interaction, trial, path, page)


async def show_now(interaction: Interaction, match_id: int) -> None:
    """Show where the person is, for a press on a question that has gone."""
    await show(interaction, await interaction.client.house.lines.at(await _seen(interaction, match_id)))


async def back(interaction: Interaction, match_id: int, at: str) -> None:
    """Take the last answer back."""
    await defer_in_private(interaction)
    await show(interaction, await interaction.client.house.lines.back(await _seen(interaction, match_id), at))


async def keep(interaction: Interaction, match_id: int, at: str) -> None:
    """Keep the line, and show the match."""
    await defer_in_private(interaction)
    other = await interaction.client.house.lines.keep(await _seen(interaction, match_id), at)
    if other is not None:
        await show(interaction, other)
        return
    await compose.show(interaction, await _seen(interaction, match_id), head=reader(interaction)("try.done"))


async def show(interaction: Interaction, trial: Trial, path: Path = (), page: int = 0) -> None:
    """Show what is tried out as a panel: the question to the next seat, and what to do with the line."""
    match = trial.seen.match.id
    tools: list[Widget] = []
    if trial.steps:
        tools = [
            compose.tool("⏪", match_code(Action.UNTRY, match, trial.seen.fingerprint)),
            compose.tool("💾", match_code(Action.KEEP, match, trial.seen.fingerprint)),
        ]
    head = trial_head(trial, reader(interaction))
    await compose.show(interaction, trial.seen, path=path, page=page, head=head, tools=() if path else tools)


async def show_kept(interaction: Interaction, match_id: int) -> None:
    """Show the lines that the person keeps, each with its buttons, in a new message."""
    await reply_in_private(interaction)
    say, seen = reader(interaction), await _seen(interaction, match_id)
    kept = await kept_lines(interaction.client.house.lines, seen, say)
    if not kept:
        raise Refused("try.none")
    text = "\n".join((title(seen, say), *(line.words for line in kept)))
    await interaction.edit_original_response(content=text, view=rows(_buttons(match_id, kept, say)))


def _buttons(match: int, kept: Iterable[KeptLine], say: Catalogue) -> Iterable[Widget]:
    """A row of buttons for each line; one that is impossible can only be deleted."""
    for row, line in enumerate(kept):
        for verb in Verb if line.is_possible else (Verb.DROP,):
            code = match_code(Action.LINE, match, verb, line.line.number, line.line.mark)
            label = f"{line.line.number}) {say(f'try.{verb}')}"
            yield discord.ui.Button(label=label, emoji=EMOJI[verb], custom_id=code, row=row)


async def do(interaction: Interaction, match_id: int, verb: Verb, number: int, mark: str) -> None:
    """Make the first own answer of a line the person's, go on from it, or delete it."""
    await defer_in_private(interaction)
    house, seen = interaction.client.house, await _seen(interaction, match_id)
    match verb:
        case Verb.ON:
            await show(interaction, await house.lines.take_up(seen, number, mark))
        case Verb.DROP:
            await house.lines.drop(seen, number, mark)
            await whisper(interaction, reader(interaction)("try.dropped"))
        case Verb.USE:
            path = await house.lines.first(seen, number, mark)
            asked = seen if is_waited_for(seen) else await house.matches.planning(seen)
            await compose.show(interaction, asked, path=path)


async def _seen(interaction: Interaction, match_id: int) -> Seen:
    return await interaction.client.house.matches.see(match_id, interaction.user.id)
