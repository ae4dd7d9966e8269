"""Seasons that are over: their tables are kept and their ceremonies owed, once."""

import asyncio

from db.store import Store
from model.career import LadderRow, Record
from tests.db.ended import AUTUMN, end
from tests.db.sample import GUILD, NOON

ANN, BEA, CAT = 1, 2, 3


async def autumn(store: Store, matches: int = 2) -> list[int]:
    return [(await end(store, NOON + at, {ANN: 1, BEA: 2}, season=AUTUMN)).id for at in range(matches)]


async def posts(store: Store) -> list[tuple[int | None, str]]:
    return [(post.match, post.kind) for post in await store.take_posts(AUTUMN.ends + 100, 9) if post.kind == "ceremony"]


async def test_a_season_is_closed_once_with_its_table_and_a_post(store: Store, neighbour: Store) -> None:
    _, last = await autumn(store)
    await end(store, AUTUMN.ends + 5, {CAT: 1, BEA: 2})  # of the next one
    assert await store.seasons.over(AUTUMN.ends - 1) == []
    assert await store.seasons.next_end() == AUTUMN.ends
    [due] = await store.seasons.over(AUTUMN.ends)
    closed = await asyncio.gather(*(s.seasons.close(*due, AUTUMN.ends) for s in (store, neighbour)))
    assert sorted(closed) == [False, True]
    assert await store.seasons.over(AUTUMN.ends + 10) == []
    assert await posts(store) == [(last, "ceremony")]
    assert await store.seasons.archives(GUILD, "pistard") == [AUTUMN]
    table = await store.seasons.archived(GUILD, "pistard", AUTUMN)
    first, second = table.rows
    assert (first.user, first.rank, first.record) == (ANN, 1, Record(2, 2, 2))
    assert second == LadderRow(2, BEA, f"Rider {BEA}", second.rating, Record(2, 0, 0), climbed=0)
    assert first.rating.points == (await store.careers.curve(ANN, GUILD))["pistard"][-1][1]
    assert await store.seasons.ceremonies(last) == [table]


async def test_a_season_with_one_rated_match_ends_without_a_ceremony(store: Store) -> None:
    await autumn(store, 1)
    await end(store, NOON + 2, {ANN: 1}, season=AUTUMN)  # alone, so unrated
    [due] = await store.seasons.over(AUTUMN.ends)
    await store.seasons.close(*due, AUTUMN.ends)
    assert await posts(store) == []
    assert await store.seasons.archives(GUILD, "pistard") == []
    assert await store.seasons.next_end() is None
