"""A rematch belongs to the table: for a day to those who played and their guests, then to everyone."""

from dataclasses import MISSING, Field, fields, replace
from typing import Any

import pytest

from engines.table import Table
from host.lobby.lobby import Person
from host.lobby.rematch import HELD, begun_at, next_match
from host.play.consequences import UNTOUCHED
from model.kinds import PauseReason, VoteKind
from model.match import Live, Match, SeatRow, Vote
from model.terms import Terms
from tests.host.evening import ADA, BO, CY, DEE, Evening, kinds_to, refused

pytestmark = pytest.mark.usefixtures("rope")
EVE = 105


@pytest.fixture
async def over(evening: Evening) -> int:
    """A match that Ada and Bo have played."""
    match = await evening.play(ADA, BO, game="rope")
    await evening.seats.resign(match, ADA, evening.press())
    await evening.deliver()
    return match


async def seated(evening: Evening, match: int) -> list[int | None]:
    return [row.user for row in (await evening.header(match)).seats]


async def test_two_spectators_do_not_take_both_seats(evening: Evening, over: int) -> None:
    until = int(evening.now() + HELD)
    async with evening.unchanged():
        for user in (CY, DEE):
            with refused("rematch.unopened", match=over, until=until):
                await evening.lobby.rematch(over, evening.person(user))
    match = await evening.lobby.rematch(over, evening.person(ADA))
    with refused("rematch.theirs", match=over, until=until):
        await evening.lobby.join(match.id, evening.person(CY))
    with refused("rematch.theirs", match=over, until=until):
        await evening.lobby.rematch(over, evening.person(CY))
    await evening.lobby.rematch(over, evening.person(BO))
    assert await seated(evening, match.id) == [BO, ADA]


async def test_after_a_day_everybody_can_join_or_open_it(evening: Evening, over: int) -> None:
    evening.now.later(HELD - 1)
    match = await evening.lobby.rematch(over, evening.person(BO))
    evening.now.later(HELD - 1)
    with refused("rematch.theirs", match=over, until=int(match.opened + HELD)):
        await evening.lobby.join(match.id, evening.person(CY))
    evening.now.later(1)
    await evening.lobby.join(match.id, evening.person(CY))
    assert await seated(evening, match.id) == [BO, CY]


async def test_a_day_after_the_end_a_spectator_can_open_it(evening: Evening, over: int) -> None:
    evening.now.later(HELD)
    match = await evening.lobby.rematch(over, evening.person(CY))
    with refused("rematch.theirs", match=over, until=int(match.opened + HELD)):
        await evening.lobby.join(match.id, evening.person(DEE))
    await evening.lobby.join(match.id, evening.person(ADA))


async def test_all_who_ever_had_a_seat_have_played(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    await evening.seats.resign(match, ADA, evening.press())
    await evening.seats.take_over(match, 0, DEE, "Dee", evening.press())
    for user in (BO, CY):
        await evening.seats.resign(match, user, evening.press())
    again = await evening.lobby.rematch(match, evening.person(ADA))
    await evening.lobby.join(again.id, evening.person(DEE))
    await evening.lobby.join(again.id, evening.person(BO))
    assert set(await seated(evening, again.id)) == {ADA, BO, DEE}


async def test_people_whom_they_invite_can_join(evening: Evening, over: int) -> None:
    match = await evening.lobby.rematch(over, evening.person(ADA))
    await evening.deliver()
    await evening.lobby.invite(match.id, Person(CY, "Cy", None), evening.person(BO))
    row = (await evening.log(match.id))[-1]
    assert (row.kind, row.user, [event.data for event in row.events]) == ("invite", CY, [{"name": "Cy"}])
    assert kinds_to(await evening.deliver(), None) == ["lobby"]
    with refused("rematch.theirs", match=over, until=int(match.opened + HELD)):
        await evening.lobby.join(match.id, evening.person(DEE))
    await evening.lobby.join(match.id, evening.person(CY))
    assert await seated(evening, match.id) == [ADA, CY]


async def test_some_can_not_invite_or_be_invited(evening: Evening, over: int) -> None:
    match = await evening.lobby.rematch(over, evening.person(ADA))
    eve = Person(EVE, "Eve", None)
    async with evening.unchanged():
        with refused("rematch.not.played", match=over):
            await evening.lobby.invite(match.id, Person(DEE, "Dee", None), evening.person(CY))
    evening.now.later(HELD)
    with refused("lobby.not.seated"):
        await evening.lobby.invite(match.id, eve, evening.person(BO))
    await evening.lobby.invite(match.id, eve, evening.person(ADA))


async def test_an_invitation_leaves_the_lobby_its_end(evening: Evening, over: int) -> None:
    match = await evening.lobby.rematch(over, evening.person(ADA))
    await evening.lobby.invite(match.id, Person(CY, "Cy", None), evening.person(BO))
    evening.now.later(UNTOUCHED)
    await evening.owe()
    assert (await evening.header(match.id)).phase == "cancelled"


async def test_a_rematch_that_was_called_off_can_be_opened_once_more(evening: Evening, over: int) -> None:
    first = await evening.lobby.rematch(over, evening.person(ADA))
    await evening.lobby.cancel(first.id, evening.person(ADA))
    second = await evening.lobby.rematch(over, evening.person(BO))
    assert second.id != first.id
    await evening.lobby.rematch(over, evening.person(ADA))
    assert set(await seated(evening, second.id)) == {ADA, BO}


# --- what it is made from

TERMS = Terms("daily", True, 19, "024", False, False, True, True, 80, 5)
MOVED_ON = Match(
    game="rope",
    options={"height": "9"},
    rules=1,
    places=2,
    guild=7,
    channel=77,
    host=ADA,
    key=b"old",
    opened=1.0,
    changed=2.0,
    seats=(SeatRow(0, ADA, None, "Ada", asked=1.0, missed=2, hints=1), SeatRow(1, BO, None, "Bo", resigned=True)),
    terms=TERMS,
    id=5,
    phase="over",
    seq=9,
    thread=78,
    entropy="1,2",
    paused=PauseReason.VOTED,
    paused_at=3.0,
    vote=Vote(VoteKind.PAUSE, None, 0, 1.0, 2.0, (0, 1), (0,)),
    live=Live(1.0, 2.0),
    rematch_of=4,
    position_of=3,
    cup=2,
    of_set=4,
    hidden=True,
    over_servers=True,
    moved=3.0,
)


def default_of(field: Field[Any]) -> Any:
    assert field.default is not MISSING
    return field.default


def test_all_fields_of_the_old_match_differ_from_a_new_one_s() -> None:
    """So that one that is copied is seen, also a new one for which this match has to be given a value."""
    for field in fields(Match):
        assert field.default is MISSING or getattr(MOVED_ON, field.name) != field.default, field.name
    for field in fields(Terms):
        assert getattr(TERMS, field.name) != field.default, field.name


def test_a_rematch_keeps_table_and_terms_and_nothing_else() -> None:
    table = Table(2, {"height": "9"}, 1)
    again = next_match(MOVED_ON, table, ADA, "Ada", key=b"new", now=50.0)
    assert (again.game, again.options, again.rules, again.places) == ("rope", {"height": "9"}, 1, 2)
    assert (again.guild, again.channel, again.host, again.key) == (7, 77, ADA, b"new")
    assert (again.opened, again.changed, again.rematch_of) == (50.0, 50.0, MOVED_ON.id)
    assert again.seats == (SeatRow(0, ADA, None, "Ada"),)
    assert again.terms == replace(TERMS, waits=False), "it is its host who wants to be waited for"
    for field in fields(Match):
        if field.default is not MISSING and field.name not in ("rematch_of", "settings_of"):
            assert getattr(again, field.name) == default_of(field), field.name


def test_what_begins_in_the_middle_of_a_match_is_private_and_counts_for_nothing() -> None:
    seats = (SeatRow(1, None, "fair", "fair"), SeatRow(0, ADA, None, "Ada"))
    tried = begun_at(MOVED_ON, seats, ADA, key=b"new", now=50.0)
    assert (tried.guild, tried.channel, tried.position_of) == (None, 0, MOVED_ON.id)
    assert (tried.game, tried.options, tried.rules, tried.places) == ("rope", {"height": "9"}, 1, 2)
    assert [row.seat for row in tried.seats] == [0, 1]
    assert tried.terms == Terms(forced=False, rated=False)
    for field in fields(Match):
        if field.default is not MISSING and field.name != "position_of":
            assert getattr(tried, field.name) == default_of(field), field.name
