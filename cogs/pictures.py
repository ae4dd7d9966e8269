"""Pictures made off the event loop and kept for a while: a board is drawn once for all who look at it."""

from __future__ import annotations

import io
from collections import OrderedDict

import discord

from cogs.easel import Easel
from engines.table import Path
from host.seen import Seen
from locales import Catalogue
from render import RENDERERS

KEPT = 64  # pictures, some 40 KB each


class Pictures:
    """A cache by match, view, viewer and path."""

    def __init__(self) -> None:
        self.easel = Easel()
        self._kept: OrderedDict[tuple[int, str, int | None, Path], bytes] = OrderedDict()

    async def board(self, seen: Seen, path: Path, say: Catalogue) -> discord.File:
        """The board as an attachment with its alt text; a path begun is drawn as a preview."""
        key = (seen.match.id, seen.fingerprint, seen.seat, path)
        png = self._kept.get(key)
        renderer = RENDERERS[seen.match.game]
        if png is None:
            png = await self.easel.draw(renderer.board, seen.view, path)
            self._kept[key] = png
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        name = f"{seen.match.game}-{seen.match.id}-{seen.match.seq}.png"
        return discord.File(io.BytesIO(png), name, description=renderer.alt(seen.view, path, say))

    async def hand(self, seen: Seen, path: Path, say: Catalogue) -> discord.File | None:
        """What only this viewer sees, as an attachment with its alt text; None where nothing hidden is in pictures."""
        renderer = RENDERERS[seen.match.game]
        png = await self.easel.draw(renderer.hand, seen.view, path)
        if png is None:
            return None
        name = f"{seen.match.game}-{seen.match.id}-hand.png"
        return discord.File(io.BytesIO(png), name, description=renderer.hand_alt(seen.view, path, say))
