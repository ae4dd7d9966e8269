"""Planned downtime: clocks stand from its beginning to its end, in one server or in all; outages in it cost no more."""

import pytest

from host.repair.downtime import FARTHEST, LONGEST
from host.time.clocks import DAY, HOUR
from host.time.heartbeat import BEAT
from model.kinds import PostKind
from model.match import Downtime, MatchFacts
from tests.host.evening import ADA, BO, NOON, PLACE, Evening, kinds_to, refused
from tests.host.repair.stewards import MEG, steward
from tests.lacking import without

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("slow_url")]

HERE = PLACE.guild


async def announce(evening: Evening, since: float, until: float, guild: int | None = HERE, user: int = MEG) -> int:
    return await evening.house.downtimes.announce(guild, since, until, steward(evening, user, owns=guild is None))


@pytest.mark.parametrize("guild", [HERE, None])
async def test_clocks_stand_from_its_beginning_to_its_end(evening: Evening, guild: int | None) -> None:
    match = await evening.ride(ADA, BO, clock="daily")
    await evening.deliver()
    before = await evening.late(match)
    assert await announce(evening, NOON + HOUR, NOON + 6 * HOUR, guild) == 1
    assert await evening.late(match) == before + 5 * HOUR
    row = (await evening.log(match))[-1]
    assert (row.kind, row.how, row.user) == ("announce", "manager", MEG)
    assert row.events[0].data["by"] == ("manager" if guild else "owner")
    told = await evening.deliver()
    assert kinds_to(told, None) == kinds_to(told, ADA) == kinds_to(told, BO) == [PostKind.REPAIR]
    user, _ = await evening.due(match)
    evening.now.later(2 * HOUR)
    await evening.answer(match, user)  # they can play on meanwhile
    clock = evening.house._match_log.running(await facts(evening, match))
    assert clock.ran(NOON, evening.now()) == HOUR
    assert clock.after(evening.now(), 60.0) == NOON + 6 * HOUR + 60.0


async def facts(evening: Evening, match: int) -> MatchFacts:
    found = await evening.store.facts(match)
    assert found is not None
    return found


async def test_nobody_s_time_is_up_in_it(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, clock="live")
    await announce(evening, NOON + 60, NOON + 2 * DAY)
    rows = len(await evening.log(match))
    evening.now.later(DAY)
    await evening.owe()
    assert len(await evening.log(match)) == rows
    evening.now.later(DAY + 30 * 60)
    await evening.owe()
    assert (await evening.log(match))[-1].how == "late"


async def test_an_outage_in_it_is_counted_once(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, clock="daily")
    before = await evening.late(match)
    heartbeat = evening.house.heartbeat
    await heartbeat.begin()
    await announce(evening, NOON + HOUR, NOON + 3 * HOUR)
    evening.now.later(2 * HOUR)
    await heartbeat.work()  # and then the bot is gone, an hour longer than was announced
    evening.now.later(2 * HOUR)
    await heartbeat.begin()
    assert await evening.late(match) == before + 3 * HOUR
    clock = evening.house._match_log.running(await facts(evening, match))
    assert clock.ran(NOON, evening.now()) == HOUR


async def test_of_another_server_it_stops_no_clock(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, clock="daily")
    before = await evening.late(match)
    assert await announce(evening, NOON + HOUR, NOON + 6 * HOUR, guild=8) == 0
    assert await evening.late(match) == before
    assert await announce(evening, NOON + 2 * HOUR, NOON + 4 * HOUR) == 1
    assert await evening.late(match) == before + 2 * HOUR
    await evening.house.downtimes.announce(None, NOON + 3 * HOUR, NOON + 5 * HOUR, steward(evening, owns=True))
    assert await evening.late(match) == before + 3 * HOUR  # an hour of it was announced before


@pytest.mark.parametrize("after", [0.0, 3 * HOUR])
async def test_it_can_be_ended_before_its_time_or_before_it_begins(evening: Evening, after: float) -> None:
    match = await evening.ride(ADA, BO, clock="daily")
    before = await evening.late(match)
    await announce(evening, NOON + 2 * HOUR, NOON + 12 * HOUR)
    with refused("downtime.already"):
        await announce(evening, NOON + 20 * HOUR, NOON + 21 * HOUR)
    evening.now.later(after)
    await evening.house.downtimes.end(HERE, steward(evening))
    assert await evening.late(match) == before + max(0.0, after - 2 * HOUR)
    assert await evening.house.downtimes.ahead(HERE) is None
    with refused("downtime.none"):
        await evening.house.downtimes.end(HERE, steward(evening))
    await announce(evening, evening.now() + HOUR, evening.now() + 2 * HOUR)


@pytest.mark.parametrize("guild", [HERE, None])
async def test_the_clock_of_the_person_who_announces_it_goes_on(evening: Evening, guild: int | None) -> None:
    """Ada manages the server, or owns the bot, and would have won herself three days; Bo gets his."""
    match = await evening.play(ADA, BO, game="tiny", clock="daily")  # both are asked
    before = [await evening.late(match, seat) for seat in (0, 1)]
    await announce(evening, NOON + HOUR, NOON + 6 * HOUR, guild, user=ADA)
    assert [await evening.late(match, seat) for seat in (0, 1)] == [before[0], before[1] + 5 * HOUR]
    read = await facts(evening, match)
    ran = [evening.house._match_log.clock_of(read, row).ran(NOON, NOON + 6 * HOUR) for row in read.match.seats]
    assert ran == [6 * HOUR, HOUR]


async def test_what_the_bot_was_really_gone_for_is_given_back_to_them_as_well(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny", clock="live")
    heartbeat = evening.house.heartbeat
    await heartbeat.begin()
    await announce(evening, NOON, NOON + 3 * HOUR, user=ADA)
    evening.now.later(2 * HOUR)
    await heartbeat.begin()
    await evening.owe()
    assert (await evening.log(match))[-1].how != "late"
    evening.now.later(30 * 60)  # the bot is back, and hers alone runs
    await evening.owe()
    rows = [row for row in await evening.log(match) if row.how == "late"]
    assert [row.by for row in rows] == [0]


async def test_times_that_make_no_sense(evening: Evening) -> None:
    for since, until in (
        (NOON - HOUR, NOON - 1),
        (NOON + HOUR, NOON + HOUR),
        (NOON + FARTHEST + 1, NOON + FARTHEST + HOUR),
        (NOON, NOON + LONGEST + 1),
    ):
        with refused("downtime.when"):
            await announce(evening, since, until)


async def test_what_is_to_begin_at_once_begins_when_it_is_written(evening: Evening) -> None:
    await announce(evening, NOON - 0.01, NOON + HOUR)
    assert await evening.house.downtimes.ahead(HERE) == Downtime(HERE, NOON, NOON + HOUR, MEG)


async def test_another_process_hears_of_it_with_its_next_beat(evening: Evening, neighbour: Evening) -> None:
    match = await evening.ride(ADA, BO, clock="live")
    await announce(evening, NOON + 60, NOON + HOUR)
    heartbeat = neighbour.house.heartbeat
    evening.now.later(BEAT)
    await heartbeat.work()
    assert neighbour.house.heartbeat.downtimes == (Downtime(HERE, NOON + 60, NOON + HOUR, MEG),)
    evening.now.later(30 * 60)
    await neighbour.owe()
    assert (await evening.log(match))[-1].how != "late"


async def test_a_match_that_cant_be_read_keeps_no_other_from_being_told(evening: Evening) -> None:
    broken, match = await evening.ride(ADA, BO), await evening.play(ADA, BO, game="tiny")
    with without(evening.house.matches.games, "pistard"):
        assert await announce(evening, NOON, NOON + HOUR) == 1
    assert [row.kind for row in await evening.log(match)][-1] == "announce"
    assert [row.kind for row in await evening.log(broken)][-1] != "announce"
