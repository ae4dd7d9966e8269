"""Holidays: clocks stand in all of a person's matches, no one calls them, and their fellow players hear of it."""

import json
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from host.lobby.lobby import ChannelRef, MatchRequest
from host.table.holidays import FARTHEST, used
from host.time.clocks import DAY, HOUR
from model.kinds import How, PostKind, VoteKind
from model.match import Preferences
from tests.host.evening import ADA, BO, CY, DEE, NOON, PLACE, Evening, kinds_to, refused

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("slow_url", "rope")]

HERE = PLACE.guild or 0
TODAY = datetime.fromtimestamp(NOON, UTC).date()
TOMORROW = TODAY + timedelta(days=1)
MIDNIGHT = datetime(TOMORROW.year, TOMORROW.month, TOMORROW.day, tzinfo=UTC).timestamp()


async def take(evening: Evening, user: int, begins: int = 1, days: int = 5, guild: int | None = HERE) -> None:
    """Take so many days, the first of them in so many days from today."""
    first = datetime.fromtimestamp(evening.now(), UTC).date() + timedelta(days=begins)
    await evening.house.holidays.take(user, guild, first, first + timedelta(days=days - 1))


async def news(evening: Evening, match: int) -> list[tuple[str, frozenset[int] | None]]:
    """What the match's log says of holidays, and who may read it."""
    events = [event for row in await evening.log(match) for event in row.events]
    return [(event.kind, event.to) for event in events if "holiday" in event.kind]


# --- clocks stand


async def test_the_clock_stands_from_the_first_midnight_to_the_last(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    before = await evening.late(match)
    await take(evening, ADA, days=5)
    assert await evening.late(match) == before + 5 * DAY
    evening.now.time = before + DAY
    await evening.owe()
    assert [row.how for row in await evening.log(match)][-1] != How.LATE
    evening.now.time = before + 5 * DAY
    await evening.owe()
    assert [row.how for row in await evening.log(match)][-1] == How.LATE


async def test_days_are_those_of_the_person_s_zone_also_when_clocks_change(evening: Evening) -> None:
    zone = ZoneInfo("Europe/Brussels")
    await evening.house.notifications.set_preferences(ADA, Preferences(zone="Europe/Brussels"))
    evening.now.time = datetime(2024, 3, 29, 12, tzinfo=zone).timestamp()
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    before = await evening.late(match)
    taken = await evening.house.holidays.take(ADA, None, date(2024, 3, 30), date(2024, 3, 31))
    assert (taken.since, taken.until) == tuple(
        datetime(*day, tzinfo=zone).timestamp() for day in ((2024, 3, 30), (2024, 4, 1))
    )
    assert await evening.late(match) == before + 47 * HOUR


async def test_it_costs_no_bank_and_answers_go_on_at_any_time(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    await take(evening, ADA, days=5)
    evening.now.time = MIDNIGHT + 3 * DAY
    await evening.answer(match, ADA)
    row = (await evening.header(match)).seats[0]
    assert row.bank == 84 * HOUR  # the two hours before were free
    assert (await evening.header(match)).seats[1].asked == evening.now()


async def test_by_the_clock_evening_it_leaves_the_first_evening_after_it(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="evening")  # asked at a quarter past ten at night
    await take(evening, ADA, days=5)
    assert await evening.late(match) == MIDNIGHT + 5 * DAY + 21 * HOUR


async def test_live_matches_and_servers_without_holidays_go_on(evening: Evening) -> None:
    live = await evening.play(ADA, BO, game="rope", clock="live")
    elsewhere = await evening.lobby.open(MatchRequest("rope", {}, 2), ChannelRef(8, 88), evening.person(ADA))
    await evening.lobby.join(elsewhere.id, evening.person(BO))
    await evening.start(elsewhere.id, ADA)
    await evening.house.servers.change(8, holidays=0, longest=14)
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    before = [await evening.late(m) for m in (live, elsewhere.id, match)]
    await take(evening, ADA)
    assert [await evening.late(m) for m in (live, elsewhere.id)] == before[:2]
    assert await evening.late(match) == before[2] + 5 * DAY
    assert [await news(evening, m) for m in (live, elsewhere.id)] == [[], []]


async def test_where_time_is_nearly_up_it_begins_with_the_next_question(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    due = await evening.late(match)
    evening.now.time = due - HOUR
    await take(evening, ADA, begins=1, days=10)
    assert await evening.late(match) == due
    evening.now.time = due
    await evening.owe()
    await evening.answer(match, BO)
    free = await evening.late(match) - evening.now()
    assert free == 20 * HOUR + 10 * DAY


async def test_a_pause_in_a_holiday_is_given_back_once(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    before = await evening.late(match)
    await take(evening, ADA, days=5)
    evening.now.time = MIDNIGHT + DAY
    await evening.pauses.guild_gone(HERE)
    evening.now.time = MIDNIGHT + 7 * DAY
    await evening.pauses.guild_back(HERE)
    assert await evening.late(match) == before + 7 * DAY


async def test_others_may_vote_for_a_substitute_as_ever(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    await take(evening, ADA, days=10)
    evening.now.time = MIDNIGHT + 2 * DAY
    await evening.ask(match, BO, VoteKind.REPLACE, 0)
    await evening.say(match, CY, yes=True)
    assert (await evening.header(match)).seats[0].substitute


# --- no calls


async def test_nobody_calls_until_it_is_over_and_then_once(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    await evening.answer(match, ADA)
    await take(evening, BO, days=5)
    await take(evening, CY, days=5)
    await evening.deliver()
    evening.now.time = MIDNIGHT + HOUR
    await evening.answer(match, BO)
    for _ in range(5 * 4 - 1):
        evening.now.later(6 * HOUR)
        await evening.owe()
        told = await evening.deliver()
        assert kinds_to(told, CY) == kinds_to(told, BO) == []
    evening.now.time = MIDNIGHT + 5 * DAY
    await evening.owe()
    assert kinds_to(await evening.deliver(), CY) == [PostKind.TURN]


async def test_who_comes_back_early_is_called_at_once_and_keeps_the_days_that_are_left(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    await take(evening, BO, days=10)
    evening.now.time = MIDNIGHT + 30 * HOUR
    await evening.answer(match, ADA)
    await evening.deliver()
    await evening.house.holidays.end(BO)
    assert PostKind.TURN in kinds_to(await evening.deliver(), BO)
    assert await evening.late(match, 1) == evening.now() + 92 * HOUR
    balance = await evening.house.holidays.balance(BO, HERE)
    assert (balance.left, balance.next) == (28, None)
    assert await news(evening, match) == [("house.holiday", {0, 1}), ("house.holiday.off", {0, 1})]


async def test_one_that_has_not_begun_is_called_off_and_costs_nothing(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    before = await evening.late(match)
    await take(evening, ADA, begins=2)
    await evening.house.holidays.end(ADA)
    assert await evening.late(match) == before
    assert (await evening.house.holidays.balance(ADA, HERE)).left == 30
    with refused("holiday.nothing"):
        await evening.house.holidays.end(ADA)


# --- who hears of it


async def test_the_people_of_my_matches_are_told_before_it_begins_and_nobody_else(evening: Evening) -> None:
    mine = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    others = await evening.play(BO, DEE, game="rope", clock="daily")
    await evening.deliver()
    await take(evening, ADA)
    told = await evening.deliver()
    assert sorted((message.post.kind, message.post.to) for message in told) == [("holiday", BO), ("holiday", CY)]
    assert [event.data["since"] for event in told[0].news if event.kind == "house.holiday"] == [int(MIDNIGHT)]
    assert await news(evening, mine) == [("house.holiday", frozenset({0, 1, 2}))]
    assert await news(evening, others) == []
    await evening.matches.see(mine, DEE)
    for stranger in (None, DEE):
        heard = [event.kind for _, events in await evening.matches.history(mine, stranger) for event in events]
        assert not [kind for kind in heard if "holiday" in kind]
    assert "holiday" not in (await evening.house.exports.export(mine)).decode()
    await evening.ask(mine, ADA, VoteKind.END)
    await evening.say(mine, BO, yes=True)
    exported = json.loads(await evening.house.exports.export(mine))
    assert exported["phase"] == "over" and "holiday" not in json.dumps(exported)


async def test_a_match_that_begins_later_is_told_when_it_begins(evening: Evening) -> None:
    await take(evening, ADA, begins=3)
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    assert await news(evening, match) == [("house.holiday", frozenset({0, 1}))]
    await evening.house.holidays.tell(ADA)
    assert len(await news(evening, match)) == 1
    live = await evening.play(ADA, BO, game="rope", clock="live")
    assert await news(evening, live) == []


async def test_a_bot_that_dies_before_it_has_told_tells_when_it_is_back(
    evening: Evening, neighbour: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = [await evening.play(ADA, BO, game="rope", clock="daily") for _ in range(2)]
    before = await evening.late(second)

    async def die(user: int) -> None:
        raise SystemExit

    with monkeypatch.context() as patch, pytest.raises(SystemExit):
        patch.setattr(evening.house.holidays, "tell", die)
        await take(evening, ADA)
    assert await news(evening, first) == []
    evening.now.time = before
    await neighbour.owe()  # no one's time is up, though no one has heard of the holiday
    assert [row.how for row in await evening.log(second)][-1] != How.LATE
    await neighbour.house.holidays.work()
    await evening.house.holidays.work()
    assert [len(await news(evening, match)) for match in (first, second)] == [1, 1]
    assert await evening.store.people.unannounced() == []


# --- how much there is


@pytest.mark.parametrize(
    ("begins", "days"), [(0, 3), (-4, 3), (FARTHEST + 1, 1), (3, 0)], ids=["today", "past", "too far", "backwards"]
)
async def test_days_that_make_no_sense(evening: Evening, begins: int, days: int) -> None:
    async with evening.unchanged():
        with refused("holiday.when", n=FARTHEST):
            await take(evening, ADA, begins, days)


async def test_holidays_do_not_overlap_and_those_in_a_row_are_one(evening: Evening) -> None:
    await take(evening, ADA, 10, 5)
    for begins, days in ((10, 5), (14, 2), (6, 5), (9, 10)):
        with refused("holiday.overlaps"):
            await take(evening, ADA, begins, days)
    with refused("holiday.long", n=14):
        await take(evening, ADA, 20, 15)
    with refused("holiday.long", n=14):
        await take(evening, ADA, 15, 10)
    await take(evening, ADA, 15, 9)
    with refused("holiday.long", n=14):
        await take(evening, ADA, 9, 1)
    await take(evening, BO, 9, 14)


async def test_the_budget_is_of_each_year(evening: Evening) -> None:
    evening.now.time = datetime(2024, 11, 1, 12, tzinfo=UTC).timestamp()
    await take(evening, ADA, 1, 14)
    await take(evening, ADA, 20, 14)
    assert (await evening.house.holidays.balance(ADA, HERE)).left == 2
    take_of = evening.house.holidays.take
    with refused("holiday.budget", n=2, year=2024):
        await take_of(ADA, HERE, date(2024, 12, 29), date(2025, 1, 2))
    await take_of(ADA, HERE, date(2024, 12, 30), date(2025, 1, 2))
    known = await evening.store.people.holidays(ADA)
    assert [used(known, year) for year in (2023, 2024, 2025)] == [0, 30, 2]


async def test_two_servers_give_holidays_of_their_own(evening: Evening) -> None:
    await evening.house.servers.change(HERE, holidays=10, longest=5)
    settings = await evening.house.servers.settings(HERE)
    assert (settings.holidays, settings.longest) == (10, 5)
    await evening.house.servers.change(9, holidays=0, longest=14)
    with refused("holiday.none"):
        await take(evening, DEE, guild=9)
    with refused("holiday.long", n=5):
        await take(evening, DEE, days=6)
    await take(evening, DEE, days=6, guild=8)
    await evening.play(ADA, BO, game="rope", clock="daily")
    with refused("holiday.long", n=5):  # where they play here, wherever they ask
        await take(evening, ADA, days=6, guild=8)


async def test_of_two_processes_one_takes_the_same_days(evening: Evening, neighbour: Evening) -> None:
    await take(evening, ADA)
    with refused("holiday.overlaps"):
        await take(neighbour, ADA)
    seen = await evening.store.people.holidays(ADA)
    assert not await neighbour.store.people.set_holidays(ADA, (), seen)
    assert len(await evening.store.people.holidays(ADA)) == 1
