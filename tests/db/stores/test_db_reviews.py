"""Reviews in the database: one a match, worked on by one process at a time, piece by piece."""

from __future__ import annotations

from db.store import Store
from db.stores.reviews import freed_reviews
from tests.db.sample import LOBBY, NOON, behind, row


async def match(store: Store) -> int:
    return (await store.create(LOBBY, row("open"))).id


async def test_the_oldest_wish_comes_first_and_to_one_process_alone(store: Store) -> None:
    later, first = await match(store), await match(store)
    await store.reviews.order(later, NOON + 1)
    await store.reviews.order(first, NOON)
    await store.reviews.order(first, NOON + 5)
    assert await store.reviews.next_ready() == NOON
    taken = await store.reviews.take(NOON + 2, NOON + 60)
    assert taken is not None and (taken.match, taken.asked, taken.tries) == (first, NOON, 1)
    other = await store.reviews.take(NOON + 2, NOON + 60)
    assert other is not None and other.match == later
    assert await store.reviews.take(NOON + 2, NOON + 60) is None
    assert await store.reviews.next_ready() == NOON + 60, "the end of both leases"


async def test_pieces_come_in_their_order_and_once(store: Store) -> None:
    wanted = await match(store)
    await store.reviews.order(wanted, NOON)
    await store.reviews.plan(wanted, [1.0, 2.0, 0.5])
    await store.reviews.add(wanted, 2, b"two")
    await store.reviews.add(wanted, 0, b"one")
    await store.reviews.add(wanted, 0, b"again")
    found = await store.reviews.review(wanted)
    assert found is not None and not found.is_made
    await store.reviews.finish(wanted, {7: 81.5})
    await store.reviews.finish(wanted, {7: 12.0})
    found = await store.reviews.review(wanted)
    assert found is not None and found.is_made and not found.has_failed
    assert (found.efforts, found.pieces, found.tries) == ([1.0, 2.0, 0.5], [b"one", b"two"], 0)
    assert await store.reviews.next_ready() is None


async def test_what_fails_is_never_handed_out_again(store: Store, db_url: str) -> None:
    wanted = await match(store)
    await store.reviews.order(wanted, NOON)
    await store.reviews.fail(wanted)
    await behind(db_url, freed_reviews(NOON + 1))
    await store.reviews.order(wanted, NOON + 2)
    assert await store.reviews.take(NOON + 9, NOON + 60) is None
    found = await store.reviews.review(wanted)
    assert found is not None and found.has_failed and not found.is_made


async def test_what_a_run_had_taken_that_was_killed_is_free_again(store: Store, db_url: str) -> None:
    wanted = await match(store)
    await store.reviews.order(wanted, NOON)
    await store.reviews.take(NOON, NOON + 60)
    await store.reviews.renew(wanted, NOON + 90)
    assert await store.reviews.take(NOON + 70, NOON + 130) is None
    await behind(db_url, freed_reviews(NOON + 71))
    assert await store.reviews.next_ready() == NOON + 71
