"""LEGSTRONG by playing, in chapters: the bunch, energy and risk, sleeves and control, alliances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lessons.lesson import Lesson, Step, Turn, answer, ride

NO_PUNCTURE = (12, 11)  # for each rider
OPEN = (Turn(None),)  # the host opens the leg
THREE, FOUR = (1,), (5,)  # on the die of the peloton


def _smooth(turns: int, riders: int = 6) -> dict[str, tuple[int, ...]]:
    """Turns of two legs in which none of the riders has a puncture."""
    return {f"punctures.{leg}.{turn}": NO_PUNCTURE * riders for leg in (1, 2) for turn in range(1, turns + 1)}


def _peloton(*dice: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """How the peloton rolls, turn by turn."""
    return {f"peloton.1.{turn}": die for turn, die in enumerate(dice, 1)}


# --- the bunch: a leg of 36 rows, of which all but a short rise are flat

BUNCH = (
    Step(
        "stay",
        (answer("stay"),),
        {"inside": "promise"},
        # to turn 4: a rider of the computer is away at row 25, the peloton at row 15
        (
            *(*ride(1, "stay no"), *ride(0, "stay no"), *ride(1, "stay")),
            *(*ride(1, "1.rouleur 7 done no"), *ride(0, "stay"), *ride(1, "7")),
        ),
    ),
    Step("hunt", (answer("stay yes"),), {"stay no": "no"}, ride(1, "stay")),
    Step(
        "sprint",
        (answer("0.rouleur 2"), answer("0.rouleur 3")),
        {
            **{f"0.rouleur {rows}": "rich" for rows in (4, 5, 6)},
            **{"0.rouleur 1": "poor", "roll": "roll", "several": "several"},
        },
        ride(1, "1.leader 2"),
    ),
)

# --- energy and risk: a mountain, and down again

ENERGY = (
    Step("climb", (answer("0.climber"),), {"stay": "stay", "inside": "stay"}),
    Step(
        "price",
        (answer("0.climber 6 done"),),
        {**{f"0.climber {rows}": "dear" for rows in (7, 8, 9)}, "0.climber 6": "more", "0.climber drink": "drink"},
        ride(1, "stay no"),
    ),
    Step(
        "summit",
        (answer("3"),),
        {
            **{f"{rows}.risk": "risk" for rows in (6, 7)},
            **{f"{rows}": "paid" for rows in (4, 5)},
            "drink": "drink",
        },
    ),
    Step("chase", (answer("stay no"),), {"stay yes": "yes"}, ride(1, "stay")),
    Step(
        "descent",
        (answer("7.risk"),),
        {**{f"{rows}.risk": "dear" for rows in (8, 9)}, "drink": "drink"},
        (*ride(0, "stay"), *ride(1, "stay no")),
    ),
    Step("bottle", (answer("6"),), {"drink": "drink"}, (*ride(0, "stay no"), *ride(1, "stay"))),
)

# --- sleeves and control: what a leg ends with

SLEEVES = (
    *("card.club.A", "card.club.03", "card.heart.07", "card.spade.09"),  # the learner's leader
    *("card.diamond.K", "card.heart.Q", "card.club.J", "card.spade.02"),  # rouleur
    *("card.heart.A", "card.spade.K", "card.diamond.J", "card.heart.05"),  # climber
    *("card.spade.A", "card.heart.03", "card.spade.08", "card.heart.10"),  # the computer's leader
    *("card.heart.J", "card.diamond.06", "card.diamond.02", "card.heart.04"),
    *("card.heart.K", "card.spade.04", "card.diamond.08", "card.club.09"),
)
CONTROL = (
    Step("clean", (answer("card.spade.09"),), {"card.club.A": "ace"}),
    Step(
        "royal",
        (answer("card.spade.09 card.diamond.K"),),
        {"card.spade.09 card.heart.Q": "equal", "card.spade.09 card.club.J": "equal"},
    ),
    Step(
        "ace",
        (answer("card.spade.09 card.diamond.K card.heart.A"),),
        # the whole leg in the peloton, and the sprint
        then=(
            *(*ride(1, "card.spade.A card.heart.J card.heart.K"), *OPEN),
            *(*ride(0, ""), *ride(1, "")) * 3,
            *ride(1, "2"),
        ),
    ),
    Step("test", tuple(answer(place) for place in ("2", "1", "3", "4", "blind"))),
    Step("keep", (answer("keep"),)),
)


# --- alliances: a signal, the token kept, a signal followed; three players with a rider each

ALLIES = (
    *("card.spade.K", "card.joker.1", "card.diamond.05", "card.club.09"),  # the learner's rouleur
    *("card.heart.A", "card.club.K", "card.diamond.02", "card.spade.08"),  # the ally's leader
    *("card.heart.Q", "card.club.06", "card.diamond.07", "card.spade.10"),  # the third player's climber
)
EVERYONE = (0, 1, 2)
ALLIANCES = (
    Step(
        "signal",
        (answer("2"), answer("4")),
        {"none": "none"},
        (
            *(*ride(1, "2"), *ride(0, "keep"), *OPEN),
            *(turn for seat in EVERYONE for turn in ride(seat, "")),
        ),
    ),
    Step(
        "token",
        (answer("stay no keep"),),
        {"stay no pass": "pass", "stay yes": "chase"},
        (*ride(1, ""), *ride(2, ""), *ride(0, "0"), *ride(1, "2"), *ride(2, "0"), *ride(1, "3")),
    ),
    Step("trust", (answer("3"),), {"blind": "blind"}),
)


def _chapter(
    chapter: str,
    options: Mapping[str, str],
    steps: tuple[Step, ...],
    *,
    before: tuple[Turn, ...],
    rolls: Mapping[str, Sequence[int]],
    tops: Mapping[str, Sequence[str]],
) -> Lesson:
    table = {"tour": "custom", "doping": "off", **options}
    return Lesson("legstrong", chapter, 2, table, steps, before, {**_smooth(8), **rolls}, tops)


LESSONS = (
    _chapter(
        "bunch",
        {"course": "FFFGFF"},
        BUNCH,
        before=(*ride(0, "0.rouleur 0.climber"), *ride(1, ""), *OPEN),
        rolls={"token": (2,), **_peloton(FOUR, FOUR, FOUR, THREE, FOUR)},
        tops={},
    ),
    _chapter(
        "energy",
        {"course": "FGMDFF/2"},
        ENERGY,
        before=(
            *(*ride(0, "0.leader 0.rouleur"), *ride(1, ""), *OPEN),
            *(*ride(0, "stay"), *ride(1, "stay no"), *ride(0, "stay no"), *ride(1, "stay")),
        ),
        rolls={
            **{"token": (2,), "bottle.1.2.0.climber": (12,), "risk.1.5.0.climber": (9,)},
            **_peloton(FOUR, FOUR, FOUR, THREE, THREE, THREE),
        },
        tops={},
    ),
    _chapter(
        "sleeves",
        {"course": "FFFF FFFF", "doping": "on", "tests": "pick"},
        CONTROL,
        before=(*ride(0, "0.rouleur 0.leader"), *ride(1, "")),
        rolls={"token": (1,), "control.1": (4,), **_peloton(THREE, THREE, THREE, THREE)},
        tops={
            "sleeves": SLEEVES,
            "sleeve.1.0.rouleur": ("card.diamond.K", "card.heart.Q"),
            "sleeve.1.1.leader": ("card.spade.A", "card.spade.08"),
        },
    ),
    Lesson(
        "legstrong",
        "alliances",
        len(EVERYONE),
        {"tour": "custom", "course": "FFFF FFFF FFFF", "riders": "1", "tests": "pick", "collusion": "on", "hold": "on"},
        ALLIANCES,
        (
            *(
                *ride(0, "rouleur leader climber"),
                *ride(1, "leader rouleur climber"),
                *ride(2, "climber leader rouleur"),
            ),
            *(turn for seat in EVERYONE for turn in ride(seat, "sprinter")),
            *(*ride(0, "card.spade.K"), *ride(1, "card.heart.A"), *ride(2, "card.heart.Q"), *OPEN),
            *(turn for seat in EVERYONE * 2 for turn in ride(seat, "")),
            *(*ride(0, "2"), *ride(1, "0"), *ride(2, "0")),
        ),
        {
            **_smooth(8, len(EVERYONE)),
            **{f"peloton.{leg}.{turn}": THREE for leg in (1, 2) for turn in (1, 2, 3)},
            **{"token": (3,), "control.1": (1,), "control.2": (1,)},
        },
        {
            "sleeves": ALLIES,
            "sleeve.1.0.rouleur": ("card.diamond.05", "card.joker.1", "card.club.09", "card.spade.K"),
            "sleeve.2.1.leader": ("card.diamond.02", "card.spade.08", "card.club.K", "card.heart.A"),
        },
        beyond=True,
    ),
)
