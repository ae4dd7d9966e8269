"""Whole matches through the host, from the lobby to the result, and once more from their log."""

import random

import pytest

from tests.host.evening import ADA, BO, CY, DEE, Evening, kinds_to
from tests.host.replayed import check
from tests.marks import in_long


@pytest.fixture
def house_url(slow_url: str) -> str:
    return slow_url


@pytest.mark.parametrize("seed", [0, *in_long(1, 2)])
async def test_four_persons_ride_a_tour_to_the_end(evening: Evening, seed: int) -> None:
    match = await evening.play(ADA, BO, CY, DEE, game="tiny", legs="3")
    rng = random.Random(seed)
    seen = await evening.play_on(match, rng)
    assert seen.view.over
    assert sum(standing.points for standing in seen.standings) == 3
    await check(evening, match)
    messages = await evening.deliver()
    assert sorted(kinds_to(messages, None)) == ["board", "lobby", "result"]
    assert [kinds_to(messages, user) for user in (ADA, BO, CY, DEE)] == [["end"]] * 4


async def test_a_match_goes_on_over_a_restart_at_every_step(evening: Evening) -> None:
    match, rng = await evening.play(ADA, BO, game="tiny"), random.Random(1)
    morning, days = evening, 0
    while (await morning.header(match)).phase == "running":
        seq = (await morning.header(match)).seq
        await morning.play_on(match, rng, until=lambda seen, old=seq: seen.match.seq > old)
        await morning.store.close()
        morning, days = await Evening.begin(evening.url, evening.now), days + 1
    await check(morning, match)
    assert days >= 6
    await morning.store.close()
