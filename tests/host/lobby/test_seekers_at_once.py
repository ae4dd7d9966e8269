"""People who look for a table at two processes in the same instant: on both kinds of databases they get one."""

import asyncio

import pytest

from host.lobby.seekers import Place
from model.seeker import Wishes
from tests.host.evening import ADA, BO, PLACE, Evening

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("db_url")]

ANY = Wishes(("pistard",), ("week",))
HERE, THERE = Place(7, PLACE.channel, is_open=True), Place(8, 88, is_open=True)


async def test_two_processes_open_one_table(evening: Evening, neighbour: Evening) -> None:
    for user in (ADA, BO):
        await evening.house.seekers.ask(ANY, HERE, evening.person(user))
    await asyncio.gather(evening.house.seekers.work(), neighbour.house.seekers.work())
    [match] = await evening.store.matches_in(("lobby",))
    assert sorted(str(row.name) for row in match.seats) == ["Ada", "Bo"]
    assert [await evening.house.seekers.of(user) for user in (ADA, BO)] == [None, None]


async def test_who_asks_in_two_servers_at_once_waits_in_one(evening: Evening, neighbour: Evening) -> None:
    asked = await asyncio.gather(
        evening.house.seekers.ask(ANY, HERE, evening.person(ADA)),
        neighbour.house.seekers.ask(ANY, THERE, neighbour.person(ADA)),
    )
    assert asked[0] == asked[1] == await evening.house.seekers.of(ADA)
