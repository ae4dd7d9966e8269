"""Proof of a match's dice: the sealed seed while it runs, every draw checked after the end."""

from __future__ import annotations

from cogs.ui.client import Client, Interaction
from cogs.ui.long_tasks import Made
from cogs.ui.replies import reader
from cogs.ui.views import CONTENT
from locales import Catalogue
from render.words import cut

MOST_ROWS = 20  # of the log, that are named


async def proof_text(bot: Client, match_id: int, say: Catalogue) -> str:
    """Commitment and entropy; after the end also the seed, and whether every draw follows from it."""
    verdict = await bot.house.exports.verify(match_id)
    proof = verdict.proof
    lines = [say("verify.proof", commitment=proof.commitment, entropy=proof.entropy or "–")]
    if proof.seed is None:
        lines.append(say("verify.sealed"))
    elif verdict.wrong:
        lines.append(say("verify.wrong", rows=say.together(verdict.wrong[:MOST_ROWS])))
    else:
        lines += [say("verify.right", n=verdict.draws), say("verify.seed", seed=proof.seed), say("verify.yourself")]
    return "\n".join(lines)


async def made_dice(interaction: Interaction, match_id: int) -> Made:
    """Show how draws are kept honest, and how anyone can check them."""
    say = reader(interaction)
    text = f"{say('dice.how')}\n{await proof_text(interaction.client, match_id, say)}"
    return Made(cut(text, CONTENT))
