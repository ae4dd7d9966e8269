"""Matches in play: who sees what, who may answer what, and that a step is saved whole or not at all."""

import asyncio
import random

import pytest

from engines.table import Refused
from host.access import Asker
from host.play.matches import Doubled, Stale, asked_since
from host.play.seen import Seen
from model.kinds import PlayOn
from model.match import MatchFacts
from tests.host.evening import ADA, BO, CY, DEE, NOON, Evening, refused, view_of

pytestmark = pytest.mark.quick

# --- looking


async def test_a_player_sees_their_seat_and_everybody_else_the_public_view(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny")
    ada, bo, cy = [await evening.matches.see(match, user) for user in (ADA, BO, CY)]
    assert (ada.seat, bo.seat, cy.seat) == (0, 1, None)
    assert cy == await evening.matches.see(match, None)
    assert [len(view_of(seen).hand) for seen in (ada, bo, cy)] == [3, 3, 0]
    assert not set(view_of(ada).hand) & set(view_of(bo).hand)
    assert {seen.match.key for seen in (ada, bo, cy)} == {b""}


async def test_there_is_nothing_to_see_before_the_start(evening: Evening) -> None:
    match = await evening.open(ADA)
    with refused("house.not.started"):
        await evening.matches.see(match.id, ADA)
    with refused("house.unknown"):
        await evening.matches.see(99, ADA)
    assert await evening.matches.match(99) is None
    assert await evening.matches.history(99, ADA) == []


async def test_a_move_is_played_on_what_the_visit_has_read_unless_others_had_the_match_since(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, facts = list[int](), evening.store.facts

    async def counted(number: int) -> MatchFacts | None:
        reads.append(number)
        return await facts(number)

    monkeypatch.setattr(evening.store, "facts", counted)
    match = await evening.ride(ADA, BO)
    for is_touched in (False, True):
        user, _ = await evening.due(match)
        seen = await evening.matches.visit(match, Asker(user, None, lambda channel: False))
        if is_touched:
            await evening.matches.settled(match)
        reads.clear()
        path = seen.game.fallback(seen.view)
        await evening.matches.play(match, user, path, seen.fingerprint, evening.press(), again=seen.again)
        assert reads == [match] * is_touched
    with pytest.raises(Stale):
        await evening.matches.play(match, user, path, seen.fingerprint, evening.press(), again=seen.again)


async def test_a_match_is_found_by_its_thread(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    assert await evening.matches.by_thread(500) is None
    await evening.matches.set_thread(match, 500)
    found = await evening.matches.by_thread(500)
    assert found is not None
    assert (found.id, found.key) == (match, b"")


async def test_the_match_that_has_waited_longest_comes_first(evening: Evening) -> None:
    first = await evening.play(ADA, BO)
    evening.now.later(60)
    second = await evening.play(ADA, BO)
    evening.now.later(60)
    await evening.answer(first, BO)  # a step of the first match, but Ada has waited there since noon
    assert [(seen.match.id, asked_since(seen)) for seen in await evening.matches.asked(ADA)] == [
        (first, NOON),
        (second, NOON + 60),
    ]
    assert [seen.match.id for seen in await evening.matches.asked(BO)] == [second]
    assert await evening.matches.asked(CY) == []
    assert asked_since(await evening.matches.see(first, None)) == NOON + 120


async def test_history_tells_everybody_what_they_may_hear(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny")
    [deal] = [row.seq for row in await evening.log(match) if row.kind == "deal"]
    heard = {
        user: [
            event.data["cards"]
            for _, events in await evening.matches.history(match, user, deal - 1)
            for event in events
            if event.kind == "dealt"
        ]
        for user in (ADA, BO, CY, None)
    }
    assert [len(hands) for hands in heard.values()] == [1, 1, 0, 0]
    assert heard[ADA] != heard[BO]


# --- answering


async def test_an_answer_is_a_log_row_a_snapshot_and_what_the_player_sees_next(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    evening.now.later(5)
    seen = await evening.matches.see(match, ADA)
    path = seen.game.fallback(seen.view)
    press = evening.press()
    after = await evening.matches.play(match, ADA, path, seen.fingerprint, press)
    assert after == await evening.matches.see(match, ADA)
    assert (view_of(after).plan != "", after.view.waiting) == (True, (1,))
    row = (await evening.log(match))[-1]
    assert (row.kind, row.how, row.by, row.path, row.user, row.interaction_id, row.at) == (
        "move",
        "player",
        0,
        path,
        ADA,
        press,
        NOON + 5,
    )
    assert after.match.seq == row.seq == seen.match.seq + 1


async def test_only_players_press_in_a_match(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY)
    await evening.seats.resign(match, CY, evening.press())
    before = await evening.rows()
    for user in (CY, DEE):
        for press in evening.presses(match, user):
            with refused("house.no.seat"):
                await press
    for press in evening.presses(99, ADA):
        with refused("house.unknown"):
            await press
    assert await evening.rows() == before


async def test_only_a_player_whose_turn_it_is_answers(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, seen = await evening.due(match)
    before = await evening.rows()
    with refused("not.asked"):
        await evening.matches.play(match, ADA + BO - user, seen.game.fallback(seen.view))
    assert await evening.rows() == before


@pytest.mark.parametrize("path", [(), ("7",), ("rubbish",), ("\u0664",), ("1", "1", "1", "1", "1", "1")])
async def test_an_illegal_answer_leaves_everything_as_it_was(evening: Evening, path: tuple[str, ...]) -> None:
    match = await evening.play(ADA, BO)
    before = await evening.rows()
    with pytest.raises(Refused):
        await evening.matches.play(match, ADA, path)
    assert await evening.rows() == before


async def test_a_stale_panel_is_refused_even_if_the_answer_would_fit(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, stale = await evening.due(match)
    path = stale.game.fallback(stale.view)
    await evening.answer(match, user, path)
    await evening.play_on(match, random.Random(1), until=lambda seen: seen.view.waiting == (stale.seat,))
    before, matches = await evening.rows(), evening.matches
    for press in (
        matches.play(match, user, path, stale.fingerprint),
        matches.undo(match, user, stale.fingerprint, evening.press()),
        matches.play_for(match, user, PlayOn.TURN, stale.fingerprint, evening.press()),
    ):
        with pytest.raises(Stale):
            await press
    assert await evening.rows() == before


async def test_anothers_sealed_answer_does_not_make_my_panel_stale(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    mine = await evening.matches.see(match, ADA)
    await evening.answer(match, BO)
    after = await evening.matches.play(match, ADA, mine.game.fallback(mine.view), mine.fingerprint)
    assert after.view.stage == "move"


async def test_a_press_counts_once(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    seen, interaction_id = await evening.matches.see(match, ADA), evening.press()
    path = seen.game.fallback(seen.view)
    await evening.matches.play(match, ADA, path, seen.fingerprint, interaction_id)
    before = await evening.rows()
    with pytest.raises(Doubled) as doubled:
        await evening.matches.play(match, ADA, path, seen.fingerprint, interaction_id)
    assert (doubled.value.match, doubled.value.seq) == (match, seen.match.seq + 1)
    assert await evening.rows() == before


async def test_of_twenty_plays_at_once_one_wins(evening: Evening, neighbour: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, seen = await evening.due(match)
    path = seen.game.fallback(seen.view)
    racing = [
        (evening, neighbour)[n % 2].matches.play(match, user, path, seen.fingerprint, evening.press())
        for n in range(20)
    ]
    ends = await asyncio.gather(*racing, return_exceptions=True)
    assert sum(isinstance(end, Seen) for end in ends) == 1
    assert sum(isinstance(end, Stale) for end in ends) == 19
    rows = [row for row in await evening.log(match) if row.seq > seen.match.seq]
    assert [row.how for row in rows] == ["player"] + ["forced"] * (len(rows) - 1)


async def test_an_error_in_a_game_changes_nothing(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await evening.play(ADA, BO)
    before = await evening.rows()
    game = evening.matches.games["pistard"]

    def fall_over(state, move, dice):
        state.turn = 99
        dice.roll("fall", 6)
        raise ZeroDivisionError

    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(game, "apply", fall_over)
        await evening.answer(match, ADA)
    assert await evening.rows() == before
    assert view_of(await evening.answer(match, ADA)).turn == 0


async def test_after_the_end_no_press_counts(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny", legs="1")
    seen = await evening.play_on(match, random.Random(1))
    assert (seen.match.phase, seen.view.over) == ("over", True)
    assert [row.asked for row in seen.match.seats] == [None, None]
    for press in evening.presses(match, ADA):
        with refused("house.finished"):
            await press
    assert await evening.matches.asked(ADA) == []
