"""Boxes that can be touched: they keep apart, and the public has none."""

import pytest

from render import RENDERERS
from render.places import Box, squares_at
from tests.render.contract import meeting
from tests.render.moments import moments

pytestmark = pytest.mark.quick


def test_squares_are_as_large_as_they_can_be_without_meeting() -> None:
    alone = squares_at({("a",): (50, 50)}, 30)
    assert alone == {("a",): (Box(35, 35, 30, 30),)}
    near = squares_at({("a",): (50, 50), ("b",): (58.4, 71.5), ("c",): (200, 50)}, 30)
    assert {box.width for (box,) in near.values()} == {20}
    assert not meeting(near)


def test_the_public_has_nothing_to_touch() -> None:
    for key, renderer in RENDERERS.items():
        for moment in moments(key):
            assert not renderer.STYLE.places(moment.public, ()), key
