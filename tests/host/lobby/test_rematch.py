"""A rematch belongs to the table: for a day to those who played and whom they invite, then to everybody."""

import pytest

from host.lobby.lobby import Person
from host.lobby.rematch import HELD
from host.play.consequences import UNTOUCHED
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
    before = await evening.rows()
    for user in (CY, DEE):
        with refused("rematch.unopened", match=over, until=until):
            await evening.lobby.rematch(over, evening.person(user))
    assert await evening.rows() == before
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
    guest, eve = Person(CY, "Cy", None), Person(EVE, "Eve", None)
    before = await evening.rows()
    with refused("rematch.not.played", match=over):
        await evening.lobby.invite(match.id, Person(DEE, "Dee", None), evening.person(CY))
    assert await evening.rows() == before
    await evening.lobby.invite(match.id, guest, evening.person(ADA))
    with refused("invite.twice"):
        await evening.lobby.invite(match.id, guest, evening.person(BO))
    evening.now.later(HELD)
    with refused("lobby.not.seated"):
        await evening.lobby.invite(match.id, eve, evening.person(BO))
    await evening.lobby.invite(match.id, eve, evening.person(ADA))
    await evening.lobby.cancel(match.id, evening.person(ADA))
    with refused("lobby.cancelled"):
        await evening.lobby.invite(match.id, eve, evening.person(ADA))


async def test_an_invitation_is_forgotten_with_its_guest(evening: Evening, over: int) -> None:
    match = await evening.lobby.rematch(over, evening.person(ADA))
    await evening.lobby.invite(match.id, Person(CY, "Cyrille", None), evening.person(BO))
    await evening.house.privacy.forget(CY)
    assert "Cyrille" not in str(await evening.rows())
    with refused("rematch.theirs", match=over, until=int(match.opened + HELD)):
        await evening.lobby.join(match.id, evening.person(CY))


async def test_an_invitation_leaves_the_lobby_its_end(evening: Evening, over: int) -> None:
    match = await evening.lobby.rematch(over, evening.person(ADA))
    await evening.lobby.invite(match.id, Person(CY, "Cy", None), evening.person(BO))
    evening.now.later(UNTOUCHED)
    await evening.owe()
    assert (await evening.header(match.id)).phase == "cancelled"


async def test_nobody_is_invited_to_a_full_table(evening: Evening, over: int) -> None:
    match = await evening.lobby.rematch(over, evening.person(ADA))
    await evening.lobby.join(match.id, evening.person(BO))
    with refused("lobby.full"):
        await evening.lobby.invite(match.id, Person(CY, "Cy", None), evening.person(BO))
    assert await evening.lobby.starts(await evening.header(match.id)) is not None


async def test_a_rematch_that_was_called_off_can_be_opened_once_more(evening: Evening, over: int) -> None:
    first = await evening.lobby.rematch(over, evening.person(ADA))
    await evening.lobby.cancel(first.id, evening.person(ADA))
    second = await evening.lobby.rematch(over, evening.person(BO))
    assert second.id != first.id
    await evening.lobby.rematch(over, evening.person(ADA))
    assert set(await seated(evening, second.id)) == {ADA, BO}
