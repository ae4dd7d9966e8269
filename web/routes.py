"""The page's routes: one table of what can be asked, and the answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from aiohttp import web

from engines.table import Refused
from host.ports import PRESS
from locales import catalogue
from web.acts import Acts, Asked, Person
from web.calendar import calendar_of
from web.following import followed
from web.matches import listed
from web.proof import check_sent, cookie_of, csrf_of, remember
from web.site import Route, Site, spoken
from web.words import page_words

Do: TypeAlias = Callable[[Acts, Person, int, Asked], Coroutine[Any, Any, bytes]]

FILES = Path(__file__).parent / "static"
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
DIGITS = 15  # of a number
NO_ONE = 0  # stands for all who guess secrets: they share the requests of one person
SENT_WITHIN = 10.0  # seconds for the body of a request


async def body_of(request: web.Request) -> Asked:
    """The body of a request, an object in JSON; raises Refused for anything else."""
    try:
        async with asyncio.timeout(SENT_WITHIN):
            asked = json.loads(await request.read())
    except (ValueError, RecursionError, TimeoutError):
        raise Refused("page.request") from None
    if not isinstance(asked, dict):
        raise Refused("page.request")
    return asked


def _body(body: bytes) -> web.Response:
    return web.Response(body=body, content_type="application/json")


def _json(shown: Any) -> web.Response:
    return _body(msgspec.json.encode(shown))


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
    return _json({"words": page_words(spoken(request.query.get("locale", "")))})


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
    site.tell(opened.entered)
    return response


async def calendar(site: Site, request: web.Request) -> web.StreamResponse:
    """A person's calendar; for a secret that is no one's the same as for any unknown address."""
    house = site.desk.house
    user = await house.calendars.reader(request.match_info["token"])
    is_in_time = await site.desk.takes(NO_ONE if user is None else user)
    if user is None:
        raise web.HTTPNotFound
    if not is_in_time:
        raise Refused("house.fast")
    say = catalogue(await house.languages.of(user))
    text = calendar_of(await house.calendars.entries(user), user, say, site.desk.now())
    return web.Response(text=text, content_type="text/calendar", charset="utf-8")


# --- in a session


async def me(site: Site, request: web.Request) -> web.StreamResponse:
    """The person, the words of the page, and what it sends with each press."""
    person = await site.person(request)
    return _json(
        {
            "name": await site.desk.house.languages.name(person.user),
            "locale": person.say.language,
            "csrf": csrf_of(request.cookies[cookie_of(person.browser.id)]),
            "words": page_words(person.say),
        }
    )


async def close(site: Site, request: web.Request) -> web.StreamResponse:
    """End this browser's session."""
    person = await site.person(request)
    await site.desk.house.browsers.close(person.user, person.browser.id)
    response = _json({})
    response.del_cookie(cookie_of(person.browser.id), path=site.address.path_of(person.browser.id))
    return response


async def matches(site: Site, request: web.Request) -> web.StreamResponse:
    """The person's matches."""
    return _json(await listed(site.desk, await site.person(request)))


async def table(site: Site, request: web.Request) -> web.StreamResponse:
    """A table."""
    person = await site.person(request)
    match = await site.match_of(request, person)
    return _body(await site.acts.look(person, match, as_public=request.query.get("as") == "public"))


async def since(site: Site, request: web.Request) -> web.StreamResponse:
    """How many steps there are since the person's last move."""
    person = await site.person(request)
    match = await site.match_of(request, person)
    async with site.desk.line(person.user):
        return _json(await site.acts.since(person, match))


async def step(site: Site, request: web.Request) -> web.StreamResponse:
    """One of them."""
    person = await site.person(request)
    match = await site.match_of(request, person)
    first = request.query.get("first", "")
    if not (first.isascii() and first.isdigit() and len(first) < 10):
        raise Refused("page.request")
    async with site.desk.line(person.user):
        return _json(await site.acts.step(person, match, int(first), int(request.match_info["step"])))


def act(
    do: Do,
) -> Callable[[Site, web.Request], Awaitable[web.StreamResponse]]:
    """The handler of an act at a table, one at a time for each person."""

    async def handler(site: Site, request: web.Request) -> web.StreamResponse:
        asked = await body_of(request)  # first: what is checked must still be so when it is done
        person = await site.person(request)
        match = await site.match_of(request, person)
        async with site.desk.line(person.user):
            # a browser that leaves breaks off nothing that is being stored
            doing = asyncio.create_task(do(site.acts, person, match, asked), name=PRESS)
            return _body(await asyncio.shield(doing))

    return handler


async def hint(site: Site, request: web.Request) -> web.StreamResponse:
    """The best moves; to think of them holds up no other press of the person."""
    person = await site.person(request)
    match = await site.match_of(request, person)
    return _json(await site.acts.hint(person, match))


# --- streams


async def events(site: Site, request: web.Request) -> web.StreamResponse:
    """A table, or the person's matches, sent again whenever that changes."""
    person = await site.person(request)
    number = request.query.get("match", "")
    if not number:
        return await followed(site, request, person, None, None)
    if not (number.isascii() and number.isdigit() and len(number) <= DIGITS):
        raise Refused("page.request")
    until = await site.desk.house.browsers.check(int(number), person.user)
    return await followed(site, request, person, int(number), until)


BROWSER, MATCH = f"/b/{{browser:[0-9]{{1,{DIGITS}}}}}", f"/match/{{match:[0-9]{{1,{DIGITS}}}}}"
ACTS: Mapping[str, Do] = {
    "touch": Acts.touch,
    "undo": Acts.undo,
    "auto": Acts.auto,
    "plan": Acts.plan,
    "withdraw": Acts.withdraw,
    "note": Acts.note,
    "follow": Acts.follow,
    "try": Acts.attempt,
    "try/back": Acts.attempt_back,
    "try/keep": Acts.keep,
    "try/leave": Acts.leave,
    "line/on": Acts.take_up,
    "line/drop": Acts.drop,
    "line/use": Acts.use,
    "vote": Acts.vote,
    "cast": Acts.cast,
    "live/agree": Acts.agree,
    "live/enough": Acts.enough,
}
ROUTES: list[Route] = [
    ("GET", "/", enter_page),
    ("GET", "/static/{file:[a-z_]+\\.[a-z]+}", a_file),
    ("GET", "/words", words),
    ("POST", "/who", who),
    ("POST", "/enter", enter),
    ("GET", "/calendar/{token:[A-Za-z0-9_-]{1,100}}.ics", calendar),
    ("GET", f"{BROWSER}/", table_page),
    ("GET", f"{BROWSER}/me", me),
    ("GET", f"{BROWSER}/matches", matches),
    ("GET", f"{BROWSER}/events", events),
    ("POST", f"{BROWSER}/close", close),
    ("GET", f"{BROWSER}{MATCH}", table),
    ("GET", f"{BROWSER}{MATCH}/since", since),
    ("GET", f"{BROWSER}{MATCH}/since/{{step:[0-9]{{1,6}}}}", step),
    ("POST", f"{BROWSER}{MATCH}/hint", hint),
    *(("POST", f"{BROWSER}{MATCH}/{name}", act(do)) for name, do in ACTS.items()),
]
