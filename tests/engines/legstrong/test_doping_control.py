"""The control after a leg, clauses L28 to L31 and L33: who is called, who tests, saving rolls, places, signals."""

from __future__ import annotations

from random import Random

import pytest

from engines.legstrong import is_blind
from engines.table import IllegalMove, Table, settle
from tests.engines.legstrong.doped import at_the_line, card, cards, control, level, samples
from tests.engines.legstrong.position import GAME, Luck, answer, fallback, kinds, of_kind, options

pytestmark = pytest.mark.quick

FIELD = ["0.leader", "1.leader", "0.rouleur", "1.rouleur", "0.climber", "1.climber"]
CALLED = {  # by event die the places that are called, L28
    **{1: (1,), 2: (1,), 3: (1,), 4: (1, 2), 5: (1, 2), 6: (1, 3), 7: (1, 3), 8: (1, 4), 9: (2, 3), 10: (2, 4)},
}
CLEAN = {  # sleeves without a lower card
    "0.leader": "s9 h9 d9 c9",
    "1.leader": "s10 h10 d10 c10",
    "0.rouleur": "s7 h7 d7 c7",
    "1.rouleur": "s8 h8 d8 c8",
    "0.climber": "s5 h5 d5 c5",
    "1.climber": "s6 h6 d6 c6",
}
RISKY = {**CLEAN, "0.leader": "sA h2 d3 x1"}


def field(finishers: int) -> str:
    return " ".join(FIELD[:finishers])


# --- L28: who is called


@pytest.mark.parametrize("finishers", range(1, 7))
@pytest.mark.parametrize("die", CALLED)
def test_l28_the_event_die_calls_places_and_passes_over_those_that_are_missing(die: int, finishers: int) -> None:
    state = at_the_line(field(finishers), sleeves=CLEAN, seats=2)
    events = control(state, die)
    wanted = [FIELD[place - 1] for place in CALLED[die] if place <= finishers]
    assert of_kind(events, "control") == [{"leg": 1, "die": die}]
    assert of_kind(events, "called")[0]["riders"] == list(samples(state)) == wanted
    assert [data["rider"] for data in of_kind(events, "tested")] == wanted


@pytest.mark.parametrize(
    ("finishers", "rolls", "called"),
    [
        (1, [[7]], "0.leader"),
        (2, [[7, 6]], "1.leader"),
        (3, [[12, 12, 12], [4, 9, 4], [8, 2]], "1.leader"),
        (4, [[5, 6, 3, 9]], "1.leader"),
        (6, [[3, 3, 4, 5, 6, 3], [2, 1, 2]], "0.rouleur"),
    ],
)
def test_l28_eleven_calls_the_lowest_of_all_and_ties_roll_again(
    finishers: int, rolls: list[list[int]], called: str
) -> None:
    state = at_the_line(field(finishers), sleeves=CLEAN)
    events = control(state, 11, lots=rolls)
    there = [rider.id for rider in state.road.riders]
    assert of_kind(events, "called")[0]["riders"] == [called]
    shown = of_kind(events, "lots")
    assert [data["dice"] for data in shown] == rolls
    assert shown[0]["riders"] == there
    assert state.control is not None
    assert [[lot.pip for lot in lots] for lots in state.control.lots] == rolls


@pytest.mark.parametrize(
    ("finishers", "pips", "called"),
    [
        (1, [7], "0.leader"),
        (2, [7, 6], "1.leader 0.leader"),
        (2, [7, 7], "0.leader 1.leader"),
        (3, [5, 5, 5], "0.leader 0.rouleur 1.leader"),
        (4, [4, 9, 4, 4], "0.leader 1.leader 1.rouleur"),
        (4, [2, 9, 9, 11], "0.leader 0.rouleur 1.leader"),
        (6, [6, 5, 4, 3, 2, 1], "1.climber 1.rouleur"),
    ],
)
def test_l28_twelve_calls_the_two_lowest_and_riders_tied_with_the_second(
    finishers: int, pips: list[int], called: str
) -> None:
    state = at_the_line(field(finishers), sleeves=CLEAN)
    assert of_kind(control(state, 12, lots=[pips]), "called")[0]["riders"] == called.split()


def test_l28_a_tie_for_ever_is_ended() -> None:
    state = at_the_line(field(2), sleeves=CLEAN)
    events = control(state, 11, lots=[[1, 1]] * 32)
    assert of_kind(events, "called")[0]["riders"] == ["0.leader"]


def test_l28_nobody_is_called_where_all_places_are_missing() -> None:
    state = at_the_line("0.leader", sleeves=CLEAN)
    assert of_kind(control(state, 9), "called") == [{"riders": [], "seats": [], "testers": []}]


# --- L29: who tests


@pytest.mark.parametrize(
    ("seats", "token", "order", "testers"),
    [
        (2, 0, "0.leader 1.leader", [1, 0]),
        (2, 1, "0.leader 1.leader", [1, 0]),
        (3, 1, "0.leader 1.leader 2.leader", [1, 2]),
        (3, 2, "2.leader 0.leader 1.leader", [0, 2]),
        (4, 1, "1.leader 0.leader 3.leader", [3, 1]),  # 2 has no rider any more
        (4, 3, "3.leader 3.climber 1.leader", [1, 1]),
    ],
)
def test_l29_the_token_holder_tests_and_their_own_riders_are_tested_by_the_next_owner_to_the_left(
    seats: int, token: int, order: str, testers: list[int]
) -> None:
    state = at_the_line(order, seats=seats, token=token, tests="pick")
    [called] = of_kind(control(state, 4), "called")
    assert called["testers"] == testers
    assert state.asked == (testers[0],)
    assert GAME.view(state, None).waiting == (testers[0],)


def test_l29_the_testers_of_two_teams_go_by_player() -> None:
    state = at_the_line("2.leader 3.leader", teams="2", token=0, tests="pick")
    control(state, 4)
    assert [sample.tester for sample in samples(state).values()] == [1, 0]


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_l29_nobody_else_picks_and_nobody_tests_their_own_rider(seat: int | None) -> None:
    state = at_the_line("0.leader 1.leader 2.leader", seats=3, token=0, tests="pick")
    control(state, 1)
    before = GAME.view(state, None)
    with pytest.raises(IllegalMove, match=r"not\.asked"):
        answer(state, seat, "1")
    assert GAME.view(state, None) == before
    assert options(state, 1) == ("1", "2", "3", "4", "blind")


@pytest.mark.parametrize("way", ["5", "0", "01", "", "1 1", "none", "card.spade.A"])
def test_l31_there_is_no_fifth_place(way: str) -> None:
    state = at_the_line(sleeves=RISKY, tests="pick")
    control(state, 1)
    before = GAME.view(state, None)
    with pytest.raises(IllegalMove) as refused:
        answer(state, 1, way)
    assert refused.value.reason in ("test.place", "step.unknown", "step.beyond", "path.short")
    assert GAME.view(state, None) == before


# --- L29b, L31: picked or blind


@pytest.mark.parametrize(
    ("tests", "collusion", "asks"),
    [
        ("auto", "off", ""),
        ("auto", "on", "signal"),
        ("pick", "off", "test"),
        ("pick", "on", "signal"),
        ("blind", "off", ""),
    ],
)
def test_l29b_blind_tests_wait_for_nobody(tests: str, collusion: str, asks: str) -> None:
    state = at_the_line(sleeves=RISKY, tests=tests, collusion=collusion)
    events = control(state, 1)
    assert len(of_kind(events, "tested")) == (not asks)
    assert state.stage == (asks or "keep")


def test_l29b_the_news_of_a_blind_test_names_the_tester() -> None:
    state = at_the_line(sleeves=CLEAN, token=1)
    [one] = of_kind(control(state, 1, place=[[3]]), "tested")
    assert (one["tester"], one["place"], one["blind"], one["positive"], one["card"]) == (1, 3, 1, 0, "")


def test_l29b_a_live_table_picks() -> None:
    assert GAME.spec.presets["live"]["tests"] == "pick"


def test_l33_as_its_author_wrote_it_alliances_are_on_and_the_token_may_be_kept() -> None:
    table = settle(GAME.spec, Table(3, dict(GAME.spec.presets["author"]), GAME.spec.rules))
    assert {table.options[name] for name in ("doping", "collusion", "hold")} == {"on"}
    assert not is_blind(table)


@pytest.mark.parametrize(("place", "positive"), [("1", 0), ("2", 1), ("3", 1), ("4", 0)])
def test_l31_the_card_in_the_place_that_is_picked_decides(place: str, positive: int) -> None:
    state = at_the_line(sleeves=RISKY, tests="pick")
    control(state, 1)
    events = answer(state, 1, place, Luck(sleeve=[[0, 1, 2, 3]]))
    [one] = of_kind(events, "tested")
    assert (one["place"], one["blind"], one["positive"]) == (int(place), 0, positive)
    assert one["card"] == (RISKY_CARDS[int(place) - 1] if positive else "")


RISKY_CARDS = cards("sA h2 d3 x1")


def test_l31_the_cards_are_shuffled_before_the_place_counts() -> None:
    state = at_the_line(sleeves=RISKY, tests="pick")
    control(state, 1)
    [one] = of_kind(answer(state, 1, "1", Luck(sleeve=[[2, 3, 0, 1]])), "tested")
    assert one["card"] == card("d3")


def test_l36_a_late_tester_picks_blindly() -> None:
    state = at_the_line(sleeves=RISKY, tests="pick")
    control(state, 1)
    assert fallback(state, 1) == ("blind",)
    [one] = of_kind(answer(state, 1, "blind", Luck(place=[[2]])), "tested")
    assert (one["place"], one["blind"], one["positive"]) == (2, 1, 1)


def test_l31_two_riders_are_tested_one_after_the_other() -> None:
    state = at_the_line(sleeves=CLEAN, tests="pick")
    control(state, 4)
    assert (state.stage, state.asked) == ("test", (1,))
    assert options(state, 1)
    events = answer(state, 1, "2")
    assert kinds(events)[-2:] == ["tested", "sleeve"]
    assert (state.stage, state.asked) == ("test", (0,))
    answer(state, 0, "3")
    assert state.stage == "keep"


# --- L30: saving rolls and circles


@pytest.mark.parametrize(("circles", "most"), [(1, 5), (2, 8), (3, 11), (4, 11), (7, 11)])
@pytest.mark.parametrize("over", [0, 1])
def test_l30_earlier_negative_tests_may_save(circles: int, most: int, over: int) -> None:
    state = at_the_line(sleeves=RISKY, circles={"0.leader": circles})
    events = control(state, 1, save=[[most + over]], place=[[1]] if over else [])
    [one] = of_kind(events, "saved")
    assert (one["most"], one["die"], one["passed"]) == (most, most + over, 1 - over)
    assert len(of_kind(events, "tested")) == over
    assert samples(state)["0.leader"].result == ("negative" if over else "saved")


def test_l30_a_saved_test_is_not_held() -> None:
    state = at_the_line(sleeves=RISKY, circles={"0.leader": 2})
    events = control(state, 1, save=[[1]])
    assert kinds(events) == ["control", "called", "saved"]
    assert (level(state, "0.leader").circles, level(state, "0.leader").card) == (2, card("sA"))
    assert state.stage == "open"  # no question either


def test_l30_without_a_negative_test_there_is_no_saving_roll() -> None:
    state = at_the_line(sleeves=CLEAN)
    assert not of_kind(control(state, 1), "saved")
    assert level(state, "0.leader").circles == 1


def test_l30a_circles_stay_and_make_no_risk_harder() -> None:
    state = at_the_line(sleeves=CLEAN)
    control(state, 1)
    answer(state, 0, "keep")
    answer(state, None, "leg.2")
    assert level(state, "0.leader").circles == 1
    assert [rider.crosses for rider in state.road.riders] == [0] * 6


# --- L33: collusion


def test_l33_the_owner_alone_sees_how_the_cards_lie() -> None:
    state = at_the_line(sleeves=RISKY, seats=3, collusion="on")
    events = control(state, 1, sleeve=[[3, 1, 0, 2]])
    lie = cards("x1 h2 sA d3")
    assert [(event.to, event.data["cards"]) for event in events if event.kind == "shuffled"] == [(frozenset({0}), lie)]
    assert [GAME.view(state, viewer).order for viewer in (None, 0, 1, 2)] == [(), lie, (), ()]
    assert GAME.view(state, None).waiting == (0,)


def test_l33a_one_signal_for_the_tester_alone() -> None:
    state = at_the_line(sleeves=RISKY, seats=3, collusion="on")
    control(state, 1, sleeve=[[3, 1, 0, 2]])
    assert options(state, 0) == ("none", "1", "2", "3", "4")
    events = answer(state, 0, "3")
    [heard] = [event for event in events if event.kind == "signal"]
    assert (heard.to, heard.data["place"]) == (frozenset({0, 1}), 3)
    views = [GAME.view(state, viewer) for viewer in (None, 0, 1, 2)]
    assert [view.signal for view in views] == ["", "signal.0.leader.3", "signal.0.leader.3", ""]
    [one] = of_kind(answer(state, 1, "3"), "tested")
    assert one["positive"] == 0
    assert (state.order, state.signal) == ((), "")


def test_l33_a_pick_is_final_since_the_owner_learns_at_once_what_was_drawn() -> None:
    state = at_the_line(sleeves=CLEAN, seats=3, collusion="on")
    control(state, 1)
    answer(state, 0, "none")
    events = answer(state, 1, "3")
    assert [(event.to, event.data["card"]) for event in events if event.kind == "drew"] == [
        (frozenset({0}), card("h9"))
    ]


def test_l33a_a_late_owner_signals_nothing() -> None:
    state = at_the_line(sleeves=RISKY, collusion="on")
    control(state, 1)
    assert fallback(state, 0) == ("none",)
    [heard] = of_kind(answer(state, 0, "none"), "signal")
    assert heard["place"] == 0
    assert GAME.view(state, 1).signal == "signal.0.leader.none"


def test_l33a_the_tester_may_pick_what_they_like_whatever_they_heard() -> None:
    state = at_the_line(sleeves=RISKY, collusion="on")
    control(state, 1)
    answer(state, 0, "1")
    [one] = of_kind(answer(state, 1, "3"), "tested")
    assert (one["positive"], one["card"]) == (1, card("d3"))


def test_l33_there_is_nothing_to_signal_with_blind_tests() -> None:
    table = Table(2, {"collusion": "on", "tests": "blind"}, GAME.spec.rules)
    with pytest.raises(IllegalMove, match=r"table\.collusion"):
        GAME.setup(table, Luck())
    GAME.setup(Table(2, {**table.options, "doping": "off"}, 1), Luck())


@pytest.mark.parametrize("stage", ["signal", "test"])
def test_imagined_cards_lie_in_any_order_and_signals_may_be_any(stage: str) -> None:
    state = at_the_line(sleeves=RISKY, seats=3, collusion="on")
    control(state, 1)
    if stage == "test":
        answer(state, 0, "2")
    for viewer in (None, 0, 1, 2):
        view = GAME.view(state, viewer)
        worlds = [GAME.imagine(view, Random(seed)) for seed in range(40)]
        assert all(GAME.view(world, viewer) == view for world in worlds)
        assert all(sorted(world.order) == sorted(world.sleeves[0].cards) for world in worlds)
        assert len({world.order for world in worlds}) == (1 if viewer == 0 else 40)
        signals = {"": 1, "signal.0.leader.2": 1}.get(view.signal, 0) if stage == "signal" or view.signal else 5
        assert len({world.signal for world in worlds}) == signals
