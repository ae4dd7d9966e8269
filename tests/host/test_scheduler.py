"""The clock: what is owed is played when it is due, once, whatever fails beside it."""

from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from db.store import Stale
from opponents import OPPONENTS
from opponents.random import play_random
from tests.host.evening import ADA, BO, Evening

pytestmark = pytest.mark.quick

AGAIN = 5000.0  # longer than a lease


async def answers(evening: Evening, match: int, how: str = "computer") -> int:
    return sum(row.how == how for row in await evening.log(match))


async def test_nothing_is_due_in_an_empty_house(evening: Evening) -> None:
    assert await evening.owe() is None


async def test_the_clock_says_when_it_is_wanted_next_and_does_nothing_before(evening: Evening) -> None:
    match = await evening.play(ADA, opponents=["easy"])
    [owed] = await evening.owed(match)
    assert await evening.owe() == owed.due
    assert await answers(evening, match) == 0
    evening.now.later(owed.due - evening.now())
    assert await evening.owe() is None
    assert await answers(evening, match) == 1


async def test_many_matches_are_played_in_one_go(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.scheduler.TAKEN", 2)
    monkeypatch.setattr("host.lobby.limits.NEWCOMERS", 5)
    matches = [await evening.play(ADA, opponents=["easy"]) for _ in range(5)]
    evening.now.later(10)
    assert await evening.owe() is None
    assert [await answers(evening, match) for match in matches] == [1] * 5


@pytest.mark.parametrize(("opponents", "read"), [((), "match"), ((), "snapshot"), (("easy",), "match")])
async def test_what_a_neighbour_has_played_meanwhile_is_not_played_again(
    evening: Evening,
    neighbour: Evening,
    reports: list[Any],
    monkeypatch: pytest.MonkeyPatch,
    *,
    opponents: tuple[str, ...],
    read: str,
) -> None:
    with monkeypatch.context() as patch:
        # leave the opening or the computer to the clock
        patch.setattr("host.play.autoplay.AT_ONCE", 1 if opponents else 0)
        match = await evening.play(ADA, BO, opponents=opponents, game="tiny")
    evening.now.later(10)
    [owed] = await evening.owed(match)
    look, looks = getattr(evening.store, read), list[int]()

    async def overtaken(match_id: int, *seq: int) -> Any:
        looks.append(match_id)
        if len(looks) == (2 if read == "match" else 1):  # the match was still where the deadline says at the first look
            await neighbour.autoplayer.play_due(owed)
        return await look(match_id, *seq)

    monkeypatch.setattr(evening.store, read, overtaken)
    await evening.owe()
    assert await answers(evening, match, owed.kind) == 1
    assert reports == []


async def test_what_fails_is_reported_and_tried_again_while_the_others_go_on(
    evening: Evening, reports: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.scheduler.AGAIN", AGAIN)
    monkeypatch.setitem(OPPONENTS, "clumsy", Mock(side_effect=ZeroDivisionError))
    clumsy = await evening.play(ADA, opponents=["clumsy"])
    fine = await evening.play(ADA, opponents=["easy"])
    before = await evening.log(clumsy)
    evening.now.later(10)
    assert await evening.owe() == evening.now() + AGAIN
    assert await evening.log(clumsy) == before
    assert await answers(evening, fine) == 1
    [report] = reports
    seq = before[-1].seq
    assert (report["event"], report["match"], report["seq"], report["kind"]) == (
        "deadline failed",
        clumsy,
        seq,
        "computer",
    )

    monkeypatch.setitem(OPPONENTS, "clumsy", play_random)
    assert await evening.owe() == evening.now() + AGAIN
    evening.now.later(AGAIN)
    assert await evening.owe() is None
    assert await answers(evening, clumsy) == 1
    assert len(reports) == 1


async def test_a_player_who_moves_first_spares_the_clock_its_work(
    evening: Evening, reports: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.play(ADA, BO, opponents=["easy"])
    evening.now.later(10)
    monkeypatch.setattr(evening.store, "commit", AsyncMock(spec=evening.store.commit, side_effect=Stale))
    await evening.owe()
    assert await answers(evening, match) == 0
    assert reports == []


async def test_what_is_owed_to_a_match_that_has_moved_on_is_void(evening: Evening) -> None:
    match = await evening.play(ADA, BO, opponents=["easy"])
    [old] = await evening.owed(match)
    await evening.answer(match, ADA)
    before = await evening.rows()
    await evening.autoplayer.play_due(old)
    assert await evening.rows() == before
