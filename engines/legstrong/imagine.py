"""A state that a viewer can't tell from the real one: others' bottles and sealed answers filled in at random."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from engines.legstrong.sealed import spell
from engines.legstrong.state import Bottle, LegstrongView, State, full_pile, look
from engines.table import Amount, Ask, Path, Pick, Ready, Rng


def imagined(view: LegstrongView, rng: Rng, ask: Callable[[LegstrongView, Path], Ask | None]) -> State:
    """The whole state; `ask` puts the questions whose sealed answers are made up."""
    state = State(
        table=view.table,
        stage=view.stage,
        phase=view.phase,
        courses=view.courses,
        leg=view.leg,
        token=view.token,
        held=view.held,
        kept=view.kept,
        road=view.road,
        before=view.before,
        asked=view.asked,
        due=view.due,
        declared=view.declared,
        chase=view.chase,
        won=view.won,
        line=view.line,
        history=view.history,
        results=view.results,
        scores=view.scores,
        jerseys=view.jerseys,
        standings=view.standings,
        cashed=view.cashed,
        bottles=_bottles(view, rng),
        answers={},
    )
    answers: dict[str, str] = {}
    for seat in view.asked if view.sealed else ():
        if seat == view.viewer:
            if view.answer:
                answers[str(seat)] = view.answer
        elif seat not in view.waiting:
            answers[str(seat)] = spell(view.stage, seat, _at_random(look(state, seat), rng, ask))
    state.answers = answers
    return state


def _bottles(view: LegstrongView, rng: Rng) -> tuple[Bottle, ...]:
    """Everybody holds as many as all can see, and the viewer his own (L18)."""
    known = {*view.cashed, *(bottle.id for bottle in view.bottles)}
    unseen: dict[str, list[str]] = defaultdict(list)
    dealt = list(view.bottles)
    for rider in view.road.riders:
        if rider.seat != view.viewer and rider.tiles:
            if rider.type not in unseen:
                unseen[rider.type] = [bottle for bottle in full_pile(rider.type) if bottle not in known]
                rng.shuffle(unseen[rider.type])
            dealt += [Bottle(unseen[rider.type].pop(), rider.id) for _ in range(rider.tiles)]
    return tuple(sorted(dealt, key=lambda bottle: bottle.id))


def _at_random(view: LegstrongView, rng: Rng, ask: Callable[[LegstrongView, Path], Ask | None]) -> Path:
    """Any whole answer of that seat."""
    path: Path = ()
    while not isinstance(question := ask(view, path), Ready):
        assert question is not None, "only seats that are asked have answered"
        path = (*path, _step(question, rng))
    return path


def _step(question: Pick | Amount, rng: Rng) -> str:
    if isinstance(question, Amount):
        return str(question.least + rng.randrange(question.most - question.least + 1))
    places = list(range(len(question.options)))
    rng.shuffle(places)
    chosen = sorted(places[: question.least + rng.randrange(question.most - question.least + 1)])
    return "+".join(question.options[place] for place in chosen) or "-"
