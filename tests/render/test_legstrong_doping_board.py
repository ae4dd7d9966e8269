"""Sleeves and controls in pictures: told apart without colour, and never of more than may be known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from PIL import Image, ImageChops

from engines.legstrong import DECK, NEGATIVE, Control, Legstrong, LegstrongView, Sample, State
from engines.table import Seat
from render import RENDERERS
from render.legstrong import control as scene
from render.legstrong.cards import chip, face
from render.legstrong.classification import gone, leading, order
from render.legstrong.pages import controlled
from render.legstrong.sleeves import candidates
from tests.engines.legstrong.doped import at_the_line, card, control, tour
from tests.engines.legstrong.position import Luck, answer
from tests.render.png import check_picture, opened

RENDERER = RENDERERS["legstrong"]
GAME = Legstrong()
MOST_BYTES = 90 * 1024
LEADERS = {"0.leader": "sA hK d5 x1", "1.leader": "cA sQ h3 x2"}
LEVELS = {
    "0.leader": "sA",
    "1.leader": "cA",
    "0.rouleur": "s4",
    "1.rouleur": "c4",
    "0.climber": "s8",
    "1.climber": "c8",
}
ONE = ("hK d5 x1", "sQ h3 x2", "c5 d6 h7", "s5 d7 h8", "h9 d9 s9", "c10 s10 d10")
OTHER = ("h2 d3 c2", "d2 hA dA", "x1 x2 h4", "c7 c9 s7", "d8 h10 s6", "c6 h6 h5")  # all but the levels
FIELD = "0.leader 1.leader 2.leader 0.rouleur 1.rouleur 2.rouleur"


def check(png: bytes) -> None:
    check_picture(png, MOST_BYTES)


def seen(state: State, viewer: Seat | None = None) -> LegstrongView:
    return GAME.view(state, viewer)


def filled(rest: tuple[str, ...]) -> dict[str, str]:
    return {rider: f"{level} {others}" for (rider, level), others in zip(LEVELS.items(), rest, strict=True)}


def positions(sleeves: dict[str, str]) -> list[State]:
    """Before the tour, before a pick, after a pick that is negative in any case, and while levels are asked for."""
    dealt = tour(2, sleeves)
    called = at_the_line(sleeves=sleeves, levels=LEVELS, tests="pick")
    control(called, 1)
    tested = at_the_line(sleeves=sleeves, levels=LEVELS, tests="pick")
    control(tested, 1)
    place = 1 + next(sleeve for sleeve in tested.sleeves if sleeve.rider == "0.leader").cards.index(card("sA"))
    answer(tested, 1, "1", Luck(sleeve=[[place - 1, *(at for at in range(4) if at != place - 1)]]))
    assert tested.stage == "keep"
    return [dealt, called, tested]


def test_the_public_picture_is_the_same_whatever_is_in_the_sleeves() -> None:
    for first, other in zip(positions(filled(ONE)), positions(filled(OTHER)), strict=True):
        assert first.sleeves != other.sleeves
        assert RENDERER.board(seen(first)) == RENDERER.board(seen(other))
        for seat in (0, 1):
            assert RENDERER.board(seen(first, seat)) == RENDERER.board(seen(first))
            assert RENDERER.hand(seen(first, seat)) != RENDERER.hand(seen(other, seat))


def test_the_board_does_not_show_who_could_still_go_down() -> None:
    """The same owners are asked whatever they hold, and one who can't lower gets a question that looks like others'."""
    rest = filled(ONE)
    stuck, free = (
        at_the_line(sleeves={**rest, "0.leader": sleeve}, levels={**LEVELS, "0.leader": "sJ"})
        for sleeve in ("sJ hQ dK x1", "sJ d5 hJ x1")
    )
    for state in (stuck, free):
        control(state, 1, sleeve=[[3, 0, 1, 2]], place=[[1]])  # the Joker
        assert (state.stage, seen(state).waiting) == ("keep", (0,))
    assert RENDERER.board(seen(stuck)) == RENDERER.board(seen(free))
    one, other = (opened(RENDERER.hand(seen(state, 0)) or b"") for state in (stuck, free))
    assert one.size == other.size


def test_order_and_signal_are_for_the_owner_and_the_tester() -> None:
    state = at_the_line(FIELD, sleeves=LEADERS, collusion="on", seats=3)
    control(state, 1, sleeve=[[2, 0, 3, 1]])
    asleep = RENDERER.hand(seen(state, 2))
    tall = [opened(RENDERER.hand(seen(state, seat)) or b"").height for seat in (0, 1, 2)]
    assert tall[0] > tall[1] == tall[2]
    pictures = {RENDERER.hand(seen(state, 0), path) for path in ((), ("none",), ("2",), ("3",))}
    assert len(pictures) == 4
    answer(state, 0, "2")
    tall = [opened(RENDERER.hand(seen(state, seat)) or b"").height for seat in (0, 1, 2)]
    assert tall[0] == tall[1] > tall[2]
    assert RENDERER.hand(seen(state, 2)) == asleep
    assert RENDERER.hand(seen(state, 1)) != RENDERER.hand(seen(state, 1), ("3",))
    heard = RENDERER.hand(seen(state, 1))
    state.signal = "signal.0.leader.none"
    assert RENDERER.hand(seen(state, 1)) != heard


def test_a_level_stays_marked_after_it_is_sealed() -> None:
    state = tour(2, LEADERS)
    chosen = GAME.fallback(seen(state, 0))
    before = RENDERER.hand(seen(state, 0))
    answer(state, 0, " ".join(chosen))
    assert candidates(seen(state, 0), ())[0] == dict(
        zip((sleeve.rider for sleeve in seen(state, 0).sleeves), chosen, strict=True)
    )
    assert RENDERER.hand(seen(state, 0)) != before
    assert RENDERER.board(seen(state, 0)) == RENDERER.board(seen(state))


def test_a_tester_without_riders_sees_the_signal() -> None:
    state = at_the_line("0.leader 1.leader 1.rouleur", sleeves=LEADERS, collusion="on", seats=3)
    control(state, 1)
    answer(state, 0, "2")
    state.road = replace(state.road, riders=tuple(rider for rider in state.road.riders if rider.seat != 1))
    assert RENDERER.hand(seen(state, 1)) is not None


# --- the scene


def called(count: int) -> LegstrongView:
    base = controlled()
    riders = base.road.riders[:count]
    samples = tuple(
        Sample(rider.id, rider.seat, 1 - rider.seat, base.levels[at].card, 8, 9, 3, result=NEGATIVE)
        for at, rider in enumerate(riders)
    )
    return replace(base, control=Control(3, 12, (), samples), struck=())


def test_the_scene_grows_with_the_riders_called_alone() -> None:
    heights = [scene.height(called(count)) for count in range(7)]
    assert heights[0] < heights[1] == heights[2] == heights[3] < heights[4] == heights[6]
    assert scene.height(replace(controlled(), leg=4, results=(*controlled().results, ()))) == 0


def test_each_outcome_looks_different() -> None:
    base = controlled()
    assert base.control is not None
    plain = base.control.samples[1]
    ways = [
        plain,
        replace(plain, most=5, die=6),
        replace(plain, most=5, die=3, result="saved"),
        replace(plain, place=2, result="negative"),
        replace(plain, place=3, result="negative"),
        replace(plain, place=2, result="positive", card=card("s9")),
    ]
    shown = [replace(base, control=replace(base.control, samples=(base.control.samples[0], way))) for way in ways]
    assert len({RENDERER.board(view) for view in shown}) == len(ways)
    assert len({opened(RENDERER.board(view)).size for view in shown}) == 1
    owner = replace(base, viewer=0)
    assert len({RENDERER.board(owner, path) for path in ((), ("1",), ("4",), ("blind",))}) == 3


def test_a_struck_rider_stands_where_they_were() -> None:
    state = at_the_line(sleeves=LEADERS)
    control(state, 1, place=[[3]])  # d5 under the Ace
    view = seen(state)
    assert gone(view) == {"0.leader"}
    assert [score.rider for score in order(view)][:2] == ["0.leader", "1.leader"]
    assert leading(view).rider == view.jerseys.yellow == "1.leader"
    answer(state, None, "leg.2")
    assert gone(seen(state)) == set()
    check(RENDERER.board(seen(state)))


@pytest.mark.parametrize(("die", "places", "left"), [(1, [[3]], ["1.leader"]), (4, [[3], [3]], [])])
def test_a_tour_that_one_or_nobody_survives_can_be_drawn(die: int, places: list[list[int]], left: list[str]) -> None:
    state = at_the_line("0.leader 1.leader", sleeves=LEADERS)
    control(state, die, place=places)
    assert (state.stage, [score.rider for score in state.scores]) == ("over", left)
    check(RENDERER.board(seen(state)))


def test_levels_and_rings_stand_beside_everybodys_energy() -> None:
    state = at_the_line(sleeves=LEADERS)
    answer_leg = replace(seen(state), stage="ride", due=("0.leader",), asked=(0,))
    other = tuple(replace(level, card=card("h2")) if level.rider == "0.leader" else level for level in state.levels)
    ringed = tuple(replace(level, circles=2) if level.rider == "0.leader" else level for level in state.levels)
    views = [replace(answer_leg, levels=levels) for levels in (state.levels, other, ringed, ())]
    assert len({RENDERER.board(view) for view in views}) == 4


# --- cards


@pytest.mark.parametrize("draw", [chip, lambda card: face(card, (50, 60)), lambda card: face(card, (112, 124))])
def test_cards_differ_without_colour(draw: Callable[[str], Image.Image]) -> None:
    shown = [draw(c).convert("L") for c in DECK[:-1]]  # both Jokers look the same to everyone
    for first, other in combinations(shown, 2):
        assert ImageChops.difference(first, other).histogram()[60:] != [0] * 196
    assert draw(DECK[-1]).tobytes() == draw(DECK[-2]).tobytes()


def test_the_largest_control_fits() -> None:
    """Twelve riders after six legs whose order changed every time, one of them struck, and the longest leg ahead."""
    names = [f"{seat}.{kind}" for kind in ("leader", "rouleur", "climber") for seat in range(4)]
    legs = "flat hilly summit hilly passes flat queen"
    state = at_the_line(" ".join(names), sleeves=LEADERS, seats=4, leg=6, legs=legs)
    before = [
        tuple(replace(s, rider=rider) for s, rider in zip(leg, Random(at).sample(names, len(names)), strict=True))
        for at, leg in enumerate(state.results[:-1])
    ]
    state.results = (*before, state.results[-1])
    control(state, 4, place=[[3], [3]])
    view = seen(state)
    assert (view.stage, view.leg, gone(view)) == ("open", 7, {"0.leader", "1.leader"})
    check(RENDERER.board(view))
