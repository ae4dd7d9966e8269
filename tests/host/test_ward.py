"""What is wrong with the matches of a server, as far as the person who asks may know of them."""

import pytest

from host.delivery import Unsent
from host.doctor import Trouble, Ward
from tests.host.evening import ADA, BO, PLACE, Evening

pytestmark = pytest.mark.quick


async def ward(evening: Evening, guild: int | None = PLACE.guild) -> Ward:
    return await evening.house.doctor.ward(guild, lambda _: True, lambda _: False)


async def test_where_nothing_is_wrong_matches_are_counted(evening: Evening) -> None:
    await evening.ride(ADA, BO)
    await evening.open(ADA)
    assert await ward(evening) == Ward(1, 1, ())
    assert await ward(evening, 8) == Ward(0, 0, ())
    assert await ward(evening, None) == Ward(1, 1, ())
    assert await evening.house.doctor.ward(PLACE.guild, lambda _: False, lambda _: False) == Ward(0, 0, ())


async def test_what_cant_be_posted_is_told_of(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    await evening.deliver()
    user, _ = await evening.due(match)
    await evening.answer(match, user)
    for _ in range(3):
        evening.box.faults = [Unsent("no permission")] * 4
        await evening.deliver()
        evening.now.later(60)
    assert [trouble for _, trouble in (await ward(evening)).troubles] == [Trouble.MUTE]
    evening.box.faults = []
    evening.now.later(3600)
    await evening.deliver()
    assert (await ward(evening)).troubles == ()


async def test_a_match_that_rests_and_one_that_nobody_can_play_on(evening: Evening) -> None:
    match = await evening.play(ADA, game="tiny", opponents=["easy"])
    await evening.answer(match, ADA)  # the computer's sealed answer comes a moment later
    for deadline in await evening.store.deadlines(match):
        await evening.store.drop(deadline)
    [(found, trouble)] = (await ward(evening)).troubles
    assert (found.id, found.key, trouble) == (match, b"", Trouble.STUCK)
    await evening.pauses.guild_gone(PLACE.guild or 0)
    assert [trouble for _, trouble in (await ward(evening)).troubles] == [Trouble.AWAY]
