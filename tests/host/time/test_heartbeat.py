"""The heartbeat: time in which no bot ran costs no player time."""

import asyncio
from math import inf
from typing import Any

import pytest

from host.time.clocks import HOUR
from host.time.heartbeat import BEAT, Heartbeat
from model.pace import PACES
from tests.driver import PATIENCE
from tests.host.evening import ADA, BO, NOON, Evening

pytestmark = pytest.mark.usefixtures("db_url")


async def test_the_house_beats_once_a_minute(evening: Evening) -> None:
    heartbeat = Heartbeat(evening.store, evening.now)
    assert await heartbeat.begin() == ()
    for _ in range(10):
        evening.now.later(BEAT)
        assert await heartbeat.work() == evening.now() + BEAT
    assert await Heartbeat(evening.store, evening.now).begin() == ()


async def test_a_night_without_a_house_is_an_outage(evening: Evening) -> None:
    heartbeat = Heartbeat(evening.store, evening.now)
    await heartbeat.begin()
    evening.now.later(BEAT)
    await heartbeat.work()
    evening.now.later(8 * HOUR)
    assert await Heartbeat(evening.store, evening.now).begin() == ((NOON + BEAT, evening.now()),)
    evening.now.later(HOUR)
    assert len(await Heartbeat(evening.store, evening.now).begin()) == 2


async def test_short_outages_add_up(evening: Evening) -> None:
    match = await evening.play(ADA, BO, clock="live")
    await Heartbeat(evening.store, evening.now).begin()
    before = {deadline.kind: deadline.due for deadline in await evening.store.deadlines(match)}
    for _ in range(10):  # it is killed five seconds after each start
        evening.now.later(5)
        evening.now.later(BEAT / 2)
        assert await Heartbeat(evening.store, evening.now).begin()
    after = {deadline.kind: deadline.due for deadline in await evening.store.deadlines(match)}
    assert all(due + 10 * BEAT / 2 <= after[kind] <= due + 10 * (5 + BEAT / 2) for kind, due in before.items())


async def test_of_a_house_that_was_stopped_every_second_counts(evening: Evening) -> None:
    await evening.house.start()
    async with asyncio.timeout(PATIENCE):
        while evening.house._workers["pulse"]._until == inf:  # noqa: ASYNC110 (it tells no one of its beats)
            await asyncio.sleep(0.001)
    evening.now.later(BEAT / 2)
    await evening.house.stop()
    stopped = evening.now()
    evening.now.later(3)
    evening = await Evening.begin(evening.url, evening.now)
    assert await Heartbeat(evening.store, evening.now).begin() == ((stopped, stopped + 3),)
    await evening.store.close()


async def test_a_house_that_starts_beside_a_neighbour_gives_a_beat_at_most(
    evening: Evening, neighbour: Evening
) -> None:
    await Heartbeat(evening.store, evening.now).begin()
    for _ in range(5):
        evening.now.later(BEAT)
        await Heartbeat(neighbour.store, neighbour.now).work()
    last = evening.now()
    evening.now.later(BEAT / 2)
    assert await Heartbeat(evening.store, evening.now).begin() == ((last, last + BEAT / 2),)


async def test_what_was_overdue_before_the_outage_is_not_put_off(evening: Evening) -> None:
    match = await evening.play(ADA, BO, clock="daily")
    evening.now.later(40 * HOUR)  # the table hasn't heard yet that the match has stalled
    await Heartbeat(evening.store, evening.now).begin()
    stalled = [deadline for deadline in await evening.store.deadlines(match) if deadline.kind == "stalled"]
    evening.now.later(HOUR)
    await Heartbeat(evening.store, evening.now).begin()
    assert [deadline for deadline in await evening.store.deadlines(match) if deadline.kind == "stalled"] == stalled


async def test_a_clock_that_goes_back_is_no_outage(evening: Evening) -> None:
    await Heartbeat(evening.store, evening.now).begin()
    evening.now.later(-5 * HOUR)
    assert await Heartbeat(evening.store, evening.now).begin() == ()


async def test_a_house_that_starts_leaves_the_outage_out_of_all_clocks(evening: Evening) -> None:
    match = await evening.play(ADA, BO, clock="daily")
    await evening.house.start()
    await evening.house.stop()
    evening.now.later(500 * HOUR)
    morning = await Evening.begin(evening.url, evening.now)
    await morning.house.start()
    await morning.house.stop()
    look = await Evening.begin(evening.url, evening.now)
    assert {row.how for row in await look.log(match) if row.kind == "move"} <= {"opening", "forced"}
    assert [row.missed for row in (await look.header(match)).seats] == [0, 0]
    await look.store.close()


# --- while it runs


@pytest.fixture
def steady(evening: Evening) -> Heartbeat:
    """The heartbeat of the evening's host, where time is real."""
    heartbeat = evening.house.heartbeat
    heartbeat._notices = True
    return heartbeat


async def test_a_clock_that_leaps_ahead_by_an_hour_costs_nobody_time(
    evening: Evening, steady: Heartbeat, reports: list[Any]
) -> None:
    await steady.begin()
    match = await evening.ride(ADA, BO, clock="live")
    before = {deadline.kind: deadline.due for deadline in await evening.owed(match)}
    evening.now.later(BEAT)
    await steady.work()
    evening.now.later(HOUR)
    await evening.house.scheduler.work()
    assert not [row for row in await evening.log(match) if row.how == "late"]
    assert {d.kind: d.due for d in await evening.owed(match)} == {k: due + HOUR for k, due in before.items()}
    assert [line["seconds"] for line in reports if "costs no player time" in line["event"]] == [HOUR]
    user, seen = await evening.due(match)
    assert seen.seat is not None
    moved = await evening.answer(match, user)
    assert moved.match.seats[seen.seat].bank >= PACES["live"].bank - BEAT


async def test_a_database_that_was_gone_for_a_minute_costs_nobody_time(
    evening: Evening, steady: Heartbeat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A live clock has ten of them."""
    await steady.begin()
    match = await evening.ride(ADA, BO, clock="live")
    before = {deadline.kind: deadline.due for deadline in await evening.owed(match)}
    with monkeypatch.context() as gone:
        for name in ("beat", "leap"):
            gone.delattr(type(evening.store.outages), name)
        evening.now.later(BEAT)
        for _ in range(3):
            with pytest.raises(AttributeError):
                await steady.work()
            evening.now.later(5)
    await steady.work()
    assert await evening.store.outages.past(0.0) == ((NOON, evening.now()),)
    gap = evening.now() - NOON
    assert {d.kind: d.due for d in await evening.owed(match)} == {k: due + gap for k, due in before.items()}
    evening.now.later(BEAT + 5)
    await steady.work()
    assert len(await evening.store.outages.past(0.0)) == 1, "a beat that comes a little late is no outage"


async def test_an_answer_right_after_the_leap_costs_no_hour(evening: Evening, steady: Heartbeat) -> None:
    await steady.begin()
    match = await evening.ride(ADA, BO, clock="live")
    user, seen = await evening.due(match)
    assert seen.seat is not None
    evening.now.later(HOUR)
    moved = await evening.answer(match, user)
    assert moved.match.seats[seen.seat].bank >= PACES["live"].bank


async def test_a_clock_that_goes_back_by_an_hour_holds_nothing_up(
    evening: Evening, steady: Heartbeat, reports: list[Any]
) -> None:
    await steady.begin()
    match = await evening.play(ADA, BO, game="tiny", opponents=["easy"])
    owed = (await evening.owed(match))[0]
    evening.now.later(owed.due - evening.now())
    evening.now.later(-HOUR)
    await evening.house.scheduler.work()
    assert owed.kind in {row.how for row in await evening.log(match)}
    assert await evening.deliver(), "messages wait no hour"
    assert [line["seconds"] for line in reports if "the clock went back" in line["event"]] == [
        round(NOON - evening.now())
    ]


async def test_of_a_process_that_slept_its_neighbours_know_better(
    evening: Evening, neighbour: Evening, steady: Heartbeat
) -> None:
    await steady.begin()
    for _ in range(10):
        evening.now.later(BEAT)
        await Heartbeat(neighbour.store, neighbour.now, notices=True).work()
    await steady.catch_up()
    assert await evening.store.outages.past(0.0) == ()


async def test_of_two_processes_whose_clocks_leap_one_records_it_and_both_know(
    evening: Evening, neighbour: Evening, steady: Heartbeat
) -> None:
    other = neighbour.house.heartbeat
    other._notices = True
    await steady.begin()
    await other.begin()
    evening.now.later(HOUR)
    await steady.work()
    await other.work()
    outage = ((NOON, NOON + HOUR),)
    assert evening.house.heartbeat.outages == neighbour.house.heartbeat.outages == outage


async def test_where_time_is_meant_to_leap_it_isn_t_an_outage(evening: Evening) -> None:
    sandbox = Heartbeat(evening.store, evening.now)
    await sandbox.begin()
    evening.now.later(24 * HOUR)
    await sandbox.catch_up()
    await sandbox.work()
    assert await evening.store.outages.past(0.0) == ()
