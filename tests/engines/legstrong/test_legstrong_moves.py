"""Stage races, clauses L8 to L12 and L15 to L17: how far riders outside the peloton go, at what price and what risk."""

from __future__ import annotations

import pytest

from engines.legstrong import CONFIG, ON_ROAD
from engines.table import IllegalMove
from tests.engines.legstrong.position import (
    FLAT,
    Luck,
    kinds,
    leg,
    of_kind,
    offered,
    options,
    pace,
    prices,
    ride,
    rider,
    rows,
    stay,
)

pytestmark = pytest.mark.quick

TEAM = "1.leader 1.rouleur 1.climber"
HILLS = "FGMMDDFFFF"  # rows 7-12 G, 13-24 M, 25-36 D


def free(course: str, name: str, row: int, *, sprinters: str = "", descenders: str = "") -> int:
    """The most rows without a paid one."""
    state = leg(course, f"{name}@{row}", sprinters=sprinters, descenders=descenders)
    return max(choice.rows for choice in offered(state).values() if not choice.extra)


# --- L8: base


@pytest.mark.parametrize("kind", ["rouleur", "leader", "climber"])
def test_l08_base_by_the_terrain_where_the_move_begins(kind: str) -> None:
    found = {ground: free(HILLS, f"0.{kind}", row) for ground, row in zip("FGMD", (6, 12, 24, 36), strict=True)}
    assert found == CONFIG.base[kind]  # from the last row of each ground


def test_l08_a_descender_goes_one_further_from_downhill() -> None:
    assert free(HILLS, "0.leader", 25, descenders="0.leader") == 5
    assert free(HILLS, "0.leader", 24, descenders="0.leader") == 2


def test_l08_a_sprinter_goes_one_further_from_the_last_two_hexes_but_mountains() -> None:
    assert [free(FLAT, "0.leader", row, sprinters="0.leader") for row in (48, 49, 60)] == [2, 3, 3]
    assert free("FFFGMM", "0.leader", 30, sprinters="0.leader") == 2


# --- L9: paid rows


def test_l09_prices_of_extra_rows() -> None:
    state = leg(FLAT, "0.leader@20", energy=30)
    assert prices(state) == {"1": 0, "2": 0, "3": 1, "4": 3, "5": 5, "6": 8, "7": 11, "8": 15}


def test_l09_never_below_no_energy_and_base_remains() -> None:
    assert options(leg(FLAT, "0.leader@20", energy=4), 0) == ("1", "2", "3", "4")
    assert options(leg(FLAT, "0.leader@20", energy=0), 0) == ("1", "2")
    state = leg(FLAT, "0.leader@20", energy=5)
    ride(state, "5")
    assert (rider(state, "0.leader").energy, rider(state, "0.leader").row) == (0, 25)


def test_l09_more_paid_rows_than_energy_are_no_option() -> None:
    assert "6" not in options(leg(FLAT, "0.leader@20", energy=7), 0)
    assert "6" in options(leg(FLAT, "0.leader@20", energy=8), 0)


@pytest.mark.parametrize("way", ["6", "0", "-1", "9", "5.risk", "2 2", "", "٣"])
def test_l09_a_length_that_a_rider_cannot_ride_is_refused_and_changes_nothing(way: str) -> None:
    state, same = (leg(FLAT, "0.leader@20", energy=7) for _ in range(2))
    with pytest.raises(IllegalMove):
        ride(state, way)
    assert state == same


def test_l09a_no_recovery_in_a_turn_with_an_extra_row() -> None:
    state = leg(FLAT, "0.rouleur@20", energy=10)
    assert {offer.rows: offer.gain for offer in offered(state).values()} == {1: 2, 2: 1, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0}


def test_l09a_no_recovery_for_an_attacker() -> None:
    state = leg(FLAT, peloton=20, energy={"0.rouleur": 10}, attacks="clockwise")
    ride(state, "0.rouleur 4 done")
    assert rider(state, "0.rouleur").energy == 9


# --- L10: room


def test_l10_forward_at_least_one_row_and_passing_is_free() -> None:
    state = leg(FLAT, "1.leader@21 1.rouleur@21 1.climber@21 0.leader@20", resting=TEAM)
    assert "0" not in offered(state)
    ride(state, "2")  # base rows, past three riders
    assert (rider(state, "0.leader").row, rider(state, "0.leader").energy) == (22, 30)


def test_l10_a_full_row_stops_a_rider_behind_it_and_only_rows_used_are_paid() -> None:
    state = leg(FLAT, "1.leader@24 1.rouleur@24 1.climber@24 0.leader@20", resting=TEAM)
    assert options(state, 0) == ("1", "2", "3", "5", "6", "7", "8")  # an order of 4 would come to row 23 like one of 3
    assert offered(state)["5"].price == 5


@pytest.mark.parametrize(("course", "room"), [(FLAT, 3), ("FFGMMMFFFF", 2)])
def test_l03_room_for_three_riders_in_a_row_and_two_on_mountains(course: str, room: int) -> None:
    names = ["1.leader", "1.rouleur", "1.climber"][:room]
    out = " ".join(f"{name}@25" for name in names)
    state = leg(course, f"{out} 0.leader@24", resting=" ".join(names))
    assert options(state, 0)[:2] == ("1", "2")
    ride(state, "1")
    assert rows(state, "0.leader") == [24]  # L10a: nowhere to go, and the order was legal
    state = leg(course, f"{out} 0.leader@24", resting=" ".join(names[1:]))
    ride(state, "1")
    ride(state, "1")
    assert rows(state, "0.leader") == [25]


def test_l10a_a_rider_who_finds_no_room_stays_and_does_not_recover_for_the_rows_lost() -> None:
    state = leg(FLAT, "1.leader@21 1.rouleur@21 1.climber@21 0.rouleur@20", energy=10, resting=TEAM)
    assert {key: (offer.row, offer.gain) for key, offer in offered(state).items() if int(key) < 4} == {
        "1": (20, 2),  # two base rows not ordered; the one that was lost gives nothing
        "2": (22, 1),
        "3": (23, 0),
    }


# --- L11: recovery


def test_l11_each_base_row_not_used_gives_one_at_most_two() -> None:
    state = leg(HILLS, "0.leader@26", energy=10)
    assert [offer.gain for offer in offered(state).values()][:4] == [2, 2, 1, 0]


def test_l11_never_above_the_energy_at_the_start_of_the_leg() -> None:
    state = leg(FLAT, "0.rouleur@20", energy=29, riders={"0.rouleur": {"full": 30}})
    assert offered(state)["1"].gain == 1
    ride(state, "1")
    assert rider(state, "0.rouleur").energy == 30
    state = leg(FLAT, "0.rouleur@20", energy=33, riders={"0.rouleur": {"full": 30}})  # a bottle has lifted the rider
    assert offered(state)["1"].gain == 0


# --- L12: slipstream


def test_l12_the_first_paid_row_is_free_behind_a_wheel() -> None:
    state = leg(FLAT, "1.rouleur@21 0.leader@20")
    ride(state, "5")  # to row 26
    assert prices(state) == {"1": 0, "2": 0, "3": 0, "4": 1, "5": 3, "6": 5, "7": 11, "8": 15}  # 7: ahead of this one
    assert [key for key, offer in offered(state).items() if offer.slip] == ["3", "4", "5", "6"]


@pytest.mark.parametrize(("start", "slip"), [(20, True), (21, True), (22, False)])
def test_l12_the_wheel_was_in_the_same_row_or_the_next_one(start: int, slip: bool) -> None:
    state = leg(FLAT, f"1.rouleur@{start} 0.leader@20", riders={"1.rouleur": {"arrival": 0}})
    ride(state, "5")
    assert any(offer.slip for offer in offered(state).values()) == slip


def test_l12_not_when_the_rider_starts_on_a_mountain() -> None:
    state = leg("FGMMMMFFFF", "1.climber@21 0.leader@20")
    ride(state, "3")
    assert prices(state)["3"] == 1


def test_l12b_a_rider_who_did_not_move_is_no_wheel() -> None:
    state = leg(FLAT, "1.rouleur@21 1.leader@21 0.leader@20", resting="1.leader")
    ride(state, "1")
    assert offered(state)["3"].slip is False  # that one only came to row 22
    state = leg(FLAT, "1.leader@21 0.leader@20", resting="1.leader")
    assert not any(offer.slip for offer in offered(state).values())


def test_l12b_a_wheel_may_be_home_already() -> None:
    state = leg(FLAT, "1.rouleur@58 0.leader@58")
    ride(state, "6")  # row 64
    assert offered(state)["6"].slip
    assert not offered(state)["7"].slip


def test_l12b_a_rider_who_is_back_inside_is_no_wheel() -> None:
    state = leg(FLAT, "1.rouleur@19 0.leader@19", peloton=20, attacks="clockwise")
    stay(state)
    assert rider(state, "1.rouleur").place == ON_ROAD
    ride(state, f"{pace()}")  # to the row behind the peloton
    assert offered(state)["3"].slip
    state = leg(FLAT, "1.rouleur@19 0.leader@19", peloton=20, attacks="clockwise")
    stay(state)
    ride(state, f"{pace() + 1}")
    assert rider(state, "1.rouleur").place == "inside"
    assert not any(offer.slip for offer in offered(state).values())


# --- L15: risk


@pytest.mark.parametrize(("crosses", "above"), [(0, 5), (1, 8), (2, 11), (3, 11), (7, 11)])
def test_l15_every_risk_makes_the_next_one_harder(crosses: int, above: int) -> None:
    for die, passed in ((above, 0), (above + 1, 1)):
        state = leg(HILLS, "0.leader@25", riders={"0.leader": {"crosses": crosses}})
        assert offered(state)["7.risk"].above == above  # the chance is shown before the confirmation
        events = ride(state, "7.risk", Luck(risk=[[die]]))
        assert of_kind(events, "risk") == [
            {"rider": "0.leader", "seat": 0, "risk": "fall", "above": above, "die": die, "passed": passed}
        ]
        assert rider(state, "0.leader").crosses == crosses + 1


def test_l15_the_shorter_move_is_always_beside_it() -> None:
    assert options(leg(HILLS, "0.leader@25"), 0) == (
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7.risk",
        "8.risk",
        "9.risk",
        "10.risk",
    )


# --- L16: exhaustion


@pytest.mark.parametrize(("category", "safe"), [(1, 1), (2, 2), (3, 3)])
def test_l16_buying_more_rows_than_the_category_is_a_risk(category: int, safe: int) -> None:
    state = leg(f"FGMMMMFF/{category}", "0.leader@14")
    found = offered(state)
    assert [offer.extra for offer in found.values() if not offer.risk] == [0, 0, *range(1, safe + 1)]
    assert {offer.risk for offer in found.values() if offer.extra > safe} == {"exhaustion"}


def test_l16_needs_five_more_energy_than_the_price() -> None:
    assert "4.risk" in options(leg("FGMMMMFF/1", "0.leader@14", energy=8), 0)
    assert "4.risk" not in options(leg("FGMMMMFF/1", "0.leader@14", energy=7), 0)


def test_l16_success_costs_the_price_and_failure_five_more_for_base_movement() -> None:
    state = leg("FGMMMMFF/1", "0.leader@14", energy=20)
    ride(state, "4.risk", Luck(risk=[[6]]))
    assert (rider(state, "0.leader").row, rider(state, "0.leader").energy) == (18, 17)
    state = leg("FGMMMMFF/1", "0.leader@14", energy=20)
    ride(state, "4.risk", Luck(risk=[[5]]))
    assert (rider(state, "0.leader").row, rider(state, "0.leader").energy) == (16, 12)
    assert rider(state, "0.leader").rests == 0


# --- L17: fall


@pytest.mark.parametrize(("descenders", "safe"), [("", 6), ("0.leader", 7)])
def test_l17_more_than_six_rows_downhill_are_a_risk_seven_for_a_descender(descenders: str, safe: int) -> None:
    state = leg(HILLS, "0.leader@25", descenders=descenders)
    assert max(offer.rows for offer in offered(state).values() if not offer.risk) == safe
    assert {offer.risk for offer in offered(state).values() if offer.rows > safe} == {"fall"}


def test_l17_a_fall_leaves_base_movement_costs_the_price_and_the_next_turn() -> None:
    state = leg(HILLS, "0.leader@25", peloton=8, energy=20, attacks="clockwise")
    ride(state, "7.risk", Luck(risk=[[5]]))
    fallen = rider(state, "0.leader")
    assert (fallen.row, fallen.energy, fallen.rests) == (29, 15, 6)
    events = stay(state)
    assert of_kind(events, "missed") == [{"rider": "0.leader", "seat": 0, "why": "fall"}]
    assert rows(state, "0.leader") == [29]


def test_l17_the_slipstream_price_counts() -> None:
    state = leg(HILLS, "1.leader@25 0.leader@25", energy=20)
    ride(state, "8.risk", Luck(risk=[[12]]))
    assert offered(state)["7.risk"].price == offered(state)["7.risk"].stake == 3
    ride(state, "7.risk", Luck(risk=[[1]]))
    assert rider(state, "0.leader").energy == 17


def test_a_risk_ends_the_path_and_the_next_rider_is_asked_after_the_die() -> None:
    state = leg(HILLS, "0.leader@30 0.climber@25")
    assert options(state, 0, "7.risk") == ()
    assert options(state, 0, "6") != ()
    events = ride(state, "7.risk", Luck(risk=[[12]]))
    assert kinds(events)[:2] == ["risk", "rode"]
    assert state.due == ("0.climber",)
