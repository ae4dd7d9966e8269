"""What followers hear is the same in two worlds that differ in what they may not know of."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from host.follows import DigestMessage
from host.time.clocks import DAY, HOUR
from tests.host.evening import ADA, BO, CY, DEE, PLACE, Evening, Noon
from tests.marks import rows_in_long

GUILD = PLACE.guild or 0
DAYS = 3
ANSWERED = (ADA, BO)  # of three: then the stage stays sealed
STAGES = ("legstrong", {"tour": "custom", "course": "FFFF"})
Acting = Callable[[Evening, int], Awaitable[None]]


async def nothing(_evening: Evening, _match: int) -> None:
    """No one does anything that others may not know of."""


async def answer(evening: Evening, match: int) -> None:
    """Some of the table give their sealed answers, or change them."""
    for user in ANSWERED:
        await evening.answer(match, user)
    assert (await evening.matches.see(match, None)).view.sealed


async def race(evening: Evening, _match: int) -> None:
    """A followed person rides the race of the day to its end."""
    entered = await evening.house.races.enter(evening.person(ADA), GUILD)
    await evening.open_thread(entered.id)
    await evening.play_on(entered.id, random.Random(1))


async def heard(url: str, act: Acting, game: str, **options: str) -> list[tuple[float, tuple[int, ...]]]:
    """When Cy, who follows the match and its players, hears how many matches have moved, within some days."""
    evening = await Evening.begin(url, Noon())
    begun, told = evening.now(), list[tuple[float, tuple[int, ...]]]()
    try:
        match = await evening.play(ADA, BO, DEE, game=game, **options)
        await evening.play_on(match, random.Random(2), lambda seen: seen.view.sealed)
        for person in (ADA, BO, DEE):
            await evening.house.follows.allow(person, allowed=True)
            await evening.house.follows.follow_person(person, CY, GUILD)
        await evening.house.follows.follow_match(match, CY)
        at = evening.now()
        for hour in range(DAYS * 24):
            if hour == 8:
                await act(evening, match)
            if hour == 30:  # both worlds go on alike
                await evening.play_on(match, random.Random(3), lambda seen: not seen.view.sealed)
            evening.now.time = at + (hour + 1) * HOUR
            await evening.house.follows.work()
            await evening.deliver()
            digests = [notice for notice in evening.box.notices if isinstance(notice, DigestMessage)]
            told += [(evening.now() - begun, tuple(match.id for match in digest.matches)) for digest in digests]
            evening.box.notices.clear()
    finally:
        await evening.house.thoughts.stop()
        await evening.store.close()
    return told


@pytest.mark.parametrize(
    ("act", "game", "options"),
    [(answer, "pistard", {}), (answer, *STAGES), (race, *STAGES), *rows_in_long([(race, "pistard", {})])],
)
async def test_the_digest_is_the_same_whatever_its_reader_may_not_know_of(
    tmp_path: Path, act: Acting, game: str, options: dict[str, str]
) -> None:
    worlds = [
        await heard(f"sqlite+aiosqlite:///{tmp_path}/{name}.db", acting, game, **options)
        for name, acting in (("quiet", nothing), ("busy", act))
    ]
    quiet, busy = worlds
    assert quiet == busy
    assert [matches for _, matches in quiet] == [(1,)], "it moves once for everyone"
    assert all(time < DAYS * DAY for time, _ in quiet)
