"""What a lobby does by itself: it starts when it is full, and closes when no one touches it."""

import asyncio

import pytest

from host.play.consequences import FULL_FOR, UNTOUCHED
from model.kinds import Gathering
from tests.host.evening import ADA, BO, CY, DEE, NOON, PLACE, Evening, addressed, refused

pytestmark = pytest.mark.quick


async def owed(evening: Evening, match: int) -> list[tuple[str, float]]:
    """What the lobby is going to do, and how many seconds after noon."""
    return [(deadline.kind, deadline.due - NOON) for deadline in await evening.store.deadlines(match)]


async def kinds(evening: Evening, match: int) -> list[tuple[str, str]]:
    return [(row.kind, row.how) for row in await evening.log(match)]


async def test_a_full_lobby_starts_by_itself_after_a_minute(evening: Evening) -> None:
    match = await evening.open(ADA, BO, places=2)
    assert await owed(evening, match.id) == [(Gathering.FILL, FULL_FOR), (Gathering.IDLE, UNTOUCHED)]
    assert await evening.lobby.starts(match) == NOON + FULL_FOR
    evening.now.later(FULL_FOR - 1)
    assert await evening.owe() == NOON + FULL_FOR
    assert (await evening.header(match.id)).phase == "lobby"
    evening.now.later(1)
    assert await evening.owe() is None
    assert (await evening.header(match.id)).phase == "starting"
    assert await kinds(evening, match.id) == [("open", "player"), ("join", "player"), ("start", "house")]
    await evening.open_thread(match.id)
    header = await evening.header(match.id)
    assert (header.phase, len(header.entropy.split(","))) == ("running", 2)


async def test_an_opponent_fills_a_lobby_too(evening: Evening) -> None:
    match = await evening.open(ADA, places=2)
    assert await owed(evening, match.id) == [(Gathering.IDLE, UNTOUCHED)]
    await evening.lobby.add_opponent(match.id, "easy", evening.person(ADA))
    evening.now.later(FULL_FOR)
    await evening.owe()
    assert (await evening.header(match.id)).phase == "starting"


async def test_a_player_who_leaves_stops_the_start_and_the_next_one_begins_it_anew(evening: Evening) -> None:
    match = await evening.open(ADA, BO, places=2)
    evening.now.later(30)
    await evening.lobby.leave(match.id, evening.person(BO))
    assert await owed(evening, match.id) == [(Gathering.IDLE, 30 + UNTOUCHED)]
    assert await evening.lobby.starts(await evening.header(match.id)) is None
    evening.now.later(FULL_FOR)
    await evening.owe()
    await evening.lobby.join(match.id, evening.person(CY))
    assert await owed(evening, match.id) == [(Gathering.FILL, 90 + FULL_FOR), (Gathering.IDLE, 90 + UNTOUCHED)]


@pytest.mark.parametrize("press", ["start", "cancel"])
async def test_what_is_pressed_by_hand_comes_first(evening: Evening, press: str) -> None:
    match = await evening.open(ADA, BO, places=2)
    await getattr(evening.lobby, press)(match.id, evening.person(ADA))
    assert await owed(evening, match.id) == []
    evening.now.later(FULL_FOR)
    assert await evening.owe() is None
    assert [kind for kind, _ in await kinds(evening, match.id)] == ["open", "join", press]


async def test_of_two_houses_one_starts_the_match(evening: Evening, neighbour: Evening) -> None:
    match = await evening.open(ADA, BO, places=2)
    evening.now.later(FULL_FOR)
    deadline = next(d for d in await evening.store.deadlines(match.id) if d.kind == Gathering.FILL)
    ends = await asyncio.gather(
        evening.lobby.start_or_close(deadline),
        neighbour.lobby.start_or_close(deadline),
        evening.owe(),
        return_exceptions=True,
    )
    assert [kind for kind, _ in await kinds(evening, match.id)] == ["open", "join", "start"], ends


async def test_a_house_that_ends_between_taking_and_starting_leaves_it_to_the_next(
    evening: Evening, neighbour: Evening
) -> None:
    match = await evening.open(ADA, BO, places=2)
    evening.now.later(FULL_FOR)
    assert [deadline.kind for deadline in await evening.store.due(evening.now(), 20)] == [
        Gathering.FILL
    ]  # and here its power is cut
    await neighbour.owe()
    assert (await evening.header(match.id)).phase == "lobby"
    evening.now.later(61)
    await neighbour.owe()
    assert (await evening.header(match.id)).phase == "starting"


async def test_what_nobody_ran_for_is_put_off(evening: Evening) -> None:
    await evening.wake_up()
    match = await evening.open(ADA, BO, places=2)
    lonely = await evening.open(CY)
    evening.now.later(3600)
    await evening.wake_up()
    assert await owed(evening, match.id) == [(Gathering.FILL, 3600 + FULL_FOR), (Gathering.IDLE, 3600 + UNTOUCHED)]
    assert await owed(evening, lonely.id) == [(Gathering.IDLE, 3600 + UNTOUCHED)]


# --- waiting for the host


async def test_a_lobby_waits_for_its_host_who_is_called_when_it_is_full(evening: Evening) -> None:
    match = await evening.open(ADA, places=2)
    match = await evening.lobby.wait(match.id, evening.person(ADA))
    assert match.terms.waits
    await evening.deliver()
    await evening.lobby.join(match.id, evening.person(BO))
    assert await owed(evening, match.id) == [(Gathering.IDLE, UNTOUCHED)]
    assert addressed(await evening.deliver()) == [("lobby", None), ("full", ADA)]
    with refused("lobby.not.host", host=ADA):
        await evening.lobby.start(match.id, evening.person(BO))
    with refused("lobby.not.host", host=ADA):
        await evening.lobby.wait(match.id, evening.person(BO))
    assert (await evening.lobby.start(match.id, evening.person(ADA))).phase == "starting"


async def test_a_player_who_does_not_want_to_be_waited_for_any_more_lets_it_start(evening: Evening) -> None:
    match = await evening.open(ADA, BO, places=2)
    await evening.lobby.wait(match.id, evening.person(ADA))
    evening.now.later(3600)
    assert await evening.owe() is not None
    match = await evening.lobby.wait(match.id, evening.person(ADA))
    assert not match.terms.waits
    assert await owed(evening, match.id) == [(Gathering.FILL, 3600 + FULL_FOR), (Gathering.IDLE, 3600 + UNTOUCHED)]


async def test_a_host_who_filled_the_table_or_whose_table_is_full_no_more_is_not_called(
    evening: Evening,
) -> None:
    match = await evening.open(ADA, places=2)
    await evening.lobby.wait(match.id, evening.person(ADA))
    await evening.lobby.add_opponent(match.id, "easy", evening.person(ADA))
    assert ("full", ADA) not in addressed(await evening.deliver())
    match = await evening.open(ADA, places=2)
    await evening.lobby.wait(match.id, evening.person(ADA))
    await evening.lobby.join(match.id, evening.person(BO))
    await evening.lobby.leave(match.id, evening.person(BO))
    assert ("full", ADA) not in addressed(await evening.deliver())


async def test_a_guest_who_gets_up_and_sits_down_again_calls_the_host_once(evening: Evening) -> None:
    match = await evening.open(ADA, CY, places=3)
    await evening.lobby.wait(match.id, evening.person(ADA))
    await evening.deliver()

    async def calls(user: int) -> int:
        """Of the host, when this person sits down and gets up again."""
        await evening.lobby.join(match.id, evening.person(user))
        messages = addressed(await evening.deliver())
        await evening.lobby.leave(match.id, evening.person(user))
        return messages.count(("full", ADA))

    assert [await calls(user) for user in (BO, BO, DEE, BO, DEE)] == [1, 0, 1, 0, 0]
    await evening.lobby.leave(match.id, evening.person(CY))
    assert [await calls(user) for user in (BO, CY)] == [0, 0], "one seat is free"
    await evening.lobby.join(match.id, evening.person(BO))
    assert [await calls(CY) for _ in range(2)] == [1, 0], "they had filled no table before"
    for _ in range(2):  # no more, and again
        await evening.lobby.wait(match.id, evening.person(ADA))
    assert await calls(CY) == 1


async def test_a_host_who_leaves_is_not_waited_for(evening: Evening) -> None:
    match = await evening.open(ADA, BO, places=3)
    await evening.lobby.wait(match.id, evening.person(ADA))
    match = await evening.lobby.leave(match.id, evening.person(ADA))
    assert (match.host, match.terms.waits) == (BO, False)


# --- a lobby that no one touches


async def test_a_lobby_that_nobody_touches_closes_after_a_week(evening: Evening) -> None:
    match = await evening.open(ADA, BO)
    evening.now.later(UNTOUCHED - 1)
    await evening.lobby.join(match.id, evening.person(CY))
    evening.now.later(UNTOUCHED - 1)
    await evening.owe()
    assert (await evening.header(match.id)).phase == "lobby"
    await evening.deliver()
    evening.now.later(1)
    assert await evening.owe() is None
    closed = await evening.header(match.id)
    assert closed.phase == "cancelled"
    assert await evening.lobby.was_closed(closed)
    assert (await kinds(evening, match.id))[-1] == ("close", "house")
    assert addressed(await evening.deliver()) == [("lobby", None)]
    with refused("lobby.cancelled"):
        await evening.lobby.join(match.id, evening.person(ADA))
    other = await evening.lobby.cancel((await evening.open(ADA)).id, evening.person(ADA))
    assert not await evening.lobby.was_closed(other)


async def test_a_lobby_in_a_server_that_has_put_the_bot_out_rests_and_begins_anew(evening: Evening) -> None:
    assert PLACE.guild is not None
    match = await evening.open(ADA, BO, places=2)
    await evening.pauses.guild_gone(PLACE.guild)
    assert await owed(evening, match.id) == []
    evening.now.later(2 * UNTOUCHED)
    assert await evening.owe() is None
    await evening.pauses.guild_back(PLACE.guild)
    later = 2 * UNTOUCHED
    assert await owed(evening, match.id) == [(Gathering.FILL, later + FULL_FOR), (Gathering.IDLE, later + UNTOUCHED)]


async def test_a_step_in_the_same_moment_goes_before_the_closing(evening: Evening) -> None:
    match = await evening.open(ADA)
    [deadline] = await evening.store.deadlines(match.id)
    evening.now.later(UNTOUCHED)
    await evening.lobby.join(match.id, evening.person(BO))
    await evening.lobby.start_or_close(deadline)
    assert (await evening.header(match.id)).phase == "lobby"
