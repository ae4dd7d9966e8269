"""What Sparring gives away to a person: a row of theirs for each game, moved by the ends of matches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from db.store import Store
from model.match import Finish, Step
from model.sparring import Bout, Form
from tests.db.ended import end
from tests.db.sample import ADA, BO, NOON, row

pytestmark = pytest.mark.quick


async def test_each_end_moves_it(store: Store) -> None:
    assert await store.careers.sparring(ADA, "pistard") is None
    for at, won in enumerate((1.0, 0.0, 0.5)):
        await end(store, NOON + at, {ADA: 1}, sparring=won)
    assert await store.careers.sparring(ADA, "pistard") == Form(2.0).after(1.0).after(0.0).after(0.5)
    assert await store.careers.sparring(BO, "pistard") is None
    assert await store.careers.sparring(ADA, "legstrong") is None


async def test_a_match_that_ends_once_more_counts_once(store: Store) -> None:
    over = await end(store, NOON, {ADA: 1}, sparring=1.0)
    lost = Finish((), bout=Bout(ADA, "pistard", over.id, 0.0, 2.0))
    await store.commit(Step(replace(over), row(at=NOON + 1), finish=lost))
    assert await store.careers.sparring(ADA, "pistard") == Form(2.0).after(1.0)


async def test_it_is_forgotten_with_its_person(store: Store) -> None:
    await end(store, NOON, {ADA: 1}, sparring=1.0)
    assert [row["cost"] for row in (await store.personal.of(ADA))["sparring"]] == [Form(2.0).after(1.0).cost]
    await store.personal.forget(ADA, -5)
    assert await store.careers.sparring(ADA, "pistard") is None
    assert await store.careers.sparring(-5, "pistard") is None
