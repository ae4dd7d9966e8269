"""Ways to the page as they are kept: tokens, browsers, grants."""

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import make_url

from db.store import Store
from db.stores.page import MOST_BROWSERS, MOST_TOKENS
from db.upkeep.backup import back_up, restore
from model.match import SeatRow
from model.page import Browser, Entered, Invited, Moves
from tests.db.sample import ADA, BO, LOBBY, everything, row

SECRET, OTHER, SESSION = b"s" * 32, b"o" * 32, b"b" * 32
TABLE = replace(LOBBY, seats=(SeatRow(0, ADA, None, "Ada"), SeatRow(1, BO, None, "Bo")))


async def a_match(store: Store) -> int:
    return (await store.create(TABLE, row("open"))).id


async def test_a_token_opens_one_browser_once(store: Store) -> None:
    match = await a_match(store)
    await store.page.leave(SECRET, Invited(ADA, match, "reply"), now=0, until=300)
    assert [await store.page.invited(secret, now) for secret, now in ((SECRET, 10), (SECRET, 300), (OTHER, 10))] == [
        ADA,
        None,
        None,
    ]
    assert await store.page.spend(OTHER, SESSION, 10, 1000) is None
    entered = await store.page.spend(SECRET, SESSION, 10, 1000)
    assert entered == Entered(1, ADA, match, "reply")
    assert await store.page.spend(SECRET, OTHER, 11, 1000) is None, "it is spent"
    assert await store.page.browser(SESSION, 20) == Browser(1, ADA, 10, 10)
    assert await store.page.browser(OTHER, 20) is None


async def test_two_workers_spend_a_token_once(store: Store, neighbour: Store) -> None:
    await store.page.leave(SECRET, Invited(ADA, await a_match(store), "reply"), now=0, until=300)
    opened = [await s.page.spend(SECRET, session, 10, 1000) for s, session in ((store, SESSION), (neighbour, OTHER))]
    assert [entered is not None for entered in opened] == [True, False]
    assert len(await neighbour.page.browsers(ADA, 20)) == 1


async def test_tokens_and_browsers_end_by_themselves(store: Store, db_url: str) -> None:
    match = await a_match(store)
    await store.page.leave(SECRET, Invited(ADA, match, "reply"), now=0, until=300)
    assert await store.page.spend(SECRET, SESSION, 300, 1000) is None
    await store.page.leave(SECRET, Invited(ADA, match, "reply"), now=0, until=300)
    await store.page.spend(SECRET, SESSION, 299, 1000)
    assert await store.page.browser(SESSION, 999) is not None
    assert await store.page.browser(SESSION, 1000) is None and await store.page.browsers(ADA, 1000) == []
    await store.page.leave(OTHER, Invited(BO, match, "reply"), now=301, until=600)
    await store.page.leave(SECRET, Invited(ADA, match, "reply"), now=700, until=900)
    assert len((await everything(db_url))["page_tokens"]) == 1, "what is too old is cleared away"
    await store.page.grant(match, BO, 0, 100)
    await store.page.leave(OTHER, Invited(BO, match, "reply"), now=1000, until=1300)
    await store.page.spend(OTHER, OTHER, 1001, 5000)
    await store.page.grant(match, ADA, 1001, 2000)
    rows = await everything(db_url)
    assert [len(rows[table]) for table in ("page_sessions", "page_grants")] == [1, 1], "of everyone"


async def test_only_the_newest_of_a_person_s_tokens_and_browsers_count(store: Store, db_url: str) -> None:
    match = await a_match(store)
    for n in range(MOST_BROWSERS + 3):
        await store.page.leave(bytes([n]) * 32, Invited(ADA, match, "reply"), now=n, until=300 + n)
        await store.page.spend(bytes([n]) * 32, bytes([100 + n]) * 32, n, 10_000)
    assert [browser.opened for browser in await store.page.browsers(ADA, 50)] == [*range(MOST_BROWSERS + 2, 2, -1)]
    for n in range(MOST_TOKENS + 3):
        await store.page.leave(bytes([n]) * 32, Invited(ADA, match, "reply"), now=n, until=300 + n)
    assert len((await everything(db_url))["page_tokens"]) == MOST_TOKENS
    assert await store.page.spend(bytes([2]) * 32, SESSION, 20, 1000) is None
    assert await store.page.spend(bytes([3]) * 32, SESSION, 20, 1000) is not None


async def test_a_person_closes_their_own_browsers_alone(store: Store) -> None:
    await store.page.leave(SECRET, Invited(ADA, await a_match(store), "reply"), now=0, until=300)
    entered = await store.page.spend(SECRET, SESSION, 10, 1000)
    assert entered is not None
    assert not await store.page.close(BO, entered.browser)
    assert await store.page.browser(SESSION, 20) is not None
    await store.page.used(entered.browser, 60)
    assert [browser.used for browser in await store.page.browsers(ADA, 70)] == [60]
    assert await store.page.close(ADA, entered.browser) and not await store.page.close(ADA, entered.browser)
    assert await store.page.browser(SESSION, 20) is None


async def test_a_grant_is_one_person_s_for_one_match_and_for_a_while(store: Store) -> None:
    match, other = await a_match(store), await a_match(store)
    await store.page.grant(match, BO, 0, 100)
    assert await store.page.granted(match, BO, 99) == 100
    assert [await store.page.granted(*about) for about in ((match, BO, 100), (other, BO, 50), (match, ADA, 50))] == [
        None,
        None,
        None,
    ]
    await store.page.grant(match, BO, 50, 150)
    assert await store.page.granted(match, BO, 120) == 150


async def test_a_forgotten_person_has_no_way_in_and_none_of_it_is_exported(store: Store) -> None:
    match = await a_match(store)
    await store.page.leave(SECRET, Invited(ADA, match, "reply"), now=0, until=300)
    await store.page.spend(SECRET, SESSION, 10, 1000)
    await store.page.leave(OTHER, Invited(ADA, match, "reply"), now=10, until=300)
    await store.page.grant(match, ADA, 0, 100)
    assert not [table for table in await store.personal.of(ADA) if table.startswith("page_")]
    await store.personal.forget(ADA, -5)
    assert await store.page.browser(SESSION, 20) is None
    assert await store.page.spend(OTHER, SESSION, 20, 1000) is None
    assert await store.page.granted(match, ADA, 20) is None


@pytest.mark.parametrize("db_url", ["sqlite"], indirect=True)
async def test_a_copy_of_the_database_opens_no_browser(store: Store, db_url: str, tmp_path: Path) -> None:
    match = await a_match(store)
    await store.page.leave(SECRET, Invited(ADA, match, "reply"), now=0, until=300)
    await store.page.spend(SECRET, SESSION, 10, 1000)
    await store.page.grant(match, BO, 0, 100)
    file, copy = tmp_path / "backup", f"sqlite+aiosqlite:///{tmp_path / 'copy.db'}"
    back_up(make_url(db_url), file, 20)
    assert SESSION not in file.read_bytes()
    restore(make_url(copy), file)
    restored = await Store.open(copy)
    assert await restored.match(match) is not None
    assert await restored.page.browser(SESSION, 20) is None
    assert await restored.page.granted(match, BO, 20) is None
    await restored.close()


async def test_a_worker_hears_of_new_rows_and_closed_browsers_in_one_query(store: Store) -> None:
    first, second = await a_match(store), await a_match(store)
    await store.page.leave(SECRET, Invited(ADA, first, "reply"), now=0, until=300)
    entered = await store.page.spend(SECRET, SESSION, 10, 1000)
    assert entered is not None
    heard = await store.page.moves([first, second, 99], [entered.browser, 98], 20)
    assert heard == Moves({first: 1, second: 1}, frozenset({entered.browser}))
    assert await store.page.moves([], [entered.browser], 1000) == Moves({}, frozenset()), "its time is up"
    await store.page.close(ADA, entered.browser)
    assert await store.page.moves([second], [entered.browser], 20) == Moves({second: 1}, frozenset())
