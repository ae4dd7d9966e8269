"""Hint: the best answers with effect, picture and share of wins."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from cogs.panel import paths
from cogs.panel.rules import COLOUR
from cogs.ui.client import Client, Interaction
from cogs.ui.long_tasks import Made
from cogs.ui.match_text import title
from cogs.ui.replies import reader
from cogs.ui.views import Widget, cut, rows
from host.play.seen import Seen
from host.thinking.hints import Ranking, Weighed
from locales import Catalogue
from render import RENDERERS

DESCRIPTION = 1000  # characters on an answer


async def made_hint(interaction: Interaction, match_id: int) -> Made:
    """The best answers to what the person is asked now; from there they can be given."""
    bot, say = interaction.client, reader(interaction)
    seen = await bot.house.matches.see(match_id, interaction.user.id)
    ranking = await bot.house.hints.hint(seen)
    return Made(
        f"{title(seen, say)}\n{say('hint.head')}",
        [await _picture(bot, seen, answer, place, say) for place, answer in enumerate(ranking, 1)],
        [_embed(seen, answer, place, say) for place, answer in enumerate(ranking, 1)],
        rows(_buttons(seen, ranking, say)),
    )


async def _picture(bot: Client, seen: Seen, weighed: Weighed, place: int, say: Catalogue) -> discord.File:
    """The board as it would be after the answer."""
    picture = await bot.pictures.panel(seen, weighed.path, say)
    picture.filename = _file(place)  # each is shown below its own words
    return picture


def _embed(seen: Seen, weighed: Weighed, place: int, say: Catalogue) -> discord.Embed:
    does = RENDERERS[seen.match.game].question(seen.view, weighed.path, say)
    chance = "" if weighed.hope is None else say("hint.chance", chance=round(100 * weighed.hope))
    name = " · ".join(filter(None, (str(place), chance)))
    embed = discord.Embed(title=name, description=cut(does, DESCRIPTION), colour=COLOUR)
    return embed.set_image(url=f"attachment://{_file(place)}")


def _buttons(seen: Seen, ranking: Ranking, say: Catalogue) -> Iterator[Widget]:
    """Buttons that give each answer, as those of the panel do."""
    for place, answer in enumerate(ranking, 1):
        code, style = paths.write(seen, answer.path), discord.ButtonStyle.primary
        yield discord.ui.Button(label=say("hint.take", n=place), style=style, custom_id=code)


def _file(place: int) -> str:
    return f"hint-{place}.png"
