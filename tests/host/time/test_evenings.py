"""The clock `evening`: answers are due at an hour of the day, on the days that were chosen; daylight saving and all."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from host.lobby.lobby import HOURS, MatchRequest
from host.repair.downtime import Downtimes
from host.time.clocks import HOUR, Running
from model.kinds import How, Reminder, VoteKind
from model.pace import EVENING, PACES
from model.terms import Terms
from tests.host.evening import ADA, BO, PLACE, Evening, kinds_to, refused
from tests.host.repair.stewards import steward

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("slow_url", "rope")]

BRUSSELS = "Europe/Brussels"
SHORTEST = PACES[EVENING].grace
HERE = PLACE.guild or 0


def at(text: str, zone: str = BRUSSELS) -> float:
    """The time that a clock on that wall shows, in unix seconds."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def shown(seconds: float, zone: str = BRUSSELS) -> str:
    """What a clock on that wall shows then."""
    return datetime.fromtimestamp(seconds, ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")


async def begin(evening: Evening, when: str, **wanted: object) -> int:
    """A match of Ada and Bo in a server in Brussels; Ada is asked at that time."""
    await evening.house.servers.change(HERE, zone=BRUSSELS)
    evening.now.time = at(when)
    return await evening.play(ADA, BO, game="rope", **{"clock": "evening", **wanted})


async def due(evening: Evening, match: int) -> str:
    """When the time is up of the seat that is asked."""
    return shown(await evening.late(match))


# --- sums


@pytest.mark.parametrize(
    ("asked", "days", "evening"),
    [
        ("2024-05-06T10:00", "", "2024-05-06T21:00"),
        ("2024-05-06T15:00", "", "2024-05-06T21:00"),
        ("2024-05-06T15:01", "", "2024-05-07T21:00"),  # that leaves less than six hours
        ("2024-05-06T21:00", "", "2024-05-07T21:00"),
        ("2024-05-06T15:01", "024", "2024-05-08T21:00"),
        ("2024-05-07T10:00", "024", "2024-05-08T21:00"),
        ("2024-05-10T22:00", "024", "2024-05-13T21:00"),
        ("2024-03-30T22:00", "", "2024-03-31T21:00"),  # a day of 23 hours
        ("2024-10-26T22:00", "", "2024-10-27T21:00"),  # a day of 25
        ("2024-03-30T22:00", "5", "2024-04-06T21:00"),
    ],
)
def test_what_is_asked_is_due_in_the_first_evening_that_leaves_six_hours(asked: str, days: str, evening: str) -> None:
    assert shown(Running(zone=BRUSSELS, days=days).due(21, at(asked), 0.0, SHORTEST)) == evening


def test_an_hour_that_does_not_come_or_comes_twice() -> None:
    running = Running(zone=BRUSSELS)
    assert shown(running.due(2, at("2024-03-30T10:00"), 0.0, SHORTEST)) == "2024-03-31T03:00"
    assert running.due(2, at("2024-10-26T10:00"), 0.0, SHORTEST) == at("2024-10-27T02:00")
    assert shown(running.due(2, at("2024-10-27T04:00"), 0.0, SHORTEST)) == "2024-10-28T02:00"


def test_the_evening_is_that_of_the_server_s_zone() -> None:
    asked = at("2024-05-06T10:00")
    assert shown(Running(zone="Asia/Tokyo").due(21, asked, 0.0, SHORTEST), "Asia/Tokyo") == "2024-05-07T21:00"
    assert shown(Running().due(21, asked, 0.0, SHORTEST), "UTC") == "2024-05-06T21:00"


@pytest.mark.parametrize(
    ("minutes", "evening"),
    [(0.1, "2024-05-06T21:00"), (30, "2024-05-06T21:30"), (61, "2024-05-07T21:00"), (600, "2024-05-07T21:00")],
)
def test_an_outage_puts_an_evening_off_a_little_or_to_the_next(minutes: float, evening: str) -> None:
    down = at("2024-05-06T10:30")
    running = Running(zone=BRUSSELS, outages=((down, down + 60 * minutes),))
    assert shown(running.due(21, at("2024-05-06T10:00"), 0.0, SHORTEST)) == evening


def test_time_that_costs_nothing_leaves_later_evenings() -> None:
    running, asked = Running(zone=BRUSSELS), at("2024-05-06T10:00")
    assert shown(running.due(21, asked, 24 * HOUR, SHORTEST)) == "2024-05-07T21:00"
    assert shown(running.due(21, asked, 3 * HOUR, SHORTEST)) == "2024-05-07T21:00"
    assert shown(running.due(21, at("2024-05-06T18:00"), -3 * HOUR, SHORTEST)) == "2024-05-06T21:00"


# --- in matches


async def test_what_is_answered_earlier_goes_on_at_once_and_the_rest_is_due_together(evening: Evening) -> None:
    match = await begin(evening, "2024-05-06T09:00")
    assert await due(evening, match) == "2024-05-06T21:00"
    evening.now.later(HOUR)
    await evening.answer(match, ADA)
    assert await due(evening, match) == "2024-05-06T21:00"
    evening.now.later(8 * HOUR)
    await evening.answer(match, BO)
    assert await due(evening, match) == "2024-05-07T21:00"
    evening.now.time = at("2024-05-07T21:00")
    await evening.owe()
    assert [row.how for row in await evening.log(match)][-1] == How.LATE
    assert await due(evening, match) == "2024-05-08T21:00"


async def test_half_and_ninety_are_of_the_time_until_the_evening(evening: Evening) -> None:
    match = await begin(evening, "2024-05-06T11:00")
    times = {deadline.kind: shown(deadline.due) for deadline in await evening.store.deadlines(match)}
    assert (times[Reminder.HALF], times[Reminder.NINETY]) == ("2024-05-06T16:00", "2024-05-06T20:00")


async def test_a_match_has_an_hour_and_days_of_its_own(evening: Evening) -> None:
    match = await begin(evening, "2024-05-07T09:00", hour=19, days="420")
    header = await evening.header(match)
    assert (header.terms.hour, header.terms.days) == (19, "024")
    assert await due(evening, match) == "2024-05-08T19:00"


async def test_two_servers_have_evenings_of_their_own(evening: Evening, neighbour: Evening) -> None:
    await evening.house.servers.change(HERE, evening=20)
    assert (await evening.house.servers.settings(HERE)).evening == 20
    assert (await neighbour.house.servers.settings(8)).evening == 21
    assert await due(evening, await begin(evening, "2024-05-06T09:00")) == "2024-05-06T20:00"


async def test_weekends_off_and_the_days_of_other_clocks(evening: Evening) -> None:
    friday = await begin(evening, "2024-05-10T16:00", weekends=True)
    assert await due(evening, friday) == "2024-05-13T21:00"
    daily = await begin(evening, "2024-05-10T16:00", clock="brisk", days="0")  # 28 + 4 hours, all on Mondays
    assert await due(evening, daily) == "2024-05-20T08:00"


@pytest.mark.parametrize(
    "wanted", [{"days": "x"}, {"days": "56", "weekends": True}], ids=["no day", "only those that are off"]
)
async def test_a_match_on_no_day_is_refused(evening: Evening, wanted: dict[str, object]) -> None:
    before = await evening.rows()
    with refused("house.days"):
        await begin(evening, "2024-05-06T09:00", **wanted)
    with refused("house.hour"):
        await evening.lobby.open(MatchRequest("rope", {}, terms=Terms(hour=max(HOURS) + 1)), PLACE, evening.person(ADA))
    assert {name: rows for name, rows in (await evening.rows()).items() if name != "guilds"} == {
        name: rows for name, rows in before.items() if name != "guilds"
    }


async def test_an_undo_wins_nobody_an_evening(evening: Evening) -> None:
    match = await begin(evening, "2024-05-06T09:00")
    await evening.answer(match, ADA)
    evening.now.time = at("2024-05-06T20:59")
    await evening.answer(match, BO, ("2",))
    evening.now.later(2 * 60)
    await evening.matches.undo(match, BO, None, evening.press())
    assert await due(evening, match) == "2024-05-06T21:02"  # a minute was left
    await evening.answer(match, BO, ("3",))
    assert await due(evening, match) == "2024-05-07T21:00"


async def test_an_undo_before_the_evening_leaves_it_where_it_was(evening: Evening) -> None:
    match = await begin(evening, "2024-05-06T09:00")
    evening.now.time = at("2024-05-06T12:00")
    await evening.answer(match, ADA, ("2",))
    evening.now.later(HOUR)
    await evening.matches.undo(match, ADA, None, evening.press())
    assert await due(evening, match) == "2024-05-06T21:00"


async def test_a_vote_for_more_time_leaves_one_evening_more(evening: Evening) -> None:
    match = await begin(evening, "2024-05-06T09:00")
    await evening.ask(match, ADA, VoteKind.EXTEND)
    await evening.say(match, BO, yes=True)
    assert await due(evening, match) == "2024-05-07T21:00"


async def test_a_restart_costs_nobody_the_evening(evening: Evening) -> None:
    match = await begin(evening, "2024-05-06T09:00")
    await evening.store.outages.beat(evening.now())
    evening.now.later(5 * HOUR)
    await evening.wake_up()
    evening.now.time = at("2024-05-06T21:00")
    await evening.owe()
    assert [row.how for row in await evening.log(match)][-1] != How.LATE
    assert await due(evening, match) == "2024-05-07T21:00"
    evening.now.time = at("2024-05-07T21:00")
    await evening.owe()
    assert [row.how for row in await evening.log(match)][-1] == How.LATE


async def test_announced_downtime_moves_an_evening_and_its_end_moves_it_back(evening: Evening) -> None:
    match = await begin(evening, "2024-05-06T09:00")
    downtimes: Downtimes = evening.house.downtimes
    await downtimes.announce(HERE, evening.now() + HOUR, evening.now() + 5 * HOUR, steward(evening))
    assert await due(evening, match) == "2024-05-07T21:00"
    await downtimes.end(HERE, steward(evening))
    assert await due(evening, match) == "2024-05-06T21:00"
    assert kinds_to(await evening.deliver(), ADA) == ["turn", "repair", "repair"]
