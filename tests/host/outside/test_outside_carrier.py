"""A delivery over a real wire: to the machine that was checked, signed, once, in five seconds."""

import asyncio
import logging
import re
import socket
import ssl
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web
from yarl import URL

import host.outside.carrier
from host.outside.carrier import DELIVERY, OF_SERVER, Carrier, Parcel, Undelivered, signature
from tests.driver import PATIENCE, ROOT
from tests.host.outside.receiver import ADDRESS, LOOPBACK, NAME, PEM, Receiver, receiving

URL_OF = URL(ADDRESS)
PARCEL = Parcel(b'{"event": "turn"}', "name of the delivery", 7, "secret")
NOON = 1_700_000_000.0


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as receiver:
        yield receiver


async def fails(carrier: Carrier, why: str, status: int | None = None) -> Undelivered:
    with pytest.raises(Undelivered) as caught:
        await carrier.send(URL_OF, PARCEL, NOON)
    assert (caught.value.why, caught.value.status) == (why, status)
    fault = caught.value
    assert fault.__cause__ is None and (fault.__context__ is None or fault.__suppress_context__), "which may name it"
    return caught.value


async def test_a_delivery_goes_to_the_name_it_is_for_and_is_signed(receiver: Receiver) -> None:
    await receiver.carrier().send(URL_OF, PARCEL, NOON)
    [got] = receiver.got
    assert (got.path, got.body) == ("/hook?key=s3cr3t", PARCEL.body)
    assert got.headers["Host"] == f"{NAME}:{receiver.port}" and receiver.names == [NAME]
    assert got.headers[DELIVERY] == PARCEL.name and got.headers["Content-Type"] == "application/json"
    assert got.is_signed("secret") and not got.is_signed("another")
    assert "Cookie" not in got.headers and "Referer" not in got.headers


def test_the_signature_is_what_any_other_program_works_out() -> None:
    """`printf '1700000000.{"event": "turn"}' | openssl dgst -sha256 -hmac secret`."""
    told = "45c07178114ff3b95b1663633ba46067306e22a0cbd37038b7b380063d6168ba"
    assert signature("secret", "1700000000", PARCEL.body) == f"sha256={told}"


def test_the_page_s_own_lines_check_a_signature() -> None:
    """Those that docs/webhooks.md gives to receivers."""
    [lines] = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "webhooks.md").read_text("utf-8"), re.DOTALL)
    there: dict[str, Any] = {}
    exec(lines, there)
    now, is_genuine = str(int(time.time())), there["is_genuine"]
    assert is_genuine("secret", now, signature("secret", now, b"body"), b"body")
    assert not is_genuine("other", now, signature("secret", now, b"body"), b"body")
    assert not is_genuine("secret", now, signature("secret", now, b"body"), b"other")
    assert not is_genuine("secret", "1700000000", signature("secret", "1700000000", b"body"), b"body"), "too old"


async def test_the_name_is_looked_up_once_and_may_change_as_it_likes(receiver: Receiver) -> None:
    """Whatever it leads to a moment later: the connection goes where the check has looked."""
    answers = [[LOOPBACK], ["10.0.0.1"], ["10.0.0.1"]]

    async def changing(name: str, _server: int) -> Sequence[str]:
        receiver.asked.append(name)
        return answers.pop(0)

    carrier = receiver.carrier()
    carrier._resolve = changing
    await carrier.send(URL_OF, PARCEL, NOON)
    assert (receiver.asked, len(receiver.got)) == ([NAME], 1)
    await fails(carrier, "inside")
    assert len(receiver.got) == 1


@pytest.mark.parametrize("behind", [["10.0.0.1"], [LOOPBACK, "10.0.0.1"], ["::ffff:127.0.0.1"], ["169.254.169.254"]])
async def test_one_machine_inside_behind_a_name_is_enough_to_send_nothing(
    receiver: Receiver, behind: list[str]
) -> None:
    receiver.behind = behind
    await fails(receiver.carrier(), "inside")
    assert receiver.got == []


async def test_the_bot_s_own_carrier_sends_nothing_to_this_machine(receiver: Receiver) -> None:
    carrier = Carrier(receiver.resolve, port=receiver.port, trust=ssl.create_default_context(cafile=str(PEM)))
    await fails(carrier, "inside")
    assert receiver.got == []


async def test_a_name_of_no_machine_is_unknown(receiver: Receiver) -> None:
    receiver.behind = []
    await fails(receiver.carrier(), "unknown")

    async def lost(_name: str, _server: int) -> Sequence[str]:
        raise OSError("no such name")

    await fails(Carrier(lost), "unknown")


async def test_a_certificate_of_another_name_or_of_no_one_is_not_trusted(receiver: Receiver) -> None:
    trusting = receiver.carrier()
    with pytest.raises(Undelivered, match="closed"):
        await trusting.send(URL("https://other.example.org/"), PARCEL, NOON)
    strict = Carrier(receiver.resolve, lambda _: True, port=receiver.port)
    await fails(strict, "closed")
    assert receiver.got == []


async def test_no_redirect_is_followed(receiver: Receiver) -> None:
    receiver.headers = {"Location": f"https://{NAME}:{receiver.port}/elsewhere"}
    for status in (301, 302, 303, 307, 308):
        receiver.answers = [status]
        await fails(receiver.carrier(), "redirect", status)
    assert {got.path for got in receiver.got} == {"/hook?key=s3cr3t"}


@pytest.mark.parametrize("status", [400, 404, 410, 429, 500, 503])
async def test_a_receiver_that_takes_nothing_says_so_by_its_status(receiver: Receiver, status: int) -> None:
    receiver.answers, receiver.headers = [status], {"Retry-After": "120"}
    assert (await fails(receiver.carrier(), "status", status)).after == 120.0


@pytest.mark.parametrize(("asked", "after"), [("soon", 0.0), ("-5", 0.0), ("99999", 3600.0), ("9" * 9, 0.0), ("", 0.0)])
async def test_it_cannot_ask_for_any_pause(receiver: Receiver, asked: str, after: float) -> None:
    receiver.answers, receiver.headers = [503], {"Retry-After": asked}
    assert (await fails(receiver.carrier(), "status", 503)).after == after


async def test_a_huge_answer_is_not_read(receiver: Receiver) -> None:
    sent = 0

    async def flood(request: web.Request) -> web.StreamResponse:
        nonlocal sent
        response = web.StreamResponse()
        await response.prepare(request)
        while sent < 2**28:
            await response.write(bytes(2**16))
            sent += 2**16
        return response

    receiver.reply = flood
    await receiver.carrier().send(URL_OF, PARCEL, NOON)  # the status says that it has arrived
    await asyncio.sleep(0.05)
    assert sent < 2**24


@pytest.mark.parametrize("slow", ["answer", "name"])
async def test_nothing_takes_longer_than_its_time(
    receiver: Receiver, slow: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host.outside.carrier, "PATIENCE", 0.3)
    over = asyncio.Event()

    async def never(_: object) -> web.StreamResponse:
        await over.wait()
        return web.Response()

    async def unresolved(_name: str, _server: int) -> Sequence[str]:
        await over.wait()
        return []

    carrier, since = receiver.carrier(), time.monotonic()
    if slow == "answer":
        receiver.reply = never
    else:
        carrier._resolve = unresolved
    await fails(carrier, "slow")
    assert time.monotonic() - since < 5
    over.set()


async def test_no_proxy_of_the_environment_is_asked(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    await receiver.carrier().send(URL_OF, PARCEL, NOON)
    assert len(receiver.got) == 1


async def test_no_log_has_the_address(receiver: Receiver, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    receiver.answers = [500]
    await fails(receiver.carrier(), "status", 500)
    receiver.behind = ["10.0.0.1"]
    await fails(receiver.carrier(), "inside")
    assert "s3cr3t" not in caplog.text and NAME not in caplog.text
    assert "secret" not in repr(PARCEL)


@dataclass
class Machines:
    """The machines behind names, looked up by the bot's own carrier; slow names have no answer until the end."""

    asked: list[str] = field(default_factory=list[str])
    answered: threading.Event = field(default_factory=threading.Event)

    def look_up(self, name: str, *_: Any, **__: Any) -> list[Any]:
        self.asked.append(name)
        if name.startswith("slow"):
            self.answered.wait(PATIENCE)
            raise OSError("no answer")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (LOOPBACK if "inside" in name else "93.184.216.34", 443))]


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machines]:
    machines = Machines()
    monkeypatch.setattr(socket, "getaddrinfo", machines.look_up)
    yield machines
    machines.answered.set()


async def check(carrier: Carrier, name: str, server: int = 7) -> str:
    """What is found behind a name, in a word."""
    try:
        await carrier.check(URL(f"https://{name}/"), server)
    except Undelivered as fault:
        return fault.why
    return "open"


async def test_names_are_looked_up_as_they_are(machines: Machines) -> None:
    """Without the domains in which this machine would look for its neighbours."""
    assert await check(Carrier(), "kubernetes.default.svc") == "open"
    assert await check(Carrier(), "inside.example.org") == "inside"
    assert machines.asked == ["kubernetes.default.svc.", "inside.example.org."]


async def test_slow_names_of_a_server_keep_no_other_waiting(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host.outside.carrier, "PATIENCE", 0.1)
    carrier = Carrier()
    slow = await asyncio.gather(*(check(carrier, f"slow{n}.example.org") for n in range(OF_SERVER + 2)))
    assert sorted(slow) == ["busy", "busy"] + ["slow"] * OF_SERVER
    assert await check(carrier, "example.org") == "busy", "the threads are still under way"
    assert await check(carrier, "example.org", 8) == "open"
    machines.answered.set()
    async with asyncio.timeout(PATIENCE):
        while await check(carrier, "example.org") == "busy":
            await asyncio.to_thread(time.sleep, 0.01)


async def test_slow_names_of_all_servers_leave_the_rest_to_wait(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host.outside.carrier, "PATIENCE", 0.1)
    monkeypatch.setattr(host.outside.carrier, "RESOLVERS", 2)
    carrier = Carrier()
    assert await asyncio.gather(*(check(carrier, "slow.example.org", n) for n in range(2))) == ["slow", "slow"]
    assert await check(carrier, "example.org", 8) == "busy"
