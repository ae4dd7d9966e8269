"""SuperEchelon by playing: two stages of a tour for three players, with Good Day, Bad Day and loot."""

from itertools import chain

from lessons.lesson import Lesson, Step, answer, ride

# The first deal goes round from the seat left of the learner, who leads; the second from the last seat.
FIRST = (
    ("trialist.1.01", "super.1.00", "climber.1.00"),
    ("specialist.1.01", "specialist.1.02", "good.1.00"),
    ("gregario.1.03", "gregario.1.01", "gregario.1.00"),
    ("super.1.04", "debutant.1.02", "sprinter.1.00"),
    ("bad.1.02", "gregario.1.10", "super.1.01"),
)
SECOND = (
    ("climber.1.01", "specialist.1.03", "climber.1.02"),  # the back of the first says: mountain
    ("specialist.1.00", "bad.1.03", "gregario.1.02"),
    ("good.1.02", "debutant.1.03", "super.1.06"),
)
NEXT_BACK = "gregario.1.07"  # classic

STEPS = (
    Step(
        "card",
        (answer("climber.1.00 new"),),
        {"sprinter.1.00": "sprinter", "good.1.00": "good"},
        (*ride(1, "super.1.04 new"), *ride(2, "specialist.1.02 b.1")),
    ),
    Step(
        "good",
        (answer("good.1.00 b.1"),),
        {"good.1.00 b.2": "theirs"},
        (*ride(1, "trialist.1.01 b.2"), *ride(2, "gregario.1.01 b.1")),
    ),
    Step(
        "bank",
        (answer("sprinter.1.00 b.1"),),
        {"sprinter.1.00 b.2": "theirs"},
        (*ride(1, "bad.1.02 b.2 climber.1.00"), *ride(2, "debutant.1.02 b.1")),
    ),
    Step(
        "loot",
        (answer("trialist.1.01+super.1.04"),),
        then=(*ride(1, "specialist.1.01 new"), *ride(2, "specialist.1.00 new")),
    ),
    Step(
        "join",
        (answer("specialist.1.03 b.1"),),
        {"specialist.1.03 new": "own", "specialist.1.03 b.2": "other", "bad.1.03": "bad"},
        (*ride(1, "gregario.1.02 b.1"), *ride(2, "good.1.02 b.2")),
    ),
    Step(
        "bad",
        (answer("bad.1.03 b.1 specialist.1.00"),),
        {"bad.1.03 b.2": "same", "bad.1.03 new": "alone", "bad.1.03 b.1": "target"},
        (*ride(1, "super.1.06 b.1"), *ride(2, "super.1.00 b.2")),
    ),
    Step("last", (answer("super.1.01 b.1"),), {"super.1.01": "place"}),
)

LESSONS = (
    Lesson(
        "superechelon",
        "stages",
        seats=3,
        options={"tours": "1"},
        steps=STEPS,
        rolls={"draw.tour.1.seat.0": (1,), "draw.tour.1.seat.1": (30,), "draw.tour.1.seat.2": (30,)},
        tops={"deck.tour.1": (*chain(*FIRST, *SECOND), NEXT_BACK)},
    ),
)
