"""The picture of the nest shows what the view says: how large, whose snake, and what comes of an answer."""

from dataclasses import replace
from functools import reduce
from itertools import combinations

import pytest
from PIL import Image

from engines import GAMES
from engines.schlangennest import KINDS, NOBODY, ROTATIONS, Card, Field, SchlangennestView, square
from engines.table import Path, Pick
from locales import catalogue
from render import RENDERERS, style_of
from render.kit import LEAST_GLYPH, NIGHT, WIDTH
from render.schlangennest import hand_alt
from render.schlangennest.cards import icon, picture
from render.schlangennest.choice import MOST_RESULTS, choice, results
from render.schlangennest.colours import CARD, SKINS, sheet
from render.schlangennest.examples import moment, nest
from render.schlangennest.plan import MOST_HEIGHT, MOST_WITH_STRIP, STRIP, joined, plan, shown
from render.schlangennest.shortcuts import shortcuts
from render.schlangennest.squares import badge
from tests.render.moments import TABLES, moments, play, questions
from tests.render.png import check_picture, opened

RENDERER = RENDERERS["schlangennest"]
MOST_BYTES = 70_000


def check(png: bytes) -> None:
    check_picture(png, MOST_BYTES, MOST_WITH_STRIP)


def asked(about: str, least: int = 2) -> tuple[SchlangennestView, Path, Pick]:
    return next(
        found for found in questions("schlangennest") if found[2].about == about and len(found[2].options) >= least
    )


def test_every_step_changes_the_picture() -> None:
    view, path, ask = asked("rotation")
    steps = [path[:length] for length in range(len(path) + 1)] + [(*path, option) for option in ask.options]
    assert len({RENDERER.board(view, step) for step in steps}) == len(steps)


@pytest.mark.parametrize("about", ["card", "rotation"])
def test_each_answer_to_the_last_questions_is_shown_with_what_comes_of_it(about: str) -> None:
    view, path, ask = asked(about)
    shown_results = [*results(view, path).values()]
    assert len(shown_results) == len(ask.options)
    for result, option in zip(shown_results, ask.options, strict=True):
        assert option in (result.kind, result.rotation)
        assert result.square in result.nest.cards and result.square not in view.nest.cards
    # where questions are joined, each way is a result
    room = STRIP if len(shortcuts(view, path)) <= MOST_RESULTS else 0
    assert opened(RENDERER.board(view, path)).height >= opened(RENDERER.board(view, ())).height + room


def test_what_has_no_choice_or_too_many_has_no_small_pictures() -> None:
    view, path, _ = asked("end")
    assert not results(view, path)
    assert results(moments("schlangennest")[20].own, moments("schlangennest")[20].path) == {}
    view, path, ask = asked("square", 5)
    assert len(ask.options) > 4
    assert not results(view, path)


def test_a_loop_is_shown_as_it_would_be_opened() -> None:
    ring = nest("M20.0.curve.es N20.0.curve.sw N21.0.curve.nw M21.0.curve.ne K20.1.straight.ns", 2)
    view = replace(moment(ring, {}, 0, "M21"), viewer=0, stage="open")
    ask = GAMES["schlangennest"].ask(view, ("turn",))
    assert ask is not None
    before, after = choice(view, ("turn",)), choice(view, ("turn", "N21"))
    assert before.nest is view.nest
    assert after.nest.cards["N21"].rotation == "ne"
    assert after.nest.strands["0"].parts == 5
    assert [result.square for result in results(view, ("turn",)).values()] == ["M20", "N20", "N21", "M21"]
    check(RENDERER.board(view, ("turn",)))
    check(RENDERER.board(view, ("turn", "N21")))


def test_nothing_is_private() -> None:
    assert RENDERER.hand(moments("schlangennest")[0].own) is None
    assert hand_alt(moments("schlangennest")[0].own, (), catalogue("en")) is None


# --- how large


@pytest.mark.parametrize("size", ["6x6", "5x7", "4x8", "7x7", "6x8", "5x9", "4x10", "8x8", "7x9", "6x10", "5x11"])
@pytest.mark.parametrize("lengthwise", [True, False])
def test_every_board_fits_with_heads_on_all_sides(size: str, lengthwise: bool) -> None:
    wide, high = sorted(map(int, size.split("x")), reverse=lengthwise)
    field = Field(wide, high, (), ())
    across = [f"{square(column, 5)}.0.straight.ew" for column in range(3, 3 + wide)]
    down = [f"{square(3, row)}.1.straight.ns" for row in range(6, 5 + high)]
    ends = [f"{square(2, 5)}.0.tail.e", f"{square(3 + wide, 5)}.0.head.w", f"{square(3, 5 + high)}.1.tail.n"]
    full = nest(" ".join([*across, *down, *ends]), 4, field)
    layout = plan(full, False)
    assert shown(full)[2] - shown(full)[0] + 1 >= wide + 2
    assert layout.window.cell >= 2 * LEAST_GLYPH
    assert layout.height <= MOST_HEIGHT
    right = layout.window.corner(layout.window.rect[2] + 1, 0)[0]
    for left, top, width, height in layout.blocks:
        assert left + width <= WIDTH and top + height <= layout.height
        assert left >= right or top >= layout.window.corner(0, layout.window.rect[3] + 1)[1]
    check(RENDERER.board(moment(full, {}, 0, "")))


def test_a_few_cards_are_drawn_large_and_a_wide_meadow_small() -> None:
    assert plan(nest("M20.0.curve.es", 2), False).window.cell == 104
    steps = [(snake, square(3 + 6 * snake + at, 5 + snake)) for snake in range(4) for at in range(7)]
    stair = nest(" ".join(f"{name}.{snake}.straight.ew" for snake, name in steps), 4)
    assert plan(stair, False).window.cell >= LEAST_GLYPH
    check(RENDERER.board(moment(stair, {"border": "meadow"}, 0, "")))


def test_borders_are_shown_when_they_are_near() -> None:
    field = Field(6, 6, (), ())
    few = shown(nest("M20.0.straight.ew", 2, field))
    assert (few[2] - few[0], few[3] - few[1]) == (2, 2), "the border is five squares away"
    more = nest("M20.0.straight.ew N20.0.straight.ew O20.0.straight.ew", 2, field)
    assert shown(more)[::2] == (10, 18), "it lies between J and R"


# --- whose snake it is


def pixel(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    return tuple(image.crop((x, y, x + 1, y + 1)).tobytes())


def test_a_film_shows_every_step_at_the_scale_of_the_whole() -> None:
    views = [played.public for played in play("schlangennest", TABLES["schlangennest"][0], 0)]
    drawn = [opened(RENDERER.board(view)).height for view in views]
    filmed = style_of("schlangennest").filmed
    assert filmed is not None
    board = filmed(views)
    filmed = [opened(board(view, (), ())) for view in (views[0], views[len(views) // 2], views[-1])]
    assert len({p.size for p in filmed}) == 1 < len(set(drawn))
    whole = reduce(joined, [shown(view.nest) for view in views])
    assert len({plan(view.nest, strip=False, within=whole).window.at("M20") for view in views}) == 1


def test_tails_and_heads_don_t_look_alike() -> None:
    """On the smallest sign: a tail is a point, a head is as wide as its body."""
    for snake in range(4):
        tip, crown = (icon(kind, snake, 36, NIGHT).crop((0, 0, 36, 18)) for kind in ("tail", "head"))
        assert 3 * coloured(tip) < coloured(crown)


def coloured(image: Image.Image) -> int:
    """How many pixels aren't of the card or of what lies around it."""
    colours = image.getcolors()
    assert colours is not None, "it is small"
    return sum(count for count, colour in colours if colour not in (CARD, NIGHT))


def test_skins_differ_without_colour() -> None:
    def gray(strand: str, own: bool) -> bytes:
        colour = int(strand) if strand in "0123" else 5
        card = Card("straight", "ns", colour, (strand, "g1") if own else ("x", strand))
        return picture(card, 60).convert("L").point([value // 24 for value in range(256)]).tobytes()

    for own in (True, False):
        for first, other in combinations([*"0123", NOBODY], 2):
            changed = sum(a != b for a, b in zip(gray(first, own), gray(other, own), strict=True))
            assert changed > 100, f"{first} and {other} look alike in gray"


def test_every_snake_has_a_pattern_and_a_sign_of_its_own() -> None:
    assert len({skin.pattern for skin in SKINS.values()}) == len(SKINS)
    signs = [badge(snake, 17).convert("RGB").convert("L").tobytes() for snake in range(4)]
    assert len(set(signs)) == 4


def test_gray_takes_on_the_colour_of_the_snake_that_it_joins() -> None:
    def share_of_blue(strand: str) -> float:
        crop = picture(Card("straight", "ns", 0, ("0", strand)), 60).crop((0, 24, 15, 36)).resize((1, 1))
        red, green, blue = pixel(crop, 0, 0)
        return 2 * blue / (red + green)

    assert share_of_blue("g7") == pytest.approx(1, abs=0.1), "gray"
    assert share_of_blue("1") < 0.85, "yellowish"
    assert share_of_blue("2") > 1.15, "bluish"


@pytest.mark.parametrize("kind", KINDS)
def test_strands_reach_the_edges_of_their_card_in_the_middle(kind: str) -> None:
    for rotation in ROTATIONS[kind]:
        parts = 2 if kind in ("straight", "curve") else 3
        image = picture(Card(kind, rotation, 3, ("3", *("g1",) * (parts - 1))), 60)
        for at in ((30, 0), (59, 30), (30, 59), (0, 30)):
            assert sum(pixel(image, *at)) > 250, (rotation, at)


def test_the_straight_crosses_over_the_gray() -> None:
    image = picture(Card("straight", "ns", 1, ("1", "g1")), 60)
    red, _, blue = pixel(image, 30, 30)
    assert red - blue > 40, "yellow is on top"


def test_the_palette_has_room() -> None:
    assert len(sheet().getpalette() or []) <= 3 * 256
