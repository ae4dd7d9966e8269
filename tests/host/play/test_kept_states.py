"""States that are remembered are never out of date, never played on, and not too many."""

import asyncio
import random
from dataclasses import replace
from unittest.mock import AsyncMock

import pytest

from db.sql.codec import encode
from db.store import Doubled
from host.play.kept_states import MATCHES, ROWS, STATES, KeptStates
from locales import catalogue
from model.kinds import How
from model.match import LogRow, Match, Snapshot
from screen.panel_words import lately
from tests.db.sample import row
from tests.host.evening import ADA, BO, CY, NAMES, Evening

pytestmark = pytest.mark.quick


def keep(kept: KeptStates, match: int, seq: int) -> None:
    kept.keep(Snapshot(match, seq, 1, b""))


async def test_looking_twice_reads_the_state_once(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    match_log = evening.house._match_log
    header = await evening.header(match)
    first, second = await match_log.look(header), await match_log.look(header)
    assert first is second
    assert (await match_log.load(match)).state is not first, "what a move is applied to is decoded again"


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


async def test_a_press_that_arrives_at_two_processes_counts_once_and_both_show_the_same(
    evening: Evening, neighbour: Evening
) -> None:
    match = await evening.ride(ADA, BO)
    user, seen = await evening.due(match)
    path, press, houses = seen.game.fallback(seen.view), evening.press(), (evening, neighbour)
    both = (house.matches.play(match, user, path, seen.fingerprint, press) for house in houses)
    one, other = sorted(await asyncio.gather(*both, return_exceptions=True), key=lambda it: isinstance(it, Doubled))
    assert isinstance(other, Doubled)
    for house in houses:
        with pytest.raises(Doubled):
            await house.matches.play(match, user, path, seen.fingerprint, press)
        assert await house.matches.see(match, user) == one
        for kept in house.house._match_log.kept:
            saved = await evening.store.snapshot(match, kept.snapshot.seq)
            assert saved is not None and kept.snapshot == saved
            assert kept.state is None or encode(seen.game.spec, kept.state) == saved.body


async def test_a_long_match_is_shown_without_its_log_being_read(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.ride(ADA, BO)
    while (await evening.header(match)).seq <= 2 * ROWS:
        user, _ = await evening.due(match)
        await evening.answer(match, user)
    monkeypatch.setattr(evening.store, "log", AsyncMock(spec=evening.store.log, side_effect=AssertionError))
    news = list[str]()
    for viewer in (ADA, BO):
        seen = await evening.matches.see(match, viewer)
        await evening.matches.can_undo(seen)
        news.append(await lately(evening.matches, seen, catalogue("en"), 5))
    assert any(news)


@pytest.mark.parametrize("ended", [False, True])
async def test_of_a_forgotten_person_no_process_shows_what_it_has_kept(
    evening: Evening, neighbour: Evening, ended: bool
) -> None:
    match = await evening.play(ADA, BO, CY, game="tiny")
    if ended:
        await evening.play_on(match, random.Random(1))
    for house in (evening, neighbour):
        told = await house.matches.history(match, BO)
        assert NAMES[ADA] in repr(told) and ADA in {row.user for row, _ in told}
    await evening.house.privacy.forget(ADA)
    for house in (evening, neighbour):
        told = await house.matches.history(match, BO)
        assert NAMES[CY] in repr(told) and NAMES[ADA] not in repr(told)
        assert ADA not in {row.user for row, _ in told}


async def test_numbers_are_counted_on_as_the_store_counts_them(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    for _ in range(3):
        seen = await evening.answer(match, (await evening.due(match))[0])
        evening.house._match_log.kept.clear()
        assert seen.number == (await evening.matches.see(match, None)).number > 0


def test_the_state_that_was_used_longest_ago_is_forgotten() -> None:
    kept = KeptStates()
    for seq in range(STATES):
        keep(kept, 1, seq)
    assert kept.state(1, 0) is not None
    keep(kept, 2, 1)
    assert (kept.state(1, 0), kept.state(1, 1)) != (None, None)
    assert kept.state(1, 1) is None


def rows(*changed: bool) -> list[LogRow]:
    """The rows of a log; of those that were `changed` one person alone may know."""
    return [row(seq=seq, how=How.CHANGED if silent else How.PLAYER) for seq, silent in enumerate(changed, 1)]


@pytest.fixture
async def header(evening: Evening) -> Match:
    """The header of a match."""
    return await evening.header(await evening.ride(ADA, BO))


@pytest.mark.parametrize("kept_from", [1, 3])
@pytest.mark.parametrize("number", range(6))
def test_kept_rows_are_found_by_the_numbers_that_everybody_knows(header: Match, kept_from: int, number: int) -> None:
    log = rows(False, True, False, True, False, False, True)
    public = [row for row in log if row.how != How.CHANGED]
    kept = KeptStates().keep_rows(replace(header, seq=len(log)), log[kept_from - 1 :], len(public))
    wanted = log[public[number].seq - 1 :] if number < len(public) else []
    whole = not wanted or wanted[0].seq >= kept_from
    assert kept.past(number) == (wanted if whole else None)


def test_rows_that_follow_are_added_and_rows_after_a_gap_begin_again(header: Match) -> None:
    kept, log = KeptStates(), rows(*[False] * (ROWS + 3))
    kept.keep_rows(replace(header, seq=2), log[:2], 2)
    kept.keep_rows(replace(header, seq=3), log[2:3], 3)
    both = kept.rows(replace(header, seq=3))
    assert both is not None and both.after(0) == log[:3] and both.after(1) == log[1:3]
    kept.keep_rows(replace(header, seq=5), log[4:5], 5)
    alone = kept.rows(replace(header, seq=5))
    assert alone is not None and (alone.after(4), alone.after(3)) == (log[4:5], None)
    assert kept.rows(replace(header, seq=3)) is None, "the match has moved on"
    assert list(kept.keep_rows(replace(header, seq=3), log[:3], 3).rows) == log[:3]
    assert kept.rows(replace(header, seq=5)) is alone, "what is older doesn't take its place"
    kept.keep_rows(replace(header, seq=len(log)), log, len(log))
    most = kept.rows(replace(header, seq=len(log)))
    assert most is not None and (most.after(2), most.after(3)) == (None, log[3:])


def test_the_rows_of_the_match_that_was_used_longest_ago_are_forgotten(header: Match) -> None:
    kept = KeptStates()
    headers = [replace(header, id=number, seq=1) for number in range(MATCHES + 1)]
    for match in headers:
        kept.keep_rows(match, rows(False), 1)
    assert [kept.rows(h) is None for h in headers] == [True, *[False] * MATCHES]
