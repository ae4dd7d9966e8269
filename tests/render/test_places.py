"""Boxes that can be touched: they keep apart and mean an answer, and the public has none."""

import pytest

from engines import GAMES
from render import RENDERERS
from render.places import Box, squares_at
from tests.render.contract import meeting
from tests.render.moments import every_kind, key_of, moments, questions

pytestmark = pytest.mark.quick
MOST = 150  # questions of a game


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


@every_kind
def test_what_is_touched_is_the_beginning_of_an_answer_and_no_two_places_meet(kind: str) -> None:
    game, style, touched = GAMES[key_of(kind)], RENDERERS[key_of(kind)].STYLE, 0
    asked = questions(kind)
    for view, path, ask in asked[:: len(asked) // MOST + 1]:
        places = style.places(view, path)
        assert not meeting(places)
        for way in places:
            if ask.most > 1:
                assert way[0] in ask.options and len(way) == 1, (path, way)
            else:
                assert way and game.ask(view, (*path, *way)) is not None, (path, way)
        touched += bool(places)
    assert touched
