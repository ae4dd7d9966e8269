"""Streams of open tables: a table is sent again when what its viewer sees has changed, and only then.

A secret move of someone else changes nothing for the others, so nothing is sent: neither bytes nor a sign of life.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import structlog
from structlog.typing import FilteringBoundLogger

from engines.table import Refused
from host.browsers import Browsers

log: FilteringBoundLogger = structlog.get_logger()

EVERY = 1.0  # seconds between two looks for other workers' commits
MOST = 16  # streams of a person in this worker


@dataclass(eq=False, slots=True)
class Stream:
    """An open table, or list of matches: what it shows, and whether that may have changed."""

    user: int
    browser: int
    shown: int | None  # the match; None for the list
    matches: frozenset[int]  # whose steps may change it
    reading: asyncio.Task[Any]  # that sends it
    is_over: bool = False  # its session has ended
    stirred: asyncio.Event = field(default_factory=asyncio.Event)


class Streams:
    """All streams of this worker. Its own commits stir them at once, those of others within a second or so."""

    def __init__(self, every: float = EVERY) -> None:
        self._every = every
        self._browsers: Browsers | None = None
        self._open: set[Stream] = set()
        self._seqs: dict[int, int] = {}
        self._public: dict[tuple[int, str], asyncio.Task[bytes]] = {}  # by match and language, since its last step
        self._watching: asyncio.Task[None] | None = None

    def of(self, browsers: Browsers) -> None:
        """Ask these from now on."""
        self._browsers = browsers

    @contextmanager
    def open(self, user: int, browser: int, match: int | None) -> Generator[Stream]:
        """A stream while the context lasts; raises Refused if the person has too many."""
        if sum(stream.user == user for stream in self._open) >= MOST:
            raise Refused("page.many")
        reading = asyncio.current_task()
        assert reading is not None, "a request is answered in a task"
        stream = Stream(user, browser, match, frozenset(() if match is None else (match,)), reading)
        self._open.add(stream)
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch(), name="watch for moves")
        try:
            yield stream
        finally:
            self._open.discard(stream)
            if not any(match in other.matches for other in self._open):
                self._forget(match)

    async def once(self, match: int, language: str, make: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """What everyone sees of a match, made once a step for all who read it in this language."""
        making = self._public.get((match, language))
        if making is None:
            making = self._public[match, language] = asyncio.create_task(make(), name=f"show {match}")
            making.add_done_callback(lambda made: self._forget(match) if made.cancelled() or made.exception() else None)
        return await asyncio.shield(making)

    def _forget(self, match: int | None) -> None:
        self._public = {key: made for key, made in self._public.items() if key[0] != match}

    def moved(self, match: int) -> None:
        """Note that a step of the match has been written."""
        self._forget(match)
        for stream in self._open:
            if match in stream.matches:
                stream.stirred.set()

    async def stop(self, _app: object = None) -> None:
        """End all streams, and the watching."""
        for stream in self._open:
            stream.reading.cancel()
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def _watch(self) -> None:
        """Look for other workers' commits while a stream is open."""
        try:
            while self._open:
                await asyncio.sleep(self._every)
                try:
                    await self._look()
                except Exception:
                    log.exception("the page can't look for moves")
        finally:
            self._watching = None

    async def _look(self) -> None:
        shown = {match for stream in self._open for match in stream.matches}
        if self._browsers is None or not self._open:
            return
        asked = {stream.browser for stream in self._open}
        heard = await self._browsers.moves(shown, asked)
        for match, seq in heard.seqs.items():
            if self._seqs.get(match) != seq:
                self.moved(match)
        self._seqs = heard.seqs
        for stream in self._open:
            if stream.browser in asked - heard.browsers:
                stream.is_over = True
                stream.stirred.set()
