"""What the page needs of the bot: the host, its pictures, and one limit a person over Discord and page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from urllib.parse import urlsplit

from yarl import URL

from host.house import House
from host.time.worker import Now
from model.page import Entered
from screen.pictures import Pictures


@dataclass(frozen=True, slots=True)
class Address:
    """The address under which people reach the page: its origin, and the path before ours."""

    url: str

    @property
    def origin(self) -> str:
        """Scheme and host, as browsers send them."""
        return str(URL(self.url).origin())  # as browsers write it: without a default port, and in ASCII

    def path_of(self, browser: int) -> str:
        """The path of a browser's pages, where alone its cookie counts: two people can use one browser."""
        return f"{urlsplit(self.url).path}/b/{browser}/"

    def link(self, token: str) -> str:
        """The link with a token, in the fragment: no server sees it, and no other page hears of it."""
        return f"{self.url}/#{token}"

    def calendar(self, token: str) -> str:
        """The link to a calendar, which programs follow by themselves: there the secret has to be in the path."""
        return f"{self.url}/calendar/{token}.ics"


@dataclass(frozen=True, slots=True)
class Desk:
    """A running bot, as the page sees it."""

    house: House
    pictures: Pictures
    now: Now  # unix seconds
    is_open: Callable[[], bool]  # whether presses are answered
    takes: Callable[[int], Awaitable[bool]]  # whether a person's request is in time; it waits for its turn
    line: Callable[[int], AbstractAsyncContextManager[None]]  # answers one press of a person at a time
    opened: Callable[[Entered], Awaitable[None]]  # tells a person in Discord that a browser was opened
