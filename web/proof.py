"""What proves a request: the session in the browser's cookie, and for writing that our own page sent it."""

from __future__ import annotations

import hashlib
import hmac

from aiohttp import web

from engines.table import Refused
from host.browsers import SESSION, Browsers
from model.page import Browser
from web.desk import Address

CSRF = "X-Csrf"


def cookie_of(browser: object) -> str:
    """The name of a browser's cookie, which no other page on the same host has."""
    return f"gruppetto-{browser}"


async def reader_of(request: web.Request, browsers: Browsers, address: Address) -> Browser:
    """The browser whose person asks; raises Refused without a session, and for writing that our page didn't send."""
    number = request.match_info.get("browser", "")
    secret = request.cookies.get(cookie_of(number), "")
    browser = await browsers.reader(secret)
    if str(browser.id) != number:
        raise Refused("page.session")
    if request.method != "GET":
        check_sent(request, address)
        if not hmac.compare_digest(request.headers.get(CSRF, "").encode("utf-8", "replace"), csrf_of(secret).encode()):
            raise Refused("page.request")
    return browser


def check_sent(request: web.Request, address: Address) -> None:
    """Raise Refused unless our own page sent this; a browser names the page that sends, others may write anything."""
    if request.headers.get("Origin", "").lower() != address.origin or request.content_type != "application/json":
        raise Refused("page.request")


def csrf_of(secret: str) -> str:
    """What our page sends with each press, and other sites can't know."""
    return hashlib.sha256(f"csrf {secret}".encode("utf-8", "replace")).hexdigest()


def remember(response: web.StreamResponse, address: Address, browser: int, session: str) -> None:
    """Give the browser its session."""
    response.set_cookie(
        cookie_of(browser),
        session,
        max_age=int(SESSION),
        path=address.path_of(browser),
        secure=address.url.startswith("https:"),
        httponly=True,
        samesite="Lax",
    )
