"""Pistard by playing: a whole lap, from the dice of the start to the points at the line."""

from lessons.lesson import Lesson, Step, answer, ride

ROLLS = {
    "start.seat.0": (6, 4, 3, 1),
    "start.seat.1": (5, 4, 2, 2),
    "turn.1.seat.0": (6, 4, 3, 2),
    "turn.1.seat.1": (4, 3, 2, 1),
    "turn.2.seat.0": (5, 5, 5, 2),
    "turn.2.seat.1": (3, 2, 2, 1),
    "turn.3.seat.0": (5, 5, 5, 1),
    "turn.3.seat.1": (4, 3, 2, 1),
    "turn.4.seat.0": (6, 5, 4, 1),
}
# to turn 4, by seat, each rider as when time is up: three of Team 1 come near the line, the others stay behind
TWO_TURNS = "1100001111000011101"

STEPS = (
    Step("start", (answer("6"),)),
    Step("rest", (answer("6 4 3 1"),), then=ride(1, "5 4 2 2")),
    Step("die", (answer("3 1 on"),), {"3 1": "stop", "4": "four", "3 3": "outer"}, ride(1, "3 1")),
    Step("own", (answer("6 2 on"),), {"4": "four", "2": "two", "6 4": "outer", "6 2 stop": "stop"}, ride(1, "")),
    Step(
        "wind",
        (answer("4 2 out on"),),
        {"2": "short", "4 1": "walled", "4 2": "stop", "4 3": "colour"},
        tuple(turn for seat in TWO_TURNS for turn in ride(int(seat), "")),
    ),
    Step("line", (answer("4 1"),), {"6": "much", "5": "much", "4": "lane"}),
    Step("second", (answer("5 3 on"),), {"6": "six", "5 2": "lane", "5 4": "lane", "5 3 stop": "stop"}),
    Step("third", tuple(answer(f"6 {way}") for way in ("2 on", "2 stop", "3 stop", "3 in", "3 out", "4 on", "4 stop"))),
)

LESSONS = (
    Lesson(
        "pistard",
        "lap",
        seats=2,
        options={"track": "sprint", "target": "6"},
        steps=STEPS,
        rolls=ROLLS,
    ),
)
