"""Pictures made off the event loop and kept for a while: a board is drawn once for all who look at it."""

from __future__ import annotations

import hashlib
import io
from collections import OrderedDict

import discord

from cogs.ui.dynamic_items import cut
from cogs.ui.easel import Easel
from cogs.ui.limits import MOST_ALT
from engines.table import Path, Viewer
from host.play.seen import Seen
from locales import Catalogue
from render import RENDERERS
from render.kit import stack

KEPT = 64  # pictures, some 40 KB each
LOOKS = 2000  # hashes of pictures


class Pictures:
    """A cache by match, view, viewer and path."""

    def __init__(self) -> None:
        self.easel = Easel()
        self._kept: OrderedDict[tuple[int, str, tuple[Viewer, ...], Viewer, Path], bytes] = OrderedDict()
        self._looks: OrderedDict[tuple[int, str, tuple[Viewer, ...], Viewer], bytes] = OrderedDict()

    async def board(self, seen: Seen, path: Path, say: Catalogue) -> discord.File:
        """The board as an attachment with its alt text; a path begun is drawn as a preview."""
        png = await self._board(seen, path)
        return _file(png, _name(seen), RENDERERS[seen.match.game].alt(seen.view, path, say))

    async def look(self, seen: Seen) -> bytes:
        """What the picture of the board shows, short: two that look alike have the same."""
        key = (seen.match.id, seen.fingerprint, seen.view.waiting, seen.seat)
        known = self._looks.get(key)
        if known is None:
            known = self._looks[key] = hashlib.blake2s(await self._board(seen, ())).digest()
            if len(self._looks) > LOOKS:
                self._looks.popitem(last=False)
        return known

    async def panel(self, seen: Seen, path: Path, say: Catalogue) -> discord.File:
        """The board and below it what only this viewer sees, if the game has pictures of that.

        One picture: a phone would show each of two in half its width.
        """
        renderer = RENDERERS[seen.match.game]
        hand = await self.easel.draw(renderer.hand, seen.view, path)
        if hand is None:
            return await self.board(seen, path, say)
        png = await self.easel.draw(stack, await self._board(seen, path), hand)
        alt = f"{renderer.hand_alt(seen.view, path, say)}\n{renderer.alt(seen.view, path, say)}"
        return _file(png, f"{_name(seen)}-hand", cut(alt, MOST_ALT))

    async def _board(self, seen: Seen, path: Path) -> bytes:
        key = (seen.match.id, seen.fingerprint, seen.view.waiting, seen.seat, path)
        png = self._kept.get(key)
        if png is None:
            png = await self.easel.draw(RENDERERS[seen.match.game].board, seen.view, path)
            self._kept[key] = png
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return png


def _name(seen: Seen) -> str:
    return f"{seen.match.game}-{seen.match.id}-{seen.number}"


def _file(png: bytes, name: str, alt: str) -> discord.File:
    return discord.File(io.BytesIO(png), f"{name}.png", description=alt)
