"""The door to the bot's page: it passes everything on as it is, at once, and leads nowhere else."""

import asyncio
import contextlib
import gzip
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web
from yarl import URL

from sandbox.table import AWAY, HOW, LARGEST_BODY, TABLE
from tests.driver import PATIENCE
from tests.sandbox.wire import GENERAL, Wire

pytestmark = pytest.mark.quick

PACKED = gzip.compress(b"packed")


class Page:
    """A bot's page that keeps what it is asked and answers in a fixed way."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, bytes]] = []
        self.headers: list[dict[str, str]] = []
        self.more, self.left = asyncio.Event(), asyncio.Event()
        app = web.Application()
        app.router.add_get("/events", self._events)
        app.router.add_get("/moved", self._moved)
        app.router.add_get("/cookies", self._cookies)
        app.router.add_get("/packed", self._packed)
        app.router.add_route("*", "/{path:.*}", self._any)
        # cancelled like this, the handler of a stream hears at once that the other end has left
        self.server = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)

    async def _any(self, request: web.Request) -> web.Response:
        self.asked.append((request.method, request.raw_path, await request.read()))
        self.headers.append(dict(request.headers))
        return web.json_response({"sentence": []}, status=418, reason="Not tea", headers={"X-Kept": "yes"})

    async def _events(self, request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        await answer.prepare(request)
        try:
            await answer.write(b"event: table\n\n")
            await self.more.wait()
            await answer.write(b": still here\n\n")
            await asyncio.Event().wait()
        finally:
            self.left.set()
        return answer

    async def _moved(self, _: web.Request) -> web.Response:
        raise web.HTTPSeeOther("b/12/")

    async def _cookies(self, _: web.Request) -> web.Response:
        answer = web.Response()
        answer.set_cookie("one", "1", path="/table/b/1")
        answer.set_cookie("two", "2", path="/table/b/2")
        return answer

    async def _packed(self, _: web.Request) -> web.Response:
        return web.Response(body=PACKED, headers={"Content-Encoding": "gzip"})

    async def start(self) -> str:
        await self.server.setup()
        await web.TCPSite(self.server, "127.0.0.1", 0).start()
        return f"http://{self.host}"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server.addresses[0][1]}"


@pytest.fixture
async def page(wire: Wire) -> AsyncIterator[Page]:
    """A page whose address the sandbox knows."""
    page = Page()
    assert await named(wire, {"address": await page.start()}) == (204, "")
    yield page
    await page.server.cleanup()


async def named(wire: Wire, body: object) -> tuple[int, str]:
    async with wire.session.put(f"{wire.url}/sandbox/table", json=body) as answer:
        return answer.status, await answer.text()


async def asked(wire: Wire, path: str = "/table/") -> tuple[int, str]:
    async with wire.session.get(wire.url + path) as answer:
        return answer.status, await answer.text()


# --- what is passed on


@pytest.mark.parametrize(
    "path",
    ["/", "/b/12/match/5?as=public&x=%20%2F+", "/static/a%2Fb.js", "/%C3%A4?", "//elsewhere.example/x", "/a/../b"],
)
async def test_method_and_path_go_on_as_they_are(wire: Wire, page: Page, path: str) -> None:
    async with wire.session.get(URL(f"{wire.url}/table{path}", encoded=True)) as answer:
        assert (answer.status, answer.reason, answer.headers["X-Kept"]) == (418, "Not tea", "yes")
        assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
        assert await answer.json() == {"sentence": []}
    assert page.asked == [("GET", path.removesuffix("?"), b"")]


async def test_a_body_and_its_headers_go_on(wire: Wire, page: Page) -> None:
    sent = {
        "Cookie": "s=secret",
        "Origin": wire.url,
        "Content-Type": "application/json",
        "X-Csrf": "c",
        "Accept-Language": "de",
        "Connection": "X-Near",
        "X-Near": "1",
        "TE": "trailers",
    }
    body = b'{"path": ["\xc3\xa4"]}'
    async with wire.session.post(f"{wire.url}/table/b/1/match/5/touch", data=body, headers=sent) as answer:
        assert answer.status == 418
    assert page.asked == [("POST", "/b/1/match/5/touch", body)]
    [told] = page.headers
    assert {name: told[name] for name in list(sent)[:5]} == {name: sent[name] for name in list(sent)[:5]}
    assert not told.keys() & {"X-Near", "TE"}
    assert told["Host"] == page.host


async def test_nothing_is_added_that_a_browser_did_not_say(wire: Wire, page: Page) -> None:
    skipped = ("Accept", "Accept-Encoding", "Content-Type", "User-Agent")
    async with wire.session.post(f"{wire.url}/table/close", data=b"{}", skip_auto_headers=skipped):
        assert page.headers[0].keys() == {"Host", "Content-Length", "Connection"}


async def test_every_cookie_comes_back_and_none_is_kept(wire: Wire, page: Page) -> None:
    async with wire.session.get(f"{wire.url}/table/cookies") as answer:
        assert answer.headers.getall("Set-Cookie") == ["one=1; Path=/table/b/1", "two=2; Path=/table/b/2"]
    wire.session.cookie_jar.clear()
    await asked(wire)
    assert "Cookie" not in page.headers[0]


async def test_a_redirection_is_left_to_the_browser(wire: Wire, page: Page) -> None:
    async with wire.session.get(f"{wire.url}/table/moved", allow_redirects=False) as answer:
        assert (answer.status, answer.headers["Location"]) == (303, "b/12/")
    assert page.asked == []


async def test_what_is_packed_stays_packed(wire: Wire, page: Page) -> None:
    plain = aiohttp.ClientSession(auto_decompress=False)
    async with plain as session, session.get(f"{wire.url}/table/packed") as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert await answer.read() == PACKED


async def test_the_way_without_its_slash_leads_to_the_one_with_it(wire: Wire) -> None:
    async with wire.session.get(f"{wire.url}/table", allow_redirects=False) as answer:
        assert (answer.status, answer.headers["Location"]) == (302, "/table/")


# --- streams


@contextlib.asynccontextmanager
async def stream(wire: Wire) -> AsyncIterator[aiohttp.ClientResponse]:
    async with asyncio.timeout(PATIENCE), wire.session.get(f"{wire.url}/table/events") as answer:
        assert answer.headers["Content-Type"] == "text/event-stream"
        assert await answer.content.readany() == b"event: table\n\n"
        yield answer


async def test_a_stream_arrives_piece_by_piece_and_ends_with_its_browser(wire: Wire, page: Page) -> None:
    async with stream(wire) as answer:
        page.more.set()
        assert await answer.content.readany() == b": still here\n\n"
        assert not page.left.is_set()
    await asyncio.wait_for(page.left.wait(), PATIENCE)


async def test_a_quiet_stream_ends_with_its_browser_too(wire: Wire, page: Page) -> None:
    async with stream(wire):
        pass
    await asyncio.wait_for(page.left.wait(), PATIENCE)


async def test_a_stream_breaks_when_the_bot_ends(wire: Wire, page: Page) -> None:
    async with stream(wire) as answer:
        await page.server.cleanup()
        with pytest.raises(aiohttp.ClientPayloadError):
            await answer.content.readany()
    assert await asked(wire) == (503, AWAY)


async def test_a_stream_breaks_when_the_sandbox_ends(wire: Wire, page: Page) -> None:
    async with stream(wire) as answer:
        await wire.app[TABLE].close(wire.app)
        with pytest.raises(aiohttp.ClientPayloadError):
            await answer.content.readany()
    await asyncio.wait_for(page.left.wait(), PATIENCE)


# --- what is refused


async def test_without_a_bot_a_sentence_says_so(wire: Wire) -> None:
    for path in ("/table/", "/table//elsewhere.example:80/"):
        assert await asked(wire, path) == (503, AWAY)
    assert AWAY.count(".") == 1


async def test_the_last_address_counts(wire: Wire, page: Page) -> None:
    second = Page()
    try:
        assert await named(wire, {"address": await second.start()}) == (204, "")
        await asked(wire)
        assert (len(page.asked), len(second.asked)) == (0, 1)
    finally:
        await second.server.cleanup()


@pytest.mark.parametrize(
    "body",
    [
        *(
            {"address": address}
            for address in (
                "http://127.0.0.1",
                "http://127.0.0.1:0",
                "http://127.0.0.1:65536",
                "http://127.0.0.1:80@elsewhere.example:80",
                "http://127.0.0.1:80/path",
                "http://127.0.0.1:80\n",
                "http://127.0.0.1:٨٠",
                "https://127.0.0.1:80",
                "http://localhost:80",
                "http://elsewhere.example:80",
                "",
                None,
                80,
            )
        ),
        {},
        [],
        None,
    ],
)
async def test_an_address_elsewhere_is_refused(wire: Wire, page: Page, body: object) -> None:
    assert await named(wire, body) == (400, HOW)
    assert (await asked(wire))[0] == 418, "the one before still counts"


async def test_what_is_no_json_is_refused(wire: Wire) -> None:
    async with wire.session.put(f"{wire.url}/sandbox/table", data=b"\xff{") as answer:
        assert (answer.status, await answer.text()) == (400, HOW)


@pytest.mark.parametrize("in_pieces", [False, True])
async def test_a_body_has_a_limit(wire: Wire, page: Page, in_pieces: bool) -> None:
    async def pieces(size: int) -> AsyncIterator[bytes]:
        for start in range(0, size, 4096):
            yield b"x" * min(4096, size - start)

    for size, status in ((LARGEST_BODY, 418), (LARGEST_BODY + 1, 413)):
        data = pieces(size) if in_pieces else b"x" * size
        async with wire.session.post(f"{wire.url}/table/b/1/close", data=data) as answer:
            assert answer.status == status
    assert [len(body) for _, _, body in page.asked] == [LARGEST_BODY]


@pytest.mark.parametrize("method", ["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/table", "/table/", "/table/b/1/me"])
async def test_other_methods_are_refused(wire: Wire, page: Page, method: str, path: str) -> None:
    async with wire.session.request(method, wire.url + path) as answer:
        assert answer.status == 405
    assert page.asked == []


# --- the button that leads there


async def test_a_message_may_have_a_button_to_a_place_on_the_page(wire: Wire) -> None:
    url = f"{wire.url}/table/#a_token-of_43_characters"
    button = {"type": 2, "style": 5, "label": "Open the table", "url": url}
    row = {"type": 1, "components": [button]}
    for body in ({"content": "x", "components": [row]}, {"flags": 1 << 15, "components": [row]}):
        answer = await wire.call("POST", f"{GENERAL}/messages", body)
        assert (answer.status, answer.body["components"][0]["components"][0]["url"]) == (200, url)
