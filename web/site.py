"""The page's server: headers, refusals, and the person who asks."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import TypeAlias

import structlog
from aiohttp import web
from structlog.typing import FilteringBoundLogger

from engines.table import Refused
from host.play.matches import Doubled, Stale
from host.ports import answering
from host.vitals import why_unsaved
from locales import Catalogue, catalogue, languages
from model.page import Entered
from screen.names import names_of
from screen.refusals import refusal
from web.acts import Acts, Person
from web.desk import Address, Desk
from web.markup import text_of
from web.proof import reader_of
from web.streams import Streams
from web.table import Tables

log: FilteringBoundLogger = structlog.get_logger()

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
SPOKEN = frozenset(languages())
LARGEST = 16 * 1024  # bytes of a request's body
# refusals by HTTP status; others are 400
STATUS = {
    "page.session": 401,
    "page.token": 401,
    "house.unknown": 404,
    "house.fast": 429,
    "house.busy": 429,
    "page.many": 429,
}

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]
Route: TypeAlias = tuple[str, str, Callable[["Site", web.Request], Awaitable[web.StreamResponse]]]

PERSON = web.RequestKey("person", Person)


class Away(Exception):
    """The bot isn't running yet, or not any more."""


class Site:
    """Serves the page of a bot."""

    def __init__(self, address: Address, routes: Iterable[Route]) -> None:
        self.address, self._routes = address, routes
        self.streams = Streams()
        self.port = 0  # while it is served
        self._acts: Acts | None = None
        self._telling: set[asyncio.Task[None]] = set()

    def of(self, desk: Desk) -> None:
        """Serve this bot from now on."""
        self._acts = Acts(Tables(desk))
        self.streams.of(desk.house.browsers)

    def tell(self, entered: Entered) -> None:
        """Tell a person in Discord that a browser was opened, which holds nothing up."""
        task = asyncio.create_task(self._told(entered), name="tell of a browser")
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _told(self, entered: Entered) -> None:
        try:
            await self.desk.opened(entered)
        except Exception:
            log.exception("couldn't tell of a browser")

    @property
    def acts(self) -> Acts:
        """What can be done at the tables of the running bot; raises Away."""
        if self._acts is None or not self._acts.desk.is_open():
            raise Away
        return self._acts

    @property
    def desk(self) -> Desk:
        """The running bot; raises Away."""
        return self.acts.desk

    @asynccontextmanager
    async def served(self, port: int, host: str) -> AsyncGenerator[None]:
        """Serve at this port (0: any free one) of one of the machine's addresses; raises PortTaken."""
        app = web.Application(client_max_size=LARGEST, middlewares=[self._answered])
        for method, path, handler in self._routes:
            app.router.add_route(method, path, self._bound(handler))
        app.on_shutdown.append(self.streams.stop)
        async with answering(app, port, host) as self.port:
            yield

    def _bound(self, handler: Callable[[Site, web.Request], Awaitable[web.StreamResponse]]) -> Handler:
        async def bound(request: web.Request) -> web.StreamResponse:
            return await handler(self, request)

        return bound

    # --- around all answers

    @web.middleware
    async def _answered(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """The answer with our headers; a refusal, or an apology, as one sentence."""
        try:
            response = await handler(request)
        except Refused as refused:
            response = await self._refused(request, refused)
        except (Doubled, Stale) as late:
            reason = "house.counted" if isinstance(late, Doubled) else "house.moved"
            response = await self._refused(request, Refused(reason), 409)
        except web.HTTPException as fault:
            response = await self._refused(request, Refused("page.request"), fault.status)
        except Away:
            response = _sentence(self._say(request), "page.away", 503)
        except Exception as fault:
            response = await self._apology(request, fault)
        if not response.prepared:
            response.headers.update({name: text for name, text in HEADERS.items() if name not in response.headers})
        return response

    async def _refused(self, request: web.Request, refused: Refused, status: int = 0) -> web.Response:
        say, number = self._say(request), request.match_info.get("match", "")
        try:
            is_of_game = number and refused.reason != "house.unknown" and not refused.reason.startswith("page.")
            match = await self.desk.house.matches.match(int(number)) if is_of_game else None
            text = refusal(refused, match and match.game, say, names_of(match, say) if match is not None else ())
        except Exception as fault:
            return await self._apology(request, fault)
        body = {"sentence": text_of(text), "ended": refused.reason == "page.session"}
        return web.json_response(body, status=status or STATUS.get(refused.reason, 400))

    async def _apology(self, request: web.Request, fault: Exception) -> web.Response:
        say, reference, why = self._say(request), secrets.token_hex(3).upper(), why_unsaved(fault)
        log.error("the page failed", reference=reference, method=request.method, exc_info=fault)
        words = say("fault", reference=reference) if why is None else say(f"fault.{why}")
        return web.json_response({"sentence": text_of(words)}, status=500 if why is None else 503)

    @staticmethod
    def _say(request: web.Request) -> Catalogue:
        """Texts for this request: in its person's language, or in one that the browser names."""
        person: Person | None = request.get(PERSON)
        if person is not None:
            return person.say
        return spoken(request.headers.get("Accept-Language", ""))

    # --- who asks, for what

    async def person(self, request: web.Request) -> Person:
        """The person who asks, in turn; raises Refused without a session, and if they ask too fast."""
        house = self.desk.house
        browser = await reader_of(request, house.browsers, self.address)
        person = request[PERSON] = Person(browser, catalogue(await house.languages.of(browser.user)))
        if not await self.desk.takes(browser.user):
            raise Refused("house.fast")
        return person

    async def match_of(self, request: web.Request, person: Person) -> int:
        """The match asked for; raises Refused if the person may not see it."""
        match = int(request.match_info["match"])
        await self.desk.house.browsers.check(match, person.user)
        return match


def spoken(locales: str) -> Catalogue:
    """The texts in the first language that a browser names, if there are any in it."""
    first = locales.strip()[:2].lower()
    return catalogue(first if first in SPOKEN else None)


def _sentence(say: Catalogue, key: str, status: int) -> web.Response:
    return web.json_response({"sentence": text_of(say(key))}, status=status)
