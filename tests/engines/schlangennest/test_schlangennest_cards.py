"""Cards, strands, snakes and scores (S1-S6), and the names of squares."""

from __future__ import annotations

import pytest

from engines.schlangennest import (
    KINDS,
    PARTS,
    QUARTERS,
    ROTATIONS,
    SET,
    START,
    Strand,
    beside,
    open_ends,
    parts,
    place,
    square,
)
from tests.engines.schlangennest.position import of_kind, play, refused, table

pytestmark = pytest.mark.quick

PRINTED = {
    "straight": ({0, 2}, {1, 3}),
    "curve": ({0, 1}, {2, 3}),
    "tail": ({2}, {0}, {1, 3}),
    "head": ({2}, {0}, {1, 3}),
}


def test_s01_a_set_has_eighteen_cards() -> None:
    assert dict(zip(KINDS, SET, strict=True)) == {"straight": 7, "curve": 9, "tail": 1, "head": 1}
    assert sum(SET) == 18


@pytest.mark.parametrize("kind", KINDS)
def test_s02_s03_a_card_is_turned_and_never_mirrored(kind: str) -> None:
    for rotation in ROTATIONS[kind]:
        turned = [{(side + QUARTERS[kind][rotation]) % 4 for side in part} for part in PRINTED[kind]]
        assert [set(part) for part in PARTS[kind, rotation]] == turned
    assert len(ROTATIONS[kind]) == (2 if kind == "straight" else 4)


def test_s04_every_side_of_every_card_carries_a_part() -> None:
    for parts_of_it in PARTS.values():
        assert sorted(side for part in parts_of_it for side in part) == [0, 1, 2, 3]


def test_s04_an_end_is_open_exactly_when_the_next_square_is_free() -> None:
    state = table("M20.0.straight.ew N20.1.straight.ns")
    assert state.nest.strands["0"] == Strand(2, ("L20.e", "O20.w"), 0)  # through the other's gray part
    assert state.nest.strands["1"].ends == ("N19.s", "N21.n")


def test_s05_gray_joins_the_first_snake_that_touches_it_for_good() -> None:
    state = table("M20.0.straight.ew N22.1.straight.ns")
    play(state, "N20.w straight ew")
    assert state.nest.cards["N20"].strands[1].startswith("g")
    play(state, "N21.s straight ns")  # joins the gray part of N20
    assert state.nest.cards["N20"].strands == ("0", "1")
    assert open_ends(state.nest, 1) == ("N19.s", "N23.n")


def test_s05_two_colours_are_never_joined() -> None:
    state = table("M20.0.straight.ew O20.1.straight.ew")
    about = {"square": "N20", "snake": 0, "other": 1, "seat": 0, "other.seat": 1}
    assert refused(state, "N20.w straight ew") == ("two.colours", about)


def test_s05_two_colours_are_never_joined_by_gray_parts() -> None:
    """Allowed: blue, gray, gray, blue. Not allowed: blue, gray, gray, red."""
    state = table("M20.0.straight.ew O20.2.straight.ns P20.1.straight.ew", seats=3)
    assert refused(state, "N20.w straight ew")[0] == "two.colours"


def test_s06_a_snake_scores_its_parts_a_card_passed_twice_counts_twice() -> None:
    state = table("M20.0.straight.ew N20.0.curve.sw N21.0.curve.nw P21.1.straight.ew")
    assert parts(state.nest, 0) == 3
    [laid] = of_kind(play(state, "M21.e curve ne"), "laid")  # back into its first card, through the gray part
    assert (laid["gained"], laid["parts"]) == (2, 5)
    assert len([card for card in state.nest.cards.values() if card.colour == 0]) == 4


def test_s06_gray_parts_and_end_parts_count_one_each() -> None:
    state = table("M20.0.straight.ew N20.1.straight.ns")
    assert parts(state.nest, 0) == 2
    [laid] = of_kind(play(state, "O20.w tail w"), "laid")
    assert (laid["gained"], laid["parts"]) == (1, 3)


def test_squares_are_named_by_column_and_row() -> None:
    assert (square(1, 1), square(13, 20), square(26, 9), square(27, 9)) == ("A1", START, "Z9", "AA9")
    assert beside("M20") == ("M19", "N20", "M21", "L20")
    assert beside("A1") == ("A999", "B1", "A2", "ZZ1")
    for column in range(-80, 90):
        for row in range(-80, 90):
            assert place(square(column, row)) == (column, row)


def test_squares_keep_their_names_when_the_board_grows_to_any_side() -> None:
    state = table("M20.0.straight.ew M22.1.straight.ew", border="meadow")
    before = dict(state.nest.cards)
    play(state, "L20.e straight ew", "L22.e straight ew", "K20.e curve ne", "N22.w straight ew", "K19.s straight ns")
    assert before.items() <= state.nest.cards.items()
    assert list(state.nest.cards) == ["M20", "M22", "L20", "L22", "K20", "N22", "K19"]
