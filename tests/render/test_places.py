"""Boxes that can be touched: they keep apart, and mean what the picture shows there."""

import pytest

from render import RENDERERS
from render.places import Box, meeting, squares_at
from tests.render.moments import moments

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("other", "meets"),
    [
        (Box(10, 10, 5, 5), True),
        (Box(19, 10, 5, 5), True),
        (Box(20, 10, 5, 5), False),
        (Box(10, 20, 5, 5), False),
        (Box(0, 0, 100, 100), True),
    ],
)
def test_boxes_meet_where_they_have_pixels_in_common(other: Box, meets: bool) -> None:
    box = Box(10, 10, 10, 10)
    assert box.meets(other) == other.meets(box) == meets
    assert bool([*meeting({("a",): (box,), ("b",): (Box(500, 500, 1, 1), other)})]) == meets


def test_squares_are_as_large_as_they_can_be_without_meeting() -> None:
    alone = squares_at({("a",): (50, 50)}, 30)
    assert alone == {("a",): (Box(35, 35, 30, 30),)}
    near = squares_at({("a",): (50, 50), ("b",): (58.4, 71.5), ("c",): (200, 50)}, 30)
    assert {box.width for (box,) in near.values()} == {20}
    assert not [*meeting(near)]


def test_the_public_has_nothing_to_touch() -> None:
    for key, renderer in RENDERERS.items():
        for moment in moments(key):
            assert not renderer.STYLE.places(moment.public, ()), key
