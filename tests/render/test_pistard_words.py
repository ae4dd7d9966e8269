"""Pistard has words for all that happens, is asked or is refused, and they fit where Discord shows them."""

from typing import Any

import pytest

import locales
from engines.pistard import Pistard
from engines.table import Event, IllegalMove, Path
from render import RENDERERS
from render.pistard.pages import PAGES, moment
from tests.render.moments import moments

pytestmark = pytest.mark.quick

say = locales.catalogue("en")
RENDERER = RENDERERS["pistard"]
GAME = Pistard()
NAMES = ("Ada", "Bob", "Cy", "Dee")


def sentence_of(kind: str, **data: Any) -> str | None:
    return RENDERER.sentence(Event(kind, None, data), NAMES, say)


def green_2(**data: Any) -> dict[str, Any]:
    return {"rider": "1.G", "seat": 1, "base": "G", **data}


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        ("rolled", {"seat": 0, "dice": [6, 4, 1]}, "Ada rolls 6 4 1."),
        ("precedence", {"seats": [1, 0]}, "Equal dice move in this order: Bob, Ada."),
        ("assigned", {"seat": 1, "dice": [6, 5, 2, 1]}, "Bob's dice – Yellow: 6, Green: 5, Blue: 2, Orange: 1."),
        ("placed", green_2(die=5, row=5, lane=1), "🟢 Green 2 takes the 5 to row 5, lane 1."),
        ("lapped", green_2(by="0.O"), "🟠 Orange 1 laps 🟢 Green 2 (Bob), who is out of the race."),
        (
            "dropped",
            green_2(by="0.O"),
            "🟠 Orange 1 crosses the line: 🟢 Green 2 (Bob) is last and out of the race.",
        ),
        ("die.lost", {"seat": 1, "die": 2}, "Bob loses the spare 2."),
        (
            "crossed",
            green_2(lap=2, place=3, points=1),
            "Lap 2: 🟢 Green 2 (Bob) is number 3 over the line, one point.",
        ),
        (
            "crossed",
            green_2(lap=2, place=1, points=3),
            "Lap 2: 🟢 Green 2 (Bob) is number 1 over the line, 3 points.",
        ),
        ("crossed", green_2(lap=2, place=4, points=0), None),
        ("won", {"seats": [3]}, "**Dee wins!**"),
        ("won", {"seats": [0, 2]}, "**Ada and Cy share the win!**"),
    ],
)
def test_an_event_reads_like_a_report(kind: str, data: dict[str, Any], sentence: str | None) -> None:
    assert sentence_of(kind, **data) == sentence


def test_a_ride_tells_its_bonus_and_what_was_in_the_way() -> None:
    ride = green_2(die=5, steps=5, bonus=[], landing=[9, 2], row=9, lane=2)
    assert sentence_of("rode", **ride) == "Bob moves 🟢 Green 2 with the 5 to row 9, lane 2."
    ride |= {"bonus": ["colour", "wind"], "row": 11, "lane": 1}
    assert sentence_of("rode", **ride) == "Bob moves 🟢 Green 2 with the 5 to row 11, lane 1. Bonus: colour and wind."
    blocked = green_2(die=5, steps=3, bonus=[], landing=[7, 2], row=7, lane=2)
    assert sentence_of("rode", **blocked) == ("Bob moves 🟢 Green 2 with the 5 to row 7, lane 2. Blocked after step 3.")
    stuck = green_2(die=5, steps=0, bonus=[], landing=[4, 2], row=4, lane=2)
    assert (
        sentence_of("rode", **stuck)
        == "Bob's 🟢 Green 2 has no way through and stays on row 4, lane 2; the 5 is used up."
    )


def test_names_are_told_as_they_are() -> None:
    assert (
        RENDERER.sentence(Event("sealed", None, {"seat": 0}), ("{name} %s",), say)
        == "{name} %s has handed out their dice."
    )


def label_from(riders: dict[str, tuple[int, int]], path: Path, option: str, die: int = 4) -> str:
    """The label of an option for 0.Y, the first of `riders`, who is due with one die."""
    placed = tuple((name, d, lane) for name, (d, lane) in riders.items())
    return RENDERER.label(moment(placed, "0.Y", ((die,), (3,))), path, option, say)


def test_labels_tell_what_a_square_offers() -> None:
    riders = {"0.Y": (5, 2), "1.G": (10, 2)}
    assert label_from(riders, (), "4") == "4 → row 9"
    assert label_from(riders, ("4",), "1") == "Lane 1, 🟡 yellow · colour bonus"
    assert label_from(riders, ("4",), "2") == "Lane 2, 🔵 blue · wind"
    assert label_from(riders, ("4", "1"), "stop") == "Stop here"
    assert label_from(riders, ("4", "1"), "on") == "Straight on: lane 1, 🟠 orange"
    assert label_from(riders, ("4", "2"), "in") == "Wind, inwards: lane 1, 🟠 orange"
    assert label_from(riders, ("4", "2"), "out") == "Wind, outwards: lane 3, 🟠 orange"


def test_a_label_names_the_rider_who_would_be_lapped() -> None:
    ahead = {"0.Y": (30, 2), "1.G": (10, 4)}
    assert label_from(ahead, ("4",), "1") == "Lane 1, 🟠 orange · laps 🟢 Green 2"
    two = ahead | {"1.B": (9, 4)}
    assert label_from(two, ("4",), "1") == "Lane 1, 🟠 orange · laps 2 riders: 🟢G2, 🔵B2"


def test_colour_after_wind_is_not_called_straight() -> None:
    # row 8: lane 2 is yellow; the wind from row 7, lane 3 behind Green 2 leads there, and colour on to lane 1
    riders = {"0.Y": (3, 3), "1.G": (8, 3)}
    assert label_from(riders, ("4", "3", "in"), "on") == "Colour: lane 1, 🟡 yellow"


def test_a_rider_who_is_shut_in_can_only_stay() -> None:
    wall = {"0.Y": (5, 1), "1.G": (6, 1), "1.B": (6, 2)}
    assert label_from(wall, (), "4") == "4 (blocked)"
    assert label_from(wall, ("4",), "stay") == "Stay put"
    blocked = {"0.Y": (5, 1)} | {f"1.{base}": (8, lane) for lane, base in enumerate("YGBO", 1)}
    assert label_from(blocked, (), "4") == "4 → row 7 (blocked)"


def test_the_description_names_everybody_and_who_is_due() -> None:
    view = moments("pistard")[30].public
    alt = RENDERER.alt(view, (), say)
    for rider in view.riders:
        assert f"{rider.base}{rider.seat + 1} " in alt
    assert "Next: " in alt
    assert "…" not in alt


def test_the_text_board_shows_riders_and_what_they_reach() -> None:
    view = moment((("0.Y", 5, 2), ("1.G", 10, 2)), "0.Y", ((4,), (3,)))
    board = RENDERER.text_board(view, ("4",), say)
    assert board.splitlines()[1:6] == [
        "     1   2   3   4   5   6   7   8",
        "4:  b   y   b   g   o   o   y   y",
        "3:  y   b   y   o   g   g   b   b",
        "2:  b   y   b   g  >Y1  o   y   y",
        "1:  y   b   y   o   g   g   b   b",
    ]
    assert "2: *b   G2  o" in board


def test_a_text_that_is_too_long_is_refused() -> None:
    illegal = IllegalMove("table.text", {"option": "track", "most": 10})
    assert RENDERER.refusal(illegal, NAMES, say) == "Track can have 10 characters at most."


def test_the_rules_tell_whose_wind_a_lap_gives_how_a_die_is_given_up_and_whose_number_twelve_is() -> None:
    pages = dict(zip(PAGES, RENDERER.rules(say), strict=True))
    assert "gives wind too but is never in the way" in pages["wind"].text  # P15, P17a
    assert "The die left over is lost" in pages["lapping"].text  # P17b
    assert "*as many dice as riders*" in pages["lapping"].text
    assert "12, as the author suggests" in pages["win"].text  # P19
    assert "12" not in pages["own"].text, "the source's number is none of our own"
    # P13, P12, P16, P17, P17b
    for own in ("in full", "squeeze diagonally", "can lead into the wind", "after every step", "spare die"):
        assert own in pages["own"].text
