"""The game behind the one interface: its options, its stages and what is played for a player who is late."""

from __future__ import annotations

from engines.legstrong.attacks import ask_attack, ask_chase, attack_plan, do_attack, do_chase, has_ahead
from engines.legstrong.config import CONFIG
from engines.legstrong.course import MOST_HEXES, MOST_LEGS, MOST_TEXT, RACE, RACES, TOURS, is_race, ready, tour_of
from engines.legstrong.doping import (
    BLIND,
    ask_el,
    ask_keep,
    ask_signal,
    ask_test,
    do_el,
    do_keep,
    do_signal,
    do_test,
    is_blind,
    is_colluding,
    is_doped,
)
from engines.legstrong.imagine import imagined
from engines.legstrong.outside import ask_ride, do_ride, ride_orders
from engines.legstrong.questions import Answer, OneOf, follow
from engines.legstrong.race import run_on
from engines.legstrong.riding import Choice
from engines.legstrong.sprint import ROLL, ask_sprint, do_sprint
from engines.legstrong.state import NO_JERSEYS, LegstrongView, Road, State, look
from engines.legstrong.tour import (
    MOST,
    ask_open,
    ask_roles,
    ask_types,
    do_open,
    do_roles,
    do_types,
    enter,
    riders_of,
    teams_of,
)
from engines.table import (
    Amount,
    Ask,
    Dice,
    Event,
    IllegalMove,
    Move,
    Option,
    Path,
    Pick,
    Rng,
    Spec,
    Stage,
    Standing,
    Table,
    Text,
    Viewer,
    require,
    settle,
)

MOST_SEATS, MOST_RIDERS = 10, 12  # L1

# The peloton moves at least one row a turn (L13), and a leg has no question after its bids. In a turn every rider moves
# or attacks at most once (L13a), so that a seat answers at most once for each of its riders and once more for staying
# inside; one seat decides about the chase. A leg is opened once, each seat bids once, and at the control there are a
# signal and a test for each rider and one answer of each seat; the tour begins with three answers of each seat.
LIMIT_OF_TURN = MOST_RIDERS + MOST_SEATS + 1
LIMIT_OF_CONTROL = 2 * MOST_RIDERS + MOST_SEATS
LIMIT_OF_LEG = 1 + CONFIG.rows_a_hex * MOST_HEXES * LIMIT_OF_TURN + MOST_SEATS + LIMIT_OF_CONTROL


SEVERAL_DAYS = (*TOURS, "custom")
WITH_SLEEVES = {"tour": SEVERAL_DAYS, "doping": ("on",)}

SPEC = Spec(
    key="legstrong",
    seats=range(2, MOST_SEATS + 1),
    options=(
        Option("tour", Pick("tour", (RACE, *TOURS, "custom")), "classic"),
        Option("course", Text("course", MOST_TEXT), "hilly FFGMMDF/2 FFFGFF", only={"tour": ("custom",)}),  # L6a
        Option("attacks", Pick("attacks", ("sealed", "clockwise")), "sealed"),
        Option("hold", Pick("hold", ("off", "on")), "off"),
        Option("teams", Pick("teams", ("1", "2")), "1"),
        Option("riders", Pick("riders", (MOST, "1", "2", "3")), MOST),
        Option("rest", Pick("rest", ("none", "day", "weekend")), "none", only={"tour": SEVERAL_DAYS}),
        Option("win", Pick("win", ("rider", "team")), "rider"),
        Option("doping", Pick("doping", ("on", "off")), "on", only={"tour": SEVERAL_DAYS}),
        Option("collusion", Pick("collusion", ("off", "on")), "off", only=WITH_SLEEVES),
        Option("tests", Pick("tests", ("auto", "pick", "blind")), "auto", only=WITH_SLEEVES),  # L29b
    ),
    rules=1,
    schema=1,
    limit=3 * MOST_SEATS + MOST_LEGS * LIMIT_OF_LEG,
    presets={
        "race": {"tour": RACE},
        "live": {"attacks": "clockwise", "tests": "pick"},  # L13, L29b: default where the clock is `live`
        "author": {"hold": "on", "doping": "on", "collusion": "on", "tests": "pick"},  # L13, L29b, L33
    },
    beginners="race",
    lengths=({"tour": RACE}, {"tour": "weekend"}, {"tour": "classic"}),
    turns={"risk": 2, "bottle": 2},  # a rider's next risk or bottle of the leg, whichever turn it comes in
    honours=True,
    difficulty=3,
)

STAGES: dict[str, Stage[State, LegstrongView]] = {
    "types": Stage(ask_types, do_types),
    "roles": Stage(ask_roles, do_roles),
    "el": Stage(ask_el, do_el),
    "open": Stage(ask_open, do_open),
    "ride": Stage(ask_ride, do_ride),
    "attack": Stage(ask_attack, do_attack),
    "chase": Stage(ask_chase, do_chase),
    "sprint": Stage(ask_sprint, do_sprint),
    "signal": Stage(ask_signal, do_signal),
    "test": Stage(ask_test, do_test),
    "keep": Stage(ask_keep, do_keep),
}


def choices(view: LegstrongView, path: Path) -> tuple[Choice, ...]:
    """Price, risk and all else about the options of the question after `path`; () where no length is asked for."""
    question = None
    if view.stage == "ride":
        question = follow(view, ride_orders, path).question
    elif view.stage == "attack":
        question = follow(view, attack_plan, path).question
    return question.choices if isinstance(question, OneOf) else ()


class Legstrong:
    """The game behind the one interface; see `engines.table.Game`."""

    spec = SPEC
    State = State

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        """The course is checked, the first token holder drawn, full teams are signed on."""
        table = settle(SPEC, table)
        if table.options["teams"] == "2" and table.seats != SPEC.seats[0]:
            raise IllegalMove("table.teams", {"seats": SPEC.seats[0]})
        if is_doped(table) and is_colluding(table) and is_blind(table):
            raise IllegalMove("table.collusion")  # L33a: no one would hear the signal
        most = MOST_RIDERS // teams_of(table)
        if riders_of(table) > most:
            raise IllegalMove("table.riders", {"rule": "L1", "most": most})
        courses = tour_of(table.options["tour"], table.options["course"])
        [first] = dice.roll("token", table.seats)
        if is_race(table):
            courses = (ready(RACES[dice.roll("race", len(RACES))[0] - 1]),)
        state = State(
            table=table,
            stage="",
            phase="",
            courses=courses,
            leg=1,
            token=first - 1,
            held=0,
            wishes=("",) * table.seats,
            road=Road(courses[0], 0, 0, (), (), 0),
            before=0,
            asked=(),
            due=(),
            declared=(0,) * table.seats,
            chase="",
            pursuits=(0,) * table.seats,
            won=(),
            line=(),
            history=(),
            results=(),
            scores=(),
            jerseys=NO_JERSEYS,
            standings=tuple(Standing(seat, 1, 0) for seat in range(table.seats)),
            cashed=(),
            bottles=(),
            levels=(),
            control=None,
            struck=(),
            sleeves=(),
            order=(),
            signal="",
            answers={},
        )
        return state, [Event("token", None, {"seat": state.token}), *enter(state)]

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        """One whole answer of a seat or the host; then the leg runs on to the next question."""
        answer = Answer(move.by, move.path, require(self, state, move))
        return [*STAGES[state.stage].do(state, answer, dice), *run_on(state, dice)]

    def view(self, state: State, viewer: Viewer) -> LegstrongView:
        """All but others' bottles, sleeves and sealed answers."""
        return look(state, viewer)

    def ask(self, view: LegstrongView, path: Path = ()) -> Ask | None:
        """The question of the stage."""
        stage = STAGES.get(view.stage)
        return stage.ask(view, path) if stage else None

    def fallback(self, view: LegstrongView) -> Path:
        """No attack, extra row, risk, bottle or bid; chase unless a rider of one's own is ahead; no doping (L36).

        Ruling: the token goes as its holder said last. They know that this holds until they say otherwise (L13j);
        L36's "hold no" is what holds for a holder who never said anything.
        """
        path: Path = ()
        while isinstance(ask := self.ask(view, path), Pick | Amount):
            path = (*path, self._late_step(view, path, ask))
        return path

    def _late_step(self, view: LegstrongView, path: Path, ask: Pick | Amount) -> str:
        if isinstance(ask, Amount):
            return str(ask.least)
        if ask.about.startswith("el."):
            return ask.options[-1]  # the clean card
        if BLIND in ask.options:
            return BLIND
        if ROLL in ask.options:
            return ROLL
        if ask.about == "chase":
            return ask.options[0 if has_ahead(view.road, view.viewer) else 1]
        free = [choice for choice in choices(view, path) if not choice.price and not choice.risk]
        if free:
            return max(free, key=lambda choice: choice.rows).id
        return "+".join(ask.options[: ask.least])

    def imagine(self, view: LegstrongView, rng: Rng) -> State:
        """Others' bottles, sleeves and sealed answers at random; everything else is in the view."""
        return imagined(view, rng, self.ask)
