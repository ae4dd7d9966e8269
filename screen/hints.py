"""Hints in words."""

from __future__ import annotations

from host.play.seen import Seen
from host.thinking.hints import Weighed
from locales import Catalogue
from render import RENDERERS
from render.words import cut
from screen.questions import pads_along

LINE = 500  # characters about a move


def hint_line(seen: Seen, weighed: Weighed, say: Catalogue) -> str:
    """A move by its button, with its effect, gains, risks, and share of wins."""
    renderer = RENDERERS[seen.match.game]
    does = renderer.question(seen.view, weighed.path, say)
    reason = renderer.STYLE.reason
    why = "" if reason is None else reason(seen.view, weighed.path, say)
    chance = "" if weighed.hope is None else f" ({say('hint.chance', chance=round(100 * weighed.hope))})"
    return cut(f"**{pads_along(seen, weighed.path, say)}** – {' '.join(filter(None, (does, why)))}{chance}", LINE)
