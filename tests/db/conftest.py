"""Databases to test against."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.store import Store


@pytest.fixture(params=["sqlite"])
def db_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new, empty database of each kind that the store works on."""
    assert request.param == "sqlite"
    return f"sqlite+aiosqlite:///{tmp_path}/house.db"


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
