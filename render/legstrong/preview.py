"""Preview of a path begun, worked out from the view alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.legstrong import CONFIG, Choice, Legstrong, LegstrongView, Rider, choices, find, terrain
from engines.legstrong.questions import ALL, drinks, needed
from engines.table import Ask, Path
from render.words import Say

GAME = Legstrong()
EVEN = 6  # the event die of 12 is above it every other time
QUARTER = 25  # percent: the chance of one of the four cards of a sleeve


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a path and the question that it answers."""

    about: str  # the kind of question, such as "ride"
    subject: str  # the rider that it is about, "" without one
    value: str
    choice: Choice | None  # of a length


@dataclass(frozen=True, slots=True)
class Planned:
    """A rider's way by the steps chosen so far; `choice` is None before a length is chosen."""

    rider: Rider
    choice: Choice | None
    drunk: int  # energy out of the bottles
    bottles: tuple[str, ...]  # on demand, or because the way needs them
    bid: int | None = None


def steps(view: LegstrongView, path: Path) -> tuple[list[Step], Ask | None]:
    """The steps of `path` with their questions, and the question after them; IllegalMove for an illegal path."""
    taken: list[Step] = []
    ask = GAME.ask(view, ())
    for index, value in enumerate(path):
        before = "" if ask is None else ask.about
        if ask is None:  # a viewer who isn't asked: the first step is refused
            break
        about, _, subject = before.partition(".")
        after = GAME.ask(view, path[: index + 1])
        choice = next((c for c in choices(view, path[:index]) if c.id == value), None)
        taken.append(Step(about, subject, value, choice))
        ask = after
    return taken, ask


def bottles_of(view: LegstrongView, rider: str, way: str) -> tuple[str, ...]:
    """The bottles behind an answer: one of them, or "all"."""
    return tuple(b.id for b in view.bottles if b.rider == rider) if way == ALL else (way,)


def planned(view: LegstrongView, path: Path) -> dict[str, Planned]:
    """What every rider named in the steps would do, by the rider's id, in that order."""
    taken, ask = steps(view, path)
    plans: dict[str, Planned] = {}

    def plan(rider_id: str) -> Planned:
        return plans.get(rider_id, Planned(find(view.road, rider_id), None, 0, ()))

    for step in taken:
        rider_id = step.subject
        if step.about == "bottle":
            bottles = bottles_of(view, rider_id, step.value)
            plans[rider_id] = Planned(plan(rider_id).rider, None, drinks(bottles), bottles)
        elif step.choice:
            plans[rider_id] = _opening(view, plan(rider_id), step.choice)
        elif step.about == "bid":
            bottles = bottles_of(view, rider_id, ALL) if step.value != "0" else ()
            plans[rider_id] = Planned(plan(rider_id).rider, None, drinks(bottles), bottles, int(step.value))
    subject = subject_of(ask)
    if subject and subject not in plans:
        plans[subject] = plan(subject)
    return plans


def _opening(view: LegstrongView, plan: Planned, choice: Choice) -> Planned:
    """The plan with that way, and with the bottles that it needs (L18)."""
    left = [bottle for bottle in bottles_of(view, plan.rider.id, ALL) if bottle not in plan.bottles]
    lack = choice.stake - plan.rider.energy - plan.drunk
    bottles = (*plan.bottles, *(needed(left, lack) if lack > 0 else ()))
    return Planned(plan.rider, choice, drinks(bottles), bottles)


def subject_of(ask: Ask | None) -> str:
    """The rider that a question is about, "" without one."""
    about, _, subject = ("" if ask is None else ask.about).partition(".")
    return subject if about in ("ride", "rows", "bottle", "bid") else ""


def offered(view: LegstrongView, path: Path) -> tuple[str, tuple[Choice, ...]]:
    """The rider whose length is asked for after `path`, and their choices; "" and () for other questions."""
    _, ask = steps(view, path)
    offers = () if ask is None else choices(view, path)
    return (subject_of(ask), offers) if offers else ("", ())


def safe(view: LegstrongView, path: Path) -> Iterator[Choice]:
    """The lengths without risk beside the one that ends `path`."""
    return (c for c in choices(view, path[:-1]) if not c.risk)


def bid_chances(say: Say) -> dict[str, str]:
    """The most rows of a bunch sprint that are sure, and the chances of each that more come off."""
    sure = max(rows for rows, above in enumerate(CONFIG.bid_risks) if not above)
    risks = " / ".join(say("percent", n=percent(above)) for above in CONFIG.bid_risks[sure + 1 :])
    return {"sure": str(sure), "risks": risks}


def percent(above: int) -> int:
    """The chance that the event die of 12 shows more, in percent."""
    return round(100 * (12 - above) / 12)


def left_of(view: LegstrongView, plan: Planned) -> int:
    """The energy that a rider has after the plan, if a risk succeeds."""
    energy = plan.rider.energy + plan.drunk - CONFIG.prices[plan.bid or 0]
    return energy - plan.choice.price + plan.choice.gain if plan.choice else energy


def strength(view: LegstrongView, rider: Rider) -> int:
    """What a rider comes to in the bunch sprint without extra rows (L21)."""
    return CONFIG.base[rider.type][terrain(view.road.course, view.before)] + CONFIG.sprint * rider.sprinter


def roles(view: LegstrongView, path: Path) -> dict[str, str]:
    """The roles that the steps chosen so far give, by rider."""
    taken, _ = steps(view, path)
    named = {step.value: step.about for step in taken if step.about in ("sprinter", "descender")}
    return named | {step.subject: step.value for step in taken if step.about == "role"}
