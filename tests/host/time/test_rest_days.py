"""Legs of a tour open at once, a day later at the same hour, or at weekends only; once each, whatever comes between."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engines.table import Option, Pick
from host.time.rest_days import is_between, opens
from model.kinds import How, RowKind
from model.match import LogRow, Preferences
from tests.engines.tiny import SPEC, Tiny
from tests.host.evening import ADA, BO, GAMES, Evening, kinds_to

pytestmark = pytest.mark.quick

BRUSSELS = ZoneInfo("Europe/Brussels")
STEPS = {"deal": "house", "opening": "opening", "move": "player"}


def at(text: str) -> float:
    """A time in Brussels, like `2026-11-20 18:30` (a Friday)."""
    return datetime.fromisoformat(text).replace(tzinfo=BRUSSELS).timestamp()


def log(*lines: str) -> list[LogRow]:
    """Rows like `move 2026-11-20 18:30`, with `opening` for the host's move."""
    rows: list[LogRow] = []
    for seq, line in enumerate(lines, 1):
        what, when = line.split(" ", 1)
        kind = RowKind("move" if what == "opening" else what)
        how = How(STEPS.get(what, "house"))
        rows.append(LogRow(1, seq, kind, None, (), how, [], [], None, None, at(when)))
    return rows


def opening(rest: str, *lines: str) -> str:
    """When the next leg opens, in Brussels."""
    return datetime.fromtimestamp(opens(rest, log(*lines), BRUSSELS), BRUSSELS).strftime("%a %d.%m. %H:%M")


@pytest.mark.parametrize("rest", ["none", "day", ""])
def test_the_first_leg_opens_at_once(rest: str) -> None:
    assert opening(rest, "deal 2026-11-17 20:15", "move 2026-11-18 09:00") == "Wed 18.11. 09:00"


def test_without_a_rest_every_leg_opens_at_once() -> None:
    assert opening("none", "opening 2026-11-17 20:15", "move 2026-11-18 09:00") == "Wed 18.11. 09:00"


@pytest.mark.parametrize(
    ("ended", "opens_on"),
    [
        ("2026-11-17 21:00", "Wed 18.11. 20:15"),
        ("2026-11-18 09:00", "Wed 18.11. 20:15"),
        ("2026-11-18 20:15", "Thu 19.11. 20:15"),
        ("2026-11-21 07:00", "Sat 21.11. 20:15"),
    ],
)
def test_after_a_days_rest_a_leg_opens_at_the_hour_of_the_first(ended: str, opens_on: str) -> None:
    assert opening("day", "deal 2026-11-17 08:00", "opening 2026-11-17 20:15", f"move {ended}") == opens_on


def test_the_hour_is_kept_when_the_clocks_change_and_by_late_openings() -> None:
    spring = ("opening 2026-03-27 20:15", "opening 2026-03-28 23:59", "move 2026-03-29 01:30")
    assert opening("day", *spring) == "Sun 29.03. 20:15"
    missing = ("opening 2026-03-27 02:30", "move 2026-03-28 12:00")  # there is no 02:30 on that Sunday
    assert opening("day", *missing) == "Sun 29.03. 03:30"


@pytest.mark.parametrize(
    ("lines", "opens_on"),
    [
        (("deal 2026-11-17 20:15", "move 2026-11-18 09:00"), "Sat 21.11. 20:15"),
        (("deal 2026-11-21 09:00", "move 2026-11-21 10:00"), "Sat 21.11. 10:00"),
        (("opening 2026-11-21 10:00", "move 2026-11-21 22:00"), "Sun 22.11. 10:00"),
        (("opening 2026-11-22 10:00", "move 2026-11-22 22:00"), "Sat 28.11. 10:00"),
        (("opening 2026-11-21 10:00", "move 2026-11-25 22:00"), "Sat 28.11. 10:00"),
    ],
)
def test_at_weekends_a_leg_opens_on_saturdays_and_sundays_only(lines: tuple[str, ...], opens_on: str) -> None:
    assert opening("weekend", *lines) == opens_on


def test_what_is_written_while_the_match_waits_puts_nothing_off() -> None:
    rows = log("deal 2026-11-17 08:00", "opening 2026-11-17 20:15", "move 2026-11-18 09:00")
    later = [*rows, *log("pause 2026-11-18 21:00", "resume 2026-11-19 12:00", "vote 2026-11-19 12:01")]
    assert opens("day", later, BRUSSELS) == opens("day", rows, BRUSSELS)


def test_between_legs_is_after_an_opening() -> None:
    assert not is_between(log("deal 2026-11-17 08:00", "move 2026-11-17 09:00"))
    assert is_between(log("deal 2026-11-17 08:00", "opening 2026-11-17 09:00"))


# --- in a host


class Resting(Tiny):
    """The tiny game with rests between its legs."""

    spec = replace(SPEC, options=(*SPEC.options, Option("rest", Pick("rest", ("none", "day", "weekend")), "day")))


@pytest.fixture
def resting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "tiny", Resting())


async def ride(evening: Evening, match: int) -> None:
    """Everyone moves until the leg is over; the clock is asked again and again."""
    for user in (ADA, BO):
        await evening.answer(match, user)
    header = await evening.header(match)
    seen = await evening.matches.see(match, None)
    assert header.phase == "running"
    for seat in seen.view.waiting:
        if seat is not None:
            await evening.answer(match, (ADA, BO)[seat])
    await evening.owe()


async def openings(evening: Evening, match: int) -> list[float]:
    return [row.at for row in await evening.log(match) if row.how == "opening"]


@pytest.mark.usefixtures("resting")
async def test_a_leg_opens_once_at_its_hour_and_its_thread_knows_when(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny", legs="2")
    await evening.deliver()
    [first] = await openings(evening, match)
    evening.now.later(3600)
    await ride(evening, match)
    messages = await evening.deliver()
    assert kinds_to(messages, None) == ["ridden"]
    [ridden] = [message for message in messages if message.post.kind == "ridden"]
    due = first + 24 * 3600
    assert ridden.opens == due
    assert ridden.seen is not None and ridden.seen.view.waiting == (None,)
    assert (await evening.matches.see(match, None)).opens == due
    evening.now.later(22 * 3600)
    await evening.owe()
    assert await openings(evening, match) == [first]
    evening.now.later(3600)
    for _ in range(3):
        await evening.owe()
    assert await openings(evening, match) == [first, due]
    assert kinds_to(await evening.deliver(), None) == ["board"]
    assert (await evening.matches.see(match, None)).opens is None


@pytest.mark.usefixtures("resting")
async def test_an_opening_whose_hour_comes_in_a_pause_waits_for_its_end(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny", legs="2")
    await ride(evening, match)
    await evening.pauses.guild_gone(7)
    evening.now.later(30 * 3600)
    await evening.owe()
    assert len(await openings(evening, match)) == 1
    await evening.pauses.guild_back(7)
    await evening.owe()
    assert len(await openings(evening, match)) == 2


@pytest.mark.usefixtures("resting")
async def test_the_hours_are_those_of_the_server_else_of_the_person_who_opened_the_match(evening: Evening) -> None:
    evening.now.time = at("2026-10-24 20:00")  # the night after it the clocks in Brussels are put back
    await evening.store.people.set_preferences(ADA, Preferences(zone="Europe/Brussels"))
    match = await evening.play(ADA, BO, game="tiny", legs="2")
    await ride(evening, match)
    assert (await evening.matches.see(match, None)).opens == at("2026-10-25 20:00")
    await evening.store.servers.change(7, zone="UTC")
    other = await evening.play(ADA, BO, game="tiny", legs="2")
    await ride(evening, other)
    assert (await evening.matches.see(other, None)).opens == at("2026-10-24 20:00") + 24 * 3600


async def test_legs_without_a_rest_are_told_one_by_one(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny", legs="2")
    await evening.deliver()
    await ride(evening, match)
    assert len(await openings(evening, match)) == 2
    messages: list[Any] = [message for message in await evening.deliver() if message.post.kind == "ridden"]
    assert [(message.opens, message.seen.view.waiting, message.seen.view.leg) for message in messages] == [
        (None, (None,), 2)
    ]
