"""Matches that begin in the middle of another: the seat sees what it saw, and the rest is drawn again."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.dice import RecordedDice, SeededDice
from engines.table import Move, Table, settle
from opponents.greedy import play_greedy
from opponents.positions import Position, begin
from tests.engines.facts import FACTS, brief

ANSWERS = 7  # fewer than the briefest match has


def middle(game: str) -> tuple[Table, Any]:
    """A table, and its match after some moves."""
    engine, rng = GAMES[game], Random(3)
    table = settle(engine.spec, Table(2, brief(game), engine.spec.rules))
    state, events = begin(engine, table, None, SeededDice(bytes(32), 0))
    assert events
    for move in range(1, ANSWERS + 1):
        who = engine.view(state, None).waiting[0]
        view = engine.view(state, who)
        path = engine.fallback(view) if who is None else play_greedy(engine, view, rng)
        engine.apply(state, Move(who, path), SeededDice(bytes(32), move))
    return table, state


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_from_what_its_seat_saw(game: str) -> None:
    engine, (table, state) = GAMES[game], middle(game)
    seat = next(seat for seat in engine.view(state, None).waiting if seat is not None)
    dice = SeededDice(bytes(31) + b"1", 1)
    begun, events = begin(engine, table, Position(game, state, seat), dice)
    assert engine.view(begun, seat) == engine.view(state, seat) and not events
    again, _ = begin(engine, table, Position(game, state, seat), RecordedDice(dice.draws))
    assert again == begun, "whoever knows the draws can begin it once more"
    if FACTS[game].hidden(state, seat):
        others = [
            begin(engine, table, Position(game, state, seat), SeededDice(bytes([key] * 32), 1))[0] for key in range(8)
        ]
        hidden = {str(engine.view(other, 1 - seat)) for other in others}
        assert len(hidden) > 1, "what the seat couldn't see is drawn anew"


@pytest.mark.parametrize("game", GAMES)
def test_people_who_play_on_know_what_their_seats_saw_and_nothing_of_what_comes(game: str) -> None:
    engine, (table, state) = GAMES[game], middle(game)
    together = Position(game, deepcopy(state), None)
    begun = [begin(engine, table, together, SeededDice(bytes([key] * 32), 1)) for key in range(8)]
    for other, events in begun:
        assert not events and FACTS[game].conserved(other) == FACTS[game].conserved(state)
        assert all(engine.view(other, viewer) == engine.view(state, viewer) for viewer in (None, 0, 1))
    assert (len({str(other) for other, _ in begun}) > 1) == (game == "superechelon"), "it alone has a draw pile"
    assert together.state == state, "the match before stays as it was"
