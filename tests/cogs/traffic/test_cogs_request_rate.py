"""A process keeps to its share of the token's requests, and answers to interactions don't wait for it."""

import asyncio
from types import SimpleNamespace

import aiohttp
import pytest
from multidict import CIMultiDict
from yarl import URL

from cogs.traffic.request_rate import ALLOWED, Pace, is_counted

API = URL("https://discord.com/api/v10")


class Clock:
    def __init__(self) -> None:
        self.time = 50.0

    def __call__(self) -> float:
        return self.time


def sent(pace: Pace, clock: Clock, requests: int) -> list[float]:
    """When so many requests go that all want to go at once."""
    return [clock.time + pace.turn() for _ in range(requests)]


@pytest.mark.parametrize("workers", [1, 2, 4, 10])
def test_in_no_second_do_all_workers_together_send_more_than_allowed(workers: int) -> None:
    clock = Clock()
    together = sorted(time for pace in [Pace(workers, clock) for _ in range(workers)] for time in sent(pace, clock, 60))
    for first in together:
        assert sum(first <= time < first + 1 for time in together) <= ALLOWED
    assert together[-1] - together[0] <= 60 * workers / 40, "nor do they send much less"


def test_after_a_while_without_any_some_go_at_once_again() -> None:
    clock = Clock()
    pace = Pace(2, clock)
    assert sent(pace, clock, 6)[4] == clock.time < sent(pace, clock, 1)[0]
    clock.time += 60
    assert sent(pace, clock, 5) == [clock.time] * 5


def test_a_worker_whose_share_is_small_still_sends() -> None:
    clock = Clock()
    assert sent(Pace(40, clock), clock, 3) == [50.0, 51.0, 52.0]


@pytest.mark.parametrize(
    ("url", "counted"),
    [
        (API / "channels/1/messages", True),
        (API / "channels/1/messages/2", True),
        (API / "users/@me/channels", True),
        (API / "gateway/bot", True),
        (API / "interactions/1/token/callback", False),
        (API / "webhooks/1/token/messages/@original", False),
        (URL("https://cdn.discordapp.com/avatars/1/2.png"), False),
        (URL("wss://gateway.discord.gg/?v=10"), False),
    ],
    ids=str,
)
def test_what_is_counted(url: URL, counted: bool) -> None:
    assert is_counted(url) == counted


async def test_a_request_waits_and_an_answer_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    pace = Pace(40, Clock())
    (wait,) = pace.trace().on_request_start
    async with aiohttp.ClientSession() as session:
        for path in ("channels/1/messages", "interactions/1/t/callback", "channels/2/messages", "webhooks/1/t"):
            request = aiohttp.TraceRequestStartParams("POST", API / path, CIMultiDict())
            await wait(session, SimpleNamespace(), request)
    assert slept == [1.0]
