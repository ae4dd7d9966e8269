"""Few sessions are left to begin: each start waits, so that a bot that ends again and again never uses the last one."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord.http import HTTPClient

from cogs.traffic.starts import DAY, FEW, KEPT, SPARE, Starts
from cogs.ui.timing import clock_ahead
from tests.cogs.offline import SESSIONS
from tests.cogs.world import World, quick_match


class Discord:
    """Counts the sessions that are begun, and when there are new ones."""

    def __init__(self, left: int, shards: int = 1) -> None:
        self.left, self.shards, self.now, self.renewed = left, shards, 0.0, DAY

    async def get_bot_gateway(self) -> tuple[int, str, dict[str, Any]]:
        reset_after = round((self.renewed - self.now) * 1000)
        return self.shards, "", {"total": 1000, "remaining": self.left, "reset_after": reset_after}

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        if self.now >= self.renewed:
            self.left, self.renewed = 1000, self.now + DAY

    async def start(self, shards: int | None = None) -> Starts:
        """A bot begins its sessions, as soon as it may."""
        starts = Starts(lambda: self.now, self.sleep)
        await starts.wait(self.http, shards)
        for _ in range(shards or self.shards):
            await self.begin(starts)
        return starts

    async def begin(self, starts: Starts) -> None:
        """A shard begins a session, as soon as it may."""
        await starts.turn(self.http)
        starts.begun()
        self.left -= 1

    @property
    def http(self) -> HTTPClient:
        return cast("HTTPClient", SimpleNamespace(get_bot_gateway=self.get_bot_gateway))


async def test_while_there_are_many_no_start_waits() -> None:
    discord = Discord(1000)
    starts = await discord.start()
    assert (discord.now, starts.left, starts.is_waiting) == (0.0, 999, False)


@pytest.mark.parametrize("shards", [1, 16])
async def test_a_crash_loop_leaves_some_of_each_day_s(shards: int) -> None:
    """Ten seconds after each end, as the service does it, for a week."""
    discord, least, starts = Discord(1000, shards), 1000, 0
    while discord.now < 7 * DAY:
        await discord.start()
        least, starts = min(least, discord.left), starts + 1
        discord.now += 10.0
        if discord.now >= discord.renewed:
            discord.left, discord.renewed = 1000, discord.now + DAY
    assert least >= KEPT
    assert starts > 7 * (1000 - FEW) / shards, "no more is held back than must be"


async def test_when_there_are_too_few_for_all_shards_the_bot_waits_for_new_ones() -> None:
    discord = Discord(KEPT + 3, shards=4)
    starts = await discord.start()
    assert discord.now == DAY + SPARE
    assert starts.left == 996, "that of the new day"


async def test_sessions_that_end_again_and_again_leave_some_of_each_day_s() -> None:
    """Within one life of the bot, which has to begin a new one every ten seconds, for three days."""
    discord, least = Discord(1000), 1000
    starts = await discord.start()
    while discord.now < 3 * DAY:
        await discord.begin(starts)
        assert starts.left is not None
        least = min(least, discord.left, starts.left)
        await discord.sleep(10.0)
    assert least >= KEPT


async def test_the_figure_is_right_on_later_days() -> None:
    discord = Discord(300)
    starts = await discord.start()
    discord.now = 2.5 * DAY
    assert starts.left == 1000
    starts.begun()
    assert starts.left == 999
    discord.now = 3 * DAY
    assert starts.left == 1000


async def test_a_wait_that_is_broken_off_goes_on_where_it_was() -> None:
    """discord.py gives a session a minute to begin, and then opens another line."""
    discord, tries = Discord(FEW), 0
    starts = await discord.start()

    async def a_minute(seconds: float) -> None:
        discord.now += min(seconds, 60.0)
        if seconds > 60.0:
            raise TimeoutError

    starts._sleep = a_minute
    began = discord.now
    while tries < 100:
        tries += 1
        try:
            await discord.begin(starts)
            break
        except TimeoutError:
            assert starts.is_waiting
    assert discord.now - began == 60.0 * tries > 60.0
    assert (starts.is_waiting, starts.left) == (False, discord.left)


async def test_a_start_that_waits_costs_nobody_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """No clock goes before the bot may begin its sessions: the days until then are an outage."""
    await quick_match(world)
    rows, now, waited = await world.rows(1), world.now, 0.0
    monkeypatch.setattr(world, "now", lambda: now() + waited)
    monkeypatch.setitem(SESSIONS, "remaining", KEPT)
    bot = world._new_bot()

    async def days(_seconds: float) -> None:
        nonlocal waited
        assert bot.starts.is_waiting
        await asyncio.sleep(0.05)  # what had been started by now would play
        waited += 9 * DAY

    bot.starts = Starts(sleep=days)
    await world.env.restart_bot(bot)
    assert (waited, bot.starts.is_waiting) == (9 * DAY, False)
    await world.later(2 * 60)
    assert await world.rows(1) == rows, "nobody's time is up"
    await world.later(9 * DAY)
    assert await world.rows(1) > rows


async def test_who_is_told_nothing_tells_nothing() -> None:
    assert Starts().left is None


def test_the_clock_is_held_against_discord_s() -> None:
    told = {"Date": "Thu, 26 Nov 2026 01:15:00 GMT"}
    assert clock_ahead(told, 1795655700.5 + 12.0) == 12.0
    assert clock_ahead({}, 0.0) is clock_ahead({"Date": "soon"}, 0.0) is None
