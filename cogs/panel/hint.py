"""Hints: the best moves by the numbers of their buttons, with effect, reason and share of wins."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from cogs.panel import paths
from cogs.panel.compose import compose, tool
from cogs.ui.client import Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import match_code
from cogs.ui.long_tasks import Made
from cogs.ui.pictures import file_of
from cogs.ui.replies import reader
from cogs.ui.views import Widget, rows
from host.play.seen import Seen
from host.thinking.hints import Ranking
from locales import Catalogue
from render.words import cut
from screen.hints import hint_line
from screen.match_text import title
from screen.questions import pads_along


async def made_hint(interaction: Interaction, match_id: int) -> Made:
    """Show the best moves for the person's present question, with a picture of the best and buttons to play them.

    They replace the panel, and Back returns to it. If the match has moved on, the current panel is shown.
    """
    bot, say = interaction.client, reader(interaction)
    seen = await bot.house.matches.see(match_id, interaction.user.id)
    ranking = await bot.house.hints.hint(seen)
    now = await bot.house.matches.see(match_id, interaction.user.id)
    if now.fingerprint != seen.fingerprint:
        panel = await compose(bot, now, say, head=say("panel.stale"))
        return Made(panel.content, [panel.picture], view=rows(panel.items))
    lines = [title(seen, say), say("hint.head"), *(hint_line(seen, answer, say) for answer in ranking)]
    picture = file_of(await bot.pictures.panel(seen, ranking[0].path, say))
    return Made("\n".join(lines), [picture], view=rows(_buttons(seen, ranking, say)))


def _buttons(seen: Seen, ranking: Ranking, say: Catalogue) -> Iterator[Widget]:
    """Buttons that play each move, as the panel's do."""
    for answer in ranking:
        code, style = paths.write(seen, answer.path), discord.ButtonStyle.primary
        yield discord.ui.Button(label=cut(pads_along(seen, answer.path, say), 80), style=style, custom_id=code)
    yield tool("↩️", match_code(Action.LOOK, seen.match.id))
