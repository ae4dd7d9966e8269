"""Sums of times: paces, weekends that cost nothing, outages, quiet hours over midnight."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from host.time.clocks import HOUR, Quiet, Running, refilled, stopped, zone_of
from model.pace import DEFAULT_CLOCK, ENDLESS, PACES

pytestmark = pytest.mark.quick

BRUSSELS = "Europe/Brussels"
DAILY = PACES["daily"]


def at(text: str, zone: str = BRUSSELS, *, fold: int = 0) -> float:
    """The time that a clock on that wall shows, in unix seconds."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()


# --- paces


@pytest.mark.parametrize(
    ("clock", "bank", "more", "most", "grace"),
    [("relaxed", 72, 36, 240, 8), ("daily", 72, 12, 120, 8), ("brisk", 24, 4, 72, 4), ("none", 0, 0, 0, 0)],
)
def test_each_pace_has_its_bank_increment_cap_and_grace(
    clock: str, bank: float, more: float, most: float, grace: float
) -> None:
    pace = PACES[clock]
    hours = tuple(seconds / HOUR for seconds in (pace.bank, pace.more, pace.most, pace.grace))
    assert hours == (bank, more, most, grace)


def test_a_live_match_is_played_in_minutes() -> None:
    live = PACES["live"]
    assert (live.bank, live.more, live.grace) == (600, 60, 0)
    assert (DEFAULT_CLOCK, ENDLESS) == ("daily", "none")


def test_a_move_adds_its_increment_up_to_the_cap() -> None:
    assert refilled(DAILY, 10 * HOUR) == 22 * HOUR
    assert refilled(DAILY, 119 * HOUR) == DAILY.most


def test_a_clock_that_is_stopped_has_used_the_free_time_first() -> None:
    assert stopped(DAILY, 3 * HOUR, 72 * HOUR, 0) == (72 * HOUR, -3 * HOUR)
    assert stopped(DAILY, 10 * HOUR, 72 * HOUR, 0) == (70 * HOUR, -8 * HOUR)
    assert stopped(DAILY, 10 * HOUR, 72 * HOUR, 5 * HOUR) == (72 * HOUR, -5 * HOUR)
    assert stopped(DAILY, 100 * HOUR, 72 * HOUR, 0) == (0, -8 * HOUR)


@pytest.mark.parametrize("ran", [0, 1, 7.5, 8, 9, 30])
def test_stopped_twice_or_once_is_the_same(ran: float) -> None:
    bank, credit = stopped(DAILY, ran * HOUR, 72 * HOUR, 2 * HOUR)
    assert stopped(DAILY, 20 * HOUR, bank, credit) == stopped(DAILY, (ran + 20) * HOUR, 72 * HOUR, 2 * HOUR)


# --- when clocks run


def test_a_clock_that_rests_never_runs_on_the_wall() -> None:
    assert Running().ran(1000, 4600) == HOUR
    assert Running().after(1000, HOUR) == 4600


def test_weekends_are_those_of_the_server_s_zone() -> None:
    friday, monday = at("2024-05-03T22:00"), at("2024-05-06T01:00")
    assert Running(weekends=True, zone=BRUSSELS).ran(friday, monday) == 3 * HOUR
    assert Running(weekends=True, zone=BRUSSELS).after(friday, 3 * HOUR) == monday
    assert Running(weekends=True, zone="Pacific/Auckland").ran(friday, monday) == 11 * HOUR
    assert Running().ran(friday, monday) == 51 * HOUR


def test_a_player_who_is_asked_on_a_saturday_has_until_monday_for_nothing() -> None:
    running = Running(weekends=True, zone=BRUSSELS)
    saturday = at("2024-05-04T15:00")
    assert running.ran(saturday, at("2024-05-05T23:59")) == 0
    assert running.after(saturday, HOUR) == at("2024-05-06T01:00")


def test_a_weekend_on_which_the_clocks_change_ends_at_midnight_all_the_same() -> None:
    running = Running(weekends=True, zone=BRUSSELS)
    assert running.after(at("2024-03-29T23:00"), 2 * HOUR) == at("2024-04-01T01:00")
    assert running.after(at("2024-10-25T23:00"), 2 * HOUR) == at("2024-10-28T01:00")


@pytest.mark.parametrize("day", ["2024-03-31", "2024-10-27"])
def test_a_night_on_which_the_clocks_change_has_as_many_seconds_as_it_has(day: str) -> None:
    start = at(f"{day}T00:00")
    assert Running(zone=BRUSSELS).after(start, 5 * HOUR) == start + 5 * HOUR


def test_an_outage_costs_nobody_time() -> None:
    running = Running(outages=((100, 200), (150, 300), (1000, 1100)))
    assert running.ran(0, 400) == 200
    assert running.ran(250, 260) == 0
    assert running.after(0, 150) == 350
    assert running.after(120, 10) == 310
    assert running.after(0, 2000) == 2300


def test_an_outage_on_a_weekend_is_counted_once() -> None:
    down = (at("2024-05-03T23:00"), at("2024-05-06T02:00"))
    running = Running(weekends=True, zone=BRUSSELS, outages=(down,))
    assert running.ran(at("2024-05-03T22:00"), at("2024-05-06T03:00")) == 2 * HOUR
    assert running.after(at("2024-05-03T22:00"), 2 * HOUR) == at("2024-05-06T03:00")


def test_after_and_ran_are_two_ways_to_say_the_same() -> None:
    start = at("2024-05-02T09:30")
    running = Running(weekends=True, zone=BRUSSELS, outages=((start + 1000, start + 5000),))
    for hours in range(1, 200, 7):
        assert running.ran(start, running.after(start, hours * HOUR)) == pytest.approx(hours * HOUR)


# --- zones and quiet hours


def test_a_zone_that_nobody_knows_is_utc() -> None:
    assert zone_of("") == zone_of("Atlantis/Capital") == zone_of("../../etc/passwd")
    assert str(zone_of(BRUSSELS)) == BRUSSELS


NIGHT, SIESTA = Quiet(22 * 60, 8 * 60, BRUSSELS), Quiet(13 * 60, 15 * 60 + 30, BRUSSELS)


@pytest.mark.parametrize(
    ("quiet", "now", "over"),
    [
        (NIGHT, "2024-05-03T21:59", "2024-05-03T21:59"),
        (NIGHT, "2024-05-03T22:00", "2024-05-04T08:00"),
        (NIGHT, "2024-05-03T23:30", "2024-05-04T08:00"),
        (NIGHT, "2024-05-04T00:10", "2024-05-04T08:00"),
        (NIGHT, "2024-05-04T07:59", "2024-05-04T08:00"),
        (NIGHT, "2024-05-04T08:00", "2024-05-04T08:00"),
        (NIGHT, "2024-03-30T23:00", "2024-03-31T08:00"),  # an hour shorter
        (NIGHT, "2024-10-26T23:00", "2024-10-27T08:00"),  # an hour longer
        (SIESTA, "2024-05-03T12:59", "2024-05-03T12:59"),
        (SIESTA, "2024-05-03T14:00", "2024-05-03T15:30"),
        (SIESTA, "2024-05-03T15:30", "2024-05-03T15:30"),
        (Quiet(20 * 60, 0, BRUSSELS), "2024-05-03T21:00", "2024-05-04T00:00"),
        (Quiet(0, 2 * 60 + 30, BRUSSELS), "2024-03-31T01:00", "2024-03-31T03:30"),  # an hour that doesn't come
    ],
)
def test_quiet_hours_go_over_midnight_or_hold_on_their_day_alone(quiet: Quiet, now: str, over: str) -> None:
    assert quiet.over(at(now)) == at(over)


def test_an_hour_that_comes_twice_does_not_send_anybody_back_in_time() -> None:
    early = Quiet(0, 2 * 60 + 45, BRUSSELS)
    assert early.over(at("2024-10-27T02:30")) == at("2024-10-27T02:45")
    assert early.over(at("2024-10-27T02:30", fold=1)) == at("2024-10-27T02:45", fold=1)
