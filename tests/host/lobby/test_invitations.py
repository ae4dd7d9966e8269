"""Invitations: who is asked, what they may answer, how many hold, and what no one learns."""

import pytest

from host.lobby.limits import OPEN_INVITATIONS
from host.lobby.lobby import INVITED_FOR, MOST_ASKED, Person
from host.lobby.rematch import HELD
from host.outbox.messages import Message
from model.kinds import CallChannel, InvitationState, PostKind
from model.match import Match, Preferences
from model.terms import Terms
from tests.host.evening import ADA, BO, CY, DEE, NAMES, PLACE, Evening, MatchRequest, kinds_to, refused

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("rope")]


async def private(evening: Evening, *users: int, places: int = 4) -> Match:
    """A table for invited people that the first of them has opened; the others have been invited and are in."""
    request = MatchRequest("rope", {}, places, Terms(invited_only=True))
    match = await evening.lobby.open(request, PLACE, evening.person(users[0]))
    for user in users[1:]:
        await ask(evening, match.id, user, by=users[0])
        match = await evening.house.invitations.accept(match.id, evening.person(user))
    return match


async def ask(evening: Evening, match: int, guest: int, by: int = ADA) -> None:
    await evening.lobby.invite(match, Person(guest, NAMES.get(guest, "?"), None), evening.person(by))


async def invitations_of(evening: Evening, user: int) -> list[Message]:
    """The messages about invitations that this person gets now."""
    kinds = (PostKind.INVITED, PostKind.DECLINED)
    return [message for message in await evening.deliver() if message.post.to == user and message.post.kind in kinds]


async def test_whoever_is_invited_is_told_and_sits_down(evening: Evening) -> None:
    match = await private(evening, ADA)
    await ask(evening, match.id, BO)
    [message] = await invitations_of(evening, BO)
    assert message.invitation is not None
    assert (message.invitation.author, message.invitation.until) == (ADA, evening.now() + INVITED_FOR)
    assert [invitation.match for invitation, _ in await evening.house.invitations.open_to(BO)] == [match.id]
    after = await evening.house.invitations.accept(match.id, evening.person(BO))
    assert [row.user for row in after.seats] == [ADA, BO]
    [sent] = await evening.house.invitations.sent(match.id, ADA)
    assert sent.state == InvitationState.ACCEPTED
    assert await evening.house.invitations.open_to(BO) == []
    with refused("invite.answered"):
        await evening.house.invitations.decline(match.id, BO)


async def test_who_declines_is_named_to_the_opener_once_and_nothing_else(evening: Evening) -> None:
    match = await evening.open(ADA, game="rope", places=4)
    for guest in (BO, CY):
        await ask(evening, match.id, guest)
    await evening.deliver()
    rows = (await evening.header(match.id)).seq
    await evening.house.invitations.decline(match.id, BO)
    [message] = await invitations_of(evening, ADA)
    assert (message.declined, message.invitation) == (("Bo",), None)
    await evening.house.invitations.block(match.id, CY)
    [other] = await invitations_of(evening, ADA)
    assert other.declined == ("Bo", "Cy"), "what is wanted no more is told like a no"
    assert (await evening.header(match.id)).seq == rows, "nobody else is told"
    with refused("invite.answered"):
        await evening.house.invitations.decline(match.id, BO)
    assert await invitations_of(evening, ADA) == []
    for guest in (BO, CY):
        with refused("invite.declined"):
            await ask(evening, match.id, guest)


async def test_invitations_that_are_not_wanted_look_to_their_sender_like_any_other(evening: Evening) -> None:
    first = await evening.open(ADA, game="rope", places=4)
    await ask(evening, first.id, BO)
    await evening.house.invitations.block(first.id, BO)
    await evening.deliver()
    later = [(await evening.open(ADA, game="rope", places=4)).id for _ in range(OPEN_INVITATIONS + 1)]
    for match in later[:OPEN_INVITATIONS]:
        await ask(evening, match, BO)
    assert await invitations_of(evening, BO) == []
    assert await evening.house.invitations.open_to(BO) == []
    with refused("invite.crowded"):  # as if they lay there
        await ask(evening, later[OPEN_INVITATIONS], BO)
    other = await evening.open(CY, game="rope", places=4)
    await ask(evening, other.id, BO, by=CY)  # they take no one else's room
    assert len(await invitations_of(evening, BO)) == 1
    assert [i.state for i in await evening.house.invitations.sent(later[0], ADA)] == [InvitationState.OPEN]


@pytest.mark.parametrize("how", ["button", "invite back"])
async def test_what_was_not_wanted_can_be_wanted_again(evening: Evening, how: str) -> None:
    first, second = [await evening.open(ADA, game="rope", places=4) for _ in range(2)]
    await ask(evening, first.id, BO)
    await evening.house.invitations.block(first.id, BO)
    if how == "button":
        assert await evening.house.invitations.allow(first.id, BO) == ADA
    else:
        own = await evening.open(BO, game="rope", places=4)
        await ask(evening, own.id, ADA, by=BO)
    await evening.deliver()
    await ask(evening, second.id, BO)
    assert len(await invitations_of(evening, BO)) == 1


async def test_nobody_gets_a_sixth_open_invitation(evening: Evening) -> None:
    matches = [(await evening.open(ADA, game="rope", places=4)).id for _ in range(OPEN_INVITATIONS + 1)]
    for match in matches[:OPEN_INVITATIONS]:
        await ask(evening, match, BO)
    async with evening.unchanged():
        with refused("invite.crowded"):
            await ask(evening, matches[OPEN_INVITATIONS], BO)
        with refused("invite.crowded"):
            await evening.house.invitations.check_guest(BO, evening.person(CY))
    await evening.lobby.cancel(matches[0], evening.person(ADA))
    await ask(evening, matches[OPEN_INVITATIONS], BO)
    await evening.house.invitations.decline(matches[1], BO)
    await evening.house.invitations.check_guest(BO, evening.person(CY))


async def test_an_invitation_runs_out_and_can_be_sent_again(evening: Evening) -> None:
    match = await private(evening, ADA)
    await ask(evening, match.id, BO)
    evening.now.later(INVITED_FOR)
    assert await invitations_of(evening, BO) == [], "too late to be of use"
    with refused("invite.expired"):
        await evening.house.invitations.accept(match.id, evening.person(BO))
    with refused("invite.private"):
        await evening.lobby.join(match.id, evening.person(BO))
    await ask(evening, match.id, BO)
    await evening.house.invitations.accept(match.id, evening.person(BO))


async def test_some_can_not_be_invited(evening: Evening) -> None:
    match = await evening.open(ADA, BO, game="rope", places=3)
    for guest, by, reason in (
        (ADA, ADA, "invite.self"),
        (BO, ADA, "invite.seated"),
        (CY, DEE, "lobby.not.seated"),
    ):
        with refused(reason):
            await ask(evening, match.id, guest, by=by)
    await ask(evening, match.id, CY, by=BO)
    with refused("invite.twice"):
        await ask(evening, match.id, CY)
    await evening.lobby.join(match.id, evening.person(DEE))
    with refused("lobby.full"):
        await ask(evening, match.id, 999)
    with refused("lobby.full"):
        await evening.house.invitations.accept(match.id, evening.person(CY))
    await evening.start(match.id, ADA)
    with refused("lobby.started"):
        await ask(evening, match.id, 999)
    with refused("lobby.started"):
        await evening.house.invitations.accept(match.id, evening.person(CY))


async def test_a_table_asks_ten_people_at_a_time(evening: Evening) -> None:
    match = await evening.open(ADA, game="rope", places=4)
    for guest in range(500, 500 + MOST_ASKED):
        await ask(evening, match.id, guest)
    with refused("invite.many", n=MOST_ASKED):
        await ask(evening, match.id, BO)
    await evening.house.invitations.decline(match.id, 500)
    await ask(evening, match.id, BO)


async def test_a_private_table_has_no_other_door(evening: Evening) -> None:
    """Not its button, nor the rematch, nor a seat that is free."""
    match = await private(evening, ADA, BO, places=2)
    other = await private(evening, ADA, places=2)
    with refused("invite.private"):
        await evening.lobby.join(other.id, evening.person(CY))
    with refused("lobby.not.seated"):
        await ask(evening, other.id, CY, by=DEE)
    await evening.start(match.id, ADA)
    await evening.seats.resign(match.id, BO, evening.press())
    assert (await evening.header(match.id)).phase == "over"
    evening.now.later(HELD)
    with refused("invite.private"):
        await evening.lobby.rematch(match.id, evening.person(CY))
    again = await evening.lobby.rematch(match.id, evening.person(ADA))
    assert again.terms.invited_only
    evening.now.later(HELD)
    with refused("invite.private"):
        await evening.lobby.rematch(match.id, evening.person(CY))
    with refused("invite.private"):
        await evening.lobby.join(again.id, evening.person(CY))
    await evening.lobby.join(again.id, evening.person(BO))


async def test_a_free_seat_of_a_private_table_is_for_invited_people(evening: Evening) -> None:
    match = await private(evening, ADA, BO, CY)
    await ask(evening, match.id, DEE)
    await evening.start(match.id, ADA)
    await evening.seats.resign(match.id, BO, evening.press())
    async with evening.unchanged():
        with refused("invite.private"):
            await evening.seats.take_over(match.id, 1, 999, "Eve", evening.press())
    await evening.seats.take_over(match.id, 1, DEE, "Dee", evening.press())
    await evening.seats.resign(match.id, CY, evening.press())
    await evening.seats.take_over(match.id, 2, CY, "Cy", evening.press())


async def test_only_its_host_invites_to_a_private_table(evening: Evening) -> None:
    match = await private(evening, ADA, BO)
    with refused("lobby.not.host", host=ADA):
        await ask(evening, match.id, CY, by=BO)
    await evening.lobby.leave(match.id, evening.person(ADA))
    with refused("invite.private"):
        await evening.lobby.join(match.id, evening.person(ADA))
    await ask(evening, match.id, ADA, by=BO)
    await evening.lobby.join(match.id, evening.person(ADA))


async def test_who_wants_no_calls_is_not_sent_invitations_and_nights_are_quiet(evening: Evening) -> None:
    match = await evening.open(ADA, game="rope", places=4)
    people = evening.store.people
    await people.set_preferences(BO, Preferences(channel=CallChannel.OFF))
    local = int(evening.now() % 86400) // 60
    await people.set_preferences(CY, Preferences(zone="UTC", quiet=(local, local + 60)))
    for guest in (BO, CY):
        await ask(evening, match.id, guest)
    assert kinds_to(await evening.deliver(), BO) == []
    assert [i.match for i, _ in await evening.house.invitations.open_to(BO)] == [match.id], "`/games` has it"
    evening.now.later(3600)
    assert kinds_to(await evening.deliver(), CY) == [PostKind.INVITED]


async def test_an_answer_before_the_message_leaves_makes_it_pointless(evening: Evening) -> None:
    match = await evening.open(ADA, game="rope", places=4)
    await ask(evening, match.id, BO)
    await evening.lobby.join(match.id, evening.person(BO))
    assert await invitations_of(evening, BO) == []
