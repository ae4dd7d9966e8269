"""Open tables: which are listed and where, when a server's message is renewed, how often a role is called."""

from __future__ import annotations

import pytest

from host.lobby.lobby import ChannelRef
from host.lobby.open_tables import PAUSE, SETTLED, OpenTablesMessage, RoleCall
from host.outbox.outbox import BACKOFF
from host.time.clocks import DAY
from model.terms import Terms
from tests.host.evening import ADA, BO, CY, Evening, MatchRequest

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("rope")]
HERE, THERE = 7, 8  # servers


class Channel:
    """A bot's posts into the channels of servers; as long as its box is closed there are none."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self.box = evening, evening.box

    @property
    def lists(self) -> list[tuple[list[int], list[int]]]:
        """The tables of each list, of the server and of others."""
        listings = [notice.listing for notice in self.box.notices if isinstance(notice, OpenTablesMessage)]
        return [([t.id for t in listing.here], [t.id for t in listing.elsewhere]) for listing in listings]

    @property
    def calls(self) -> list[list[int]]:
        """The tables of each call."""
        return [[t.id for t in notice.tables] for notice in self.box.notices if isinstance(notice, RoleCall)]

    async def work(self) -> float | None:
        """Do what is due, and send it; returns when something will be next."""
        while (due := await self.evening.house.open_tables.work()) is not None and due <= self.evening.now():
            pass
        again = await self.evening.outbox.work()
        return min((item for item in (due, again) if item is not None), default=None)


@pytest.fixture
def channel(evening: Evening) -> Channel:
    return Channel(evening)


async def table(evening: Evening, guild: int = HERE, *, by: int = ADA, private: bool = False) -> int:
    request = MatchRequest("rope", {}, 3, Terms(invited_only=private))
    return (await evening.lobby.open(request, ChannelRef(guild, 77), evening.person(by))).id


async def listed(evening: Evening, guild: int = HERE) -> tuple[list[int], list[int]]:
    found = await evening.house.open_tables.listing(guild)
    assert all(item.key == b"" for item in (*found.here, *found.elsewhere)), "the key never leaves the house"
    return [t.id for t in found.here], [t.id for t in found.elsewhere]


async def test_what_anybody_could_join_is_listed_the_newest_first(evening: Evening) -> None:
    first = await table(evening)
    await table(evening, private=True)
    full = await evening.open(ADA, BO, game="rope", places=2)
    evening.now.later(1)
    second = await table(evening, by=BO)
    gone = await table(evening)
    await evening.lobby.cancel(gone, evening.person(ADA))
    assert await listed(evening) == ([second, first], [])
    match = await evening.start(full.id, ADA)
    await evening.seats.resign(match, BO, evening.press())
    await evening.lobby.rematch(match, evening.person(BO))  # held for those who played
    assert await listed(evening) == ([second, first], [])
    evening.now.later(DAY)
    assert len((await listed(evening))[0]) == 3


async def test_servers_are_listed_in_each_other_if_both_want_that(evening: Evening) -> None:
    here, there = await table(evening), await table(evening, THERE)
    await table(evening, THERE, private=True)
    open_tables = evening.house.open_tables
    await open_tables.set_shares(HERE, shares=True)
    assert await listed(evening) == ([here], [])
    await open_tables.set_shares(THERE, shares=True)
    assert (await listed(evening), await listed(evening, THERE)) == (([here], [there]), ([there], [here]))
    await open_tables.set_shares(HERE, shares=False)
    assert (await listed(evening), await listed(evening, THERE)) == (([here], []), ([there], []))


async def test_the_message_is_renewed_when_something_has_changed_and_not_too_often(
    evening: Evening, channel: Channel
) -> None:
    open_tables = evening.house.open_tables
    assert await channel.work() is None, "nobody wants one"
    await open_tables.set_channel(HERE, 70)
    await channel.work()
    first = await table(evening)
    due = await channel.work()
    assert channel.lists == [([], [])]
    assert due == evening.now() + PAUSE
    evening.now.later(PAUSE)
    await channel.work()
    await channel.work()
    assert channel.lists == [([], []), ([first], [])]
    assert (await open_tables.of(HERE)).message == 1
    await table(evening, private=True)
    evening.now.later(PAUSE)
    await channel.work()
    assert len(channel.lists) == 2, "private tables change nothing"


async def test_what_could_not_be_sent_is_tried_again_by_whoever_comes_first(
    evening: Evening, channel: Channel, neighbour: Evening
) -> None:
    other = Channel(neighbour)
    await evening.house.open_tables.set_channel(HERE, 70)
    channel.box.closed = True
    await channel.work()
    await other.work()
    assert other.lists == [], "it is put off"
    evening.now.later(BACKOFF[0])
    await other.work()
    await channel.work()
    assert (channel.lists, other.lists) == ([], [([], [])])
    assert channel.box.nonces == other.box.nonces


async def test_a_role_is_called_at_most_twice_a_day(evening: Evening, channel: Channel) -> None:
    open_tables = evening.house.open_tables
    await open_tables.set_role(HERE, 9)
    tables: list[int] = []
    for by in (ADA, BO, CY):
        tables.append(await table(evening, by=by))
        assert await channel.work() == evening.now() + SETTLED or len(tables) == 3
        evening.now.later(SETTLED)
        await channel.work()
        evening.now.later(3600)
    assert channel.calls == [[tables[0]], [tables[1]]]
    due = await channel.work()
    assert due is not None and due > evening.now()
    evening.now.later(DAY - 2 * (3600 + SETTLED))
    await channel.work()
    assert channel.calls[2:] == [[tables[2]]], "a day after the first"
    evening.now.later(3600)
    await channel.work()
    assert len(channel.calls) == 3


async def test_some_tables_call_nobody(evening: Evening, channel: Channel) -> None:
    open_tables = evening.house.open_tables
    await open_tables.set_role(HERE, 9)
    await table(evening, private=True)
    await table(evening, THERE)
    gone = await table(evening)
    await channel.work()
    await evening.lobby.cancel(gone, evening.person(ADA))
    evening.now.later(SETTLED)
    await channel.work()
    assert channel.calls == []
    await open_tables.set_role(HERE, None)
    await table(evening)
    evening.now.later(SETTLED)
    assert await channel.work() is None


async def test_a_call_that_could_not_be_sent_is_the_same_at_its_next_try(evening: Evening, channel: Channel) -> None:
    open_tables = evening.house.open_tables
    await open_tables.set_role(HERE, 9)
    match = await table(evening)
    evening.now.later(SETTLED)
    channel.box.closed = True
    await channel.work()
    channel.box.closed = False
    await channel.work()
    assert channel.calls == []
    evening.now.later(BACKOFF[0])
    await channel.work()
    await channel.work()
    assert channel.calls == [[match]]
    assert len(set(channel.box.nonces)) == 1
