"""The page's routes: one table of what can be asked, and the answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web

from engines.table import Refused
from locales import catalogue
from web.acts import Acts, Asked, Person
from web.markup import text_of
from web.matches import listed
from web.proof import COOKIE, check_sent, csrf_of, remember
from web.site import HEADERS, Away, Route, Site
from web.streams import Stream
from web.table import Sheet
from web.words import page_words

FILES = Path(__file__).parent / "static"
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
ALIVE = 15.0  # seconds after which a silent stream sends a comment
PATIENCE = 20.0  # seconds that a slow reader has for a table
DIGITS = 15  # of a number


async def body_of(request: web.Request) -> Asked:
    """The body of a request, an object in JSON; raises Refused for anything else."""
    try:
        asked = json.loads(await request.read())
    except ValueError:
        raise Refused("page.request") from None
    if not isinstance(asked, dict):
        raise Refused("page.request")
    return asked


def _sheet(sheet: Sheet) -> web.Response:
    return web.Response(body=sheet.body, content_type="application/json")


def _json(shown: Any) -> web.Response:
    return web.Response(body=msgspec.json.encode(shown), content_type="application/json")


# --- files and the way in, without a session


async def enter_page(_site: Site, _request: web.Request) -> web.StreamResponse:
    """The page that asks its person whether it is them."""
    return _file("enter.html")


async def table_page(_site: Site, _request: web.Request) -> web.StreamResponse:
    """The page of the tables."""
    return _file("table.html")


async def a_file(_site: Site, request: web.Request) -> web.StreamResponse:
    """A part of the page."""
    return _file(request.match_info["file"])


def _file(name: str) -> web.StreamResponse:
    path = FILES / name
    if path.suffix not in KINDS or not path.is_file():
        raise web.HTTPNotFound
    headers = {"Cache-Control": "no-cache", "Content-Type": f"{KINDS[path.suffix]}; charset=utf-8"}
    return web.FileResponse(path, headers=headers)


async def words(_site: Site, request: web.Request) -> web.StreamResponse:
    """The page's words in a language."""
    return _json({"words": page_words(catalogue(request.query.get("locale", "")[:16] or None))})


async def who(site: Site, request: web.Request) -> web.StreamResponse:
    """Whose token it is; this spends nothing."""
    check_sent(request, site.address)
    house, asked = site.desk.house, await body_of(request)
    user = await house.browsers.invited(str(asked.get("token", "")))
    say = catalogue(await house.languages.of(user))
    return _json({"name": await house.languages.name(user), "locale": say.language, "words": page_words(say)})


async def enter(site: Site, request: web.Request) -> web.StreamResponse:
    """Open this browser with a token, and tell its person so in Discord."""
    check_sent(request, site.address)
    asked = await body_of(request)
    opened = await site.desk.house.browsers.enter(str(asked.get("token", "")))
    response = _json({"go": f"b/{opened.entered.browser}/#{opened.entered.match}"})
    remember(response, site.address, opened.entered.browser, opened.session)
    await site.desk.opened(opened.entered)
    return response


# --- in a session


async def me(site: Site, request: web.Request) -> web.StreamResponse:
    """The person, the words of the page, and what it sends with each press."""
    person = await site.person(request)
    return _json(
        {
            "name": await site.desk.house.languages.name(person.user),
            "locale": person.say.language,
            "csrf": csrf_of(request.cookies[COOKIE]),
            "words": page_words(person.say),
        }
    )


async def close(site: Site, request: web.Request) -> web.StreamResponse:
    """End this browser's session."""
    person = await site.person(request)
    await site.desk.house.browsers.close(person.user, person.browser.id)
    response = _json({})
    response.del_cookie(COOKIE, path=site.address.path_of(person.browser.id))
    return response


async def matches(site: Site, request: web.Request) -> web.StreamResponse:
    """The person's matches."""
    return _json(await listed(site.desk, await site.person(request)))


def _look(site: Site, request: web.Request, person: Person, match: int) -> Awaitable[Sheet]:
    return site.acts.look(person, match, as_public=request.query.get("as") == "public")


async def table(site: Site, request: web.Request) -> web.StreamResponse:
    """A table."""
    person = await site.person(request)
    match, _ = await site.match_of(request, person)
    return _sheet(await _look(site, request, person, match))


async def since(site: Site, request: web.Request) -> web.StreamResponse:
    """How many steps there are since the person's last move."""
    person = await site.person(request)
    match, _ = await site.match_of(request, person)
    async with site.desk.line(person.user):
        return _json(await site.acts.since(person, match))


async def step(site: Site, request: web.Request) -> web.StreamResponse:
    """One of them."""
    person = await site.person(request)
    match, _ = await site.match_of(request, person)
    first = request.query.get("first", "")
    if not (first.isascii() and first.isdigit() and len(first) < 10):
        raise Refused("page.request")
    async with site.desk.line(person.user):
        return _json(await site.acts.step(person, match, int(first), int(request.match_info["step"])))


def act(
    do: Callable[[Acts, Person, int, Asked], Awaitable[Sheet]],
) -> Callable[[Site, web.Request], Awaitable[web.StreamResponse]]:
    """The handler of an act at a table, one at a time for each person."""

    async def handler(site: Site, request: web.Request) -> web.StreamResponse:
        person = await site.person(request)
        match, _ = await site.match_of(request, person)
        asked = await body_of(request)
        async with site.desk.line(person.user):
            # a browser that leaves breaks off nothing that is being stored
            return _sheet(await asyncio.shield(do(site.acts, person, match, asked)))

    return handler


async def hint(site: Site, request: web.Request) -> web.StreamResponse:
    """The best moves; to think of them holds up no other press of the person."""
    person = await site.person(request)
    match, _ = await site.match_of(request, person)
    return _json(await site.acts.hint(person, match, await body_of(request)))


# --- streams


async def events(site: Site, request: web.Request) -> web.StreamResponse:
    """A table, or the person's matches, sent again whenever that changes."""
    person = await site.person(request)
    number = request.query.get("match", "")
    if not number:
        return await _followed(site, request, person, None, None)
    if not (number.isascii() and number.isdigit() and len(number) <= DIGITS):
        raise Refused("page.request")
    until = await site.desk.house.browsers.check(int(number), person.user)
    return await _followed(site, request, person, int(number), until)


async def _followed(
    site: Site, request: web.Request, person: Person, shown: int | None, until: float | None
) -> web.StreamResponse:
    """The stream of a match, or without a match of the list."""
    with site.streams.open(person.user, person.browser.id, shown) as stream:
        headers = {**HEADERS, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no"}
        response = web.StreamResponse(headers=headers)
        await response.prepare(request)
        follower = Follower(site, person, stream, response, until, request.query.get("as") == "public")
        try:
            await follower.follow()
        except TimeoutError:  # what a slow reader hasn't taken isn't kept for them
            if request.transport is not None:
                request.transport.abort()
        except (ConnectionError, Away):
            pass  # they have gone, or the bot has
    return response


@dataclass(frozen=True, slots=True)
class Follower:
    """Sends what is shown whenever it has changed, until the session, the grant or the bot ends."""

    site: Site
    person: Person
    stream: Stream
    response: web.StreamResponse
    until: float | None  # when the grant ends, in unix seconds
    as_public: bool

    async def follow(self) -> None:
        """Send until the end; raises Away, TimeoutError for a slow reader, ConnectionError if it has gone."""
        last = b""
        while True:
            if (end := self._end()) is not None:
                await self._send("end", end)
                return
            name, body = await self._content()
            if body != last:
                await self._send(name, body)
                last = body
            while not await self._is_stirred():
                async with asyncio.timeout(PATIENCE):
                    await self.response.write(b":\n\n")

    def _end(self) -> bytes | None:
        """What to say if the stream has to end."""
        if self.stream.is_over:
            return msgspec.json.encode({"sentence": text_of(self.person.say("refusal.page.session")), "ended": True})
        if self.until is not None and self.site.desk.now() >= self.until:
            return msgspec.json.encode({"sentence": text_of(self.person.say("page.granted")), "ended": False})
        return None

    async def _content(self) -> tuple[str, bytes]:
        self.stream.stirred.clear()
        if self.stream.shown is None:
            shown = await listed(self.site.desk, self.person)
            self.stream.matches = frozenset(match["match"] for match in shown["matches"])
            return "matches", msgspec.json.encode(shown)
        if self.until is None and not self.as_public:
            return "table", (await self.site.acts.look(self.person, self.stream.shown)).body
        match, say = self.stream.shown, self.person.say

        async def made() -> bytes:
            return (await self.site.acts.look(self.person, match, as_public=True)).body

        return "table", await self.site.streams.once(match, say.language, made)

    async def _is_stirred(self) -> bool:
        """Wait for a change; False after a silence in which a sign of life is due. The list is looked at then too."""
        left = ALIVE if self.until is None else min(ALIVE, max(self.until - self.site.desk.now(), 0.0))
        try:
            async with asyncio.timeout(left):
                await self.stream.stirred.wait()
        except TimeoutError:
            return self.stream.shown is None or left < ALIVE
        return True

    async def _send(self, name: str, body: bytes) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.response.write(b"event: " + name.encode() + b"\ndata: " + body + b"\n\n")


BROWSER, MATCH = f"/b/{{browser:\\d{{1,{DIGITS}}}}}", f"/match/{{match:\\d{{1,{DIGITS}}}}}"
ACTS: Mapping[str, Callable[[Acts, Person, int, Asked], Awaitable[Sheet]]] = {
    "touch": Acts.touch,
    "undo": Acts.undo,
    "auto": Acts.auto,
    "plan": Acts.plan,
    "withdraw": Acts.withdraw,
    "note": Acts.note,
    "try": Acts.attempt,
    "try/back": Acts.attempt_back,
    "try/keep": Acts.keep,
    "try/leave": Acts.leave,
    "line/on": Acts.take_up,
    "line/drop": Acts.drop,
    "line/use": Acts.use,
    "vote": Acts.vote,
    "cast": Acts.cast,
}
ROUTES: list[Route] = [
    ("GET", "/", enter_page),
    ("GET", "/static/{file:[a-z_]+\\.[a-z]+}", a_file),
    ("GET", "/words", words),
    ("POST", "/who", who),
    ("POST", "/enter", enter),
    ("GET", f"{BROWSER}/", table_page),
    ("GET", f"{BROWSER}/me", me),
    ("GET", f"{BROWSER}/matches", matches),
    ("GET", f"{BROWSER}/events", events),
    ("POST", f"{BROWSER}/close", close),
    ("GET", f"{BROWSER}{MATCH}", table),
    ("GET", f"{BROWSER}{MATCH}/since", since),
    ("GET", f"{BROWSER}{MATCH}/since/{{step:\\d{{1,6}}}}", step),
    ("POST", f"{BROWSER}{MATCH}/hint", hint),
    *(("POST", f"{BROWSER}{MATCH}/{name}", act(do)) for name, do in ACTS.items()),
]
