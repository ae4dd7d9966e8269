"""How fast one person is answered, and that no one else waits for a person who presses faster."""

import asyncio
from dataclasses import dataclass

import pytest

from cogs.traffic.rate_limit import KEPT, LONGEST, PER_SECOND, Line, RateLimit
from engines.table import Refused
from locales import catalogue
from tests.cogs.world import Player, World, quick_match

SAY = catalogue("en")
AT_ONCE, IN_LINE = 10, 15  # presses of the same moment; all others are refused


class Clock:
    """A clock that is set by hand, and what was waited for."""

    def __init__(self) -> None:
        self.now, self.waits = 0.0, list[float]()

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)


@pytest.fixture
def clock() -> Clock:
    """A clock that shows zero."""
    return Clock()


@pytest.fixture
def limit(clock: Clock) -> RateLimit:
    """The bot's limit by that clock."""
    return RateLimit(clock=lambda: clock.now, sleep=clock.sleep)


async def test_ten_presses_are_answered_at_once_and_more_one_after_the_other(limit: RateLimit, clock: Clock) -> None:
    taken = [await limit.turn(1) for _ in range(40)]
    assert taken == [True] * (AT_ONCE + IN_LINE) + [False] * 15
    assert clock.waits == [place / PER_SECOND for place in range(1, IN_LINE + 1)]
    assert max(clock.waits) <= LONGEST


async def test_a_person_who_presses_slowly_never_waits(limit: RateLimit, clock: Clock) -> None:
    for _ in range(200):
        assert await limit.turn(1)
        clock.now += 1 / PER_SECOND
    assert clock.waits == []


async def test_a_person_who_rests_for_a_second_may_press_ten_times_at_once_again(
    limit: RateLimit, clock: Clock
) -> None:
    for _ in range(3):
        assert all([await limit.turn(1) for _ in range(AT_ONCE)])
        assert clock.waits == []
        clock.now += 1.0


async def test_one_person_s_presses_cost_no_other_anything(limit: RateLimit, clock: Clock) -> None:
    for _ in range(100):
        await limit.turn(1)
    waited = len(clock.waits)
    assert await limit.turn(2)
    assert len(clock.waits) == waited


async def test_what_is_refused_doesn_t_put_off_what_follows(limit: RateLimit, clock: Clock) -> None:
    for _ in range(100):
        await limit.turn(1)
    clock.now += 0.1
    assert await limit.turn(1)
    assert clock.waits[-1] == LONGEST


async def test_nothing_is_remembered_of_a_person_who_has_been_answered(limit: RateLimit, clock: Clock) -> None:
    for user in range(10 * KEPT):
        await limit.turn(user)
        clock.now += 0.01
    assert len(limit._next) <= KEPT


async def test_a_person_s_presses_are_answered_one_after_the_other_and_nobody_else_s_wait() -> None:
    line, served = Line(), list[str]()
    slow = asyncio.Event()

    async def press(name: str, user: int) -> None:
        async with line.first(user):
            if name == "slow":
                await slow.wait()
            served.append(name)

    tasks = [asyncio.create_task(press(name, user)) for name, user in (("slow", 1), ("next", 1), ("other", 2))]
    await tasks[2]
    assert served == ["other"]
    slow.set()
    await asyncio.gather(*tasks)
    assert served == ["other", "slow", "next"]


async def test_a_person_whose_last_press_takes_long_isn_t_called_hasty() -> None:
    line = Line(0.0)
    async with line.first(1):
        with pytest.raises(Refused, match=r"house\.busy"):
            async with line.first(1):
                raise AssertionError("answered before its turn")
    async with line.first(1):
        pass


# --- in the bot


@dataclass
class Flood:
    """Ann has pressed very often in one moment, and Bob once after her."""

    world: World
    ann: Player
    bob: Player
    asleep: list[asyncio.Event]
    order: list[int]  # the people who were answered before time went on

    async def wake(self) -> None:
        """All who wait in line have waited long enough."""
        for event in self.asleep:
            event.set()
        await self.world.env.settle()


async def flooded(world: World, messages: int = 40) -> Flood:
    """A number of presses of Ann's, all of which have arrived before Bob's."""
    ann, bob = await quick_match(world)
    board, before, bot = world.board(), len(world.env.http_requests), world.bots[-1]
    flood = Flood(world, ann, bob, [], [])

    async def sleep(_: float) -> None:
        flood.asleep.append(asyncio.Event())
        await world.env.external_wait(flood.asleep[-1].wait(), reason="one after the other")

    bot.limit, bot.refusals = RateLimit(clock=world.now, sleep=sleep), RateLimit(clock=world.now)
    records = {ann.emit_press(board, "History").token: ann.id for _ in range(messages)}
    records[bob.emit_press(board, "History").token] = bob.id
    await world.env.settle()
    flood.order += answered(world, records, before)
    return flood


def answered(world: World, records: dict[str, int], before: int) -> list[int]:
    """The people who had been answered by then, in order."""
    calls = [request for request in world.env.http_requests[before:] if request.path.endswith("/callback")]
    return [records[call.path.split("/")[-2]] for call in calls if (call.json or {})["type"] != 4]


async def test_another_s_press_is_answered_before_the_rest_of_a_flood(world: World) -> None:
    flood = await flooded(world)
    assert flood.order.count(flood.bob.id) == 1
    assert flood.order.index(flood.bob.id) <= AT_ONCE
    assert flood.order.count(flood.ann.id) == AT_ONCE
    before = len(world.env.http_requests)
    await flood.wake()
    edits = [request for request in world.env.http_requests[before:] if request.method == "PATCH"]
    assert len([edit for edit in edits if "/webhooks/" in edit.path]) == IN_LINE, "nothing of what waits is lost"


async def test_a_person_who_is_too_fast_is_told_so_and_nothing_changes(world: World) -> None:
    flood = await flooded(world)
    refused = [
        body["data"]
        for request in world.env.http_requests
        if request.path.endswith("/callback") and (body := request.json or {})["type"] == 4
    ]
    # 15 were too fast: not even every refusal is sent, for refusals take time from others too
    assert [payload["content"] for payload in refused] == AT_ONCE * [SAY("refusal.house.fast")]
    await flood.wake()
    await world.later(10)
    assert (await flood.ann.press(world.board(), "Your move")).labels


async def test_commands_wait_too_and_suggestions_are_left_out(world: World) -> None:
    flood = await flooded(world, AT_ONCE + IN_LINE)
    assert await flood.ann.complete("play", "match", "") == []
    assert (await flood.ann.command("games")).whisper == SAY("refusal.house.fast")
    await flood.wake()
    await world.later(10)
    assert await flood.ann.complete("play", "match", "") != []
    assert (await flood.ann.command("games")).whispers != [SAY("refusal.house.fast")]
