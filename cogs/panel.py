"""The private panel of a match: the present question, made from what its reader may know. It keeps nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from cogs import custom_id
from cogs.answer import reader
from cogs.custom_id import Code
from cogs.items import rows
from cogs.names import names_of
from cogs.widgets import Question, Widget, cut, next_question, widgets
from engines.table import Amount, IllegalMove, Path, Pick, Ready
from host.matches import Doubled, Stale
from host.seen import Seen
from locales import Catalogue
from render import RENDERERS

if TYPE_CHECKING:
    from cogs.bot import Gruppetto

CONTENT = 2000


@dataclass(frozen=True, slots=True)
class Panel:
    """Text, pictures and components."""

    content: str
    files: list[discord.File]
    items: list[Widget]


async def compose(
    bot: Gruppetto, seen: Seen, say: Catalogue, *, path: Path | None = None, page: int = 0, note: str = ""
) -> Panel:
    """The panel of whoever `seen` is for: the question after `path`.

    Without a path it is his first question if the match waits for him, else what it waits for.
    """
    waited_for = seen.seat is not None and seen.seat in seen.view.waiting
    question = next_question(seen, path or ()) if waited_for or path is not None else None
    lines = [title(seen, say), note]
    if question is not None:
        lines.append(_asked(seen, question, say))
        items = widgets(seen, question, say, page)
    else:
        lines.append(_waiting(seen, say))
        items = _idle_buttons(seen, say)
    shown = question.path if question else ()
    hand = await bot.pictures.hand(seen, shown)
    files = [await bot.pictures.board(seen, shown, say), *([hand] if hand else [])]
    return Panel(cut("\n".join(line for line in lines if line), CONTENT), files, items)


def title(seen: Seen, say: Catalogue) -> str:
    """Which match this is, with a link to its thread."""
    match = seen.match
    name = say("match.title", game=say(f"{match.game}.name"), match=match.id)
    return f"**{name}** · <#{match.thread}>" if match.thread else f"**{name}**"


def _asked(seen: Seen, question: Question, say: Catalogue) -> str:
    text = RENDERERS[seen.match.game].question(seen.view, question.path, say)
    ask = question.ask
    if isinstance(ask, Ready):
        return f"{text}\n{say('panel.ready')}"
    if isinstance(ask, Pick) and len(ask.options) > 25 and ask.most > 1:
        return f"{text}\n{say('panel.typed')}"
    return text


def _waiting(seen: Seen, say: Catalogue) -> str:
    if seen.match.phase != "running" or seen.view.over:
        return f"{say('panel.over')}\n{standings(seen, say)}"
    if seen.seat is not None and seen.ask() is not None:
        return say("panel.sealed")
    return RENDERERS[seen.match.game].headline(seen.view, names_of(seen, say), say)


def standings(seen: Seen, say: Catalogue) -> str:
    """Who stands where, a line each."""
    names = names_of(seen, say)
    return "\n".join(
        say("match.standing", rank=standing.rank, name=names[standing.seat], n=standing.points)
        for standing in seen.standings
    )


def _idle_buttons(seen: Seen, say: Catalogue) -> list[Widget]:
    match = custom_id.base36(seen.match.id)
    if seen.match.phase != "running":
        return [discord.ui.Button(label=say("board.history"), emoji="📜", custom_id=f"h:history:{match}")]
    if seen.seat is not None and seen.ask() is not None:
        again = next_question(seen, ())
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
    await interaction.edit_original_response(content=panel.content, attachments=panel.files, view=rows(panel.items))
    bot.house.matches.attention.shown(seen.match.id, interaction.user.id, seen.fingerprint)


async def look(interaction: discord.Interaction[Gruppetto], match_id: int) -> None:
    """Bring the panel that was pressed up to date."""
    await interaction.response.defer()
    await show(interaction, await interaction.client.house.matches.see(match_id, interaction.user.id))


async def pressed(interaction: discord.Interaction[Gruppetto], code: Code, tail: str) -> None:
    """A button of the panel: go on along the path, turn a page, ask for a number, or play."""
    if tail == custom_id.TYPE:
        await _ask_number(interaction, code)
        return
    await interaction.response.defer()
    await _answer(interaction, code, None, tail)


async def chosen(interaction: discord.Interaction[Gruppetto], code: Code, values: list[str]) -> None:
    """A select of the panel."""
    await interaction.response.defer()
    await _answer(interaction, code, values, "")


async def _answer(interaction: discord.Interaction[Gruppetto], code: Code, values: list[str] | None, tail: str) -> None:
    matches, user = interaction.client.house.matches, interaction.user.id
    with matches.attention.pressing(code.match, user):
        seen = await matches.see(code.match, user)
        if seen.seat is None:
            raise IllegalMove("house.finished" if seen.match.phase != "running" else "house.no.seat")
        if seen.fingerprint != code.fingerprint:
            await show(interaction, seen, note=reader(interaction)("panel.stale"))
            return
        path = custom_id.walk(seen, code.steps)
        ask = seen.ask(path)
        if values is not None and ask is not None and not isinstance(ask, Ready):
            path = (*path, custom_id.choice(ask, values))
            seen.ask(path)  # refuses what this question doesn't offer
        if tail == custom_id.SURE:
            await play(interaction, seen, path)
        else:
            await show(interaction, seen, path=path, page=int(tail[1:]) if tail else 0)


async def play(interaction: discord.Interaction[Gruppetto], seen: Seen, path: Path) -> None:
    """Play the answer and go on with the same person's next question, in this match or the next."""
    matches, user, say = interaction.client.house.matches, interaction.user.id, reader(interaction)
    note = say("panel.done")
    try:
        after = await matches.play(seen.match.id, user, path, seen.fingerprint, interaction.id)
    except Stale:
        after, note = await matches.see(seen.match.id, user), say("panel.stale")
    except Doubled:
        after = await matches.see(seen.match.id, user)
    if after.seat is None or after.seat not in after.view.waiting:
        others = await matches.asked(user)
        if others:
            after, note = others[0], say("panel.done.next", match=seen.match.id)
    await show(interaction, after, note=note)


class NumberForm(discord.ui.Modal):
    """Asks for a whole number; the answer is read from the interaction, so a restart in between loses nothing."""

    def __init__(self, code: str, ask: Amount, say: Catalogue) -> None:
        super().__init__(title=say("panel.number"), custom_id=code, timeout=900)
        label = say("panel.number.label", least=ask.least, most=ask.most)
        self.add_item(discord.ui.TextInput[Any](label=label, custom_id="number", max_length=20))


async def _ask_number(interaction: discord.Interaction[Gruppetto], code: Code) -> None:
    seen = await interaction.client.house.matches.see(code.match, interaction.user.id)
    ask = seen.ask(custom_id.walk(seen, code.steps)) if seen.fingerprint == code.fingerprint else None
    if not isinstance(ask, Amount):
        await interaction.response.defer()
        await show(interaction, seen, note=reader(interaction)("panel.stale"))
        return
    path = custom_id.walk(seen, code.steps)
    await interaction.response.send_modal(NumberForm(custom_id.write(seen, path), ask, reader(interaction)))


async def typed(interaction: discord.Interaction[Gruppetto], code: Code, number: str) -> None:
    """A number that was asked for by a form."""
    await interaction.response.defer()
    await _answer(interaction, code, [number.strip()], "")


def number_in(form: Any) -> str:
    """The text that was typed into a `NumberForm`."""
    for row in form.get("components", ()):
        for component in row.get("components", ()):
            if component.get("custom_id") == "number":
                return str(component.get("value", ""))
    return ""
