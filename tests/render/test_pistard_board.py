"""The velodrome can be drawn from every position, always small, and tells nothing but the view."""

from dataclasses import replace
from pathlib import Path as File
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops

from engines.pistard import LANES, TRACKS, Pistard, PistardView
from engines.table import Path, Pick
from render import RENDERERS
from render.pistard.pages import BONUS, START
from render.pistard.track import COURSES, HEIGHT, ground
from tests.render.png import chunks, opened

RENDERER = RENDERERS["pistard"]
GAME = Pistard()
MOST_BYTES = 60 * 1024
GOLDEN = File(__file__).parent / "golden"

Question = tuple[PistardView, Path, Pick]


def check(png: bytes) -> None:
    image = opened(png)
    assert (image.mode, image.size) == ("P", (800, HEIGHT))
    assert set(chunks(png)) == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}
    assert len(png) <= MOST_BYTES


def test_every_kind_of_position_can_be_drawn(moments: list[Any]) -> None:
    for moment in (moment for moment in moments if moment.public.over or not moment.public.turn):
        check(RENDERER.board(moment.public))
    for moment in moments[::25]:
        check(RENDERER.board(moment.public))
        check(RENDERER.board(moment.own))


def test_every_kind_of_preview_can_be_drawn(questions: list[Question]) -> None:
    for view, path, ask in questions[::30]:
        if path:
            check(RENDERER.board(view, path))
        check(RENDERER.board(view, (*path, ask.options[-1])))


def test_a_step_changes_the_picture(questions: list[Question]) -> None:
    view, path, ask = next(question for question in questions if question[2].about == "land" and len(question[1]) == 1)
    pictures = [RENDERER.board(view, step) for step in ((), path, (*path, ask.options[0]))]
    assert len(set(pictures)) == 3


def test_the_public_picture_does_not_show_sealed_plans(moments: list[Any]) -> None:
    sealed = moments[1].public
    assert sealed.stage == "start"
    assert sealed.waiting == (1,)
    pictures = {RENDERER.board(GAME.view(GAME.imagine(sealed, Random(seed)), None)) for seed in range(5)}
    assert pictures == {RENDERER.board(sealed)}


def test_a_player_sees_the_dice_that_they_have_sealed() -> None:
    own = replace(START, viewer=0, waiting=(1,), plan="plan.0.6.5.3.1")
    other = replace(own, plan="plan.0.1.3.5.6")
    assert RENDERER.board(own) != RENDERER.board(other)
    assert RENDERER.board(own) == RENDERER.board(replace(own, plan=""), ("6", "5", "3", "1"))


def test_nothing_private_is_in_a_picture(moments: list[Any]) -> None:
    assert RENDERER.hand(moments[0].own) is None


def test_a_known_position_looks_as_it_did() -> None:
    """After a wanted change: write `RENDERER.board(BONUS, ("4",))` to the golden file, and look at it."""
    drawn = opened(RENDERER.board(BONUS, ("4",))).convert("RGB")
    golden = Image.open(GOLDEN / "pistard-bonus.png").convert("RGB")
    changed = ImageChops.difference(drawn, golden).convert("L").point([value > 24 for value in range(256)])
    assert changed.histogram()[1] < 50, "pixels differ; some may, where shapes are rounded differently"


@pytest.mark.parametrize("track", TRACKS)
def test_the_ring_closes_and_no_two_squares_overlap(track: str) -> None:
    course = COURSES[track]
    length = course.rows
    assert length == len(TRACKS[track][0])
    assert course.centre(1, 2) == pytest.approx(course.centre(length + 1, 2))
    assert course.centre(0, 2) == pytest.approx(course.centre(length, 2))
    centres = [course.centre(number, lane) for number in range(1, length + 1) for lane in range(1, LANES + 1)]
    for at, (x, y) in enumerate(centres):
        assert 0 < x < 800 and 0 < y < HEIGHT
        assert all(max(abs(x - left), abs(y - top)) >= 20 for left, top in centres[:at])


@pytest.mark.parametrize("track", TRACKS)
def test_the_straights_hold_a_quarter_of_the_rows_each(track: str) -> None:
    course = COURSES[track]
    quarter = course.rows // 4
    home = [course.centre(number, 1) for number in range(1, quarter + 1)]
    back = [course.centre(number, 1) for number in range(2 * quarter + 1, 3 * quarter + 1)]
    assert len({round(y, 3) for _, y in home}) == 1
    assert len({round(y, 3) for _, y in back}) == 1
    assert home[0][0] < home[-1][0] and back[0][0] > back[-1][0] and home[0][1] > back[0][1]


def test_half_lap_races_have_a_line_of_their_own() -> None:
    assert ground("sprint", True).tobytes() != ground("sprint", False).tobytes()
