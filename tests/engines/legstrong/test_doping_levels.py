"""Sleeves and Energy Levels, clauses L24 to L26, L34 and L36: what is dealt, chosen, shown and added at the start."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.legstrong import DECK, SPEC, Dose, State, doses, level_of
from engines.table import IllegalMove, Move, Table
from tests.engines.legstrong.doped import card, cards, level, tour
from tests.engines.legstrong.position import GAME, Luck, answer, fallback, kinds, of_kind, options, rider, signed

pytestmark = pytest.mark.quick

HELD = {"0.leader": "sA hK d7 x1", "0.rouleur": "s2 h3 d4 c5", "0.climber": "s9 h10 x2 sJ"}
CHOSEN = "card.spade.A card.spade.02 card.spade.J"


def pick_all(state: State) -> None:
    """Everyone shows a level: seat 0 those above, the others the clean ones."""
    answer(state, 0, CHOSEN)
    for seat in range(1, state.table.seats):
        GAME.apply(state, Move(seat, fallback(state, seat)), Luck())


def test_doping_is_on_where_nothing_else_is_said() -> None:
    state, _ = GAME.setup(Table(2, {}, SPEC.rules), Luck())
    assert (state.table.options["doping"], state.table.options["collusion"]) == ("on", "off")


def test_l25_four_cards_of_one_deck_for_each_rider_seen_by_the_owner_alone() -> None:
    state = signed(4, doping="on")
    held = [c for sleeve in state.sleeves for c in sleeve.cards]
    assert (state.stage, len(held), len(set(held))) == ("el", 48, 48)
    assert set(held) <= set(DECK)
    for viewer in (None, *range(4)):
        view = GAME.view(state, viewer)
        assert {sleeve.seat for sleeve in view.sleeves} == ({viewer} - {None})
        assert len(view.sleeves) == (0 if viewer is None else 3)


def test_l25_each_owner_is_told_of_their_own_cards() -> None:
    state, events = signed(2, doping="on"), []
    assert state.stage == "el"
    state, _ = GAME.setup(Table(2, {}, SPEC.rules), Luck())
    for seat in (0, 1):
        events = GAME.apply(state, Move(seat, fallback(state, seat)), Luck())
    dealt = [event for event in events if event.kind == "dealt"]
    assert [event.to for event in dealt] == [frozenset({0}), frozenset({1})]
    for seat, data in enumerate(of_kind(events, "dealt")):
        own = [sleeve for sleeve in state.sleeves if sleeve.seat == seat]
        assert data["riders"] == [sleeve.rider for sleeve in own]
        assert data["cards"] == [held for sleeve in own for held in sleeve.cards]


def test_l25_one_path_asks_for_all_my_riders_and_offers_no_joker() -> None:
    state = tour(sleeves=HELD)
    assert options(state, 0) == cards("sA hK d7")
    assert options(state, 0, "card.spade.A") == cards("s2 d4 h3 c5")
    assert options(state, 0, "card.spade.A card.spade.02") == cards("sJ h10 s9")
    assert options(state, 0, CHOSEN) == ()


@pytest.mark.parametrize(
    "way",
    [
        *("card.joker.1", "card.spade.02", "card.spade.A card.spade.A", "card.heart.02"),
        *("keep", f"{CHOSEN} card.spade.J", "card.spade.A card.spade.02"),
    ],
)
def test_l25_a_joker_or_a_card_of_another_sleeve_is_no_level(way: str) -> None:
    state = tour(sleeves=HELD)
    before = GAME.view(state, 0)
    with pytest.raises(IllegalMove) as refused:
        answer(state, 0, way)
    assert refused.value.reason in ("level.joker", "level.sleeve", "step.unknown", "step.beyond", "path.short")
    assert GAME.view(state, 0) == before


def test_l25_all_levels_are_shown_together() -> None:
    state = tour(sleeves=HELD)
    assert kinds(answer(state, 0, CHOSEN)) == ["chosen", "sealed"]
    assert GAME.view(state, 1).levels == ()
    assert GAME.view(state, 1).waiting == (1,)
    events = GAME.apply(state, Move(1, fallback(state, 1)), Luck())
    [shown] = of_kind(events, "levels")
    assert shown["riders"] == [r.id for r in state.road.riders]
    assert shown["cards"][:3] == list(cards("sA s2 sJ"))
    assert shown["bonuses"][:3] == [5, -1, 0]
    assert [le.card for le in GAME.view(state, None).levels] == shown["cards"]
    assert (state.stage, GAME.view(state, None).waiting) == ("open", (None,))


def test_l25_a_level_can_be_chosen_anew_until_all_are_in() -> None:
    state = tour(sleeves=HELD)
    answer(state, 0, CHOSEN)
    answer(state, 0, CHOSEN.replace("spade.A", "diamond.07"))
    GAME.apply(state, Move(1, fallback(state, 1)), Luck())
    assert level(state, "0.leader").card == card("d7")


def test_l26_the_bonus_is_added_at_every_start() -> None:
    state = tour(sleeves=HELD, legs="FFFF FFFFF")
    pick_all(state)
    answer(state, None, "leg.1")
    assert [rider(state, f"0.{kind}").energy for kind in ("leader", "rouleur", "climber")] == [17, 11, 12]
    assert rider(state, "0.leader").full == 17
    state.stage, state.leg, state.asked = "open", 2, ()
    answer(state, None, "leg.2")
    assert [rider(state, f"0.{kind}").energy for kind in ("leader", "rouleur", "climber")] == [35, 25, 27]


def test_l24_nobody_starts_with_less_than_one_energy() -> None:
    state = tour(sleeves={**HELD, "0.leader": "sA hK d10 x1"}, legs="DDGM DDDD")
    answer(state, 0, CHOSEN.replace("spade.A", "diamond.10"))
    GAME.apply(state, Move(1, fallback(state, 1)), Luck())
    state.courses = (replace(state.courses[0], energy=3), *state.courses[1:])
    answer(state, None, "leg.1")
    assert rider(state, "0.leader").energy == 1


def test_l34_the_owner_sees_bonus_and_chance_of_every_card() -> None:
    view = GAME.view(tour(sleeves=HELD), 0)
    assert doses(view, "0.leader") == (Dose(card("sA"), 5, 1), Dose(card("hK"), 0, 1), Dose(card("d7"), -4, 0))
    assert [dose.positives for dose in doses(view, "0.rouleur")] == [3, 1, 1, 0]


def test_l36_a_late_owner_shows_their_clean_cards() -> None:
    state = tour(sleeves=HELD)
    assert fallback(state, 0)[0] == card("d7")
    assert [
        dose.positives for dose in doses(GAME.view(state, 0), "0.rouleur") if dose.card == fallback(state, 0)[1]
    ] == [0]
    assert fallback(state, 0)[2] == card("s9")


def test_without_doping_there_are_no_sleeves() -> None:
    state = signed(2)
    view = GAME.view(state, 0)
    assert state.stage == "open"
    assert (view.sleeves, view.levels, view.control, view.struck) == ((), (), None, ())
    assert level_of(view.levels, "0.leader") is None


def test_imagined_sleeves_hold_what_was_shown_and_nothing_that_lies_elsewhere() -> None:
    state = tour(sleeves=HELD)
    pick_all(state)
    view = GAME.view(state, 1)
    worlds = [GAME.imagine(view, Random(seed)) for seed in range(40)]
    assert all(GAME.view(world, 1) == view for world in worlds)
    for world in worlds:
        held = [c for sleeve in world.sleeves for c in sleeve.cards]
        assert len(held) == len(set(held)) == 24
        assert [sleeve for sleeve in world.sleeves if sleeve.seat == 1] == list(view.sleeves)
        assert card("sA") in world.sleeves[0].cards
    assert len({world.sleeves for world in worlds}) == 40
    assert {sleeve.cards for world in worlds for sleeve in world.sleeves if card("x1") in sleeve.cards}


def test_imagined_answers_are_levels_out_of_imagined_sleeves() -> None:
    state = tour(sleeves=HELD)
    answer(state, 0, CHOSEN)
    view = GAME.view(state, 1)
    worlds = [GAME.imagine(view, Random(seed)) for seed in range(20)]
    assert all(GAME.view(world, 1) == view for world in worlds)
    assert len({world.answers["0"] for world in worlds}) == 20
    GAME.apply(worlds[0], Move(1, fallback(state, 1)), Luck())
    assert len(worlds[0].levels) == 6
