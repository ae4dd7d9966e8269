"""The velodrome: what a step changes in its picture, what stays sealed, and where the squares of a track lie."""

from dataclasses import replace

import pytest

from engines.pistard import LANES, TRACKS, Pistard
from render import RENDERERS
from render.pistard.pages import START
from render.pistard.track import COURSES, HEIGHT, ground
from tests.render.moments import questions

RENDERER = RENDERERS["pistard"]
GAME = Pistard()


def test_a_step_changes_the_picture() -> None:
    view, path, ask = next(
        question for question in questions("pistard") if question[2].about == "land" and len(question[1]) == 1
    )
    pictures = [RENDERER.board(view, step) for step in ((), path, (*path, ask.options[0]))]
    assert len(set(pictures)) == 3


def test_a_player_sees_the_dice_that_they_have_sealed() -> None:
    own = replace(START, viewer=0, waiting=(1,), plan="plan.0.6.5.3.1")
    other = replace(own, plan="plan.0.1.3.5.6")
    assert RENDERER.board(own) != RENDERER.board(other)
    assert RENDERER.board(own) == RENDERER.board(replace(own, plan=""), ("6", "5", "3", "1"))


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
