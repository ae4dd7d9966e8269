"""Standing tables: they reopen when they have begun or closed, and stop when no one wants them any more."""

import asyncio

import pytest

from host.lobby.limits import DAILY
from host.lobby.lobby import Person
from host.lobby.standing_tables import AT_A_TIME, AWAY, UNJOINED
from host.play.consequences import UNTOUCHED
from model.kinds import How, PostKind
from model.match import Counted, Match
from tests.host.evening import ADA, BO, CY, Evening, addressed, refused

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("rope")]


async def standing(evening: Evening, *users: int) -> Match:
    """A table of these people that reopens by itself."""
    match = await evening.open(*users, game="rope", places=2)
    await evening.house.standing_tables.keep(match.id, evening.person(users[0]))
    return match


async def tend(evening: Evening) -> list[int]:
    """Let the host look after standing tables; returns the open lobbies."""
    await evening.house.standing_tables.work()
    return [match.id for match in await evening.store.matches_in(("lobby",))]


async def ended(evening: Evening) -> list[tuple[str | None, int | None]]:
    """Who hears that a table has ended, and why."""
    return [(m.ended, m.post.to) for m in await evening.deliver() if m.post.kind == PostKind.STANDING]


async def test_a_table_reopens_when_it_has_begun(evening: Evening) -> None:
    match = await standing(evening, ADA)
    assert await tend(evening) == [match.id]
    await evening.lobby.join(match.id, evening.person(BO))
    assert await tend(evening) == [match.id], "someone may still leave"
    await evening.start(match.id, ADA)
    [again] = await tend(evening)
    new = await evening.header(again)
    assert (new.game, new.places, new.terms, new.host, new.channel) == ("rope", 2, match.terms, ADA, match.channel)
    assert [(row.user, row.name) for row in new.seats] == [(ADA, "Ada")]
    assert new.rematch_of is None
    [opened] = await evening.log(again)
    assert (opened.how, opened.user, opened.interaction_id) == (How.HOUSE, ADA, None)
    assert (PostKind.LOBBY, None) in addressed(await evening.deliver())
    assert await evening.house.standing_tables.of(match.id) is None
    assert await evening.house.standing_tables.of(again) is not None
    assert await tend(evening) == [again]


async def test_its_opener_has_only_so_many_matches_of_it(evening: Evening) -> None:
    match = (await standing(evening, ADA)).id
    for n in range(AT_A_TIME):
        await evening.lobby.join(match, evening.person(BO if n % 2 else CY))
        await evening.start(match, ADA)
        found = await tend(evening)
        match = found[0] if found else 0
    assert await tend(evening) == []
    await evening.seats.resign(1, ADA, evening.press())
    assert len(await tend(evening)) == 1


async def test_it_stops_after_three_openings_that_no_one_joined(evening: Evening) -> None:
    match = (await standing(evening, ADA)).id
    for _ in range(UNJOINED):
        assert await tend(evening) == [match]
        evening.now.later(UNTOUCHED)
        await evening.owe()
        await evening.open_thread(await evening.play(ADA, CY, game="rope"))  # Ada is there
        await evening.house.standing_tables.work()
        match = max(m.id for m in await evening.store.matches_in(("lobby", "cancelled")))
    assert await tend(evening) == []
    assert await ended(evening) == [("unjoined", ADA)]
    await evening.house.standing_tables.work()
    assert await ended(evening) == [], "it is told once"


async def test_it_stops_when_its_opener_presses_nothing_for_two_weeks(evening: Evening) -> None:
    match = await standing(evening, ADA)
    evening.now.later(UNTOUCHED)
    await evening.owe()
    assert await tend(evening) != [match.id]
    evening.now.later(AWAY - UNTOUCHED)
    await evening.owe()
    assert await tend(evening) == []
    assert await ended(evening) == [("away", ADA)]


async def test_its_opener_and_managers_stop_it_and_no_one_else(evening: Evening) -> None:
    tables, match = evening.house.standing_tables, await standing(evening, ADA, BO)
    manager = Person(CY, "Cy", evening.press(), manages=True)
    for doing in (tables.stop(match.id, evening.person(BO)), tables.keep(match.id, manager)):
        with refused("lobby.not.host", host=ADA):
            await doing
    await tables.stop(match.id, manager)
    assert await tables.of(match.id) is None
    with refused("lobby.not.host", host=ADA):
        await tables.stop(match.id, evening.person(BO))
    await tables.keep(match.id, evening.person(ADA))
    await tables.stop(match.id, evening.person(ADA))
    await evening.start(match.id, ADA)
    assert await tend(evening) == []
    for doing in (tables.keep, tables.stop):
        with refused("lobby.started"):
            await doing(match.id, evening.person(ADA))


async def test_a_press_that_comes_twice_wants_the_same_again(evening: Evening) -> None:
    tables, match = evening.house.standing_tables, await evening.open(ADA, game="rope", places=2)
    by, manager = evening.person(ADA), Person(CY, "Cy", evening.press(), manages=True)
    for _ in range(2):
        await tables.keep(match.id, by)
    assert await tables.of(match.id) is not None
    for _ in range(2):
        await tables.stop(match.id, manager)
    assert await tables.of(match.id) is None


async def test_a_table_that_is_called_off_or_left_reopens_no_more(evening: Evening) -> None:
    first, second = await standing(evening, ADA), await standing(evening, ADA, BO)
    await evening.lobby.cancel(first.id, evening.person(ADA))
    await evening.lobby.leave(second.id, evening.person(ADA))
    assert await tend(evening) == [second.id]
    assert await evening.house.standing_tables.here(7) == []
    assert await ended(evening) == [], "they know"


async def test_it_counts_in_its_opener_s_limits(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await standing(evening, ADA)
    await evening.lobby.join(match.id, evening.person(BO))
    await evening.start(match.id, ADA)
    monkeypatch.setattr("host.lobby.limits.DAILY", {**DAILY, Counted.LOBBIES: 1})
    assert await tend(evening) == []
    evening.now.later(86400)
    [again] = await tend(evening)
    assert await evening.house.standing_tables.of(again) is not None


async def test_a_private_table_does_not_reopen(evening: Evening) -> None:
    match = await evening.open(ADA, game="rope", invited_only=True)
    with refused("standing.private"):
        await evening.house.standing_tables.keep(match.id, evening.person(ADA))


async def test_a_table_whose_channel_is_gone_ends_and_its_opener_hears_once(evening: Evening) -> None:
    tables, match = evening.house.standing_tables, await standing(evening, ADA)
    assert await tables.channel_gone(match.id)
    assert not await tables.channel_gone(match.id)
    assert await ended(evening) == [("channel", ADA)]
    other = await standing(evening, ADA)
    await tables.guild_gone(7)
    assert await tables.of(other.id) is None


async def test_two_processes_reopen_it_once(evening: Evening, neighbour: Evening) -> None:
    match = await standing(evening, ADA, BO)
    await evening.start(match.id, ADA)
    await asyncio.gather(evening.house.standing_tables.work(), neighbour.house.standing_tables.work())
    assert len(await tend(evening)) == 1
