"""Limits that two presses reach in the same instant at two processes: on both kinds of databases one is refused."""

import asyncio
from collections.abc import Awaitable, Iterable

import pytest

from db.stores.limits import AWAY
from engines.table import Refused
from host.cups.cups import CupRequest
from host.lobby.limits import DAILY, NEWCOMERS, OPEN_CUPS, OPEN_INVITATIONS
from host.lobby.lobby import Person
from model.match import Counted, Match
from tests.db.ended import end
from tests.host.evening import ADA, BO, CY, DEE, PLACE, Evening, MatchRequest

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("db_url", "rope")]


async def refusals(presses: Iterable[Awaitable[object]]) -> list[str]:
    """Why some of the presses come to nothing."""
    outcomes = await asyncio.gather(*presses, return_exceptions=True)
    faults = [pair for pair in outcomes if isinstance(pair, BaseException)]
    assert all(isinstance(pair, Refused) for pair in faults), faults
    return [pair.reason for pair in faults if isinstance(pair, Refused)]


async def tables_of(evening: Evening, *users: int) -> list[Match]:
    """A table of each of these users."""
    return [await evening.open(user, game="rope", places=3) for user in users]


async def ask(evening: Evening, match: Match, guest: int, by: int) -> Match:
    return await evening.lobby.invite(match.id, Person(guest, "?", None), evening.person(by))


async def test_no_one_takes_one_seat_more(evening: Evening, neighbour: Evening) -> None:
    houses, tables = (evening, neighbour), await tables_of(evening, ADA, CY, DEE, ADA)
    for match in tables[: NEWCOMERS - 1]:
        await evening.lobby.join(match.id, evening.person(BO))

    def doors() -> list[Awaitable[Match]]:
        return [pair.lobby.join(match.id, pair.person(BO)) for pair, match in zip(houses, tables[-2:], strict=True)]

    assert await refusals(doors()) == ["entry.newcomer"]
    for match in tables:
        await evening.lobby.cancel(match.id, evening.person(match.host))
    for _ in range(AWAY):
        evening.now.later(1)
        await end(evening.store, evening.now(), {BO: 1, 900: 2}, guild=7, kind="left", late=3)
    evening.now.later(86400)
    tables = await tables_of(evening, ADA, CY)
    assert await refusals(doors()) == ["entry.wait"]


async def test_no_one_opens_or_sends_one_more(
    evening: Evening, neighbour: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.lobby.limits.DAILY", {**DAILY, Counted.INVITATIONS: 2, Counted.LOBBIES: 5})
    houses, matches = (evening, neighbour), await tables_of(evening, ADA, ADA, BO, CY, DEE)
    each_other = zip(houses, matches[1:3], (BO, ADA), (ADA, BO), strict=True)
    assert await refusals([ask(*pair) for pair in each_other]) == [], "no one waits for someone who waits for them"
    last = zip(houses, matches[:2], (CY, DEE), (ADA, ADA), strict=True)
    assert await refusals([ask(*pair) for pair in last]) == ["limit.invitations"]
    for author in range(300, 300 + OPEN_INVITATIONS - 1):
        person = Person(author, "?", None)
        match = await evening.lobby.open(MatchRequest("rope", {}, 3), PLACE, person)
        await evening.lobby.invite(match.id, Person(400, "?", None), person)
    crowd = zip(houses, matches[3:], (400, 400), (CY, DEE), strict=True)
    assert await refusals([ask(*pair) for pair in crowd]) == ["invite.crowded"]
    for _ in range(2):
        await evening.open(ADA, game="rope", places=3)
    assert await refusals([house.open(ADA, game="rope", places=3) for house in houses]) == ["limit.lobbies"]
    request = CupRequest("rope", {}, "knockout")
    for _ in range(OPEN_CUPS - 1):
        await evening.house.cups.open(request, PLACE, evening.person(ADA))
    opened = [house.house.cups.open(request, PLACE, house.person(ADA)) for house in houses]
    assert await refusals(opened) == ["limit.cups.open"]
