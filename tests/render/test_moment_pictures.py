"""Boards and hands of every game can be drawn in random matches, always small, and tell nothing but the view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import locales
from engines import GAMES
from engines.legstrong import Sleeve
from engines.table import Table, settle
from render import RENDERERS
from render.legstrong.pages import ATTACK, FALLING, SLEEVES, choosing, controlled
from render.pistard.pages import BONUS
from render.pistard.track import HEIGHT
from render.schlangennest.examples import moment as nest_moment
from render.schlangennest.examples import nest
from render.schlangennest.plan import MOST_WITH_STRIP
from render.superechelon import pages as superechelon
from tests.engines.matches import asked, play
from tests.render.moments import Moment, every_kind, key_of, moments, questions
from tests.render.png import check_golden, check_picture, check_speed

SAY = locales.catalogue("en")
MOST_BYTES = {
    "pistard": 60 * 1024,
    "superechelon": 100 * 1024,
    "schlangennest": 85 * 1024,
    "legstrong": 90 * 1024,
    "doped": 90 * 1024,
}
HEIGHTS = {"pistard": (HEIGHT, HEIGHT), "schlangennest": (MOST_WITH_STRIP, 1)}  # at most and at least
DECIDING = {"el", "signal", "test", "keep"}
STAGES = {
    "pistard": {"start", "move", "over"},
    "superechelon": {"play", "loot", "over"},
    "schlangennest": {"first", "lay", "over"},
    "legstrong": {"types", "roles", "open", "ride", "attack", "chase", "sprint", "over"},
    "doped": {*DECIDING, "open", "over"},
}
# every so manieth position, preview, and position whose secrets are exchanged
EVERY = {
    "pistard": (50, 60, 71),
    "superechelon": (34, 80, 40),
    "schlangennest": (22, 82, 71),
    "legstrong": (62, 240, 40),
    "doped": (6, 14, 6),
}
# how many of these worlds differ from the real one at least, where much is hidden
UNLIKE = {"superechelon": 8, "legstrong": 4, "doped": 11}


def check(png: bytes | None, kind: str) -> None:
    """The picture is as it must be, if there is one."""
    if png is not None:
        check_picture(png, MOST_BYTES[kind], *HEIGHTS.get(kind, ()))


def staged(kind: str) -> list[Moment]:
    """Moments of the stages that are drawn."""
    return [moment for moment in moments(kind) if moment.public.stage in STAGES[kind]]


@every_kind
def test_every_kind_of_position_can_be_drawn(kind: str) -> None:
    draw, by_stage = RENDERERS[key_of(kind)], {moment.public.stage: moment for moment in staged(kind)}
    assert by_stage.keys() >= STAGES[kind]
    over = [moment for moment in moments(kind) if moment.public.over]
    for moment in (*by_stage.values(), *over, *staged(kind)[:: EVERY[kind][0]]):
        check(draw.board(moment.public), kind)
        check(draw.hand(moment.own), kind)


@every_kind
def test_every_kind_of_answer_can_be_previewed(kind: str) -> None:
    draw = RENDERERS[key_of(kind)]
    asked = [question for question in questions(kind) if question[0].stage in STAGES[kind]]
    by_about = {ask.about.partition(".")[0]: (view, path, ask) for view, path, ask in asked}
    for view, path, ask in (*by_about.values(), *asked[:: EVERY[kind][1]]):
        steps = (*path, "+".join(ask.options[-ask.least :]))
        check(draw.board(view, steps), kind)
        check(draw.hand(view, steps), kind)


@every_kind
def test_nothing_hidden_changes_what_a_viewer_sees_or_reads(kind: str) -> None:
    game, draw, differ = GAMES[key_of(kind)], RENDERERS[key_of(kind)], 0
    where = DECIDING if kind == "doped" else STAGES[kind]
    for moment in [moment for moment in moments(kind) if moment.public.stage in where][1 :: EVERY[kind][2]]:
        world = game.imagine(moment.own, Random(1))
        differ += world != moment.state
        for view in (moment.public, moment.own):
            other = game.view(world, view.viewer)
            assert draw.board(other) == draw.board(view)
            assert draw.hand(other) == draw.hand(view)
            for tell in (draw.alt, draw.text_board, draw.hand_alt, draw.question):
                assert tell(other, (), SAY) == tell(view, (), SAY)
        assert draw.hand(moment.public) is None
    assert differ >= UNLIKE.get(kind, 0)


# --- known pictures

MATCH = superechelon.moment(superechelon.ROAD, viewer=0)
DECK = ("climber.1.02", "trialist.1.01", "gregario.1.03", "good.1.00", "bad.1.02")
# Yellow draws Red's gray part of L20 into itself
SMALL = nest("L20.0.straight.ew M20.0.curve.sw L19.1.straight.ns M21.0.curve.nw", 2)


@pytest.mark.parametrize(
    ("name", "draw"),
    [
        ("pistard-bonus", lambda: RENDERERS["pistard"].board(BONUS, ("4",))),
        ("superechelon-choice", lambda: RENDERERS["superechelon"].board(MATCH, ("climber.1.02",))),
        ("superechelon-hand", lambda: RENDERERS["superechelon"].hand(replace(MATCH, hand=DECK), ("good.1.00",))),
        ("schlangennest-small", lambda: RENDERERS["schlangennest"].board(nest_moment(SMALL, {}, 0, "L19"))),
        ("legstrong-risk", lambda: RENDERERS["legstrong"].board(FALLING, ("8.risk",))),
        ("legstrong-control", lambda: RENDERERS["legstrong"].board(controlled())),
    ],
)
def test_a_known_position_looks_as_it_did(name: str, draw: Callable[[], Any]) -> None:
    check_golden(draw(), name)


@pytest.mark.parametrize(
    ("key", "seats", "options"),
    [
        ("superechelon", 8, {"tours": "1"}),
        ("schlangennest", 4, {"board": "6x10"}),
        ("legstrong", 4, {"tour": "custom", "course": "FGMMDDFGMDFF", "doping": "off"}),
    ],
)
def test_a_question_at_a_full_table_looks_as_it_did(key: str, seats: int, options: dict[str, str]) -> None:
    """In the middle of a match, where most is to be shown: eight hands, the largest nest, twelve riders."""
    game, draw = GAMES[key], RENDERERS[key].STYLE.close_up
    match = play(game, settle(game.spec, Table(seats, options, game.spec.rules)), 3)
    state = match.load(match.states[len(match.states) // 2])
    view = next(game.view(state, seat) for seat in asked(game, state) if seat is not None)
    assert draw is not None
    check_golden(draw(view, ()), f"{key}-question")


TWO_TEAMS = tuple(Sleeve(sleeve.rider, 0, cards) for sleeve in choosing().sleeves for cards in SLEEVES[:2])


@pytest.mark.parametrize(
    "draw",
    [
        lambda: RENDERERS["legstrong"].board(ATTACK),
        lambda: RENDERERS["legstrong"].board(controlled()),
        lambda: RENDERERS["legstrong"].hand(choosing()),
        lambda: RENDERERS["legstrong"].hand(replace(choosing(), sleeves=TWO_TEAMS)),
    ],
    ids=["attack", "control", "sleeves", "sleeves of two teams"],
)
def test_a_stage_race_is_drawn_quickly(draw: Callable[[], Any]) -> None:
    check_speed(draw, 0.1)  # five times what it should take, for a busy machine; `python -m bench board` measures it
