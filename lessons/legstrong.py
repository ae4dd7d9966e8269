"""LEGSTRONG by playing, in three chapters: peloton and attack, energy and risk, sleeves and control."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lessons.lesson import Lesson, Step, Turn, answer, ride

NO_PUNCTURE = (12, 11)  # for each rider
OPEN = (Turn(None),)  # the host opens the leg
THREE, FOUR = (1,), (5,)  # on the die of the peloton


def _smooth(turns: int) -> dict[str, tuple[int, ...]]:
    """Turns of a leg in which none of the six riders has a puncture."""
    return {f"punctures.1.{turn}": NO_PUNCTURE * 6 for turn in range(1, turns + 1)}


def _peloton(*dice: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """How the peloton rolls, turn by turn."""
    return {f"peloton.1.{turn}": die for turn, die in enumerate(dice, 1)}


# --- peloton and attack: a leg of 36 rows that rises after 18 flat ones

ATTACK = (
    Step(
        "stay",
        (answer("stay"),),
        {"inside": "promise"},
        # to turn 4, in which the peloton is at row 22
        (*ride(1, "stay no"), *ride(0, "stay no"), *ride(1, "stay")),
    ),
    Step("who", (answer("0.leader"),), {"stay": "stay", "inside": "stay"}),
    Step(
        "far",
        (answer("0.leader keep 8 done"),),
        {"0.leader keep 8": "more", "0.leader keep 9": "dear", "0.leader bottle.leader.12": "drink"},
        ride(1, "stay no"),
    ),
    Step("home", (answer("keep 6"),), {"keep 7": "more", "bottle.leader.12": "drink"}),
    Step("bid", (answer("keep 3"),), {"bottle.rouleur.11": "drink", **{f"keep {rows}": "rich" for rows in (4, 5, 6)}}),
    Step("rest", (answer("keep 3 keep 0"),), {"keep 3 bottle.climber.07": "drink"}, ride(1, "keep 1 keep 0 keep 0")),
)

# --- energy and risk: a mountain, and down again

ENERGY = (
    Step("climb", (answer("0.climber"),), {"stay": "stay", "inside": "stay"}),
    Step(
        "price",
        (answer("0.climber keep 5 done"),),
        {
            **{f"0.climber keep {rows}": "dear" for rows in (6, 7, 8)},
            "0.climber keep 5": "more",
            "0.climber bottle.climber.08": "drink",
        },
        ride(1, "stay no"),
    ),
    Step(
        "summit",
        (answer("keep 3"),),
        {
            **{f"keep {rows}.risk": "risk" for rows in (6, 7)},
            **{f"keep {rows}": "paid" for rows in (4, 5)},
            "bottle.climber.08": "drink",
        },
    ),
    Step("chase", (answer("stay no"),), {"stay yes": "yes", "stay unless": "unless"}, ride(1, "stay")),
    Step(
        "descent",
        (answer("keep 7.risk"),),
        {**{f"keep {rows}.risk": "dear" for rows in (8, 9, 10)}, "bottle.climber.08": "drink"},
        (*ride(0, "stay"), *ride(1, "stay no")),
    ),
    Step(
        "bottle",
        (answer("bottle.climber.08 5"),),
        {"keep": "keep", "bottle.climber.08 6": "dear"},
        (*ride(0, "stay no"), *ride(1, "stay")),
    ),
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
        "attack",
        {"course": "FFFGFF"},
        ATTACK,
        before=(*ride(0, "0.leader 0.rouleur"), *ride(1, ""), *OPEN, *ride(0, "stay no"), *ride(1, "stay")),
        rolls={"token": (1,), **_peloton(FOUR, THREE, THREE, THREE, THREE), "bid.1": (9,)},
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
            **{"token": (2,), "bottle.1.2.0.climber": (9,), "risk.1.5.0.climber": (9,)},
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
)
