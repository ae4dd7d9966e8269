"""Stores to test: one, and a second process's on the same database."""

from collections.abc import AsyncIterator

import pytest

from db.store import Store


@pytest.fixture
async def store(db_url: str) -> AsyncIterator[Store]:
    store = await Store.open(db_url)
    yield store
    await store.close()


@pytest.fixture
async def neighbour(db_url: str, store: Store) -> AsyncIterator[Store]:
    """A second process's store on the same database."""
    neighbour = await Store.open(db_url)
    yield neighbour
    await neighbour.close()
