"""Following a table, or the list of matches: it is sent again when it has changed, with signs of life in between."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import msgspec
import structlog
from aiohttp import web
from structlog.typing import FilteringBoundLogger

from engines.table import Refused
from screen.refusals import refusal
from web.acts import Person
from web.markup import text_of
from web.matches import listed
from web.site import HEADERS, Away, Site
from web.streams import Stream

log: FilteringBoundLogger = structlog.get_logger()

ALIVE = 15.0  # seconds after which a silent stream sends a comment
PATIENCE = 20.0  # seconds that a slow reader has for a table


async def followed(
    site: Site, request: web.Request, person: Person, shown: int | None, until: float | None
) -> web.StreamResponse:
    """The stream of a match that the person may see `until` then (None: always), or of the list of their matches."""
    with site.streams.open(person.user, person.browser.id, shown) as stream:
        response = web.StreamResponse(
            headers={**HEADERS, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no"}
        )
        follower = Follower(site, person, stream, response, until, request.query.get("as") == "public")
        first = await follower.content()  # what can't be shown is refused like any other request
        await response.prepare(request)
        try:
            await follower.follow(*first)
        except TimeoutError:  # what a slow reader hasn't taken isn't kept for them
            if request.transport is not None:
                request.transport.abort()
        except (ConnectionError, Away):
            pass  # they have gone, or the bot has
        except Exception:  # the page comes back and asks again
            log.exception("a stream failed")
    return response


@dataclass(slots=True)
class Follower:
    """Sends what is shown whenever it has changed, until the session, the grant or the bot ends."""

    site: Site
    person: Person
    stream: Stream
    response: web.StreamResponse
    until: float | None  # when the grant ends, in unix seconds
    as_public: bool

    async def follow(self, name: str, body: bytes) -> None:
        """Send this and what comes; raises Away, TimeoutError for a slow reader, ConnectionError if it has gone.

        Signs of life come evenly after what was sent: a look that finds nothing new must not move them.
        """
        last, beat = b"", 0.0
        while True:
            if body != last:
                await self._send(f"event: {name}\ndata: ".encode() + body + b"\n\n")
                last, beat = body, _now() + ALIVE
            while not await self._is_stirred(beat):
                await self._send(b":\n\n")
                beat = _now() + ALIVE
                if self.stream.shown is None or self.until is not None:
                    break  # a match may have been dealt, or the watcher have taken a seat
            try:
                end = await self._end()
                name, body = await self.content()
            except Refused as gone:
                end = self._ended(refusal(gone, None, self.person.say))
            if end is not None:
                await self._send(b"event: end\ndata: " + end + b"\n\n")
                return

    async def content(self) -> tuple[str, bytes]:
        """What the person sees now: the event's name, and its data."""
        self.stream.stirred.clear()
        if self.stream.shown is None:
            shown = await listed(self.site.desk, self.person)
            self.stream.matches = frozenset(match["match"] for match in shown["matches"])
            return "matches", msgspec.json.encode(shown)
        if self.until is None and not self.as_public:
            return "table", await self.site.acts.look(self.person, self.stream.shown)
        match, say = self.stream.shown, self.person.say

        async def made() -> bytes:
            return await self.site.acts.look(self.person, match, as_public=True)

        return "table", await self.site.streams.once(match, say.language, made)

    async def _end(self) -> bytes | None:
        """What to say if the stream has to end; a grant may have been renewed, or a seat taken."""
        if self.stream.is_over:
            return self._ended(self.person.say("refusal.page.session"))
        if self.until is None or self.stream.shown is None:
            return None
        if self.stream.stirred.is_set() and self.site.desk.now() < self.until:
            return None  # at a step all watchers share one look; the next sign of life asks
        try:
            self.until = await self.site.desk.house.browsers.check(self.stream.shown, self.person.user)
        except Refused:
            return self._ended(self.person.say("page.granted"))
        return None

    def _ended(self, words: str) -> bytes:
        return msgspec.json.encode({"sentence": text_of(words), "ended": self.stream.is_over})

    async def _is_stirred(self, beat: float) -> bool:
        """Wait for a change, or the grant's end; False if a sign of life is due first."""
        left = beat - _now()
        ends = self.until is not None and self.until - self.site.desk.now() < left
        if ends and self.until is not None:
            left = self.until - self.site.desk.now()
        try:
            async with asyncio.timeout(max(left, 0.0)):
                await self.stream.stirred.wait()
        except TimeoutError:
            return ends
        return True

    async def _send(self, data: bytes) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.response.write(data)


def _now() -> float:
    return asyncio.get_running_loop().time()
