"""The private panel of a match: the present question, made from what its reader may know. It keeps nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from cogs import custom_id
from cogs.answer import reader
from cogs.items import rows
from cogs.names import match_name, names_of, rest
from cogs.widgets import Question, Widget, cut, next_question, widgets
from engines.table import Path, Pick, Ready
from host.seen import Seen
from locales import Catalogue
from render import RENDERERS

if TYPE_CHECKING:
    from cogs.bot import Gruppetto

CONTENT = 2000


@dataclass(frozen=True, slots=True)
class Panel:
    """Text, picture and components."""

    content: str
    picture: discord.File
    items: list[Widget]


async def compose(
    bot: Gruppetto, seen: Seen, say: Catalogue, *, path: Path | None = None, page: int = 0, note: str = ""
) -> Panel:
    """The panel of whoever `seen` is for: the question after `path`.

    Without a path it is his first question if the match waits for him, else what it waits for.
    """
    waited_for = is_waited_for(seen)
    asked = waited_for or (path is not None and seen.match.paused is None)
    question = next_question(seen, path or ()) if asked else None
    lines = [title(seen, say), note]
    if question is not None:
        lines.append(_asked(seen, question, say))
        items = widgets(seen, question, say, page)
        if waited_for and not path and not seen.view.sealed:
            items.append(_action(seen, "auto", "🎲", say))
    else:
        lines.append(_waiting(seen, say))
        items = _idle_buttons(seen, say)
    if path is None and await bot.house.matches.can_undo(seen):
        items.append(_action(seen, "undo", "⏪", say))
    shown = question.path if question else ()
    picture = await bot.pictures.panel(seen, shown, say)
    return Panel(cut("\n".join(line for line in lines if line), CONTENT), picture, items)


def is_waited_for(seen: Seen) -> bool:
    """Whether the match waits for the one who looks on; one that was given up or rests waits for nobody."""
    goes_on = seen.match.phase == "running" and seen.match.paused is None
    return goes_on and seen.seat is not None and seen.seat in seen.view.waiting


def title(seen: Seen, say: Catalogue) -> str:
    """Which match this is, with a link to its thread."""
    name = match_name(seen.match, say)
    return f"**{name}** · <#{seen.match.thread}>" if seen.match.thread else f"**{name}**"


def _asked(seen: Seen, question: Question, say: Catalogue) -> str:
    text = RENDERERS[seen.match.game].question(seen.view, question.path, say)
    ask = question.ask
    if isinstance(ask, Ready):
        return f"{text}\n{say('panel.ready')}"
    if isinstance(ask, Pick) and len(ask.options) > 25 and ask.most > 1:
        return f"{text}\n{say('panel.typed')}"
    return text


def _waiting(seen: Seen, say: Catalogue) -> str:
    if seen.match.paused is None and next_question(seen, ()) is not None:
        return say("panel.sealed")
    head = headline(seen, say)
    return head if seen.match.phase == "running" else f"{head}\n{standings(seen, say)}"


def headline(seen: Seen, say: Catalogue) -> str:
    """Whose turn it is, or that the match rests, or that it is over, even if it was given up in the middle."""
    if seen.match.phase != "running":
        return say("panel.over")
    if seen.match.paused is not None:
        return rest(seen.match, say)
    return RENDERERS[seen.match.game].headline(seen.view, names_of(seen.match, say), say)


def standings(seen: Seen, say: Catalogue) -> str:
    """Who stands where, a line each."""
    names = names_of(seen.match, say)
    return "\n".join(
        # a space of no width keeps Discord from counting the lines itself
        "\u200b" + say("match.standing", rank=standing.rank, name=names[standing.seat], n=standing.points)
        for standing in seen.standings
    )


def _action(seen: Seen, action: str, emoji: str, say: Catalogue) -> Widget:
    code = f"h:{action}:{custom_id.base36(seen.match.id)}.{seen.fingerprint}"
    return discord.ui.Button(label=say(f"panel.{action}"), emoji=emoji, custom_id=code, row=4)


def _idle_buttons(seen: Seen, say: Catalogue) -> list[Widget]:
    match = custom_id.base36(seen.match.id)
    if seen.match.phase != "running":
        return [discord.ui.Button(label=say("board.history"), emoji="📜", custom_id=f"h:history:{match}")]
    again = next_question(seen, ()) if seen.match.paused is None else None
    if again is not None and not isinstance(again.ask, Ready):
        code = custom_id.write(seen, (), f"{custom_id.PAGE}0")
        return [discord.ui.Button(label=say("panel.change"), emoji="✏️", custom_id=code)]
    return [discord.ui.Button(label=say("panel.look"), emoji="🔄", custom_id=f"h:look:{match}")]


async def show(
    interaction: discord.Interaction[Gruppetto], seen: Seen, *, path: Path | None = None, page: int = 0, note: str = ""
) -> None:
    """Put the panel where the interaction has been deferred: in a new private message or in the one pressed."""
    bot = interaction.client
    panel = await compose(bot, seen, reader(interaction), path=path, page=page, note=note)
    await interaction.edit_original_response(content=panel.content, attachments=[panel.picture], view=rows(panel.items))
    bot.house.matches.attention.shown(seen.match.id, interaction.user.id, seen.sight)
