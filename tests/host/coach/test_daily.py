"""When servers get the puzzle of the day: each at its own hour, once a day, and again if it couldn't be sent."""

from __future__ import annotations

import asyncio
from datetime import datetime

import pytest

from db.stores.puzzles import NewPuzzle, PuzzleChannel
from engines import GAMES
from host.coach.daily import AGAIN, Daily, PuzzleMessage
from host.coach.puzzles import Puzzles
from host.delivery import Delivery, Unsent
from host.outbox.outbox import BACKOFF
from host.time.clocks import DAY, zone_of
from model.match import MessageRef
from tests.host.coach.planted import STOCK
from tests.host.evening import Evening, outbox_of

pytestmark = pytest.mark.quick

HERE, THERE = 7, 8  # servers


class Channel:
    """What is posted, and by which server's clock; as long as it is `closed` nothing is."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self.posted = evening, list[tuple[int, str, str]]()
        self.nonces: list[str] = []
        self.closed = False

    async def deliver(self, message: Delivery, /) -> MessageRef:
        assert isinstance(message, PuzzleMessage) and message.post.guild is not None
        self.nonces.append(message.post.nonce)
        if self.closed:
            raise Unsent
        zone = zone_of((await self.evening.store.servers.settings(message.post.guild)).zone)
        local = datetime.fromtimestamp(self.evening.now(), zone)
        self.posted.append((message.post.guild, f"{local:%d %H}", "" if message.before is None else "solution"))
        return MessageRef(message.channel, len(self.posted))


@pytest.fixture
def channel(evening: Evening) -> Channel:
    return Channel(evening)


class Postman:
    """Looks for what is due like the host, and sends it."""

    def __init__(self, evening: Evening, channel: Channel, stock: tuple[NewPuzzle, ...] = STOCK) -> None:
        puzzles = Puzzles(evening.store, GAMES, evening.now, lambda: stock)
        self.daily = Daily(evening.store, puzzles, evening.house.races.news, evening.now, wake=lambda: None)
        evening.house.kinds |= self.daily.kinds
        self._outbox = outbox_of(evening, channel)

    async def work(self) -> float | None:
        due, again = await self.daily.work(), await self._outbox.work()
        return min((item for item in (due, again) if item is not None), default=None)


@pytest.fixture
def postman(evening: Evening, channel: Channel) -> Postman:
    return Postman(evening, channel)


async def through(evening: Evening, postman: Postman, days: float) -> None:
    """Let time pass from one thing that is due to the next."""
    end = evening.now() + days * DAY
    while (due := await postman.work()) is not None and due < end:
        evening.now.later(max(0.0, due - evening.now()))


async def test_each_server_has_it_once_a_day_at_its_hour(evening: Evening, channel: Channel, postman: Postman) -> None:
    await evening.house.servers.change(THERE, zone="Asia/Tokyo")
    await postman.daily.set_place(HERE, 77, 9)
    await postman.daily.set_place(THERE, 88, 21)
    await through(evening, postman, 3)
    here = [(at, what) for guild, at, what in channel.posted if guild == HERE]
    there = [(at, what) for guild, at, what in channel.posted if guild == THERE]
    assert [at for at, _ in here][1:] == ["15 09", "16 09", "17 09"][: len(here) - 1], "the first at once: it is noon"
    assert len(here) >= 3 and all(at.endswith("21") for at, _ in there) and len(there) == 3
    assert [what for _, what in here] == ["", *["solution"] * (len(here) - 1)]
    assert len(set(channel.nonces)) == len(channel.posted)


async def test_what_couldn_t_be_sent_is_sent_later_as_the_same_message(
    evening: Evening, channel: Channel, postman: Postman
) -> None:
    await postman.daily.set_place(HERE, 77, 0)
    channel.closed = True
    for pause in BACKOFF[:2]:
        assert await postman.work() == evening.now() + pause
        assert await postman.work() == evening.now() + pause, "it is put off"
        evening.now.later(pause)
    channel.closed = False
    await postman.work()
    assert len(channel.posted) == 1 and len(channel.nonces) == 3 and len(set(channel.nonces)) == 1


async def test_two_bots_post_it_once(evening: Evening, channel: Channel, postman: Postman) -> None:
    await postman.daily.set_place(HERE, 77, 0)
    for bot in (postman, Postman(evening, channel)):
        await bot.work()
    assert len(channel.posted) == 1


async def test_two_managers_who_set_channel_and_hour_at_once_both_get_theirs(postman: Postman) -> None:
    daily = postman.daily
    await daily.set_place(HERE, 76, 6)
    await asyncio.gather(daily.set_place(HERE, 77, None), daily.set_place(HERE, None, 7))
    assert await daily.place(HERE) == PuzzleChannel(HERE, 77, 7)


async def test_a_setting_keeps_the_other(channel: Channel, postman: Postman) -> None:
    assert await postman.daily.place(HERE) is None
    await postman.daily.set_place(HERE, None, 7)
    assert await postman.daily.place(HERE) == PuzzleChannel(HERE, None, 7)
    assert await postman.work() is None, "no channel, no puzzle"
    await postman.daily.set_place(HERE, 77, None)
    assert await postman.daily.place(HERE) == PuzzleChannel(HERE, 77, 7)


async def test_without_puzzles_it_looks_again(evening: Evening, channel: Channel) -> None:
    postman = Postman(evening, channel, stock=())
    await postman.daily.set_place(HERE, 77, 0)
    assert await postman.work() == evening.now() + AGAIN
    assert not channel.posted


async def test_server_ids_of_any_length_fit_into_the_nonce(channel: Channel, postman: Postman) -> None:
    await postman.daily.set_place(2**63 - 1, 77, 0)
    await postman.work()
    assert len(channel.nonces[0]) <= 25, "Discord takes no longer ones"


async def test_a_puzzle_that_couldn_t_be_sent_for_a_day_gives_way_to_the_next(
    evening: Evening, channel: Channel, postman: Postman
) -> None:
    await postman.daily.set_place(HERE, 77, 0)
    channel.closed = True
    await postman.work()
    evening.now.later(DAY)
    await postman.daily.work()
    channel.closed = False
    await postman.work()
    assert len(channel.posted) == 1
