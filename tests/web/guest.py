"""People at the page: a browser of each, which speaks HTTP as the page's own scripts do."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from cogs.traffic.rate_limit import Line, RateLimit
from engines.table import Path
from host.play.matches import Matches
from model.page import Entered
from screen.pictures import Pictures
from tests.driver import PATIENCE
from tests.host.evening import NAMES, Evening
from web.desk import Address, Desk
from web.routes import ROUTES
from web.site import Site

URL = "http://table.test/under"  # the address that people know
ORIGIN = "http://table.test"


@dataclass
class Page:
    """A page that is served, what it is served from, and the browsers that people heard of."""

    evening: Evening
    site: Site
    address: str  # at which it answers
    told: list[Entered] = field(default_factory=list)
    is_open: bool = True

    @property
    def matches(self) -> Matches:
        return self.evening.matches

    @asynccontextmanager
    async def guest(self, user: int, match: int) -> AsyncGenerator[Guest]:
        """A browser of this person, opened at the match."""
        await self.evening.house.languages.remember(user, "en-GB", NAMES.get(user, f"Guest {user}"))
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
            guest = Guest(self, session, user)
            await guest.enter(await self.evening.house.browsers.invite(user, match))
            yield guest


@asynccontextmanager
async def serving(evening: Evening) -> AsyncGenerator[Page]:
    """The page of an evening."""
    site = Site(Address(URL), ROUTES)
    page = Page(evening, site, "")

    async def opened(entered: Entered) -> None:
        page.told.append(entered)

    desk = Desk(
        evening.house,
        Pictures(),
        evening.now,
        is_open=lambda: page.is_open,
        takes=RateLimit().turn,
        line=Line().first,
        opened=opened,
    )
    site.of(desk)
    evening.house._match_log._watch = site.streams.moved
    async with site.served(0, "127.0.0.1"):
        page.address = f"http://127.0.0.1:{site.port}"
        yield page


@dataclass
class Reply:
    """What the page answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def sentence(self) -> str:
        """The words of a refusal."""
        return shown(self.json["sentence"])


class Guest:
    """A browser of a person."""

    def __init__(self, page: Page, session: aiohttp.ClientSession, user: int) -> None:
        self.page, self.session, self.user = page, session, user
        self.base = ""
        self.headers: dict[str, str] = {"Origin": ORIGIN}

    async def enter(self, token: str) -> None:
        """Spend a token, and learn what our page sends with each press."""
        url = f"{self.page.address}/enter"
        async with self.session.post(url, json={"token": token}, headers=self.headers) as answer:
            assert answer.status == 200, await answer.text()
            self.headers["Cookie"] = answer.headers["Set-Cookie"].partition(";")[0]
            self.base, _, _ = (await answer.json())["go"].partition("#")
        self.headers["X-Csrf"] = (await self.get("me")).json["csrf"]

    async def ask(self, method: str, path: str, **more: Any) -> Reply:
        """Ask for something in this browser's session."""
        headers = self.headers | more.pop("headers", {})
        url = f"{self.page.address}/{self.base}{path}"
        async with self.session.request(method, url, headers=headers, **more) as answer:
            return Reply(answer.status, dict(answer.headers), await answer.read())

    async def get(self, path: str) -> Reply:
        return await self.ask("GET", path)

    async def post(self, path: str, /, **body: Any) -> Reply:
        return await self.ask("POST", path, json={"nonce": secrets.token_hex(8), **body})

    async def table(self, match: int) -> dict[str, Any]:
        """The table as this person sees it."""
        reply = await self.get(f"match/{match}")
        assert reply.status == 200, reply.body
        return reply.json

    async def touch(self, match: int, table: Mapping[str, Any], path: Path | list[str], **more: Any) -> dict[str, Any]:
        """Touch an answer of the table."""
        asked = {"path": [*path], "fingerprint": table["fingerprint"], "planning": table["planning"], **more}
        reply = await self.post(f"match/{match}/touch", **asked)
        assert reply.status == 200, reply.body
        return reply.json

    @asynccontextmanager
    async def watch(self, match: int | None = None, **query: str) -> AsyncGenerator[Watched]:
        """The stream of a match, or of the list."""
        what = {"match": str(match)} if match is not None else {}
        url = f"{self.page.address}/{self.base}events"
        async with self.session.get(url, params={**what, **query}, headers=self.headers) as answer:
            yield Watched(answer)


class Watched:
    """A stream, as it comes."""

    def __init__(self, answer: aiohttp.ClientResponse) -> None:
        self.answer = answer
        self.lines = aiter(answer.content)

    async def next(self) -> tuple[str, Any]:
        """The next event: its name, and what it says."""
        async with asyncio.timeout(PATIENCE):
            return await anext(self._events())

    async def _events(self) -> AsyncIterator[tuple[str, Any]]:
        name = ""
        async for line in self.lines:
            if line.startswith(b"event: "):
                name = line[7:-1].decode()
            elif line.startswith(b"data: "):
                await anext(self.lines)  # the empty line that ends it
                yield name, json.loads(line[6:])
                return
        raise EOFError("the stream has ended")

    async def is_silent(self, seconds: float = 0.3) -> bool:
        """Whether nothing comes for so long."""
        try:
            async with asyncio.timeout(seconds):
                await anext(self.lines)
        except TimeoutError:
            return True
        return False


def shown(text: list[dict[str, Any]]) -> str:
    """A text as a page shows it."""
    return "\n".join("".join(run.get("s", f"<{run.get('t')}>") for run in line["runs"]) for line in text)
