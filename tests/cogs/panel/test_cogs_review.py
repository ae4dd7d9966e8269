"""The review of a match that is over: for all who could see it, made once, and nothing of it before the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from host.coach import reviews
from locales import catalogue
from tests.cogs.world import World, play_fallback, quick_match

SAY = catalogue("en")


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Reviews are made with as few ways on as there must be."""
    monkeypatch.setattr(reviews, "SECONDS", 0.01)
    yield


async def test_a_review_is_told_to_whoever_could_see_the_match(world: World) -> None:
    ann, bob = await quick_match(world)
    assert (await ann.command("match review", match="1")).whisper == SAY("refusal.review.running")
    await world.house.seats.resign(1, bob.id, None)
    await world.later(5)
    shown = await ann.command("match review", match="1")
    print(shown.text)
    assert SAY("review.head") in shown.text
