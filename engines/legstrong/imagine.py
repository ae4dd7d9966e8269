"""A state that a viewer can't tell from the real one: others' bottles, sleeves and sealed answers at random."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from engines.legstrong.cards import DECK, IN_SLEEVE, sleeved
from engines.legstrong.doping import NOTHING, PLACES, is_colluding, is_doped
from engines.legstrong.sealed import spell
from engines.legstrong.state import Bottle, LegstrongView, Rider, Sleeve, State, full_pile, look, tested_now
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
        wishes=view.wishes,
        road=view.road,
        before=view.before,
        asked=view.asked,
        due=view.due,
        declared=view.declared,
        chase=view.chase,
        pursuits=view.pursuits,
        won=view.won,
        line=view.line,
        history=view.history,
        results=view.results,
        scores=view.scores,
        jerseys=view.jerseys,
        standings=view.standings,
        cashed=view.cashed,
        bottles=_bottles(view, rng),
        levels=view.levels,
        control=view.control,
        struck=view.struck,
        sleeves=_sleeves(view, rng),
        order=view.order,
        signal=view.signal,
        answers={},
    )
    _fill_test(state, view, rng)
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
    """Everyone holds as many bottles as is public, and the viewer their own (L18)."""
    seen = {*view.cashed, *(bottle.id for bottle in view.bottles)}
    unseen: dict[str, list[str]] = defaultdict(list)
    dealt = list(view.bottles)
    for rider in view.road.riders:
        if rider.seat != view.viewer and rider.tiles:
            if rider.type not in unseen:
                unseen[rider.type] = [bottle for bottle in full_pile(rider.type) if bottle not in seen]
                rng.shuffle(unseen[rider.type])
            dealt += [Bottle(unseen[rider.type].pop(), rider.id) for _ in range(rider.tiles)]
    return tuple(sorted(dealt, key=lambda bottle: bottle.id))


def _sleeves(view: LegstrongView, rng: Rng) -> tuple[Sleeve, ...]:
    """The viewer's own, and the others' with the cards that were shown, filled up with cards the viewer has never seen.

    A negative test rules out no sleeve: the card drawn can always have been the Energy Level itself (L31).
    """
    if not is_doped(view.table) or view.stage in ("types", "roles", "over"):
        return ()
    shown = {level.rider: level.known for level in view.levels}
    sleeve_of = {sleeve.rider: sleeve for sleeve in view.sleeves}
    seen = {card for cards in shown.values() for card in cards}
    seen.update(card for sleeve in view.sleeves for card in sleeve.cards)
    unseen = [card for card in DECK if card not in seen]
    rng.shuffle(unseen)
    sleeves: list[Sleeve] = []
    for rider in _entered(view):
        if rider.id not in sleeve_of:
            cards = shown.get(rider.id, ())
            filled = (*cards, *(unseen.pop() for _ in range(IN_SLEEVE - len(cards))))
            sleeve_of[rider.id] = Sleeve(rider.id, rider.seat, sleeved(filled))
        sleeves.append(sleeve_of[rider.id])
    return tuple(sleeves)


def _entered(view: LegstrongView) -> list[Rider]:
    """Everyone who began the tour, in the order in which the sleeves were dealt."""
    there = {rider.id: rider for rider in (*(struck.rider for struck in view.struck), *view.road.riders)}
    return [there[level.rider] for level in view.levels] or list(there.values())


def _fill_test(state: State, view: LegstrongView, rng: Rng) -> None:
    """How the cards of a test lie, where its owner has seen it, and what the owner has told the tester (L33)."""
    sample = tested_now(view.control)
    if sample is None or not is_colluding(view.table) or view.stage not in ("signal", "test"):
        return
    if not view.order:
        cards = [card for sleeve in state.sleeves if sleeve.rider == sample.rider for card in sleeve.cards]
        rng.shuffle(cards)
        state.order = tuple(cards)
    if view.stage == "test" and not view.signal:
        ways = (NOTHING, *PLACES)
        state.signal = f"signal.{sample.rider}.{ways[rng.randrange(len(ways))]}"


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
