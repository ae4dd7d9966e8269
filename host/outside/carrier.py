"""The way out: one signed request to an address whose every machine is on the open internet, and to no other."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from ssl import SSLContext
from threading import Lock
from typing import TypeAlias

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from host.outside.addresses import PORT, is_open

PATIENCE = 5.0  # seconds for all of a delivery
MOST_READ = 1024  # bytes of an answer that are taken; none of them is looked at
MOST_PAUSE = 3600.0  # seconds that an answer can ask us to wait
RESOLVERS = 32  # names being looked up at a time
OF_SERVER = 3  # of one server: slow names of one leave threads to the others
AGENT = "Gruppetto (webhook)"
TIME, SIGNATURE, DELIVERY = "Gruppetto-Timestamp", "Gruppetto-Signature", "Gruppetto-Delivery"

# the numeric addresses of a name, looked up for a server; raises OSError or Untried
Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]


class Undelivered(Exception):
    """A delivery has failed; `why` is a word of ours, `status` what the receiver answered, if it did."""

    def __init__(self, why: str, status: int | None = None, after: float = 0.0) -> None:
        super().__init__(why)
        self.why, self.status = why, status
        self.after = after  # seconds that it asked us to wait


class Untried(Undelivered):
    """A delivery that has to wait, through no fault of its receiver: too many names are being looked up."""

    def __init__(self) -> None:
        super().__init__("busy")


@dataclass(frozen=True, slots=True)
class Parcel:
    """A delivery: what is sent, and what it is signed with; "" for receivers that check nothing."""

    body: bytes
    name: str  # the same in each try, by which a receiver knows what it has had
    server: int  # that has ordered it
    secret: str = field(default="", repr=False)

    def headers(self, now: float) -> Mapping[str, str]:
        """The headers of a delivery at that time (unix seconds)."""
        plain = {"Content-Type": "application/json", "User-Agent": AGENT}
        if not self.secret:
            return plain
        time = str(int(now))
        return {**plain, TIME: time, SIGNATURE: signature(self.secret, time, self.body), DELIVERY: self.name}


def signature(secret: str, time: str, body: bytes) -> str:
    """The signature of a body at a time, as docs/webhooks.md has it."""
    return "sha256=" + hmac.new(secret.encode(), time.encode() + b"." + body, hashlib.sha256).hexdigest()


class Names:
    """Looks names up in threads of its own, so that a slow answer holds up nothing else.

    A lookup can't be broken off: one that no one waits for any more still has its thread.
    """

    def __init__(self) -> None:
        self._threads: ThreadPoolExecutor | None = None  # none are needed without webhooks
        self._lock, self._under_way = Lock(), Counter[int]()  # lookups, by server

    async def __call__(self, name: str, server: int) -> Sequence[str]:
        """All numeric addresses of a name; Untried if too many are being looked up for the server, or for all.

        The dot says that the name is a whole one: the domains that this machine would add lead to its neighbours.
        """
        self._threads = self._threads or ThreadPoolExecutor(RESOLVERS, "webhook names")
        with self._lock:
            if self._under_way[server] >= OF_SERVER or self._under_way.total() >= RESOLVERS:
                raise Untried
            self._under_way[server] += 1
        asked = self._threads.submit(socket.getaddrinfo, f"{name}.", PORT, type=socket.SOCK_STREAM)
        asked.add_done_callback(lambda _: self._over(server))
        return list(dict.fromkeys(str(place[0]) for *_, place in await asyncio.wrap_future(asked)))

    def _over(self, server: int) -> None:
        with self._lock:
            self._under_way[server] -= 1


class Carrier:
    """Sends parcels. Tests give it a port, a certificate and a machine of their own; the bot has none of these."""

    def __init__(
        self,
        resolve: Resolve | None = None,
        is_allowed: Callable[[str], bool] = is_open,
        *,
        port: int = PORT,
        trust: SSLContext | bool = True,
    ) -> None:
        self._resolve, self._is_allowed, self._port, self._trust = resolve or Names(), is_allowed, port, trust

    async def check(self, url: URL, server: int) -> list[str]:
        """The addresses of the machines behind a name, for a server that has ordered something sent there.

        Raises Undelivered unless there are some and all are allowed.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                found = [*await self._resolve(url.raw_host or "", server)]
        except TimeoutError:
            raise Undelivered("slow") from None
        except (OSError, UnicodeError):
            raise Undelivered("unknown") from None
        if not found:
            raise Undelivered("unknown")
        if not all(map(self._is_allowed, found)):
            raise Undelivered("inside")
        return found

    async def send(self, url: URL, parcel: Parcel, now: float) -> None:
        """Deliver a parcel; raises Undelivered if the receiver doesn't say in time that it has it.

        The name is looked up once, and only the addresses that were checked are connected to. Redirects aren't
        followed, and no proxy of the environment is asked.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                found = await self.check(url, parcel.server)
                connector = aiohttp.TCPConnector(
                    resolver=_Checked(found), use_dns_cache=False, ssl=self._trust, limit=1, force_close=True
                )
                async with (
                    aiohttp.ClientSession(
                        connector=connector,
                        cookie_jar=aiohttp.DummyCookieJar(),
                        trust_env=False,
                        auto_decompress=False,
                        timeout=aiohttp.ClientTimeout(total=PATIENCE),
                        read_bufsize=MOST_READ,
                        skip_auto_headers=("Accept-Encoding",),
                    ) as session,
                    session.post(
                        url.with_port(self._port),
                        data=parcel.body,
                        headers=parcel.headers(now),
                        allow_redirects=False,
                    ) as answer,
                ):
                    answer.close()  # whatever else it has to say
                    _check_answer(answer.status, answer.headers.get("Retry-After", ""))
        except TimeoutError:
            raise Undelivered("slow") from None
        except (aiohttp.ClientError, OSError, ValueError):
            raise Undelivered("closed") from None  # nothing of the cause, which names the address


def _check_answer(status: int, after: str) -> None:
    """Raise Undelivered unless the receiver has taken the delivery."""
    if 200 <= status < 300:
        return
    wait = min(float(after), MOST_PAUSE) if after.isascii() and after.isdigit() and len(after) < 6 else 0.0
    raise Undelivered("redirect" if 300 <= status < 400 else "status", status, wait)


class _Checked(AbstractResolver):
    """A resolver of aiohttp that knows the checked addresses, whatever it is asked for."""

    def __init__(self, found: Sequence[str]) -> None:
        self._found = found

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The checked addresses."""
        return [
            {
                "hostname": host,
                "host": address,
                "port": port,
                "family": socket.AF_INET6 if ":" in address else socket.AF_INET,
                "proto": socket.IPPROTO_TCP,
                "flags": socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            }
            for address in self._found
        ]

    async def close(self) -> None:
        """Nothing is open."""
