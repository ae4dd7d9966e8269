"""The draw of a cup: repeated once it is over, with the data behind it."""

from __future__ import annotations

import asyncio
import io

import discord

from cogs.cups.presses import asking
from cogs.ui.client import Interaction
from cogs.ui.long_tasks import Made
from cogs.ui.replies import reader
from cogs.ui.views import CONTENT
from host.cups.verify import PublishedCup, Replay, encode
from host.cups.verify import replay as drawn_again
from locales import Catalogue
from render.words import cut


async def made_lots(interaction: Interaction, number: int) -> Made:
    """Whether draw and pairings follow from the cup's seed, and a file with all their data."""
    lots = await interaction.client.house.cups.published(number, asking(interaction))
    text = _verdict(lots, await asyncio.to_thread(drawn_again, lots), reader(interaction))
    return Made(cut(text, CONTENT), [discord.File(io.BytesIO(encode(lots)), f"cup-{lots.cup}.json")])


def _verdict(lots: PublishedCup, again: Replay | None, say: Catalogue) -> str:
    lines = [say("cup.lots", commitment=lots.commitment)]
    if again is None:
        return "\n".join([*lines, say("cup.verify.sealed")])
    lines.append(say("cup.seed", seed=lots.seed or ""))
    parts = say.together(say(f"cup.verify.{part}", round=number) for part, number in again.wrong)
    lines.append(say("cup.verify.wrong", parts=parts) if parts else say("cup.verify.right", n=again.tables))
    return "\n".join([*lines, say("cup.verify.yourself")])
