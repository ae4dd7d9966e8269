"""Stage races, clauses L3 to L7: hexes and rows, ready stages, tours and those that players write."""

from __future__ import annotations

import pytest

from engines.legstrong import CONFIG, READY, TOURS, category, hex_of, parse, terrain, tour_of
from engines.legstrong.course import MOST_TEXT, ready
from engines.table import IllegalMove, Table
from tests.engines.legstrong.position import GAME, Luck, late, leg, of_kind

pytestmark = pytest.mark.quick


def refusal(text: str) -> dict[str, str | int]:
    with pytest.raises(IllegalMove) as refused:
        GAME.setup(Table(2, {"tour": "custom", "course": text}, GAME.spec.rules), Luck())
    return {"reason": refused.value.reason, **refused.value.about}


def test_l03_a_hex_has_six_rows_and_row_0_belongs_to_the_first() -> None:
    assert [hex_of(row) for row in (0, 1, 6, 7, 12, 13)] == [1, 1, 1, 2, 2, 3]
    course = ready("passes")
    assert course.rows == 6 * len(course.hexes)
    assert [terrain(course, row) for row in (0, 12, 13, 18, 19, 30, 31, 72)] == [*"FFGGMMDF"]


def test_l03_every_run_of_mountains_has_a_rise_before_it_and_a_category() -> None:
    for key in READY:
        course = ready(key)
        for at, letter in enumerate(course.hexes):
            assert letter != "M" or course.hexes[at - 1] in "GM"
            assert (course.categories[at] in (1, 2, 3)) == (letter == "M")
    assert [category(ready("passes"), row) for row in (18, 19, 30, 31, 49, 60)] == [0, 2, 2, 0, 1, 1]


@pytest.mark.parametrize(
    ("key", "rows", "energy", "feeds", "summits"),
    [
        ("flat", 60, 31, (19, 37), []),
        ("hilly", 60, 32, (19, 37), []),
        ("passes", 72, 44, (13, 37), [(30, 2), (60, 1)]),
        ("summit", 60, 37, (13, 37), [(30, 3), (60, 1)]),
        ("queen", 96, 55, (19, 43, 61), [(42, 2), (78, 2)]),
    ],
)
def test_l06_the_ready_stages(
    key: str, rows: int, energy: int, feeds: tuple[int, ...], summits: list[tuple[int, int]]
) -> None:
    course = ready(key)
    assert (course.rows, course.energy, course.feeds) == (rows, energy, feeds)
    assert [(summit.row, summit.category) for summit in course.summits] == summits


def test_l06_the_tours() -> None:
    assert {tour: len(legs) for tour, legs in TOURS.items()} == {"weekend": 3, "classic": 5, "grand": 7}
    for tour, legs in TOURS.items():
        state, _ = GAME.setup(Table(2, {"tour": tour}, GAME.spec.rules), Luck())
        assert [course.key for course in state.courses] == [*legs]
    assert [course.key for course in GAME.setup(Table(2, {}, GAME.spec.rules), Luck())[0].courses] == [
        *TOURS["classic"]
    ]


def test_l04_energy_is_the_sum_of_the_hexes() -> None:
    assert parse("FGMD")[0].energy == 3 + 4 + 5 + 2


@pytest.mark.parametrize(("hexes", "zones"), [(4, 1), (8, 1), (9, 2), (14, 2), (15, 3), (20, 3)])
def test_l05_more_feed_zones_on_longer_courses(hexes: int, zones: int) -> None:
    assert len(parse("F" * hexes)[0].feeds) == zones


@pytest.mark.parametrize(
    ("text", "hexes"),
    [
        ("FFFFFFFFF", (3, 6)),  # ceil(9 / 3), ceil(18 / 3)
        ("FFFFFFFFFF", (4, 7)),
        ("FFFFF", (3,)),
        ("FGMMF", (2,)),  # hex 3 is a mountain, and so the rise before it is next
        ("FFFFFGMMMM", (4, 6)),
        ("FGMMMMMMFF", (2,)),  # both zones come to the same hex
    ],
)
def test_l05a_zones_of_a_written_course_lie_off_the_mountains(text: str, hexes: tuple[int, ...]) -> None:
    assert parse(text)[0].feeds == tuple(6 * hexagon - 5 for hexagon in hexes)


def test_l06a_a_tour_is_written_as_stages() -> None:
    tour = parse("ffgmmdf/2 summit FGMGM/31  FFFF")
    assert [course.hexes for course in tour] == ["FFGMMDF", "FFFGMDFGMM", "FGMGM", "FFFF"]
    assert [course.categories for course in tour[2:3]] == [(0, 0, 3, 0, 1)]
    assert parse("FGMF")[0].categories == (0, 0, 2, 0)  # left out = all 2
    assert [course.key for course in tour] == ["own", "summit", "own", "own"]


def test_l06a_the_longest_tour_fits_into_the_option() -> None:
    longest = " ".join(["GM" * 10 + "/" + "1" * 10] * 7)
    assert len(parse(longest)) == 7
    assert len(longest) <= MOST_TEXT


@pytest.mark.parametrize(
    ("text", "reason", "stage", "hexagon", "rule"),
    [
        ("FFFF FFXF", "course.letter", 2, 3, "L6a"),
        ("FFF", "course.length", 1, 3, "L6a"),
        ("F" * 21, "course.length", 1, 21, "L6a"),
        ("FGMMDM", "course.rise", 1, 6, "L3"),
        ("MFFF", "course.rise", 1, 1, "L3"),
        ("hilly FFMF", "course.rise", 2, 3, "L3"),
        ("FGMGM/1", "course.digits", 1, 5, "L6a"),
        ("FGMF/12", "course.digits", 1, 4, "L6a"),
        ("FGMF/", "course.digits", 1, 3, "L6a"),
        ("FGMF/4", "course.digit", 1, 3, "L6a"),
        ("FGMF/x", "course.digit", 1, 3, "L6a"),
        ("FGMF/²", "course.digit", 1, 3, "L6a"),
        ("Hilly", "course.letter", 1, 1, "L6a"),
        ("FFßF", "course.letter", 1, 3, "L6a"),
    ],
)
def test_l06a_a_refusal_names_stage_hex_and_rule(text: str, reason: str, stage: int, hexagon: int, rule: str) -> None:
    refused = refusal(text)
    assert {"reason": reason, "stage": stage, "hex": hexagon, "rule": rule}.items() <= refused.items()


@pytest.mark.parametrize("text", ["", "   ", " ".join(["flat"] * 8)])
def test_l06a_one_to_seven_stages(text: str) -> None:
    refused = refusal(text)
    assert refused["reason"] == "course.stages"
    assert (refused["stages"], refused["least"], refused["most"]) == (len(text.split()), 1, 7)


def test_l06a_the_text_counts_for_a_custom_tour_alone() -> None:
    assert [course.key for course in tour_of("weekend", "FFFF")] == ["hilly", "summit", "flat"]
    assert [course.key for course in tour_of("custom", "FFFF")] == ["own"]
    with pytest.raises(IllegalMove):  # no one can leave something else in the lobby
        tour_of("weekend", "no course at all")


def test_l07_the_peloton_die_has_three_threes_six_fours_and_three_fives() -> None:
    assert [CONFIG.pips.count(pips) for pips in (3, 4, 5)] == [3, 6, 3]
    state = leg("FFFFFFFFFF")
    assert of_kind(late(state, "peloton", Luck(peloton=[[1]])), "peloton")[0]["pips"] == 3
