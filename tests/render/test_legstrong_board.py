"""The pictures of stage races: profile, close-up, previews, and what can be told apart in them."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops

from engines.legstrong import HOME, INSIDE, ON_ROAD, Legstrong, LegstrongView, Road, choices, find, parse
from engines.legstrong.questions import drinks, own_bottles
from engines.table import Amount, Path
from render import RENDERERS, kit
from render.legstrong.close_up import LANES, Column, Ghost, scene
from render.legstrong.pages import ATTACK, COURSES, FALLING, RISING, ROAD, moment
from render.legstrong.picture import ON_THE_ROAD
from render.legstrong.preview import left_of, planned
from render.legstrong.profile import groups, landscape, profile
from render.legstrong.riders import figure
from render.legstrong.signs import LEADERS, leader, sign
from render.legstrong.strengths import CHIP, strengths
from tests.render.moments import moments

RENDERER = RENDERERS["legstrong"]
GAME = Legstrong()


def riding() -> list[Any]:
    return [played for played in moments("legstrong") if played.public.stage in ON_THE_ROAD]


def test_only_the_owner_sees_what_is_in_the_bottles() -> None:
    own = replace(RISING, viewer=0, bottles=())
    full = replace(own, bottles=FALLING.bottles)
    assert RENDERER.hand(own) != RENDERER.hand(full)
    assert RENDERER.board(own) == RENDERER.board(full) == RENDERER.board(RISING)


# --- the profile


def test_groups_go_from_the_front_to_the_back() -> None:
    shown = groups(RISING.road)
    assert [(group.row, group.peloton, len(group.riders)) for group in shown] == [
        (27, False, 1),
        (26, False, 1),
        (24, False, 1),
        (19, True, 2),
        (12, False, 1),
    ]


def test_flags_find_room_above_one_another() -> None:
    def at(*rows: int) -> Road:
        riders = tuple(replace(rider, row=row) for rider, row in zip(ROAD, rows, strict=True))
        return replace(RISING.road, riders=riders)

    apart, close = at(19, 19, 50, 6, 12, 66), at(19, 19, 22, 23, 24, 21)
    assert profile(close).height > profile(apart).height


@pytest.mark.parametrize("text", ["FFFF", "FGMMMM/1", "DDDDDDDD", "FFFGFGMDFFGMMDFFGMFF/123", "GM" * 10])
def test_every_course_has_a_profile(text: str) -> None:
    [course] = parse(text)
    road = Road(course, 1, course.rows, tuple(replace(rider, place=HOME, row=course.rows + 1) for rider in ROAD), (), 0)
    assert profile(road).width == kit.WIDTH


def test_profiles_of_ready_legs_differ_without_colour() -> None:
    courses = {course.key: landscape(course).convert("L") for course in COURSES}
    assert len(courses) == 5
    for first, other in combinations(courses.values(), 2):
        assert changed(first, other, 40) > 0.05


# --- the close-up


def column_of(view: LegstrongView, path: Path, row: int) -> Column:
    return next(c for c in scene(view, path).columns if c.row == row and not c.line and not c.gone)


def test_every_rider_is_in_their_row_or_counted_at_the_edge() -> None:
    for played in riding()[::3]:
        view, shown = played.public, scene(played.public, ())
        seen = [rider for column in shown.columns for rider in column.riders]
        assert len(seen) + shown.behind + shown.ahead == len(view.road.riders)
        for column in shown.columns:
            assert all(rider.row == column.row for rider in column.riders)
            assert all((rider.place == INSIDE) == column.peloton for rider in column.riders)
        assert sum(column.width for column in shown.columns) <= kit.WIDTH
        if view.stage == "ride":
            assert find(view.road, view.due[0]) in seen


def test_columns_are_in_order_and_the_rows_between_them_are_counted() -> None:
    for played in riding()[1::3]:
        row = None
        for column in scene(played.public, ()).columns:
            if column.line:
                assert row == column.row == played.public.road.course.rows
            elif row is not None:
                assert column.row in (row, row + 1)
            row = column.row + max(column.gone - 1, 0)


def test_a_row_holds_no_more_than_is_drawn() -> None:
    for played in riding()[2::3]:
        for column in scene(played.public, ()).columns:
            if not column.peloton and column.row <= played.public.road.course.rows:
                assert len([rider for rider in column.riders if rider.place == ON_ROAD]) <= LANES or column.row == 0


def test_rows_that_can_be_chosen_are_all_in_sight() -> None:
    view = moment(ROAD, 19, "1.leader", 1)
    rows = {choice.row for choice in choices(view, ())}
    assert len(rows) > 4
    assert rows == set(scene(view, ()).choices) <= {column.row for column in scene(view, ()).columns}


def test_a_preview_shows_where_a_rider_would_go() -> None:
    path = ("0.leader", "5")
    leader_1 = find(ATTACK.road, "0.leader")
    assert column_of(ATTACK, path, 44).ghosts == (Ghost(leader_1, ""),)
    plan = planned(ATTACK, path)["0.leader"]
    assert plan.choice is not None and left_of(ATTACK, plan) == leader_1.energy - plan.choice.price < leader_1.energy
    assert RENDERER.board(ATTACK, path) != RENDERER.board(ATTACK, path[:1]) != RENDERER.board(ATTACK)


def test_a_preview_opens_the_bottles_that_are_asked_for_and_those_that_the_way_needs() -> None:
    tired = tuple(replace(rider, energy=6) if rider.id == "0.leader" else rider for rider in ATTACK.road.riders)
    view = replace(ATTACK, road=replace(ATTACK.road, riders=tired))
    near, far, drinking = ("0.leader", "5"), ("0.leader", "6"), ("0.leader", "drink", "bottle.leader.12", "5")
    for path, left in ((near, 1), (far, 3), (drinking, 6)):  # 5 and 8 for the rows; there are 5 in the bottle
        assert left_of(view, planned(view, path)["0.leader"]) == left
    assert len({RENDERER.hand(view, path) for path in (near, far, drinking)}) == 3


def test_everybody_sees_how_many_chases_each_player_has_left() -> None:
    views = [replace(ATTACK, pursuits=left) for left in ((9, 7), (9, 6), (8, 7))]
    assert len({RENDERER.board(view, (), ("Ann", "Bob")) for view in views}) == 3, "beside the players' names"


def test_a_risk_shows_both_of_its_ends() -> None:
    climber = find(FALLING.road, "0.climber")
    risk = next(choice for choice in choices(FALLING, ()) if choice.id == "8.risk")
    assert column_of(FALLING, ("8.risk",), risk.row).ghosts == (Ghost(climber, "die"),)
    assert column_of(FALLING, ("8.risk",), risk.base_row).ghosts == (Ghost(climber, "cross"),)


# --- what can be told apart


def changed(image: Image.Image, other: Image.Image, much: int) -> float:
    """The share of pixels that differ by more than a tolerance."""
    differs = ImageChops.difference(image, other).point([value > much for value in range(256)])
    return sum(differs.histogram()[1:]) / (image.width * image.height)


def test_signs_jerseys_and_figures_differ_without_colour() -> None:
    types = [sign(name, 24) for name in ("leader", "rouleur", "climber", "sprinter", "descender", "energy", "bottle")]
    worn = [leader(kind, 34).convert("L") for kind in LEADERS]
    for pictures in (types, worn):
        for first, other in combinations(pictures, 2):
            assert changed(first, other, 40) > 0.05
    riders = [figure(team).convert("L") for team in range(len(kit.TEAMS))]
    assert len({rider.tobytes() for rider in riders}) == len(riders)


def test_a_role_that_is_chosen_is_shown_before_it_is_sealed() -> None:
    own = next(
        played.own for played in moments("legstrong") if played.own.stage == "roles" and played.own.table.seats == 4
    )
    sprinter, descender = f"{own.viewer}.climber", f"{own.viewer}.leader"
    steps: list[Path] = [(), (sprinter,), (sprinter, descender)]
    assert len({RENDERER.board(own, path) for path in steps}) == 3


def test_what_riders_are_good_at_stands_where_a_role_or_a_type_is_chosen() -> None:
    def chips(kind: str, role: str) -> Image.Image:
        image = Image.new("RGB", (240, CHIP + 10))
        strengths(image, kind, role, (4, 4, 232))
        return image

    plain = {chips(kind, "").tobytes() for kind in ("leader", "rouleur", "climber")}
    assert len(plain) == 3
    assert chips("leader", "sprinter").tobytes() in plain
    assert chips("leader", "descender").tobytes() not in plain, "a row more on a descent"
    close_up, asked = RENDERER.STYLE.close_up, {played.own.stage: played.own for played in moments("legstrong")}
    assert close_up is not None
    for stage in ("types", "roles"):
        assert close_up(asked[stage], ()) != close_up(replace(asked[stage], viewer=None), ())


def test_a_bid_is_taken_off_the_energy_in_the_preview() -> None:
    sprints = [played.own for played in moments("legstrong") if played.own.stage == "sprint"]
    own, ask = next((own, ask) for own in sprints if isinstance(ask := GAME.ask(own, ()), Amount) and ask.most > 0)
    rider = find(own.road, ask.about.removeprefix("bid."))
    assert left_of(own, planned(own, ("1",))[rider.id]) == rider.energy + drinks(own_bottles(own, rider)) - 1
