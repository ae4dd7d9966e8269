"""Who may sit down: newcomers, people a computer had to sit in for, and those an opener asks for; by every door."""

from typing import Any

import pytest

from db.stores.limits import AWAY, LAST
from host.lobby.limits import NEWCOMERS, WAIT
from host.lobby.lobby import Person
from host.lobby.rematch import HELD
from host.play.consequences import FULL_FOR
from host.play.loaded_match import Origin
from model.kinds import How
from model.match import Match, SeatRow
from model.terms import Terms
from tests.db.ended import end
from tests.host.evening import ADA, BO, CY, DEE, PLACE, Evening, MatchRequest, addressed, refused

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("rope")]


async def table(evening: Evening, least_in_time: int = 0, least_finished: int = 0, by: int = ADA) -> Match:
    request = MatchRequest("rope", {}, 3, Terms(least_in_time=least_in_time, least_finished=least_finished))
    return await evening.lobby.open(request, PLACE, evening.person(by))


async def finish(evening: Evening, user: int, **more: Any) -> Match:
    """A match of a server that ends now, with 9 answers in time and 1 late unless it is said."""
    return await end(evening.store, evening.now(), {user: 1, 900: 2}, guild=7, **more)


async def away(evening: Evening, user: int) -> Match:
    """A match that goes on, in which a computer sits in for this person."""
    match = await evening.play(user, DEE, game="rope")
    log = evening.house._match_log
    async with log.lock(match):
        opened = await log.load(match)
        return await evening.seats.sit_in(opened, 0, Origin(How.HOUSE), [])


async def test_a_newcomer_has_three_matches_at_a_time(evening: Evening) -> None:
    tables = [await table(evening, by=DEE if at % 2 else CY) for at in range(NEWCOMERS)]
    for match in tables:
        await evening.lobby.join(match.id, evening.person(BO))
    await finish(evening, ADA)
    await finish(evening, BO, kind="left")
    other = await table(evening)
    async with evening.unchanged():
        with refused("entry.newcomer", n=NEWCOMERS):
            await evening.lobby.join(other.id, evening.person(BO))
        with refused("entry.newcomer", n=NEWCOMERS):
            await table(evening, by=BO)
    await evening.house.solo.open(MatchRequest("tiny", {}), "fair", evening.person(BO))  # no one waits for them there
    await evening.lobby.leave(tables[0].id, evening.person(BO))
    await evening.lobby.join(other.id, evening.person(BO))
    with refused("entry.newcomer", n=NEWCOMERS):
        await evening.lobby.join(tables[0].id, evening.person(BO))
    await evening.start(tables[1].id, DEE)  # what runs counts as well
    with refused("entry.newcomer", n=NEWCOMERS):
        await evening.lobby.join(tables[0].id, evening.person(BO))
    await finish(evening, BO)
    await evening.lobby.join(tables[0].id, evening.person(BO))


async def test_a_newcomer_starts_three_of_the_lobbies_they_have_opened(evening: Evening) -> None:
    *three, fourth = [await evening.open(BO, game="rope", places=2) for _ in range(NEWCOMERS + 1)]
    guests = [Person(500 + match.id, "?", None) for match in (*three, fourth)]
    for match, guest in zip((*three, fourth), guests, strict=True):
        await evening.lobby.join(match.id, guest)
    for match in three:
        await evening.start(match.id, BO)
    async with evening.unchanged():
        with refused("entry.newcomer", n=NEWCOMERS):
            await evening.lobby.start(fourth.id, evening.person(BO))
        with refused("lobby.not.host", host=BO):
            await evening.lobby.start(fourth.id, guests[-1])
    evening.now.later(FULL_FOR)
    await evening.owe()
    waiting = await evening.header(fourth.id)
    assert (waiting.phase, waiting.terms.waits) == ("lobby", True), "it doesn't start by itself either"
    assert ("full", BO) in addressed(await evening.deliver())
    await finish(evening, BO)
    assert (await evening.lobby.start(fourth.id, evening.person(BO))).phase == "starting"


async def test_who_was_sat_in_for_twice_waits_a_day_between_seats(evening: Evening) -> None:
    await finish(evening, BO)
    first, _ = [await away(evening, BO) for _ in range(AWAY)]
    other = await table(evening)
    evening.now.later(WAIT / 2)
    until = int(evening.now() + WAIT / 2)
    for door in (evening.lobby.join(other.id, evening.person(BO)), table(evening, by=BO)):
        with refused("entry.wait", n=AWAY, last=LAST, until=until):
            await door
    await evening.seats.come_back(first.id, BO, evening.press())
    await evening.lobby.join(other.id, evening.person(BO))


async def test_matches_that_are_over_count_and_old_ones_do_not(evening: Evening) -> None:
    for _ in range(AWAY):
        await finish(evening, BO, kind="left", late=3)
    match = await evening.open(BO, game="rope", places=3)  # nothing was taken before
    with refused("entry.wait", n=AWAY, last=LAST, until=int(match.opened + WAIT)):
        await table(evening, by=BO)
    for at in range(LAST - 1):
        evening.now.later(1)
        await finish(evening, BO, kind="left" if at else "stayed", late=0)  # given up, which is said
    await table(evening, by=BO)


async def test_a_seat_that_came_by_vote_is_the_newcomers_and_no_voter_waits_for_it(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="tiny", clock="daily")
    await evening.seats.resign(match, ADA, evening.press())
    evening.now.later(WAIT)
    for user in (BO, DEE):
        for _ in range(AWAY):
            await finish(evening, user, kind="left", late=3)
    await evening.seats.take_over(match, 0, DEE, "Dee", evening.press())
    for user in (CY, BO):
        await evening.say(match, user, yes=True)
    with refused("entry.wait", n=AWAY, last=LAST, until=int(evening.now() + WAIT)):
        await table(evening, by=DEE)
    await table(evening, by=BO)


async def test_an_opener_asks_for_answers_in_time(evening: Evening) -> None:
    match = await table(evening, least_in_time=90)
    with refused("entry.unknown", least=90):
        await evening.lobby.join(match.id, evening.person(BO))
    await finish(evening, BO, in_time=89, late=11)
    with refused("entry.in_time", least=90, have=89):
        await evening.lobby.join(match.id, evening.person(BO))
    await finish(evening, BO, in_time=20, late=0)
    await evening.lobby.join(match.id, evening.person(BO))


async def test_an_opener_asks_for_matches_finished(evening: Evening) -> None:
    match = await table(evening, least_finished=2)
    await finish(evening, BO)
    await finish(evening, BO, kind="left")
    with refused("entry.finished", n=2, have=1):
        await evening.lobby.join(match.id, evening.person(BO))
    await finish(evening, BO, kind="joined")
    await evening.lobby.join(match.id, evening.person(BO))


async def test_whom_the_host_invites_is_good_enough(evening: Evening) -> None:
    match = await table(evening, least_in_time=100, least_finished=9)
    await evening.lobby.invite(match.id, Person(BO, "Bo", None), evening.person(ADA))
    await evening.house.invitations.accept(match.id, evening.person(BO))
    await evening.lobby.invite(match.id, Person(CY, "Cy", None), evening.person(BO))
    with refused("entry.finished", n=9, have=0):
        await evening.house.invitations.accept(match.id, evening.person(CY))


async def test_wishes_hold_for_free_seats_and_for_the_rematch(evening: Evening) -> None:
    match = await table(evening, least_finished=1)
    for guest in (BO, CY):
        await evening.lobby.invite(match.id, Person(guest, "?", None), evening.person(ADA))
        await evening.house.invitations.accept(match.id, evening.person(guest))
    await evening.start(match.id, ADA)
    await evening.seats.resign(match.id, BO, evening.press())
    with refused("entry.finished", n=1, have=0):
        await evening.seats.take_over(match.id, 1, DEE, "Dee", evening.press())
    await evening.seats.take_over(match.id, 1, BO, "Bo", evening.press())
    for user in (BO, CY):
        await evening.seats.resign(match.id, user, evening.press())
    again = await evening.lobby.rematch(match.id, evening.person(BO))
    assert again.terms.least_finished == 1
    evening.now.later(HELD)
    with refused("entry.finished", n=1, have=0):
        await evening.lobby.join(again.id, evening.person(DEE))
    await evening.lobby.join(again.id, evening.person(CY))


async def test_a_computer_has_no_past(evening: Evening) -> None:
    match = await table(evening, least_in_time=100, least_finished=9)
    after = await evening.lobby.add_opponent(match.id, "fair", evening.person(ADA))
    assert after.seats[1] == SeatRow(1, None, "fair", "fair")
