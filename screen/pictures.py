"""Picture cache: pictures are drawn off the event loop, each board once for all readers."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeAlias, TypeVar

from cachetools import LRUCache
from prometheus_client import Counter, Histogram

from engines.table import Path, Viewer
from host.play.seen import Seen
from locales import Catalogue
from render import RENDERERS
from render.kit import stack
from render.words import cut
from screen.match_text import who_is_who
from screen.names import names_of, plain

KEPT = 64  # pictures, some 40 KB each: 2.5 MB
PICTURES = Counter(
    "gruppetto_pictures", "Pictures of matches that were wanted: drawn, or taken from the cache", ("source",)
)
LOOKS = 2000  # hashes of pictures
MOST_ALT = 1024  # characters to describe a picture

_Key: TypeAlias = tuple[int, str, tuple[Viewer, ...], Viewer, Path, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG, the name of its file without an ending, and what it shows in words."""

    png: bytes
    name: str
    alt: str


P = ParamSpec("P")
T = TypeVar("T")
SECONDS = Histogram(
    "gruppetto_drawing_seconds",
    "Time until a picture is drawn, with the wait for others",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0),
)


class Easel:
    """A place to draw one picture at a time; others wait for their turn."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(1)

    async def draw(self, make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `make` off the event loop, and return its result."""
        with SECONDS.time():
            async with self._free:
                return await asyncio.to_thread(make, *args, **kwargs)


class Pictures:
    """A cache of pictures by match, view, viewer, path and the names of the players; one for a question has no names.

    So a person who was forgotten, renamed or replaced never appears on an old picture.
    """

    def __init__(self) -> None:
        self.easel = Easel()
        self._kept = LRUCache[_Key, bytes](KEPT)
        self._looks = LRUCache[_Key, bytes](LOOKS)

    async def board(self, seen: Seen, path: Path, say: Catalogue) -> Picture:
        """The board with alt text; an unfinished path is drawn as a preview."""
        png = await self.png(seen, path, say)
        return Picture(png, _name(seen), _alt(seen, RENDERERS[seen.match.game].alt(seen.view, path, say), say))

    async def look(self, seen: Seen, say: Catalogue) -> bytes:
        """A short fingerprint of the board's picture: equal pictures have equal ones."""
        key = _key(seen, (), names_of(seen.match, say, str))
        digest = self._looks.get(key)
        if digest is None:
            digest = self._looks[key] = hashlib.blake2s(await self.png(seen, (), say)).digest()
        return digest

    async def panel(self, seen: Seen, path: Path, say: Catalogue, pads: str = "") -> Picture:
        """The picture for a question, with what only this viewer sees; its alt text explains the `pads`.

        It is one picture, as a phone would show each of two at half its width.
        """
        renderer = RENDERERS[seen.match.game]
        private = renderer.hand_alt(seen.view, path, say)
        alt = "\n".join(filter(None, (private, pads, renderer.alt(seen.view, path, say))))
        name = f"{_name(seen)}-hand" if private else _name(seen)
        return Picture(await self._question(seen, path, say), name, _alt(seen, alt, say))

    async def _question(self, seen: Seen, path: Path, say: Catalogue) -> bytes:
        renderer = RENDERERS[seen.match.game]
        close_up = renderer.STYLE.close_up
        if close_up is not None and seen.match.phase == "running" and seen.seat is not None:
            return await self._once(_key(seen, path, ()), close_up, seen.view, path)
        hand = await self.easel.draw(renderer.hand, seen.view, path)
        board = await self.png(seen, path, say)
        return board if hand is None else await self.easel.draw(stack, board, hand)

    async def png(self, seen: Seen, path: Path, say: Catalogue) -> bytes:
        """The board alone, with the players' names; computers' names are in the reader's language."""
        board, names = RENDERERS[seen.match.game].board, names_of(seen.match, say, str)
        return await self._once(_key(seen, path, names), board, seen.view, path, names)

    async def _once(self, key: _Key, make: Callable[..., bytes], *about: Any) -> bytes:
        """The picture that is kept by this key; drawn if there is none."""
        png = self._kept.get(key)
        PICTURES.labels("drawn" if png is None else "kept").inc()
        if png is None:
            png = self._kept[key] = await self.easel.draw(make, *about)
        return png

    async def series(self, steps: Sequence[Seen], say: Catalogue) -> list[bytes]:
        """The boards of some steps of one match, all at the same scale; they aren't cached."""
        if not steps:
            return []
        renderer = RENDERERS[steps[0].match.game]
        filmed = renderer.STYLE.filmed
        board = renderer.board if filmed is None else filmed([seen.view for seen in steps])
        return [await self.easel.draw(board, seen.view, (), names_of(seen.match, say, str)) for seen in steps]


def _key(seen: Seen, path: Path, names: tuple[str, ...]) -> _Key:
    """The cache key of a picture: everything it depends on."""
    return (seen.match.id, seen.fingerprint, seen.view.waiting, seen.seat, path, names)


def _alt(seen: Seen, alt: str, say: Catalogue) -> str:
    """The description, shortened if need be, and the players' names by their marks in the picture."""
    names = who_is_who(seen, say, plain)
    return f"{cut(alt, MOST_ALT - len(names) - 1)} {names}"


def _name(seen: Seen) -> str:
    return f"{seen.match.game}-{seen.match.id}-{seen.number}"
