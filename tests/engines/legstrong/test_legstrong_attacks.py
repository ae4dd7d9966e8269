"""Stage races, clauses L13 and L13c to L13g: attacks and the chase."""

from __future__ import annotations

import pytest

from engines.legstrong import CONFIG, ON_ROAD, State, hex_of
from tests.engines.legstrong.position import (
    FLAT,
    GAME,
    GROUNDS,
    PASS,
    Luck,
    answer,
    kinds,
    leg,
    of_kind,
    offered,
    options,
    pace,
    prices,
    ride,
    rider,
    stay,
)

pytestmark = pytest.mark.quick

# --- phase 2: attacks


@pytest.mark.parametrize(("ground", "least"), [("F", 4), ("G", 3), ("M", 2), ("D", 5)])
def test_l13_an_attack_has_a_least_length_and_buys_a_row(ground: str, least: int) -> None:
    course, peloton = GROUNDS[ground]
    state = leg(course, peloton=peloton, attacks="clockwise")
    for name in ("0.leader", "0.rouleur", "0.climber"):
        found = offered(state, name)
        assert min(offer.rows for offer in found.values()) >= least
        assert min(offer.extra for offer in found.values()) >= 1  # L13c


def test_l13_an_attacker_starts_in_the_row_before_the_peloton_and_moves_on() -> None:
    state = leg(FLAT, peloton=20, attacks="clockwise")
    ride(state, "0.rouleur 4 done")
    assert (rider(state, "0.rouleur").row, rider(state, "0.rouleur").energy) == (25, 29)
    assert state.road.rides[0].start == 21  # L12a


def test_l12a_the_ground_of_an_attack_is_that_of_the_pelotons_hex() -> None:
    state = leg("FFGMMMFFFF/1", peloton=18, attacks="clockwise")  # row 19 is a mountain
    base = CONFIG.base["climber"]["G"]
    assert offered(state, "0.climber")[f"{base + 1}"].extra == 1
    assert all(not offer.risk for offer in offered(state, "0.climber").values())


def test_l12a_a_second_attacker_follows_the_first() -> None:
    state = leg(FLAT, peloton=20, attacks="clockwise")
    ride(state, "0.rouleur 6 done")
    assert prices(state, "1.rouleur", seat=1) == {"4": 0, "5": 1, "6": 3, "7": 8, "8": 11, "9": 15}


def test_l13_the_row_before_the_peloton_has_room_for_every_attacker() -> None:
    names = ("1.leader", "1.rouleur", "1.climber")
    state = leg(FLAT, " ".join(f"{name}@21" for name in names), peloton=20, resting=" ".join(names))
    [rode] = of_kind(answer(state, 0, "0.rouleur 4 done no"), "rode")
    assert rode["row"] == 25


def test_l10a_an_attacker_without_room_stops_behind_the_full_rows() -> None:
    full = "1.leader@25 1.rouleur@25 1.climber@25 2.leader@24 2.rouleur@24 2.climber@24"
    resting = full.replace("@25", "").replace("@24", "")
    state = leg(FLAT, full, peloton=20, seats=3, resting=resting, attacks="clockwise")
    assert offered(state, "0.rouleur")["4"].row == 23  # the shortest order is legal all the same
    ride(state, "0.rouleur 4 done")
    assert (rider(state, "0.rouleur").row, rider(state, "0.rouleur").energy) == (23, 30)  # base rows only


def test_l10a_an_attacker_with_no_room_at_all_stays_where_they_were_placed() -> None:
    full = "1.leader@22 1.rouleur@22 1.climber@22 2.leader@23 2.rouleur@23 2.climber@23"
    full += " 3.leader@24 3.rouleur@24 3.climber@24 0.leader@25 0.climber@25"
    resting = " ".join(word.split("@")[0] for word in full.split())
    state = leg(FLAT, full, peloton=20, seats=4, resting=resting, attacks="clockwise")
    assert offered(state, "0.rouleur")["4"].row == 25
    state = leg("FFFGGMMFFF", full, peloton=20, seats=4, resting=resting, attacks="clockwise")
    assert of_kind(ride(state, "0.rouleur 3"), "rode")[0]["row"] == 21


def test_l13_sealed_attacks_are_hidden_until_all_are_in_and_carried_out_clockwise() -> None:
    state = leg(FLAT, peloton=20, token=1, seats=3)
    assert GAME.view(state, None).sealed
    assert kinds(answer(state, 0, "0.rouleur 5 done")) == ["chosen", "sealed"]
    answer(state, 1, "1.rouleur 5 done no")
    events = answer(state, 2, "stay")
    assert [data["seat"] for data in of_kind(events, "ordered")] == [1, 2, 0]
    assert [(data["rider"], data["price"]) for data in of_kind(events, "rode")] == [("1.rouleur", 3), ("0.rouleur", 1)]


def test_l13_a_sealed_answer_can_be_replaced_until_all_are_in() -> None:
    state = leg(FLAT, peloton=20)
    answer(state, 0, "0.rouleur 9 done no")
    answer(state, 0, "stay no")
    assert of_kind(answer(state, 1, "stay"), "rode") == []


def test_l13_clockwise_attacks_are_told_one_after_the_other() -> None:
    state = leg(FLAT, peloton=20, token=1, attacks="clockwise")
    assert GAME.view(state, None).waiting == (1,)
    assert options(state, 1) == ("stay", "1.leader", "1.rouleur", "1.climber", "inside")
    ride(state, "1.rouleur 5 done")
    assert GAME.view(state, None).waiting == (0,)
    assert "inside" not in options(state, 0)  # L13g: a rider is ahead


@pytest.mark.parametrize(
    ("course", "ground", "finale"),
    [(FLAT, "F", CONFIG.finale), ("FFFGMMMMMM", "M", 0), ("FFFFDDDDDD", "D", CONFIG.finale)],
)
def test_l13c_no_attack_where_the_peloton_could_cross_the_line(course: str, ground: str, finale: int) -> None:
    last = 60 - pace(ground, pips=5) - CONFIG.chase[ground] - finale  # from there a chase comes to the last row
    for peloton, asked in ((last, True), (last + 1, False)):
        state = leg(course, peloton=peloton)
        assert (state.stage == "attack" and state.road.peloton == peloton) == asked


def test_l13f_a_sealed_order_must_be_payable_at_the_full_price() -> None:
    state = leg(FLAT, "1.leader@22", peloton=20, energy={"0.rouleur": 3, "0.leader": 0, "0.climber": 0})
    ride(state, "7")
    assert options(state, 0, "0.rouleur") == ("4", "5")
    state = leg(FLAT, "1.leader@22", peloton=20, energy={"0.rouleur": 3, "0.leader": 0}, attacks="clockwise")
    ride(state, "7")
    assert options(state, 0, "0.rouleur") == ("4", "5", "6")  # in the attacker's slipstream


def test_l13f_room_and_slipstream_are_settled_when_the_order_is_carried_out() -> None:
    names = ("1.leader", "1.rouleur", "1.climber")
    state = leg(FLAT, " ".join(f"{name}@26" for name in names), peloton=20, resting=" ".join(names))
    assert offered(state, "0.rouleur", seat=0)["5"].row == 26
    [rode] = of_kind(answer(state, 0, "0.rouleur 5 done no"), "rode")
    assert (rode["row"], rode["energy"]) == (25, 29)


def test_l16_a_failed_risk_in_an_attack_has_left_the_peloton_all_the_same() -> None:
    state = leg(PASS, peloton=20, attacks="clockwise", energy=20)
    assert options(state, 0, "0.climber 5.risk") == ()
    events = ride(state, "0.climber 5.risk", Luck(risk=[[5]]))
    assert of_kind(events, "risk")[0]["risk"] == "exhaustion"
    climber = rider(state, "0.climber")
    assert (climber.place, climber.row, climber.energy) == (ON_ROAD, 24, 12)
    assert GAME.view(state, None).waiting == (0,)  # the owner's other riders may attack, now that the die has fallen


def test_l13f_in_a_sealed_order_others_may_follow_a_risk() -> None:
    state = leg(PASS, peloton=20, energy=20)
    answer(state, 0, "0.climber 5.risk 0.leader 4.risk done no")
    events = answer(state, 1, "stay", Luck(risk=[[12], [1]]))
    assert [data["passed"] for data in of_kind(events, "risk")] == [1, 0]


def test_l13g_an_owner_who_promises_to_stay_inside_is_not_asked() -> None:
    state = leg(FLAT, peloton=1, attacks="clockwise")
    assert options(state, 0, "inside") == tuple(f"hex.{number}" for number in range(2, 11))
    assert of_kind(ride(state, "inside hex.3"), "declared") == [{"seat": 0, "hex": 3}]
    asked: list[tuple[int, int]] = []
    while state.road.peloton < 20:
        asked.append((state.asked[0], state.road.peloton))
        ride(state, "stay")
    assert [row for seat, row in asked if seat == 0] == [row for row in range(1, 20, pace()) if row > 12]
    assert state.declared == (0, 0)


def test_l13g_the_promise_ends_when_somebody_is_ahead() -> None:
    state = leg(FLAT, peloton=10, attacks="clockwise")
    ride(state, "inside hex.9")
    ride(state, "1.rouleur 9 done")
    stay(state)
    ride(state, "3")
    assert state.declared == (0, 0)
    assert set(state.asked) == {0, 1}


def test_l13g_with_all_promised_nobody_is_asked_until_the_peloton_is_there() -> None:
    state = leg(FLAT, peloton=1)
    answer(state, 0, "inside hex.4 no")
    answer(state, 1, "inside hex.4")
    assert state.stage == "attack"
    assert state.road.peloton == min(row for row in range(1, 30, pace()) if row > 18)


def behind() -> State:
    """Seat 0 is asked for a rider behind the peloton, which has come on from row 20; two more are inside."""
    state = leg(FLAT, "0.leader@18", peloton=20, attacks="clockwise")
    stay(state)
    assert (state.stage, state.phase, state.road.peloton) == ("ride", "behind", 20 + pace())
    return state


def test_l13g_with_a_ride_behind_the_promise_comes_before_the_attack_question() -> None:
    state = behind()
    assert options(state, 0)[-1] == "inside"
    assert options(state, 0, "inside") == tuple(f"hex.{number}" for number in range(hex_of(state.road.peloton) + 1, 11))
    assert options(state, 0, "inside hex.7") == options(state, 0)[:-1]
    events = ride(state, "inside hex.7 2")
    assert kinds(events)[:2] == ["declared", "rode"]
    assert of_kind(events, "declared") == [{"seat": 0, "hex": 7}]
    assert (state.stage, state.asked) == ("attack", (1,))


def test_l13g_a_ride_without_the_promise_is_as_short_as_ever() -> None:
    state = behind()
    assert of_kind(ride(state, "2"), "declared") == []
    assert (state.stage, state.asked) == ("attack", (1, 0))


def test_l13g_the_promise_is_offered_once_and_first() -> None:
    state = leg(FLAT, "0.leader@18 0.climber@16", peloton=20, attacks="clockwise")
    stay(state)
    assert "inside" in options(state, 0)
    assert "inside" not in options(state, 0, "2")  # how far the second one goes
    ride(state, "inside hex.9 2 2")
    stay(state)
    assert (state.phase, state.declared[0]) == ("behind", 9)
    assert "inside" not in options(state, 0)  # it still binds


@pytest.mark.parametrize(
    ("out", "resting", "why"),
    [
        ("0.leader@18 1.leader@58", "1.leader", "somebody is ahead"),
        ("0.leader@18 0.rouleur@17 0.climber@16", "", "the owner has nobody inside"),
    ],
)
def test_l13g_with_a_ride_there_is_no_promise_that_binds_nobody(out: str, resting: str, why: str) -> None:
    state = leg(FLAT, out, peloton=20, attacks="clockwise", resting=resting)
    stay(state)
    assert (state.stage, state.phase) == ("ride", "behind")
    assert "inside" not in options(state, 0), why


def test_l13g_nobody_is_waited_for_because_of_the_promise() -> None:
    state = leg(PASS, "0.rouleur@20", peloton=22, attacks="clockwise", energy=0)
    stay(state)
    assert (state.stage, state.phase) == ("ride", "behind")
    assert options(state, 0) == ("1",)  # the only length


# --- phase 3: chase


def test_l13_the_chase_is_asked_only_if_somebody_is_ahead() -> None:
    state = leg(FLAT, peloton=20, attacks="clockwise")
    ride(state, "stay")
    assert "peloton" in kinds(ride(state, "stay"))
    state = leg(FLAT, peloton=20, attacks="clockwise")
    ride(state, "stay")
    ride(state, "1.rouleur 9 done")
    assert (state.stage, GAME.view(state, None).waiting) == ("chase", (0,))
    assert options(state, 0) == ("no", "yes")


@pytest.mark.parametrize("ground", ["F", "G", "M", "D"])
def test_l13_a_chase_is_faster_and_costs_no_energy(ground: str) -> None:
    course, peloton = GROUNDS[ground]
    moves: list[int] = []
    for chase in ("no", "yes"):
        state = leg(course, "1.leader@50", peloton=peloton, attacks="clockwise", resting="1.leader")
        events = stay(state, chase=chase)
        moves.append(state.road.peloton - peloton)
        assert [(data["seat"], data["chase"]) for data in of_kind(events, "chase")] == [(0, chase)]
        assert rider(state, "0.climber").energy == 30
    assert moves[1] - moves[0] == CONFIG.chase[ground] > 0


def test_l13d_the_first_owner_from_the_holder_with_a_rider_inside_decides() -> None:
    out = "1.leader@30 1.rouleur@30 1.climber@30"
    resting = "1.leader 1.rouleur 1.climber"
    state = leg(FLAT, out, peloton=20, token=1, seats=3, attacks="clockwise", resting=resting)
    ride(state, "stay")
    ride(state, "stay")
    assert (state.stage, state.asked) == ("chase", (2,))


def test_l13d_with_nobody_inside_there_is_no_chase() -> None:
    names = [f"{seat}.{kind}" for seat in (0, 1) for kind in ("leader", "rouleur", "climber")]
    out = " ".join(f"{name}@{30 + 2 * at}" for at, name in enumerate(names))
    state = leg(FLAT, out, peloton=20, resting=" ".join(names))
    assert state.road.turn == 6  # all six sat out a turn, without a question
    assert state.road.peloton == 20 + pace()


def test_l13e_in_a_sealed_stage_the_chase_is_part_of_the_question() -> None:
    state = leg(FLAT, peloton=20, token=1)
    assert options(state, 1, "stay") == ("no", "yes")
    assert options(state, 0, "stay") == ()
    answer(state, 1, "stay yes")
    events = answer(state, 0, "0.rouleur 9 done")
    assert [(data["seat"], data["chase"]) for data in of_kind(events, "chase")] == [(1, "yes")]


@pytest.mark.parametrize("chase", ["no", "yes"])
def test_l13e_an_attacker_decides_like_any_other_owner(chase: str) -> None:
    state = leg(FLAT, peloton=20)
    answer(state, 0, f"0.rouleur 9 done {chase}")
    events = answer(state, 1, "1.rouleur 9 done")
    assert [(data["seat"], data["chase"]) for data in of_kind(events, "chase")] == [(0, chase)]


def test_l13e_the_owner_who_decides_after_the_holder_has_left_is_asked_anew() -> None:
    state = leg(FLAT, "0.leader@40 0.climber@40", peloton=20)
    ride(state, "1 1")
    answer(state, 1, "stay")
    answer(state, 0, "0.rouleur 9 yes")  # the last of seat 0's riders: its verdict is void
    assert (state.stage, state.asked) == ("chase", (1,))
