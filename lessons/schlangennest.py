"""Schlangennest by playing: a whole nest, of which the learner lays the cards that teach something."""

from lessons.lesson import Lesson, Step, answer, ride

STEPS = (
    Step(
        "gray",
        (answer("N20.w curve sw"),),
        {"M21.n": "end", "N20.w curve": "round"},
        ride(1, "M21.e straight ew"),
    ),
    Step(
        "up",
        (answer("O21.w curve nw"),),
        {"M22.n": "end", "O21.w curve": "round"},
        ride(1, "L21.e curve ne"),
    ),
    # then ten turns of each as when time is up, which is not to play badly here
    Step("most", (answer("O20.s curve sw"),), {"M22.n": "end"}, (*ride(1, ""), *(ride(0, "") + ride(1, "")) * 10)),
    Step(
        "jump",
        (answer("L23.e curve ne"),),
        {"N19.s": "out", "L23.e straight": "two", "L23.e tail": "tail", "L23.e head": "tail"},
        (*ride(1, ""), *ride(0, ""), *ride(1, "")),
    ),
    Step("tail", (answer("I22.e tail e"),), {"I22.e head": "head", "N19.s": "other"}, ride(1, "")),
    Step("head", (answer("N19.s head s"),)),
)

LESSONS = (
    Lesson(
        "schlangennest",
        "nest",
        seats=2,
        options={"board": "easy"},
        steps=STEPS,
        before=(*ride(0, "snake.0 M20 curve es"), *ride(1, "snake.1 N21 curve sw")),
        rolls={"starter": (1,)},
    ),
)
