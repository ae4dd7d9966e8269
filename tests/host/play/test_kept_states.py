"""States that are remembered are never out of date, never played on, and not too many."""

from unittest.mock import AsyncMock

import pytest

from db.rows import Snapshot
from host.play.kept_states import MOST, KeptState, KeptStates
from tests.host.evening import ADA, BO, Evening


def keep(kept: KeptStates, match: int, seq: int) -> None:
    kept.put(KeptState(Snapshot(match, seq, 1, b"")))


async def test_looking_twice_reads_the_state_once(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    ledger = evening.house._match_log
    header = await evening.header(match)
    first, second = await ledger.look(header), await ledger.look(header)
    assert first.state is second.state
    assert (await ledger.load(match)).state is not first.state, "what a move is applied to is decoded anew"


async def test_what_a_move_has_touched_that_came_to_nothing_is_forgotten(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.ride(ADA, BO)
    user, seen = await evening.due(match)
    with monkeypatch.context() as patch:
        patch.setattr(evening.store, "commit", AsyncMock(spec=evening.store.commit, side_effect=OSError("full")))
        with pytest.raises(OSError, match="full"):
            await evening.answer(match, user)
    assert await evening.matches.see(match, user) == seen


async def test_a_move_in_another_process_is_seen_at_once(evening: Evening, neighbour: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, before = await evening.due(match)
    after = await neighbour.answer(match, user)
    assert before != after == await evening.matches.see(match, user)


async def test_numbers_are_counted_on_as_the_store_counts_them(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    for _ in range(3):
        seen = await evening.answer(match, (await evening.due(match))[0])
        evening.house._match_log.kept.clear()
        assert seen.number == (await evening.matches.see(match, None)).number > 0


def test_an_older_state_doesnt_take_the_place_of_a_newer_one() -> None:
    kept = KeptStates()
    keep(kept, 1, 5)
    keep(kept, 1, 4)
    assert [one.snapshot.seq for one in kept] == [5]


def test_the_match_that_was_used_longest_ago_is_forgotten() -> None:
    kept = KeptStates()
    for match in range(MOST + 1):
        keep(kept, match, 1)
    assert [one.snapshot.match for one in kept] == list(range(1, MOST + 1))
