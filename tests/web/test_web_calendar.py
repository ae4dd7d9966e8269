"""A person's calendar: what is in it, in the form of RFC 5545, and who may read it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import aiohttp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.calendars import Entry, Occasion
from locales import catalogue, languages
from tests.db.sample import CUP
from tests.host.cups.gathering import FIRST, Gathering
from tests.host.evening import ADA, BO, CY, GAMES, NOON
from tests.host.time.test_rest_days import Resting, ride
from tests.web.guest import Page, Reply
from web.calendar import LONGEST, _folded, calendar_of

pytestmark = pytest.mark.quick

PROPERTIES = {"UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY", "URL", "TRANSP"}
TIME = re.compile(r"\d{8}T\d{6}Z")
TEXT = re.compile(r"(?:[^\\;,\n]|\\[\\;,n])*")  # no character that has to be escaped


def events(text: str) -> list[dict[str, str]]:
    """The events of a calendar, read as strictly as RFC 5545 has it."""
    assert text.endswith("\r\n") and "\n" not in text.replace("\r\n", "") and "\r" not in text.replace("\r\n", "")
    physical = text.removesuffix("\r\n").split("\r\n")
    assert all(0 < len(line.encode()) <= LONGEST for line in physical)
    lines = text.removesuffix("\r\n").replace("\r\n ", "").split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-1] == "END:VCALENDAR" and "VERSION:2.0" in lines
    assert sum(line.startswith("PRODID:") for line in lines) == 1
    return list(_events(iter(lines)))


def _events(lines: Iterator[str]) -> Iterator[dict[str, str]]:
    for line in lines:
        if line != "BEGIN:VEVENT":
            continue
        event: dict[str, str] = {}
        while (line := next(lines)) != "END:VEVENT":
            name, _, value = line.partition(":")
            assert name in PROPERTIES and name not in event, "each at most once, and no alarm"
            event[name] = value
        assert {"UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY"} <= event.keys()
        assert all(TIME.fullmatch(event[name]) for name in ("DTSTAMP", "DTSTART", "DTEND"))
        assert event["DTSTART"] < event["DTEND"] and TEXT.fullmatch(event["SUMMARY"])
        yield event


def at(time: str) -> float:
    return datetime.strptime(time, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC).timestamp()


async def read(page: Page, token: str, method: str = "GET") -> Reply:
    """What anyone gets for a link, without a cookie."""
    url = f"{page.address}/calendar/{token}.ics"
    async with aiohttp.ClientSession() as session, session.request(method, url) as answer:
        return Reply(answer.status, dict(answer.headers), await answer.read())


async def calendar(page: Page, user: int) -> list[dict[str, str]]:
    token = await page.evening.house.calendars.renew(user)
    return events((await read(page, token)).body.decode())


async def test_it_has_the_time_at_which_the_person_s_own_move_is_due(page: Page) -> None:
    evening = page.evening
    match = await evening.play(ADA, BO, clock="daily")
    due = [(await evening.matches.see(match, user)).own.due for user in (ADA, BO)]
    for user, time in zip((ADA, BO), due, strict=True):
        [event] = await calendar(page, user)
        assert time is not None and at(event["DTEND"]) == int(time)
        assert event["SUMMARY"] == f"Pistard #{match}: your time runs out"
    await evening.answer(match, ADA)
    assert await calendar(page, ADA) == [], "what is answered isn't due"
    assert await calendar(page, CY) == [], "who doesn't play has nothing there"


async def test_an_entry_keeps_its_name_and_no_one_shares_it(page: Page) -> None:
    evening = page.evening
    match = await evening.play(ADA, BO, clock="daily")
    [first], [other] = await calendar(page, ADA), await calendar(page, BO)
    evening.now.later(60)
    [again] = await calendar(page, ADA)
    assert again["UID"] == first["UID"] != other["UID"] and again["DTSTAMP"] != first["DTSTAMP"]
    assert str(match) not in re.split(r"[0-9a-f]{32}", first["UID"])[0]


async def test_the_next_stage_of_a_tour_stands_there_when_it_is_known(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "tiny", Resting())
    match = await page.evening.play(ADA, BO, game="tiny", legs="2")
    await page.evening.deliver()
    assert await calendar(page, ADA) == []
    page.evening.now.later(3600)
    await ride(page.evening, match)
    opens = (await page.evening.matches.see(match, ADA)).opens
    assert opens is not None
    assert [at(event["DTSTART"]) for event in await calendar(page, ADA)] == [int(opens)]


async def test_a_paused_match_has_no_time(page: Page) -> None:
    evening = page.evening
    match = await evening.play(ADA, BO, clock="daily")
    assert await calendar(page, ADA)
    await evening.pauses.guild_gone(7)
    assert await calendar(page, ADA) == [] and (await evening.header(match)).paused is not None


async def test_it_speaks_its_person_s_language(page: Page) -> None:
    evening = page.evening
    await evening.house.languages.remember(ADA, "fr", "Ada")
    await evening.play(ADA, BO, clock="daily")
    [event] = await calendar(page, ADA)
    assert event["SUMMARY"].endswith("\u202f: ton temps s’achève")


async def test_the_link_is_the_secret_and_ends_with_a_new_one(page: Page) -> None:
    calendars = page.evening.house.calendars
    first = await calendars.renew(ADA)
    reply = await read(page, first)
    assert (reply.status, reply.headers["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    assert reply.headers["Cache-Control"] == "no-store" and "Set-Cookie" not in reply.headers
    second = await calendars.renew(ADA)
    assert ((await read(page, first)).status, (await read(page, second)).status) == (404, 200)
    await calendars.end(ADA)
    assert (await read(page, second)).status == 404
    third = await calendars.renew(ADA)
    await page.evening.house.privacy.forget(ADA)
    assert (await read(page, third)).status == 404


async def test_a_wrong_secret_looks_like_any_unknown_address(page: Page) -> None:
    token = await page.evening.house.calendars.renew(ADA)
    nowhere = await read(page, "../nowhere")
    for wrong in ("x", token[:-1], f"{token}x", token.swapcase(), "%00", "x" * 100, "x" * 101):
        reply = await read(page, wrong)
        assert (reply.status, reply.body) == (nowhere.status, nowhere.body) == (404, nowhere.body), wrong
    assert (await read(page, token, "POST")).status == 405


async def test_who_asks_too_often_is_refused_and_others_are_not(page: Page) -> None:
    calendars = page.evening.house.calendars
    ada, bo = await calendars.renew(ADA), await calendars.renew(BO)
    desk, asked = page.site.desk, list[int]()

    async def takes(user: int) -> bool:
        asked.append(user)
        return user == BO

    object.__setattr__(desk, "takes", takes)
    assert [(await read(page, token)).status for token in (ada, bo, "x")] == [429, 200, 404]
    assert asked == [ADA, BO, 0]


async def test_a_cup_s_round_is_there_for_those_who_play_in_it(page: Page) -> None:
    gathering = Gathering(page.evening)
    record = await gathering.begin(3, game="tiny", title="Trèfle cup")
    assert record.cup.due is not None
    [played] = [table for table in record.of_round(1) if len(table.places) == 2]
    for entrant in record.entrants:
        rounds = [event for event in await calendar(page, entrant.user) if "round 1 ends" in event["SUMMARY"]]
        plays = entrant.place in played.places
        assert [at(event["DTEND"]) for event in rounds] == ([int(record.cup.due)] if plays else []), "one has a bye"
    assert await calendar(page, FIRST) == [], "who only directs it has no round"


@pytest.mark.parametrize("language", languages())
def test_every_text_is_escaped_and_folded(language: str) -> None:
    for title in ("a,b;c\\d", "line\r\nBEGIN:VEVENT", "Trèfle 🚴‍♀️ ÄÖÜ ñandú çé", "🚴" * 24):
        cup = replace(CUP, title=title, round=3)
        text = calendar_of([Entry(Occasion.ROUND, cup, NOON)], ADA, catalogue(language), NOON)
        [event] = events(text)
        assert at(event["DTEND"]) == int(NOON)


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=300))
def test_folding_loses_nothing_and_cuts_no_character(text: str) -> None:
    line = text.replace("\r", "").replace("\n", "")
    pieces = list(_folded(line))
    assert all(len(piece.encode("utf-8", "surrogatepass")) <= LONGEST for piece in pieces)
    assert pieces[0] + "".join(piece[1:] for piece in pieces[1:]) == line
    assert all(piece[0] == " " for piece in pieces[1:])
