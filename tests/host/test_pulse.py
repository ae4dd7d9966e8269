"""The pulse: what nobody saw, since nobody ran, costs no player time."""

from host.pulse import BEAT, PAUSE, Pulse
from host.times import HOUR
from tests.host.evening import ADA, BO, NOON, Evening


async def test_a_new_house_has_missed_nothing(evening: Evening) -> None:
    assert await Pulse(evening.store, evening.now).begin() == ()


async def test_the_house_beats_once_a_minute(evening: Evening) -> None:
    pulse = Pulse(evening.store, evening.now)
    await pulse.begin()
    for _ in range(10):
        evening.now.later(BEAT)
        assert await pulse.work() == evening.now() + BEAT
    assert await Pulse(evening.store, evening.now).begin() == ()


async def test_a_night_without_a_house_is_an_outage(evening: Evening) -> None:
    pulse = Pulse(evening.store, evening.now)
    await pulse.begin()
    evening.now.later(BEAT)
    await pulse.work()
    evening.now.later(8 * HOUR)
    assert await Pulse(evening.store, evening.now).begin() == ((NOON + BEAT, evening.now()),)
    evening.now.later(HOUR)
    assert len(await Pulse(evening.store, evening.now).begin()) == 2


async def test_a_quick_restart_is_none(evening: Evening) -> None:
    await Pulse(evening.store, evening.now).begin()
    evening.now.later(PAUSE)
    assert await Pulse(evening.store, evening.now).begin() == ()


async def test_while_a_neighbour_runs_nothing_is_missed(evening: Evening, neighbour: Evening) -> None:
    await Pulse(evening.store, evening.now).begin()
    for _ in range(5):
        evening.now.later(BEAT)
        await Pulse(neighbour.store, neighbour.now).work()
    assert await Pulse(evening.store, evening.now).begin() == ()


async def test_of_two_that_start_together_one_records_the_outage(evening: Evening, neighbour: Evening) -> None:
    match = await evening.play(ADA, BO, clock="daily")
    await Pulse(evening.store, evening.now).begin()
    before = {one.kind: one.due for one in await evening.store.deadlines(match)}
    evening.now.later(HOUR)
    outage = ((NOON, evening.now()),)
    assert await Pulse(evening.store, evening.now).begin() == outage
    assert await Pulse(neighbour.store, neighbour.now).begin() == outage
    after = {one.kind: one.due for one in await evening.store.deadlines(match)}
    assert after == {kind: due + HOUR for kind, due in before.items()}


async def test_what_was_overdue_before_the_outage_is_not_put_off(evening: Evening) -> None:
    match = await evening.play(ADA, BO, clock="daily")
    evening.now.later(40 * HOUR)  # nobody has told the table yet that the match has stalled
    await Pulse(evening.store, evening.now).begin()
    stalled = [one for one in await evening.store.deadlines(match) if one.kind == "stalled"]
    evening.now.later(HOUR)
    await Pulse(evening.store, evening.now).begin()
    assert [one for one in await evening.store.deadlines(match) if one.kind == "stalled"] == stalled


async def test_a_clock_that_goes_back_is_no_outage(evening: Evening) -> None:
    await Pulse(evening.store, evening.now).begin()
    evening.now.later(-5 * HOUR)
    assert await Pulse(evening.store, evening.now).begin() == ()
    evening.now.later(BEAT)
    assert await Pulse(evening.store, evening.now).begin() == ()


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
