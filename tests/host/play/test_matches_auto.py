"""Play this turn for me: the bot moves as its best opponent would, until the turn is over and no longer."""

import random
from typing import Any
from unittest.mock import Mock

import pytest

from engines.table import TURN, Game, View
from engines.table import Path as Steps
from host.play.matches import Doubled
from model.kinds import How, PlayOn
from opponents import FAIR, OPPONENTS
from tests.host.evening import ADA, BO, CY, Evening, addressed, refused, view_of

Match = int


def other(user: int) -> int:
    return ADA + BO - user


async def to_a_new_turn(evening: Evening, match: Match, turn: int = 2) -> int:
    """The person who is due first in a turn, up to which all answer."""
    while True:
        user, seen = await evening.due(match)
        if view_of(seen).turn >= turn and not view_of(seen).moved:
            return user
        await evening.answer(match, user)


async def press_auto(evening: Evening, match: Match, user: int) -> Any:
    seen = await evening.matches.see(match, user)
    return await evening.matches.play_for(match, user, PlayOn.TURN, seen.fingerprint, evening.press())


async def to_the_end_of_the_turn(evening: Evening, match: Match, lazy: int) -> None:
    """The other one answers until the turn is over; the lazy one is never asked."""
    user, seen = await evening.due(match)
    turn = view_of(seen).turn
    while view_of(seen).turn == turn:
        assert user != lazy, "this person has asked the house to play for them"
        await evening.answer(match, user)
        user, seen = await evening.due(match)


async def autos(evening: Evening, match: Match) -> dict[int | None, bool]:
    return {row.user: row.play_on is not None for row in (await evening.header(match)).seats}


# --- what it does


async def test_the_house_plays_all_my_riders_of_this_turn_and_then_asks_me_again(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    lazy = await to_a_new_turn(evening, match)
    before = await evening.matches.see(match, lazy)
    await press_auto(evening, match, lazy)
    assert await autos(evening, match) == {lazy: True, other(lazy): False}
    await to_the_end_of_the_turn(evening, match, lazy)
    rows = [row for row in await evening.log(match) if row.seq > before.match.seq]
    last = next(at for at, row in enumerate(rows) if any(event.kind == TURN for event in row.events))
    mine = [row for row in rows[: last + 1] if row.by == before.seat]
    assert len(mine) == sum(rider.seat == before.seat for rider in view_of(before).riders)
    assert {row.how for row in mine} <= {"auto", "forced"}
    assert await autos(evening, match) == {lazy: False, other(lazy): False}
    await evening.play_on(match, random.Random(1), until=lambda seen: seen.view.waiting == (before.seat,))
    assert [m.match.id for m in await evening.matches.asked(lazy)] == [match]


async def test_the_first_answer_is_the_person_s_press(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    lazy = await to_a_new_turn(evening, match)
    seen, interaction_id = await evening.matches.see(match, lazy), evening.press()
    after = await evening.matches.play_for(match, lazy, PlayOn.TURN, seen.fingerprint, interaction_id)
    first, *more = [row for row in await evening.log(match) if row.seq > seen.match.seq]
    assert (first.kind, first.how, first.by, first.user, first.interaction_id) == (
        "move",
        "auto",
        seen.seat,
        lazy,
        interaction_id,
    )
    assert {(row.how, row.by, row.user, row.interaction_id) for row in more} <= {
        (how, seen.seat, None, None) for how in ("auto", "forced")
    }
    assert after == await evening.matches.see(match, lazy)
    assert after.view.waiting != (seen.seat,)


async def test_the_house_asks_its_best_opponent_with_my_view(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[View] = []

    def careful(game: Game[Any, Any], view: View, rng: Any) -> Steps:
        asked.append(view)
        return game.fallback(view)

    match = await evening.ride(ADA, BO)
    lazy = await to_a_new_turn(evening, match)
    seen = await evening.matches.see(match, lazy)
    monkeypatch.setitem(OPPONENTS, FAIR, careful)
    await press_auto(evening, match, lazy)
    assert asked[0] == seen.view
    assert {view.viewer for view in asked} == {seen.seat}
    rows = [row for row in await evening.log(match) if row.seq > seen.match.seq and row.how == "auto"]
    assert len(rows) == len(asked)
    assert rows[0].path == seen.game.fallback(seen.view)


async def test_a_player_who_lets_the_house_play_is_not_called_in_this_turn(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    lazy = await to_a_new_turn(evening, match)
    await press_auto(evening, match, lazy)
    await evening.deliver()
    turn = view_of(await evening.matches.see(match, None)).turn
    calls: set[int | None] = set()
    while True:
        await evening.answer(match, (await evening.due(match))[0])
        if view_of(await evening.matches.see(match, None)).turn > turn:
            break
        calls |= {to for kind, to in addressed(await evening.deliver()) if kind == "turn"}
    assert lazy not in calls


# --- how long it lasts


async def test_it_ends_with_the_prize_where_a_sealed_stage_follows(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny")
    await evening.answer(match, ADA, ("3", "-"))
    seen = await evening.answer(match, BO, ("0", "-"))
    user, _ = await evening.due(match)
    seen = await press_auto(evening, match, user)
    assert (seen.view.stage, seen.view.sealed, seen.view.waiting) == ("bid", True, (0, 1))
    assert await autos(evening, match) == {ADA: False, BO: False}
    assert [row.how for row in await evening.log(match)][-2:] == ["auto", "opening"]
    assert await evening.owed(match) == []


async def test_it_ends_with_the_match(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny", legs="1")
    await evening.answer(match, ADA, ("3", "-"))
    await evening.answer(match, BO, ("0", "-"))
    user, _ = await evening.due(match)
    seen = await press_auto(evening, match, user)
    assert (seen.match.phase, seen.view.over) == ("over", True)
    assert await autos(evening, match) == {ADA: False, BO: False}


async def test_an_answer_lost_in_a_crash_is_played_by_another_process(
    evening: Evening, neighbour: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.ride(ADA, BO)
    lazy = await to_a_new_turn(evening, match)
    monkeypatch.setattr("host.play.step_facts.forced_path", lambda game, state, seat: None)
    monkeypatch.setattr("host.play.autoplay.AT_ONCE", 0)
    await press_auto(evening, match, lazy)
    while not (owed := await evening.owed(match)):
        await evening.answer(match, other(lazy))
    rows = await evening.log(match)
    assert [(lost.kind, lost.seq, lost.due) for lost in owed] == [(How.AUTO, rows[-1].seq, evening.now())]
    await neighbour.owe()
    after = await evening.log(match)
    assert after[: len(rows)] == rows
    assert (after[len(rows)].how, after[len(rows)].by) == (How.AUTO, owed[0].seat)


async def test_a_player_who_gives_up_meanwhile_is_ridden_as_absent(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, CY)
    lazy = await to_a_new_turn(evening, match)
    seen = await evening.matches.see(match, lazy)
    await press_auto(evening, match, lazy)
    await evening.seats.resign(match, lazy, evening.press())
    seq = (await evening.header(match)).seq
    await evening.play_on(match, random.Random(2), until=lambda now: view_of(now).turn > view_of(seen).turn + 1)
    hows = {row.how for row in await evening.log(match) if row.seq > seq and row.by == seen.seat}
    assert hows == {"absent"}


# --- refusals


async def test_nothing_is_played_for_a_player_who_is_not_due(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, _ = await evening.due(match)
    before = await evening.rows()
    with refused("auto.closed"):
        await evening.matches.play_for(match, other(user), PlayOn.TURN, None, evening.press())
    assert await evening.rows() == before


@pytest.mark.parametrize("game", ["pistard", "tiny"])
async def test_a_sealed_answer_is_given_by_the_person_alone(evening: Evening, game: str) -> None:
    match = await evening.play(ADA, BO, game=game)
    before = await evening.rows()
    with refused("auto.closed"):
        await evening.matches.play_for(match, ADA, PlayOn.TURN, None, evening.press())
    assert await evening.rows() == before


@pytest.mark.parametrize("with_fingerprint", [True, False])
async def test_a_doubled_press_plays_one_turn(evening: Evening, with_fingerprint: bool) -> None:
    match = await evening.ride(ADA, BO)
    lazy = await to_a_new_turn(evening, match)
    seen, interaction_id = await evening.matches.see(match, lazy), evening.press()
    fingerprint = seen.fingerprint if with_fingerprint else None
    await evening.matches.play_for(match, lazy, PlayOn.TURN, fingerprint, interaction_id)
    before = await evening.rows()
    with pytest.raises(Doubled) as doubled:
        await evening.matches.play_for(match, lazy, PlayOn.TURN, fingerprint, interaction_id)
    assert (doubled.value.match, doubled.value.seq) == (match, seen.match.seq + 1)
    assert await evening.rows() == before


async def test_an_opponent_that_fails_leaves_everything_as_it_was(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.ride(ADA, BO)
    user, _ = await evening.due(match)
    before = await evening.rows()
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setitem(OPPONENTS, FAIR, Mock(side_effect=ZeroDivisionError))
        await press_auto(evening, match, user)
    assert await evening.rows() == before
