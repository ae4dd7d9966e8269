"""Stage races, clauses L1, L2, L13j and L22 to L24 around the legs: teams, roles, openings, what is hidden."""

from __future__ import annotations

from random import Random

import pytest

from engines.legstrong import Bottle, State
from engines.legstrong.tour import riders_of
from engines.table import IllegalMove, Pick, Table
from tests.engines.legstrong.position import (
    GAME,
    Luck,
    answer,
    fallback,
    kinds,
    late,
    leg,
    of_kind,
    options,
    rider,
    signed,
)

pytestmark = pytest.mark.quick

TYPES = ("leader", "rouleur", "climber")


def setup(seats: int, luck: Luck | None = None, **choices: str) -> State:
    return GAME.setup(Table(seats, {"doping": "off", **choices}, GAME.spec.rules), luck or Luck())[0]


# --- L1: teams


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_l01_up_to_four_players_have_three_riders_each(seats: int) -> None:
    state = setup(seats)
    assert [r.id for r in state.road.riders] == [f"{seat}.{kind}" for seat in range(seats) for kind in TYPES]
    assert state.stage == "roles"


def test_l01_five_players_have_two_riders_of_types_they_pick() -> None:
    state = setup(5)
    assert (state.stage, GAME.view(state, None).sealed, len(state.asked)) == ("types", True, 5)
    assert GAME.ask(GAME.view(state, 2)) == Pick("types", TYPES, 2, 2)
    for seat, way in enumerate(["leader+rouleur", "leader+climber", "rouleur+climber", "leader+rouleur"]):
        assert kinds(answer(state, seat, way)) == ["chosen", "sealed"]
    events = answer(state, 4, "leader+climber")
    assert of_kind(events, "team")[2] == {"seat": 2, "team": 2, "riders": ["2.rouleur", "2.climber"]}
    assert len(state.road.riders) == 10


@pytest.mark.parametrize("seats", [6, 8, 10])
def test_l01_six_to_ten_players_have_one_rider_each(seats: int) -> None:
    state = signed(seats, " ".join(["leader"] * 5 + ["climber"] * (seats - 5)))
    assert [r.seat for r in state.road.riders] == [*range(seats)]


def test_l01a_the_draft_is_served_anticlockwise_from_the_right_of_the_holder() -> None:
    state = setup(7, Luck(token=[[3]]))
    assert state.token == 2
    for seat in range(7):
        answer(state, seat, "climber leader rouleur")
    # served: 1, 0, 6, 5, 4 are climbers; 3 and then the holder come after the fifth
    assert [r.type for r in state.road.riders] == [*["climber"] * 2, *["leader"] * 2, *["climber"] * 3]


def test_l01a_the_wishes_are_an_order_of_the_three_types_and_hidden() -> None:
    state = setup(6)
    assert options(state, 0, "rouleur") == ("leader", "climber")
    assert options(state, 0, "rouleur climber") == ("leader",)
    answer(state, 0, "rouleur climber leader")
    assert GAME.view(state, 0).answer == "types.0/rouleur/climber/leader"
    assert GAME.view(state, 1).answer == GAME.view(state, None).answer == ""


def test_l01_two_teams_each_for_two_players() -> None:
    state = setup(2, teams="2")
    assert len(state.road.riders) == 12
    assert {(r.team, r.seat) for r in state.road.riders} == {(0, 0), (1, 1), (2, 0), (3, 1)}
    assert len({r.number for r in state.road.riders}) == 12


def test_l01_no_second_team_with_more_players() -> None:
    with pytest.raises(IllegalMove, match=r"table\.teams"):
        setup(3, teams="2")


def test_l01_two_to_ten_players() -> None:
    for seats in (1, 11):
        with pytest.raises(IllegalMove):
            setup(seats)


@pytest.mark.parametrize(
    ("seats", "riders", "teams", "most"),
    [(4, "1", "1", 0), (4, "3", "1", 0), (2, "2", "2", 0), (6, "2", "1", 0), (5, "3", "1", 2), (7, "2", "1", 1)],
)
def test_l01_as_many_riders_as_were_agreed_but_twelve_at_most(seats: int, riders: str, teams: str, most: int) -> None:
    if most:
        with pytest.raises(IllegalMove) as caught:
            setup(seats, riders=riders, teams=teams)
        assert (caught.value.reason, caught.value.about["most"]) == ("table.riders", most)
        return
    state = setup(seats, riders=riders, teams=teams, attacks="clockwise")
    for seat in range(seats if state.stage == "types" else 0):
        answer(state, seat, " ".join(fallback(state, seat)))
    assert len(state.road.riders) == seats * int(riders) * int(teams)
    assert {sum(r.team == team for r in state.road.riders) for team in range(seats * int(teams))} == {int(riders)}


def test_l01a_one_order_of_wishes_serves_both_teams_of_an_owner() -> None:
    state = setup(2, Luck(token=[[1]]), riders="1", teams="2")
    answer(state, 0, "climber leader rouleur")
    answer(state, 1, "climber rouleur leader")
    assert [r.id for r in state.road.riders] == ["0.climber", "1.climber", "2.climber", "3.climber"]


# --- a single race


def test_a_race_is_one_stage_that_is_drawn_without_sleeves_and_with_specialists_given() -> None:
    state, events = GAME.setup(Table(3, {"tour": "race", "doping": "on"}, GAME.spec.rules), Luck(race=[[3]]))
    assert [course.key for course in state.courses] == ["summit"]
    assert (state.stage, GAME.view(state, None).waiting) == ("open", (None,))
    roles = of_kind(events, "role")
    assert [(role["rider"], role["role"]) for role in roles[:2]] == [
        ("0.rouleur", "sprinter"),
        ("0.climber", "descender"),
    ]
    answer(state, None, "leg.1")
    assert state.stage == "attack"


@pytest.mark.parametrize(("kind", "role"), [("rouleur", "sprinter"), ("leader", "sprinter"), ("climber", "descender")])
def test_in_a_race_a_single_rider_is_what_he_is_good_at(kind: str, role: str) -> None:
    state = GAME.setup(Table(2, {"tour": "race", "riders": "1"}, GAME.spec.rules), Luck())[0]
    others = [other for other in TYPES if other != kind]
    for seat in (0, 1):
        answer(state, seat, " ".join([kind, *others]))
    assert [(r.sprinter, r.descender) for r in state.road.riders] == [(role == "sprinter", role == "descender")] * 2


def test_in_a_race_of_two_riders_a_team_each_has_a_role() -> None:
    state = GAME.setup(Table(2, {"tour": "race", "riders": "2"}, GAME.spec.rules), Luck())[0]
    answer(state, 0, "leader+climber")
    answer(state, 1, "leader+rouleur")
    named = {r.id: "sprinter" if r.sprinter else "descender" for r in state.road.riders if r.sprinter or r.descender}
    assert named == {"0.leader": "sprinter", "0.climber": "descender", "1.leader": "descender", "1.rouleur": "sprinter"}


def test_a_match_from_before_has_as_many_riders_as_there_is_room_for() -> None:
    state = setup(5)
    del state.table.options["riders"]
    assert riders_of(state.table) == 2


# --- L2: roles


def test_l02_an_owner_names_a_sprinter_and_another_rider_as_descender() -> None:
    state = setup(2)
    assert options(state, 0) == ("0.leader", "0.rouleur", "0.climber")
    assert options(state, 0, "0.rouleur") == ("0.leader", "0.climber")
    answer(state, 0, "0.rouleur 0.climber")
    assert not rider(state, "0.rouleur").sprinter  # all owners at once
    events = answer(state, 1, "1.leader 1.rouleur")
    assert [data["role"] for data in of_kind(events, "role")] == ["sprinter", "descender"] * 2
    assert rider(state, "0.rouleur").sprinter
    assert rider(state, "0.climber").descender
    assert (state.stage, GAME.view(state, None).waiting) == ("open", (None,))


def test_l02_a_single_rider_is_one_of_the_two() -> None:
    state = setup(6)
    for seat in range(6):
        answer(state, seat, " ".join((TYPES[seat // 2], *[kind for kind in TYPES if kind != TYPES[seat // 2]])))
    assert options(state, 5) == ("sprinter", "descender")
    for seat in range(6):
        answer(state, seat, "descender" if seat == 5 else "sprinter")
    assert [r.descender for r in state.road.riders] == [False] * 5 + [True]


def test_l02_holds_for_each_of_two_teams() -> None:
    state = setup(2, teams="2")
    assert options(state, 1, "1.leader 1.climber") == ("3.leader", "3.rouleur", "3.climber")
    answer(state, 1, "1.leader 1.climber 3.climber 3.leader")
    answer(state, 0, "0.leader 0.climber 2.rouleur 2.leader")
    assert [r.id for r in state.road.riders if r.sprinter] == ["0.leader", "1.leader", "2.rouleur", "3.climber"]


def test_l02_roles_are_fixed_for_the_tour() -> None:
    state = leg("FFFF FFFF", peloton=22, sprinters="0.leader", descenders="1.climber")
    late(state, "finish")
    answer(state, None, "leg.2")
    assert rider(state, "0.leader").sprinter
    assert rider(state, "1.climber").descender


# --- openings and rest


def test_the_host_opens_every_leg_and_nobody_else_does() -> None:
    state = signed()
    for seat in (0, 1):
        assert GAME.ask(GAME.view(state, seat)) is None
        with pytest.raises(IllegalMove, match=r"not\.asked"):
            answer(state, seat, "leg.1")
    with pytest.raises(IllegalMove):
        answer(state, None, "leg.2")
    events = answer(state, None, "leg.1")
    assert kinds(events)[:3] == ["opened", "token", "turn"]


@pytest.mark.parametrize("rest", ["none", "day", "weekend"])
def test_the_engine_waits_for_the_opening_whatever_the_rest(rest: str) -> None:
    state = leg("FFFF FFFF", peloton=22, rest=rest)
    events = late(state, "finish")
    assert GAME.view(state, None).waiting == (None,)
    assert fallback_of_host(state) == ("leg.2",)
    assert state.jerseys.yellow
    assert "jerseys" in kinds(events)


def fallback_of_host(state: State) -> tuple[str, ...]:
    return GAME.fallback(GAME.view(state, None))


def test_a_tour_runs_over_all_its_legs_and_ends() -> None:
    state = setup(3, tour="weekend")
    events = late(state, "won", most=800)
    assert len(state.results) == len(state.courses) == 3
    [won] = of_kind(events, "won")
    assert won["seats"] == [standing.seat for standing in state.standings if standing.rank == 1]
    assert sum(score.wins for score in state.scores) == 3
    assert sum(score.places for score in state.scores) == 3 * sum(range(1, 10))


# --- hidden


def test_bottles_and_sealed_answers_are_hidden_from_others() -> None:
    state = leg("FFFFFFFFFF", peloton=20)
    state.bottles = (Bottle("bottle.leader.12", "0.leader"),)
    answer(state, 0, "stay no")
    mine, others = GAME.view(state, 0), [GAME.view(state, viewer) for viewer in (None, 1)]
    assert mine.bottles and mine.answer == "attack.0/stay/no"
    assert [(view.bottles, view.answer) for view in others] == [((), "")] * 2
    assert [view.waiting for view in (mine, *others)] == [(1,)] * 3


def test_imagined_bottles_fill_what_all_can_count() -> None:
    state = leg("FFFFFFFFFF", peloton=16)
    late(state, "peloton")
    assert {r.tiles for r in state.road.riders} == {1}
    view = GAME.view(state, 0)
    worlds = [GAME.imagine(view, Random(seed)) for seed in range(30)]
    assert all(GAME.view(world, 0) == view for world in worlds)
    assert all(sorted(b.rider for b in world.bottles) == sorted(r.id for r in state.road.riders) for world in worlds)
    assert len({world.bottles for world in worlds}) > 20


def test_a_late_answer_is_the_same_every_time() -> None:
    for seats in (5, 6):
        state = setup(seats)
        assert fallback(state, 0) == (("leader+rouleur",) if seats == 5 else TYPES)
