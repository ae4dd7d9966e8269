"""❓: what each answer to the present question does, above the page of the rules that it belongs to."""

from __future__ import annotations

from cogs.panel import paths, rules
from cogs.panel.components import next_question
from cogs.ui.client import Interaction
from cogs.ui.custom_id import QuestionId
from cogs.ui.dynamic_items import cut, rows
from cogs.ui.match_text import CONTENT
from cogs.ui.replies import reader
from engines.table import Amount, IllegalMove, Path, Pick
from host.play.seen import Seen
from locales import Catalogue
from render import RENDERERS

TOGETHER = 6  # options that are named before one line


async def show_help(interaction: Interaction, seen: Seen, place: QuestionId) -> None:
    """Help with the question at this place, else with the first one, in a message of its own; it has been deferred."""
    say, path = reader(interaction), asked_path(seen, place)
    found = RENDERERS[seen.match.game].help(seen.view, path, say)
    text = "\n".join((answers_text(seen, path, found.lines, say), say("help.buttons")))
    page = await rules.page_of(interaction.client, seen.match.game, found.page, say)
    await interaction.edit_original_response(
        content=text, embed=page.embed, attachments=page.files, view=rows(page.items)
    )


def asked_path(seen: Seen, place: QuestionId) -> Path:
    """The path of the question that was on the screen, with single options stepped over; () if that has changed."""
    try:
        path = paths.walk(seen, place.steps) if seen.fingerprint == place.fingerprint else ()
    except IllegalMove:
        path = ()
    question = next_question(seen, path)
    return path if question is None else question.path


def answers_text(seen: Seen, path: Path, lines: tuple[str, ...], say: Catalogue) -> str:
    """A line on each option of the question; options of which the same is to be said share one."""
    ask = seen.ask(path)
    if isinstance(ask, Amount):
        return "\n".join((say("help.head"), *lines))
    if not isinstance(ask, Pick):
        return say("help.idle" if ask is None else "help.ready")
    label = RENDERERS[seen.match.game].label
    alike: dict[str, list[str]] = {}
    for option, line in zip(ask.options, lines, strict=True):
        alike.setdefault(line, []).append(label(seen.view, path, option, say))
    space = CONTENT - len(say("help.buttons")) - 1
    return cut(
        "\n".join((say("help.head"), *(f"• **{_named(names)}** – {line}" for line, names in alike.items()))), space
    )


def _named(labels: list[str]) -> str:
    more = f" +{len(labels) - TOGETHER}" if len(labels) > TOGETHER else ""
    return ", ".join(labels[:TOGETHER]) + more
