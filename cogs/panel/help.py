"""❓ Help on a question: the effect of each answer, and a button to its page of the rules."""

from __future__ import annotations

from typing import TypeAlias

import discord

from cogs.panel import paths, rules
from cogs.panel.compose import hint_button
from cogs.ui.client import Interaction
from cogs.ui.controls import QuestionId
from cogs.ui.replies import reader
from cogs.ui.views import CONTENT, rows
from engines.table import Amount, Path, Pick, Refused
from host.play.seen import Seen
from host.thinking.hints import can_have_hint
from locales import Catalogue
from render import RENDERERS
from render.shortcuts import Shortcuts
from render.words import cut
from screen.questions import Question, answers_to, next_question, shortcuts_of, shortcuts_on

# Help texts by first step, each with the labels it applies to.
HelpByStep: TypeAlias = dict[str, dict[tuple[str, ...], list[str]]]

TOGETHER = 6  # options named before one line
DESCRIPTION = 4096  # characters in an embed


async def show_help(interaction: Interaction, seen: Seen, place: QuestionId) -> None:
    """Show help on the question at this place, else on the first one, in the deferred reply."""
    say, path = reader(interaction), asked_path(seen, place)
    lines = RENDERERS[seen.match.game].help(seen.view, path, say)
    text, embeds = _buttons_text(interaction, say), list[discord.Embed]()
    shortcuts = shortcuts_of(seen)
    if shortcuts is not None and shortcuts_on(seen, path):
        # so many answers don't fit into the message's text
        embeds.append(discord.Embed(description=shortcuts_text(seen, shortcuts, path, say), colour=rules.COLOUR))
    else:
        text = "\n".join((answers_text(seen, path, lines.lines, say), text))
    if await interaction.client.house.hints.makes_no_difference(seen):
        text = f"≈ {say('panel.alike')}\n{text}"
    items = [await rules.page_button(interaction.client, seen.match.game, lines.page, say)]
    items += [hint_button(seen, say)] if can_have_hint(seen) else []
    await interaction.edit_original_response(content=text, embeds=embeds, view=rows(items))


def _buttons_text(interaction: Interaction, say: Catalogue) -> str:
    """What the buttons without words do."""
    page = "" if interaction.client.page is None else f" · {say('help.web')}"
    return f"{say('help.buttons')}{page}"


def asked_path(seen: Seen, place: QuestionId) -> Path:
    """The path of the question on the screen, past single options; () if that has changed."""
    try:
        path = paths.walk(seen, place.steps) if seen.fingerprint == place.fingerprint else ()
    except Refused:
        path = ()
    question = next_question(seen, path)
    return path if question is None else question.path


def answers_text(seen: Seen, path: Path, lines: tuple[str, ...], say: Catalogue) -> str:
    """A line on each option of the question; options with the same help share one."""
    ask = seen.ask(path)
    if isinstance(ask, Amount):
        return "\n".join((say("help.head"), *lines))
    if not isinstance(ask, Pick):
        return say("help.idle" if ask is None else "help.ready")
    alike: dict[str, list[str]] = {}
    for name, line in zip(_names(seen, path, ask, say), lines, strict=True):
        alike.setdefault(line, []).append(name)
    space = CONTENT - len(f"{say('help.buttons')} · {say('help.web')}") - 1
    return cut(
        "\n".join((say("help.head"), *(f"• **{_named(names)}** – {line}" for line, names in alike.items()))), space
    )


def _names(seen: Seen, path: Path, ask: Pick, say: Catalogue) -> list[str]:
    """The answers to a question that stands alone, by their buttons and in words."""
    answers = answers_to(seen, Question(path, ask), say)
    if answers:
        return [answer.name for answer in answers]
    return [RENDERERS[seen.match.game].label(seen.view, path, option, say) for option in ask.options]


def shortcuts_text(seen: Seen, shortcuts: Shortcuts, path: Path, say: Catalogue) -> str:
    """A line on each of the joined answers, below one on the first of their questions."""
    ways, ask = shortcuts_on(seen, path), seen.ask(path)
    assert ask is not None
    labels = [answer.name for answer in answers_to(seen, Question(path, ask), say)]
    # by first step, then by the help on the others, the answers with the same help
    lines: HelpByStep = {}
    for way, label in zip(ways, labels, strict=True):
        places = [index for index in shortcuts.explained(seen.view, path, way) if index > 0]
        effects = dict.fromkeys(_step_help(seen, (*path, *way[:index]), way[index], say) for index in places)
        lines.setdefault(way[0], {}).setdefault(tuple(filter(None, effects)), []).append(label)
    text = _help_lines(seen, path, lines, say)
    return text if len(text) < DESCRIPTION else cut(_help_lines(seen, path, lines, say, once=True), DESCRIPTION)


def _help_lines(seen: Seen, path: Path, helps: HelpByStep, say: Catalogue, *, once: bool = False) -> str:
    """All help texts, or each only `once` per first step, where it comes first."""
    lines = [say("help.head")]
    for step, alike in helps.items():
        shown: set[str] = set()
        first = _step_help(seen, path, step, say)
        if len(alike) > 1:
            lines.append(f"**{RENDERERS[seen.match.game].label(seen.view, path, step, say)}** – {first}")
            first = ""
        for more, names in alike.items():
            said = " ".join(filter(None, (first, *(line for line in more if line not in shown))))
            if len(names) > 1 and any(":" in name for name in names):  # each pad with its meaning is a line
                lines += [*([said] if said else []), *(f"• **{name}**" for name in names)]
            else:
                lines.append(f"• **{', '.join(names)}**" + (f" – {said}" if said else ""))
            shown.update(more if once else ())
    return "\n".join(lines)


def _step_help(seen: Seen, path: Path, step: str, say: Catalogue) -> str:
    """A step's effect; "" if there is no other choice."""
    ask = seen.ask(path)
    if not isinstance(ask, Pick) or len(ask.options) == 1:
        return ""
    return RENDERERS[seen.match.game].help(seen.view, path, say).lines[ask.options.index(step)]


def _named(labels: list[str]) -> str:
    more = f" +{len(labels) - TOGETHER}" if len(labels) > TOGETHER else ""
    return ", ".join(labels[:TOGETHER]) + more
