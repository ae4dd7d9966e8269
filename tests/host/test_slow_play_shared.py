"""Slow play at two houses on one database (on SQLite one after the other): what both do at once counts once."""

import asyncio

import pytest

from engines.table import Refused
from host.play.matches import Stale
from host.time.clocks import HOUR
from model.kinds import Reminder, VoteKind
from model.match import Deadline
from tests.host.evening import ADA, BO, CY, DEE, NAMES, Evening, addressed


@pytest.fixture
def house_url(db_url: str) -> str:
    return db_url


@pytest.fixture
async def match(rope: None, evening: Evening) -> int:
    return await evening.play(ADA, BO, CY, game="rope", clock="daily")


async def test_of_two_votes_in_the_same_moment_both_count(evening: Evening, neighbour: Evening, match: int) -> None:
    await evening.votes.open(match, ADA, VoteKind.EXTEND, None, evening.press())

    async def vote(house: Evening, user: int) -> None:
        try:
            await house.votes.cast(match, user, yes=False, interaction_id=house.press())
        except Stale:  # the person reads so, and presses again
            await house.votes.cast(match, user, yes=False, interaction_id=house.press())

    await asyncio.gather(vote(evening, BO), vote(neighbour, CY))
    rows = [row for row in await evening.log(match) if row.kind == "vote"]
    assert [event.kind for row in rows for event in row.events].count("house.voted") == 2
    assert (await evening.header(match)).vote is None


async def test_two_houses_remind_once(evening: Evening, neighbour: Evening, match: int) -> None:
    await evening.deliver()
    await evening.matches.snooze(match, ADA, evening.now() + HOUR)
    evening.now.later(HOUR)
    await asyncio.gather(evening.owe(), neighbour.owe(), evening.owe(), neighbour.owe())
    messages = [message for house in (evening, neighbour) for message in await house.deliver()]
    assert addressed(messages) == [(Reminder.SNOOZE, ADA)]


async def test_of_many_snoozes_in_the_same_moment_one_is_kept(evening: Evening, neighbour: Evening, match: int) -> None:
    seq = (await evening.header(match)).seq
    reminders = [Deadline(match, seq, Reminder.SNOOZE, 0, evening.now() + hours * HOUR) for hours in range(1, 9)]
    await asyncio.gather(*(house.store.snooze(reminder) for reminder in reminders for house in (evening, neighbour)))
    assert [deadline.kind for deadline in await evening.store.deadlines(match)].count(Reminder.SNOOZE) == 1


async def test_of_two_who_take_a_seat_at_once_one_sits(evening: Evening, neighbour: Evening, match: int) -> None:
    await evening.seats.resign(match, BO, evening.press())
    newcomers = ((evening, DEE, "Dee"), (neighbour, DEE + 1, "Eve"))
    ends = await asyncio.gather(
        *(house.seats.take_over(match, 1, user, name, house.press()) for house, user, name in newcomers),
        return_exceptions=True,
    )
    [late] = [end for end in ends if isinstance(end, Exception)]
    assert isinstance(late, Stale) or (isinstance(late, Refused) and late.reason == "seat.taken")
    assert (await evening.header(match)).seats[1].name == newcomers[ends.index(late) ^ 1][2]


async def test_a_rematch_is_opened_once(evening: Evening, neighbour: Evening, match: int) -> None:
    await evening.votes.open(match, ADA, VoteKind.END, None, evening.press())
    await evening.votes.cast(match, BO, yes=True, interaction_id=evening.press())
    again = await asyncio.gather(
        *(house.lobby.rematch(match, house.person(user)) for house, user in ((evening, ADA), (neighbour, BO)))
    )
    assert len({m.id for m in again}) == 1
    rematch = await evening.header(again[0].id)
    assert sorted(row.name for row in rematch.seats) == [NAMES[ADA], NAMES[BO]]


async def test_what_is_dropped_put_off_or_done_by_one_house_is_for_both(
    evening: Evening, neighbour: Evening, match: int
) -> None:
    half, ninety = (d for d in await evening.store.deadlines(match) if d.kind in ("half", "ninety"))
    await evening.store.drop(half)
    await neighbour.store.delay(ninety, ninety.due + HOUR)
    left = {deadline.kind: deadline for deadline in await evening.store.deadlines(match)}
    assert Reminder.HALF not in left
    assert left[Reminder.NINETY].due == ninety.due + HOUR
    assert await evening.store.due(half.due + 1, 10) == [left[Reminder.STALLED]]
