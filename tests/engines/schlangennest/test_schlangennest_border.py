"""Sizes, the border that comes into being, and the variants (S15-S19)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product

import pytest

from engines.dice import SeededDice
from engines.schlangennest import (
    BOARDS,
    BORDERS,
    EACH,
    ENDS,
    KINDS,
    NOBODY,
    Card,
    is_closed,
    open_ends,
    parts,
    place,
    reaches,
    square,
)
from engines.schlangennest.field import SIZES, begins_with_tails
from engines.schlangennest.layout import PAIRS, stairs
from engines.schlangennest.state import SPEC
from engines.table import IllegalMove, Table
from tests.engines.schlangennest.position import GAME, RULES, boards, of_kind, play, question, refused, start, table

pytestmark = pytest.mark.quick

# --- S15


def test_s15_the_sizes_by_players_and_difficulty() -> None:
    assert BOARDS == {
        2: {"easy": ("6x6",), "recommended": ("5x7",), "hard": ("4x8",)},
        3: {"easy": ("7x7",), "recommended": ("6x8", "5x9"), "hard": ("4x10",)},
        4: {"easy": ("8x8",), "recommended": ("7x9", "6x10"), "hard": ("5x11",)},
    }


@pytest.mark.parametrize(("seats", "sides"), [(2, (5, 7)), (3, (6, 8)), (4, (7, 9))])
def test_s15_the_default_is_the_first_recommended_size(seats: int, sides: tuple[int, int]) -> None:
    field = start(seats).nest.field
    assert (field.wide, field.high) == sides


def test_s15a_any_size_for_that_number_of_players() -> None:
    for seats, some in BOARDS.items():
        for level, sizes in some.items():
            for board in (level, *sizes):
                field = start(seats, board=board).nest.field
                assert f"{field.wide}x{field.high}" == (sizes[0] if board == level else board)
    with pytest.raises(IllegalMove) as refusal:
        start(3, board="5x7")
    assert refusal.value.reason == "board.seats"
    assert refusal.value.about == {"board": "5x7", "choices": "7x7, 6x8, 5x9, 4x10"}


def test_s15_as_its_author_wrote_it_the_recommended_nest_whose_border_comes_into_being() -> None:
    for seats, size in ((2, "5x7"), (3, "6x8"), (4, "7x9")):
        field = start(seats, **SPEC.presets["author"]).nest.field
        assert (f"{field.wide}x{field.high}", field.rect) == (size, ())


# S18: four sets of cards; a snake takes one, a fence one without most of its curves, a frame sixteen curves
PLAYERS = {
    ("floating", "one"): {2, 3, 4},
    ("floating", "twins"): {2},
    ("floating", "hunt"): {2},
    ("meadow", "one"): {2, 3, 4},
    ("meadow", "twins"): {2},
    ("meadow", "hunt"): {2},
    ("fence", "one"): {2, 3},
    ("frame", "one"): {2},
    ("fence-frame", "one"): {2},
}


@pytest.mark.parametrize("board", ["recommended", "easy", "hard", *SIZES])
@pytest.mark.parametrize("ends", ENDS)
def test_s18_border_ends_and_snakes_combine_where_the_cards_suffice(ends: str, board: str) -> None:
    """A table is set up or refused with the reason, whatever is combined."""
    for border, each, seats in product(BORDERS, EACH, range(1, 7)):
        options = {"border": border, "ends": ends, "snakes": each, "board": board}
        fits = seats in PLAYERS.get((border, each), ()) and board in (*BOARDS[2], *boards(each, seats))
        try:
            state, _ = GAME.setup(Table(seats, options, RULES), SeededDice(b"table", 0))
        except IllegalMove as refusal:
            assert not fits, (refusal.reason, options, seats)
            assert refusal.reason in ("table.seats", "border.snakes", "snakes.seats", "border.seats", "board.seats")
        else:
            assert fits, (options, seats)
            assert state.table.options == {**options, "score": "longest"}
            assert begins_with_tails(state.table) == (ends == "one" or each != "one")


TWO: dict[str, str | int] = {"least": 2, "most": 2}
TO_THREE: dict[str, str | int] = {"least": 2, "most": 3}


@pytest.mark.parametrize(
    ("seats", "options", "reason", "about"),
    [
        (4, {"border": "fence"}, "border.seats", {"border": "fence", **TO_THREE}),
        (3, {"border": "frame", "ends": "one"}, "border.seats", {"border": "frame", **TWO}),
        (3, {"snakes": "twins"}, "snakes.seats", {"snakes": "twins", **TWO}),
        (4, {"snakes": "hunt", "border": "meadow"}, "snakes.seats", {"snakes": "hunt", **TWO}),
        # all four sets are snakes: nothing is left for a fence or a frame
        (2, {"border": "fence", "snakes": "hunt"}, "border.snakes", {"border": "fence", "snakes": "hunt", **TO_THREE}),
        (4, {"border": "frame", "snakes": "twins"}, "border.snakes", {"border": "frame", "snakes": "twins", **TWO}),
        (3, {"border": "fence-frame"}, "border.seats", {"border": "fence-frame", **TWO}),
        (
            2,
            {"border": "fence-frame", "snakes": "hunt"},
            "border.snakes",
            {"border": "fence-frame", "snakes": "hunt", **TWO},
        ),
        (2, {"snakes": "twins", "board": "5x7"}, "board.seats", {"board": "5x7", "choices": "8x8, 7x9, 6x10, 5x11"}),
    ],
)
def test_s18_what_cannot_be_combined_is_refused_with_the_reason(
    seats: int, options: dict[str, str], reason: str, about: dict[str, str | int]
) -> None:
    with pytest.raises(IllegalMove) as refusal:
        start(seats, **options)
    assert (refusal.value.reason, refusal.value.about) == (reason, about)


# --- S16, S17

ROW = "M20.0.straight.ew N20.0.straight.ew O20.0.straight.ew P20.0.straight.ew Q20.0.straight.ew R20.0.straight.ew"


def test_s16_the_border_is_where_the_greatest_numbers_of_squares_are_reached() -> None:
    state = table(f"{ROW} M22.1.straight.ew S20.0.straight.ew")
    assert question(state, "T20.w") == question(state, "L20.e") == ("tail", "head")
    about = {"square": "T20", "kind": "curve", "wide": 5, "high": 7}
    assert refused(state, "T20.w curve sw") == ("border.outside", about)


def test_s16_the_long_side_may_lie_either_way_until_play_has_settled_it() -> None:
    state = table("M20.0.straight.ew N20.0.straight.ew N22.1.straight.ew")
    assert reaches(state.nest.field, state.nest.box) == ((10, 16, 17, 26), (8, 18, 19, 24))
    high = table("M20.0.straight.ns M21.0.straight.ns M22.0.straight.ns M23.0.straight.ns O22.1.straight.ns")
    play(high, "M19.s straight ns", "O21.s straight ns", "M18.s straight ns")
    # six rows are taken, so the seven rows lie up and down and five columns across
    assert reaches(high.nest.field, high.nest.box) == ((11, 17, 17, 24),)


def test_s17_heads_and_tails_may_lie_outside_and_nothing_else() -> None:
    state = table(f"{ROW} M22.1.straight.ew S20.0.straight.ew")
    play(state, "T20.w tail w")
    assert state.nest.box == (13, 20, 19, 22)


def test_s17_heads_and_tails_never_count_for_the_border() -> None:
    state = table(f"{ROW} L20.0.tail.e M22.1.straight.ew")
    assert state.nest.box == (13, 20, 18, 22)
    assert "straight" in question(state, "S20.w")  # the seventh, and L20 would be an eighth column


def test_s17a_an_end_card_that_the_growing_border_encloses_simply_lies_inside() -> None:
    state = table("M20.0.tail.e N20.0.straight.ew M22.1.straight.ew", due=1)
    assert state.nest.box == (13, 20, 14, 22)
    play(state, "L22.e straight ew")
    assert state.nest.box == (12, 20, 14, 22)


# --- S18


def test_s18_on_a_meadow_there_is_no_border() -> None:
    state = table(f"{ROW} M22.1.straight.ew S20.0.straight.ew", border="meadow")
    assert question(state, "T20.w") == ("curve", "tail", "head")
    assert reaches(state.nest.field, state.nest.box) == ()


def test_s18_one_end_begins_with_everybodys_tail() -> None:
    state = start(ends="one")
    assert question(state, "snake.0 M20") == ("tail",)
    assert refused(state, "snake.0 M20 curve es") == ("card.tail", {"kind": "curve"})
    play(state, "snake.0 M20 tail e", "snake.1 M21 tail w")
    assert (state.stage, question(state)) == ("lay", ("N20.w",))


# --- S18a


@pytest.mark.parametrize(("seats", "bends"), [(2, 2), (3, 4)])
def test_s18a_the_fence_uses_all_straights_and_as_many_curves_as_are_left(seats: int, bends: int) -> None:
    for board in boards("one", seats):
        wide, high = map(int, board.split("x"))
        ways = stairs(wide, high)
        assert ways
        for way in ways:
            assert (way.count("e"), way.count("s")) == (wide - 1, high - 1)
            assert sum(a != b for a, b in pairwise(way)) == bends


@pytest.mark.parametrize("seats", [2, 3])
def test_s18a_a_stair_from_corner_to_corner_all_strands_joined(seats: int) -> None:
    corners, sides = set[tuple[int, int]](), set[tuple[int, int]]()
    for seed in range(40):
        state, events = GAME.setup(Table(seats, {"border": "fence"}, RULES), SeededDice(bytes([seed]), 0))
        nest, (left, top, right, bottom) = state.nest, state.nest.field.rect
        [fenced] = of_kind(events, "fenced")
        ends = [place(str(fenced[name])) for name in ("square", "to")]
        assert {x for x, _ in ends} == {left, right} and {y for _, y in ends} == {top, bottom}
        corners.add((ends[0][0] == left, ends[0][1] == top))
        sides.add((right - left + 1, bottom - top + 1))
        kinds = [card.kind for card in nest.cards.values()]
        wide, high = nest.field.wide, nest.field.high
        assert (kinds.count("straight"), kinds.count("curve")) == (7, wide + high - 10)
        assert (kinds[0], kinds[-1]) == ("tail", "head")
        assert {card.strands[0] for card in nest.cards.values()} == {NOBODY}
        assert all(NOBODY not in reach for reach in nest.reach.values()), "its colour has no open ends"
    assert len(corners) == 4
    assert sides == {(wide, high), (high, wide)}


def test_s18a_its_gray_is_free_for_all_and_its_bounding_box_is_the_field() -> None:
    state = start(border="fence", rolls=[[1], [1], [1]])
    nest = state.nest
    assert nest.field.rect == (3, 3, 7, 9)
    assert reaches(nest.field, nest.box) == (nest.field.rect,)
    squares = question(state, "snake.0")
    inside = [s for s in squares if 3 <= place(s)[0] <= 7 and 3 <= place(s)[1] <= 9]
    outside = [s for s in squares if s not in inside]
    assert {"D3", "G7"} <= set(inside) and {"C2", "H9"} <= set(outside)
    assert all(question(state, f"snake.0 {s}")[:2] == ("straight", "curve") for s in inside)
    assert all(set(question(state, f"snake.0 {s}")) == {"tail", "head"} for s in outside)
    assert refused(state, "snake.0 B4 straight ew")[0] == "border.outside"
    play(state, "snake.0 D4 straight ew")  # with the gray part of C4
    assert parts(state.nest, 0) == 2
    assert open_ends(state.nest, 0) == ("B4.e", "E4.w")


# --- S18b


@pytest.mark.parametrize("board", ["6x6", "5x7", "4x8"])
def test_s18b_a_frame_of_sixteen_curves_two_pairs_on_each_side(board: str) -> None:
    state = start(border="frame", board=board)
    nest, (left, top, right, bottom) = state.nest, state.nest.field.rect
    assert len(nest.cards) == 16 and {card.kind for card in nest.cards.values()} == {"curve"}
    assert [card.colour for card in nest.cards.values()].count(2) == 8
    inner = {end for strand in nest.strands.values() for end in strand.ends}
    assert all(strand.parts == 2 and strand.closed == 0 for strand in nest.strands.values())
    for at in PAIRS[right - left + 1]:
        for row, side in ((top, "n"), (bottom, "s")):
            assert {f"{square(left + at - 1, row)}.{side}", f"{square(left + at, row)}.{side}"} <= inner
    for at in PAIRS[bottom - top + 1]:
        for column, side in ((left, "w"), (right, "e")):
            assert {f"{square(column, top + at - 1)}.{side}", f"{square(column, top + at)}.{side}"} <= inner
    assert len(nest.strands) == 8 and len(inner) == 16
    assert len(nest.field.gaps) == 2 * sum(map(int, board.split("x"))) - 16


def test_s18b_the_first_card_anywhere_in_the_field_the_next_beside_a_players_card() -> None:
    state = start(border="frame", board="6x6")
    assert len(question(state, "snake.0")) == 36
    play(state, "snake.0 F6 straight ns")
    assert question(state, "snake.1") == ("E5", "F5", "G5", "E6", "G6", "E7", "F7", "G7")


def test_s18b_a_gray_arc_brings_a_snake_back_into_the_field_and_counts() -> None:
    state = start(border="frame", board="6x6")
    play(state, "snake.0 C3 straight ns", "snake.1 D4 straight ew")
    assert parts(state.nest, 0) == 3
    assert open_ends(state.nest, 0) == ("C4.n", "D3.n")


def test_s18b_only_heads_and_tails_in_the_gaps_and_nothing_beyond() -> None:
    state = start(border="frame", board="6x6")
    assert state.nest.field.gaps[:2] == ("E2", "F2")
    play(state, "snake.0 E3 straight ns", "snake.1 F4 straight ew")
    assert question(state, "E2.s") == ("tail", "head")
    assert refused(state, "E2.s straight ns")[0] == "frame.outside"
    play(state, "E2.s tail s")
    assert state.nest.cards["E2"].strands[2] == NOBODY  # its gray straight meets the frame's colour
    assert refused(state, "F4.s straight ns")[0] == "end.none"


def test_s18b_nobodys_colour_is_never_joined() -> None:
    state = start(border="frame", board="6x6")
    assert refused(state, "snake.0 A1 straight ew") == ("square.outside", {"square": "A1"})
    play(state, "snake.0 E3 straight ew")
    about = {"square": "E2", "snake": 1, "other": -1, "seat": 1, "other.seat": -1}
    assert refused(state, "snake.1 E2 tail w") == ("two.colours", about)
    play(state, "snake.1 E4 straight ew")
    assert refused(state, "E2.w tail w") == ("end.others", {"end": "E2.w", "square": "E2", "snake": -1, "seat": -1})


@pytest.mark.parametrize("board", ["6x6", "5x7", "4x8"])
def test_s18b_a_fence_for_two_leaves_just_the_curves_of_the_frame_around_it(board: str) -> None:
    for seed in range(6):
        options = {"border": "fence-frame", "board": board}
        state, events = GAME.setup(Table(2, options, RULES), SeededDice(bytes([seed]), 0))
        nest, (left, top, right, bottom) = state.nest, state.nest.field.rect
        kinds = Counter((card.colour, card.kind) for card in nest.cards.values())
        assert [sum(kinds[colour, kind] for colour in (2, 3)) for kind in KINDS] == [7, 18, 1, 1]
        assert kinds[2, "curve"] == kinds[3, "curve"] == 9, "no set has more curves than it had"
        inside = [name for name in nest.cards if left <= place(name)[0] <= right and top <= place(name)[1] <= bottom]
        assert len(inside) == sum(map(int, board.split("x"))) - 1, "the fence alone"
        assert len(nest.field.gaps) == 2 * sum(map(int, board.split("x"))) - 16
        assert of_kind(events, "fenced") == [{"square": inside[0], "to": inside[-1]}]
        assert of_kind(events, "framed") == [{"square": square(left, top), "to": square(right, bottom)}]


def test_s18b_the_first_card_in_a_frame_with_a_fence_lies_beside_the_fence() -> None:
    state = start(border="fence-frame", rolls=[[1], [1], [1]])
    fence = [(x, y) for x, y in map(place, state.nest.cards) if 3 <= x <= 7 and 3 <= y <= 9]
    first = [place(name) for name in question(state, "snake.0")]
    assert all(any(max(abs(x - a), abs(y - b)) == 1 for a, b in fence) for x, y in first)
    assert refused(state, "snake.0 G3 straight ns") == ("square.far", {"square": "G3"})


# --- S18c


def test_s18c_twins_and_hunt_take_the_board_for_four() -> None:
    for variant in ("twins", "hunt"):
        field = start(snakes=variant).nest.field
        assert (field.wide, field.high) == (7, 9)
        assert start(snakes=variant, board="hard").nest.field.high == 11


def test_s18c_twins_open_with_one_two_and_then_two_cards() -> None:
    state = start(snakes="twins")
    assert question(state) == ("snake.0", "snake.2")
    play(state, "snake.2 M20 tail n")
    assert (state.due, question(state)) == (1, ("snake.1", "snake.3"))
    play(state, "snake.3 N21 tail e")
    assert (state.due, question(state)) == (1, ("snake.1",))
    play(state, "snake.1 N19 tail e")
    assert (state.due, question(state)) == (0, ("snake.0",))  # the seat's other tail before one more card
    play(state, "snake.0 L21 tail w")
    assert (state.due, state.stage, question(state)) == (0, "lay", open_ends(state.nest, 2))
    play(state, "M19.s straight ns")
    assert (state.due, state.todo) == (1, (1, 3))


def test_s18c_twins_lay_one_card_of_each_colour_in_any_order() -> None:
    words = "M20.0.straight.ew M24.1.straight.ew M22.2.straight.ew P26.3.straight.ew"
    for first, second in (("N20.w", "N22.w"), ("N22.w", "N20.w")):
        state = table(words, snakes="twins")
        play(state, f"{first} straight ew")
        laid = {"end": "L20.e", "square": "L20", "snake": 0, "other": 2}
        if first == "N20.w":
            assert refused(state, "L20.e straight ew") == ("end.laid", laid)
        assert (state.due, question(state)) == (0, (second.replace("N", "L").replace(".w", ".e"), second))
        assert of_kind(play(state, f"{second} straight ew"), "turn") == [{"turn": 10, "seat": 1}]


def test_s18c_a_colour_without_a_legal_card_is_left_out() -> None:
    words = "M20.0.straight.ew M24.1.straight.ew M22.2.straight.ew P26.3.straight.ew"
    state = table(words, snakes="twins", hands={2: (0, 0, 0, 0)})
    events = play(state, "N20.w straight ew")
    assert of_kind(events, "left.out") == [{"seat": 0, "snake": 2}]
    assert state.due == 1


def test_s18c_a_finished_colour_is_left_out_and_the_seat_is_finished_with_both() -> None:
    words = "M20.0.tail.e N20.0.head.w M24.1.straight.ew M22.2.straight.ew P26.3.straight.ew"
    state = table(words, snakes="twins")
    assert is_closed(state.nest, 0)
    events = play(state, "N22.w straight ew")
    assert (of_kind(events, "left.out"), state.due) == ([], 1)


def test_s18c_ones_own_two_snakes_are_never_joined_either() -> None:
    state = table("M20.0.straight.ew O20.2.straight.ew M24.1.straight.ew P26.3.straight.ew", snakes="hunt")
    about = {"square": "N20", "snake": 0, "other": 2, "seat": 0, "other.seat": 0}
    assert refused(state, "N20.w straight ew") == ("two.colours", about)


def ranked(lengths: tuple[int, int, int, int], **options: str) -> list[tuple[int, int]]:
    """Rank and points of each seat when the snakes have these numbers of parts; 0 and 2 are those of seat 0."""
    words = [
        f"{square(13 + at, 20 + 4 * snake)}.{snake}.straight.ew"
        for snake, length in enumerate(lengths)
        for at in range(length)
    ]
    state = table(" ".join(words), border="meadow", **options)
    return [(standing.rank, standing.points) for standing in GAME.view(state, None).standings]


@pytest.mark.parametrize("snakes", ["twins", "hunt"])
def test_s18_the_longest_snake_wins_and_of_equals_the_longer_other_one(snakes: str) -> None:
    assert ranked((5, 4, 1, 4), snakes=snakes) == [(1, 5), (2, 4)]
    assert ranked((3, 2, 2, 3), snakes=snakes) == [(1, 3), (1, 3)]
    assert ranked((1, 3, 3, 2), snakes=snakes) == [(2, 3), (1, 3)]


@pytest.mark.parametrize("snakes", ["twins", "hunt"])
def test_s18_by_the_option_both_snakes_count(snakes: str) -> None:
    assert ranked((5, 4, 1, 4), snakes=snakes, score="sum") == [(2, 6), (1, 8)]
    assert ranked((3, 1, 3, 5), snakes=snakes, score="sum") == [(1, 6), (1, 6)]


def test_s18_twins_on_a_meadow_have_no_border() -> None:
    state = start(snakes="twins", border="meadow")
    assert reaches(state.nest.field, state.nest.box) == () and state.nest.field.wide == 0
    assert question(state) == ("snake.0", "snake.2")


def test_s18_one_end_in_a_frame_begins_on_the_field_with_the_tail() -> None:
    state = start(border="frame", ends="one", board="6x6")
    assert question(state, "snake.0")[0] == "C3" and len(question(state, "snake.0")) == 36
    assert question(state, "snake.0 E5") == ("tail",)
    play(state, "snake.0 E5 tail s", "snake.1 F5 tail s")
    assert question(state) == ("E6.n",)


def test_s18_one_end_at_a_fence_begins_beside_it_with_the_tail() -> None:
    state = start(border="fence", ends="one", rolls=[[1], [1], [1]])
    assert "D4" in question(state, "snake.0")
    assert {kind for square in question(state, "snake.0") for kind in question(state, f"snake.0 {square}")} == {"tail"}


def test_s18c_hunt_opens_with_a_tail_a_turn_and_then_lays_one_card_for_either_snake() -> None:
    state = start(snakes="hunt")
    play(state, "snake.2 M20 tail n", "snake.1 N21 tail e", "snake.0 L21 tail w")
    assert (state.due, question(state)) == (1, ("snake.3",))
    play(state, "snake.3 N19 tail e")
    assert (state.due, state.stage) == (0, "lay")
    assert question(state) == ("K21.e", "M19.s")
    play(state, "M19.s straight ns")
    assert state.due == 1


# --- S19


def test_s19_the_lay_with_most_freedom_next_turn() -> None:
    """A straight would fill the row up to the border: after it only heads and tails could be laid at either end."""
    state = table(f"{ROW} M22.1.straight.ew")
    assert question(state, "S20.w")[0] == "straight"
    assert GAME.fallback(GAME.view(state, 0)) == ("L20.e", "curve", "ne")


def test_s19_heads_and_tails_only_if_nothing_else_is_legal() -> None:
    state = table("M20.0.straight.ew M22.1.straight.ew", hands={0: (0, 0, 1, 1)})
    assert GAME.fallback(GAME.view(state, 0)) == ("L20.e", "tail", "e")


def test_s19_equal_freedom_most_parts() -> None:
    """To the east a gray part is joined; freedom is the same on either side of a meadow."""
    words = "M20.0.straight.ew M24.1.straight.ew O20.2.straight.ns"
    state = table(words, seats=3, border="meadow", hands={0: (1, 0, 1, 1)})
    assert GAME.fallback(GAME.view(state, 0)) == ("N20.w", "straight", "ew")


def test_s19_else_the_first_in_the_order_of_the_question() -> None:
    state = table("M20.0.straight.ew M24.1.straight.ew", border="meadow", hands={0: (1, 0, 1, 1)})
    assert GAME.fallback(GAME.view(state, 0)) == ("L20.e", "straight", "ew")


def test_s19_a_loop_is_turned_where_most_can_be_laid_next() -> None:
    ring = "M20.0.curve.es N20.0.curve.sw N21.0.curve.nw M21.0.curve.ne"
    state = table(f"{ring} L19.1.straight.ns", stage="open")
    assert question(state, "turn") == ("M20", "N20", "N21", "M21")
    # turned, M20 would come out on L20, where snake 1 is in the way; the others are equal
    assert GAME.fallback(GAME.view(state, 0)) == ("turn", "N20")


def test_s19_first_cards_too() -> None:
    state = start()
    path = GAME.fallback(GAME.view(state, 0))
    assert path[:2] == ("snake.0", "M20")
    assert path[2] in ("straight", "curve")


def test_s16_before_the_first_straight_or_curve_the_border_may_come_anywhere() -> None:
    state = start()
    play(state, "snake.0 M20 tail n")
    assert reaches(state.nest.field, state.nest.box) == ()


def test_cards_on_the_table_know_their_set() -> None:
    state = start()
    play(state, "snake.0 M20 curve es")
    assert state.nest.cards == {"M20": Card("curve", "es", 0, ("0", "g1"))}
