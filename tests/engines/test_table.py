"""The interface: how a step is read, what a table may be, who may look and move."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.dice import ScriptedDice
from engines.table import (
    Amount,
    Ask,
    IllegalMove,
    Move,
    Option,
    Pick,
    Ready,
    Spec,
    Table,
    Text,
    Viewer,
    check_viewer,
    read,
    read_one,
    require,
    settle,
)
from tests.engines.tiny import Tiny

ONE = Pick("lane", ("in", "out", "leg.3"))
SOME = Pick("cards", ("a", "b", "c", "d"), 0, 3)
TWO = Pick("pair", ("a", "b", "c"), 2, 2)
WATTS = Amount("watts", -5, 120)

# --- read


@pytest.mark.parametrize(
    ("ask", "step", "answer"),
    [
        (ONE, "out", "out"),
        (ONE, "leg.3", "leg.3"),
        (SOME, "-", ()),
        (SOME, "c", ("c",)),
        (SOME, "a+c+d", ("a", "c", "d")),
        (TWO, "a+c", ("a", "c")),
        (Pick("none", (), 0, 0), "-", ()),
        (WATTS, "0", 0),
        (WATTS, "-5", -5),
        (WATTS, "120", 120),
        (Amount("long", 0, 10**18), "1000000000000000000", 10**18),
    ],
)
def test_a_step_is_read_as_it_is_spelled(ask: Ask, step: str, answer: object) -> None:
    assert read(ask, step) == answer


@pytest.mark.parametrize(
    "step", ["", "-", "in+out", "IN", " in", "in ", "in\n", "leg", "leg_3", "ин"]
)  # the last: Cyrillic
def test_a_pick_of_one_takes_the_id_only(step: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        read(ONE, step)
    assert (refusal.value.reason, refusal.value.about) == ("step.unknown", {"step": step, "about": "lane"})


@pytest.mark.parametrize(
    "step", ["", "c+a", "a+a", "a+b+c+d", "a+", "+a", "a,b", "a b", "--", "-+a", "e", "a+e", "a++b"]
)
def test_a_pick_of_several_takes_the_ids_in_their_order(step: str) -> None:
    with pytest.raises(IllegalMove, match=r"step\.unknown"):
        read(SOME, step)


@pytest.mark.parametrize("step", ["-", "a", "a+b+c"])
def test_a_pick_of_exactly_two_takes_two(step: str) -> None:
    with pytest.raises(IllegalMove, match=r"step\.unknown"):
        read(TWO, step)


@pytest.mark.parametrize(
    "step",
    [
        *(
            "",
            "-",
            "--5",
            "-0",
            "+5",
            "05",
            "-05",
            "5.0",
            "5,0",
            "1e1",
            "1_0",
            "0x5",
            " 5",
            "5 ",
            "5\n",
            "five",
            "None",
        ),
        *("٣", "５", "²", "Ⅴ", "๓", "𝟛"),  # digits of other scripts
        *("9" * 19, "-" + "9" * 19, "9" * 20),
        pytest.param("9" * 100_000, id="huge"),
        *("121", "-6"),
    ],
)
def test_an_amount_is_spelled_exactly_so(step: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        read(WATTS, step)
    assert refusal.value.reason == "step.unknown"


@pytest.mark.parametrize("step", ["", "stop", "0", "-"])
def test_nothing_follows_a_whole_path(step: str) -> None:
    with pytest.raises(IllegalMove, match=r"step\.beyond"):
        read(Ready(), step)


@settings(derandomize=True, deadline=None, database=None, max_examples=100)
@given(step=st.text(max_size=8))
def test_no_text_is_read_as_something_else(step: str) -> None:
    """What is read can be spelled in one way only."""
    for ask in (ONE, SOME, WATTS):
        try:
            answer = read(ask, step)
        except IllegalMove:
            continue
        assert step == ("+".join(answer) or "-" if isinstance(answer, tuple) else str(answer))


def test_read_one_is_for_a_pick_of_exactly_one() -> None:
    assert read_one(ONE, "in") == "in"
    with pytest.raises(AssertionError):
        read_one(SOME, "a")


# --- tables

SPEC = Spec(
    key="example",
    seats=range(2, 5),
    options=(
        Option("track", Pick("track", ("short", "long")), "short"),
        Option("extras", Pick("extras", ("rain", "wind"), 0, 2), "-"),
        Option("target", Amount("target", 3, 30), "12"),
        Option("name", Text("name", 5), ""),
    ),
    rules=2,
    schema=1,
    limit=1,
    difficulty=1,
)


def test_a_game_that_does_not_say_how_hard_it_is_to_learn_is_no_game() -> None:
    said = {name: getattr(SPEC, name) for name in ("key", "seats", "options", "rules", "schema", "limit")}
    with pytest.raises(TypeError, match="difficulty"):
        Spec(**said)


def test_options_are_spelled_out_in_the_order_of_the_spec() -> None:
    table = settle(SPEC, Table(3, {"name": "Giro", "target": "7"}, 1))
    assert table == Table(3, {"track": "short", "extras": "-", "target": "7", "name": "Giro"}, 1)
    assert list(table.options) == ["track", "extras", "target", "name"]
    assert settle(SPEC, table) == table


def test_an_older_version_of_the_rules_keeps_its_defaults() -> None:
    track = Option("track", Pick("track", ("short", "long", "loop")), "loop", once={1: "short", 3: "long"})
    spec = replace(SPEC, options=(track,), rules=4)
    assert [settle(spec, Table(2, {}, rules)).options["track"] for rules in range(1, 5)] == [
        *("short", "long", "long", "loop")
    ]
    assert settle(spec, Table(2, {"track": "loop"}, 1)).options["track"] == "loop"


def test_settling_leaves_the_given_table_alone() -> None:
    given_options = {"target": "7"}
    settle(SPEC, Table(3, given_options, 1))
    assert given_options == {"target": "7"}


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 99])
def test_the_number_of_seats(seats: int) -> None:
    with pytest.raises(IllegalMove) as refusal:
        settle(SPEC, Table(seats, {}, 1))
    assert (refusal.value.reason, refusal.value.about) == ("table.seats", {"least": 2, "most": 4})


@pytest.mark.parametrize("rules", [-1, 0, 3])
def test_rules_that_never_were(rules: int) -> None:
    with pytest.raises(IllegalMove, match=r"table\.rules"):
        settle(SPEC, Table(2, {}, rules))
    assert settle(SPEC, Table(2, {}, 2)).rules == 2


@pytest.mark.parametrize(
    ("options", "reason", "about"),
    [
        ({"colour": "red"}, "table.option", {"option": "colour"}),
        ({"track": "wide"}, "table.value", {"option": "track", "choices": "short, long"}),
        ({"extras": "wind+rain"}, "table.value", {"option": "extras", "choices": "rain, wind"}),
        ({"target": "31"}, "table.value", {"option": "target", "least": 3, "most": 30}),
        ({"target": "٣"}, "table.value", {"option": "target", "least": 3, "most": 30}),
        ({"name": "Vuelta"}, "table.text", {"option": "name", "most": 5}),
    ],
)
def test_an_option_that_cannot_be(options: dict[str, str], reason: str, about: dict[str, str | int]) -> None:
    with pytest.raises(IllegalMove) as refusal:
        settle(SPEC, Table(2, options, 1))
    assert (refusal.value.reason, refusal.value.about) == (reason, about)


def test_a_text_may_be_as_long_as_it_may_be() -> None:
    assert settle(SPEC, Table(2, {"name": "Tours"}, 1)).options["name"] == "Tours"


# --- viewers and movers


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_the_public_and_the_seats_may_look(viewer: Viewer) -> None:
    check_viewer(viewer, 3)


@pytest.mark.parametrize("viewer", [-1, 3, 99, True, False, "0", 0.0])
def test_nobody_else_may(viewer: Viewer) -> None:
    with pytest.raises(IllegalMove, match=r"no\.seat"):
        check_viewer(viewer, 3)


def test_require_gives_the_view_of_the_mover() -> None:
    game = Tiny()
    state, _ = game.setup(Table(2, {}, 1), ScriptedDice([range(32)]))
    assert require(game, state, Move(None, ("leg.1",))) == game.view(state, None)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Move(0, ("leg.1",)), "not.asked"),
        (Move(None, ()), "path.short"),
        (Move(None, ("leg.2",)), "step.unknown"),
        (Move(None, ("leg.1", "leg.1")), "step.beyond"),
        (Move(2, ("leg.1",)), "no.seat"),
    ],
)
def test_require_refuses_what_is_no_answer(move: Move, reason: str) -> None:
    game = Tiny()
    state, _ = game.setup(Table(2, {}, 1), ScriptedDice([range(32)]))
    with pytest.raises(IllegalMove) as refusal:
        require(game, state, move)
    assert refusal.value.reason == reason
