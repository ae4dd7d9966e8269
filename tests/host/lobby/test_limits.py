"""How much of others' attention one person may ask for in a day, and what doesn't count."""

from collections.abc import Mapping
from math import ceil

import pytest

from db.stores.limits import COUNTS
from host.cups.cups import CupRequest
from host.lobby.limits import DAILY, MANAGERS, OPEN_CUPS, REFUSALS
from host.lobby.lobby import Person
from host.play.matches import Doubled
from host.repair.steward import Steward
from host.time.clocks import DAY, HOUR
from model.match import Counted, Match
from model.terms import Terms
from tests.host.evening import ADA, BO, CY, NAMES, PLACE, Evening, MatchRequest, refused

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("rope")]
CUP = CupRequest("rope", {}, "knockout")
FEW: Mapping[Counted, int] = dict.fromkeys(DAILY, 3)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Days in which three of each are the most."""
    monkeypatch.setattr("host.lobby.limits.DAILY", FEW)


async def challenge(evening: Evening, guest: int, by: int = ADA, *, manages: bool = False) -> Match:
    """A table for the two of them."""
    person = Person(by, NAMES[by], evening.press(), manages=manages)
    match = await evening.lobby.open(MatchRequest("rope", {}, 2, Terms(invited_only=True)), PLACE, person)
    await evening.lobby.invite(match.id, Person(guest, NAMES[guest], None), Person(by, NAMES[by], None, manages))
    return match


async def give_up(evening: Evening, match: int) -> int:
    """Bo resigns after a move of each."""
    await evening.move(match, 2)
    await evening.seats.resign(match, BO, evening.press())
    return match


def test_a_day_has_twenty_invitations_and_lobbies_and_managers_have_three_times_as_many() -> None:
    assert (DAILY[Counted.INVITATIONS], DAILY[Counted.LOBBIES], OPEN_CUPS, MANAGERS) == (20, 20, 2, 3)


def test_all_that_is_counted_has_a_query_and_a_refusal() -> None:
    assert COUNTS.keys() == REFUSALS.keys() == set(Counted)


@pytest.mark.usefixtures("few")
async def test_invitations_count_although_their_lobby_was_called_off_and_whichever_process_is_asked(
    evening: Evening, neighbour: Evening
) -> None:
    first = evening.now()
    for house in (evening, neighbour, evening):
        match = await challenge(house, BO)
        await house.lobby.cancel(match.id, house.person(ADA))
        evening.now.later(60)
    until = ceil(first + DAY)
    async with evening.unchanged():
        for house in (evening, neighbour):
            with refused("limit.invitations", n=3, until=until):
                await house.house.invitations.check_guest(CY, house.person(ADA))
        with refused("limit.lobbies", n=3, until=until):
            await challenge(evening, CY)
    evening.now.later(until - evening.now() - 1)
    with refused("limit.lobbies", n=3, until=until):
        await challenge(evening, CY)
    evening.now.later(1)
    await challenge(evening, CY)


@pytest.mark.usefixtures("few")
async def test_the_last_invitation_of_a_day_is_the_last_of_any_lobby(evening: Evening) -> None:
    match = await evening.open(ADA, game="rope", places=4)
    for guest in (201, 202, 203):
        await evening.lobby.invite(match.id, Person(guest, "?", None), evening.person(ADA))
    with refused("limit.invitations", n=3, until=ceil(evening.now() + DAY)):
        await evening.lobby.invite(match.id, Person(204, "?", None), evening.person(ADA))
    await evening.house.invitations.decline(match.id, 201)
    with refused("limit.invitations", n=3, until=ceil(evening.now() + DAY)):
        await evening.lobby.invite(match.id, Person(204, "?", None), evening.person(ADA))


@pytest.mark.usefixtures("few")
async def test_challenges_that_are_accepted_do_not_count_unless_they_are_called_off(evening: Evening) -> None:
    for _ in range(4):
        match = await challenge(evening, BO)
        await evening.house.invitations.accept(match.id, evening.person(BO))
        await give_up(evening, await evening.start(match.id, ADA))
    for _ in range(3):
        match = await challenge(evening, BO)
        await evening.house.invitations.accept(match.id, evening.person(BO))
        await evening.lobby.cancel(match.id, evening.person(ADA))
    with refused("limit.lobbies", n=3, until=ceil(evening.now() + DAY)):
        await challenge(evening, BO)


@pytest.mark.usefixtures("few")
async def test_rematches_do_not_count_and_are_never_refused_but_again_and_again(evening: Evening) -> None:
    last = 0
    for _ in range(3):
        last = await give_up(evening, await evening.play(ADA, BO, game="rope"))
    for _ in range(3):
        again = await evening.lobby.rematch(last, evening.person(ADA))
        await evening.lobby.join(again.id, evening.person(BO))
        last = await give_up(evening, await evening.start(again.id, ADA))
    again = await evening.lobby.rematch(last, evening.person(ADA))
    await evening.lobby.cancel(again.id, evening.person(ADA))
    with refused("limit.lobbies", n=3, until=ceil(evening.now() + DAY)):
        await evening.lobby.rematch(last, evening.person(ADA))
    await evening.lobby.rematch(last, evening.person(BO))


@pytest.mark.usefixtures("few")
async def test_managers_have_three_times_as_many(evening: Evening) -> None:
    for _ in range(9):
        match = await challenge(evening, BO, manages=True)
        await evening.lobby.cancel(match.id, evening.person(ADA))
    with refused("limit.lobbies", n=9, until=ceil(evening.now() + DAY)):
        await challenge(evening, BO, manages=True)


async def test_a_member_directs_two_cups_at_a_time_and_opens_some_in_a_day(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    cups, first = evening.house.cups, evening.now()
    opened = [await cups.open(CUP, PLACE, evening.person(ADA)) for _ in range(OPEN_CUPS)]
    with refused("limit.cups.open", n=OPEN_CUPS):
        await cups.open(CUP, PLACE, evening.person(ADA))
    await cups.open(CUP, PLACE, evening.person(BO))
    for at in range(OPEN_CUPS, DAILY[Counted.CUPS]):
        await cups.cancel(opened[at - OPEN_CUPS].id, evening.person(ADA), manages=False)
        opened.append(await cups.open(CUP, PLACE, evening.person(ADA)))
    await cups.cancel(opened[-1].id, evening.person(ADA), manages=False)
    async with evening.unchanged():
        with refused("limit.cups", n=DAILY[Counted.CUPS], until=ceil(first + DAY)):
            await cups.open(CUP, PLACE, evening.person(ADA))
    for _ in range(OPEN_CUPS * MANAGERS - 1):
        await cups.open(CUP, PLACE, Person(ADA, "Ada", evening.press(), manages=True))
    with refused("limit.cups.open", n=OPEN_CUPS * MANAGERS):
        await cups.open(CUP, PLACE, Person(ADA, "Ada", evening.press(), manages=True))


@pytest.mark.usefixtures("few")
async def test_announcements_count_although_they_were_taken_back(evening: Evening) -> None:
    downtimes, now = evening.house.downtimes, evening.now
    for after in (0.0, HOUR, 2 * HOUR):
        await downtimes.announce(7, now() + after, now() + 3 * HOUR, Steward(ADA, "Ada", None))
        now.later(60)
        await downtimes.end(7, Steward(ADA, "Ada", None))
        assert await downtimes.ahead(7) is None
    with refused("limit.announcements", n=3, until=ceil(now() - 180 + DAY)):
        await downtimes.announce(7, now(), now() + HOUR, Steward(ADA, "Ada", None))
    await downtimes.announce(8, now(), now() + HOUR, Steward(ADA, "Ada", None, owns=True))
    await downtimes.announce(7, now(), now() + HOUR, Steward(BO, "Bo", None))


@pytest.mark.usefixtures("few")
async def test_board_and_calls_go_out_again_so_often_in_a_day(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope")
    repairs = evening.house.repairs
    for _ in range(3):
        now = await repairs.number(await evening.header(match))
        await repairs.repost(match, now, Steward(CY, "Cy", evening.press()))
    now = await repairs.number(await evening.header(match))
    with refused("limit.reposts", n=3, until=ceil(evening.now() + DAY)):
        await repairs.repost(match, now, Steward(CY, "Cy", evening.press()))
    await repairs.repost(match, now, Steward(CY, "Cy", evening.press(), owns=True))


@pytest.mark.usefixtures("few")
async def test_a_press_that_comes_twice_is_counted_once_and_no_refusal(evening: Evening) -> None:
    for _ in range(2):
        await evening.open(ADA, game="rope")
    press = evening.person(ADA)
    match = await evening.lobby.open(MatchRequest("rope", {}), PLACE, press)
    with pytest.raises(Doubled) as doubled:
        await evening.lobby.open(MatchRequest("rope", {}), PLACE, press)
    assert doubled.value.match == match.id
    assert len(await evening.matches.mine(ADA)) == 3
