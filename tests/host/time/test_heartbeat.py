"""The heartbeat: time in which nobody ran costs no player time."""

import pytest

from host.time.clocks import HOUR
from host.time.heartbeat import BEAT, Heartbeat
from tests.host.evening import ADA, BO, NOON, Evening


@pytest.fixture
def house_url(db_url: str) -> str:
    return db_url


async def test_a_new_house_has_missed_nothing(evening: Evening) -> None:
    assert await Heartbeat(evening.store, evening.now).begin() == ()


async def test_the_house_beats_once_a_minute(evening: Evening) -> None:
    heartbeat = Heartbeat(evening.store, evening.now)
    await heartbeat.begin()
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
    before = {one.kind: one.due for one in await evening.store.deadlines(match)}
    for _ in range(10):  # it is killed five seconds after each start
        evening.now.later(5)
        evening.now.later(BEAT / 2)
        assert await Heartbeat(evening.store, evening.now).begin()
    after = {one.kind: one.due for one in await evening.store.deadlines(match)}
    assert all(due + 10 * BEAT / 2 <= after[kind] <= due + 10 * (5 + BEAT / 2) for kind, due in before.items())


async def test_of_a_house_that_was_stopped_every_second_counts(evening: Evening) -> None:
    await evening.house.start()
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


async def test_of_two_that_start_together_one_records_the_outage(evening: Evening, neighbour: Evening) -> None:
    match = await evening.play(ADA, BO, clock="daily")
    await Heartbeat(evening.store, evening.now).begin()
    before = {one.kind: one.due for one in await evening.store.deadlines(match)}
    evening.now.later(HOUR)
    outage = ((NOON, evening.now()),)
    assert await Heartbeat(evening.store, evening.now).begin() == outage
    assert await Heartbeat(neighbour.store, neighbour.now).begin() == outage
    after = {one.kind: one.due for one in await evening.store.deadlines(match)}
    assert after == {kind: due + HOUR for kind, due in before.items()}


async def test_what_was_overdue_before_the_outage_is_not_put_off(evening: Evening) -> None:
    match = await evening.play(ADA, BO, clock="daily")
    evening.now.later(40 * HOUR)  # nobody has told the table yet that the match has stalled
    await Heartbeat(evening.store, evening.now).begin()
    stalled = [one for one in await evening.store.deadlines(match) if one.kind == "stalled"]
    evening.now.later(HOUR)
    await Heartbeat(evening.store, evening.now).begin()
    assert [one for one in await evening.store.deadlines(match) if one.kind == "stalled"] == stalled


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
