"""LEGSTRONG: a sleeve of four cards for each rider, their Energy Level, and the control after every leg (L25-L36)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from engines.legstrong.cards import (
    DECK,
    IN_SLEEVE,
    Dose,
    bonus,
    doses_of,
    is_level,
    is_lower,
    is_positive,
    sleeved,
)
from engines.legstrong.config import DIE
from engines.legstrong.course import is_race
from engines.legstrong.outside import who
from engines.legstrong.questions import Questions, checked, clockwise, put_to
from engines.legstrong.results import ROLL_OFFS, jerseys, jerseys_event, shared_standings, standings
from engines.legstrong.sealed import seal
from engines.legstrong.state import (
    NEGATIVE,
    POSITIVE,
    SAVED,
    Control,
    LegstrongView,
    Level,
    Lot,
    Sample,
    Sleeve,
    State,
    Struck,
    find,
    tested_now,
)
from engines.table import DEALT, Ask, Dice, Event, IllegalMove, Move, Path, Pick, Seat, Table

T = TypeVar("T")

CALLED = {  # L28: places of the leg by event die
    **{1: (1,), 2: (1,), 3: (1,), 4: (1, 2), 5: (1, 2), 6: (1, 3), 7: (1, 3), 8: (1, 4), 9: (2, 3), 10: (2, 4)},
}
ONE_BY_LOT, TWO_BY_LOT = 11, 12  # L28: the other event dice
TWO = 2
SAVES = (5, 8, 11)  # L30: the event die saves up to this after 1, 2, 3 or more negative tests
PLACES = ("1", "2", "3", "4")
LEAST_OWNERS = 2  # L32b: fewer end the tour
BLIND, NOTHING, KEEP = "blind", "none", "keep"


def is_doped(table: Table) -> bool:
    """Whether there are sleeves: in a single race never."""
    return table.options["doping"] == "on" and not is_race(table)


def is_blind(table: Table) -> bool:
    """Whether the place of a test is always drawn (L29b)."""
    tests = table.options["tests"]
    return tests == "blind" or (tests == "auto" and not is_colluding(table))


def is_colluding(table: Table) -> bool:
    """Whether the owner of a sleeve sees how its cards lie, and may tell the tester (L33)."""
    return table.options["collusion"] == "on"


def level_of(levels: Sequence[Level], rider_id: str) -> Level | None:
    """What everyone knows of that rider's sleeve; None before it is shown, and without doping."""
    return next((level for level in levels if level.rider == rider_id), None)


def start_bonus(state: State, rider_id: str) -> int:
    """Energy that the rider's level adds at the start of a leg, or takes (L26)."""
    level = level_of(state.levels, rider_id)
    return bonus(level.card) if level else 0


def doses(view: LegstrongView, rider_id: str) -> tuple[Dose, ...]:
    """Each card of the viewer's own sleeve as Energy Level, with bonus and chance of a positive test (L34)."""
    return doses_of(_own_cards(view, rider_id))


def _own_cards(view: LegstrongView, rider_id: str) -> tuple[str, ...]:
    return next(sleeve.cards for sleeve in view.sleeves if sleeve.rider == rider_id)


def _put_to(view: LegstrongView, questions: Callable[[LegstrongView], Questions[T]], path: Path) -> Ask | None:
    """`put_to`, with the reason why a card or a place isn't offered."""
    try:
        return put_to(view, questions, path)
    except IllegalMove as illegal:
        step, (stage, _, rider_id) = str(illegal.about["step"]), str(illegal.about.get("about", "")).partition(".")
        if step in DECK and stage in ("el", "keep"):
            is_held = is_level(step) and step in _own_cards(view, rider_id)
            reason = "level.higher" if is_held else "level.sleeve" if is_level(step) else "level.joker"
            raise IllegalMove(reason, illegal.about) from None
        if step.isdecimal() and stage in ("signal", "test"):
            raise IllegalMove("test.place", illegal.about) from None
        raise


# --- el: the Energy Levels (L25)


def deal(state: State, dice: Dice) -> list[Event]:
    """Four cards for each rider, then everyone is asked for their levels."""
    deck = dice.shuffle("sleeves", DECK)
    state.sleeves = tuple(
        Sleeve(rider.id, rider.seat, sleeved(deck[IN_SLEEVE * index : IN_SLEEVE * (index + 1)]))
        for index, rider in enumerate(state.road.riders)
    )
    state.stage, state.asked = "el", clockwise(state.table.seats, state.token)
    return [_dealt(state, seat) for seat in range(state.table.seats)]


def _dealt(state: State, seat: Seat) -> Event:
    sleeves = [sleeve for sleeve in state.sleeves if sleeve.seat == seat]
    cards = [card for sleeve in sleeves for card in sleeve.cards]
    return Event(DEALT, frozenset({seat}), {"seat": seat, "riders": [s.rider for s in sleeves], "cards": cards})


def chosen_levels(view: LegstrongView) -> Questions[dict[str, str]]:
    """A card for each of the viewer's riders."""
    chosen: dict[str, str] = {}
    for sleeve in view.sleeves:
        options = tuple(card for card in sleeve.cards if is_level(card))
        chosen[sleeve.rider] = yield Pick(f"el.{sleeve.rider}", options)
    return chosen


def ask_el(view: LegstrongView, path: Path) -> Ask | None:
    """For everyone at once."""
    return _put_to(view, chosen_levels, path)


def do_el(state: State, move: Move, dice: Dice) -> list[Event]:
    """Seal the levels; when all are in they are shown together."""
    events, levels = seal(state, move, chosen_levels)
    if levels is None:
        return events
    chosen = {rider: card for cards_of in levels.values() for rider, card in cards_of.items()}
    cards = [chosen[rider.id] for rider in state.road.riders]
    state.levels = tuple(Level(rider.id, chosen[rider.id], (chosen[rider.id],)) for rider in state.road.riders)
    state.stage, state.asked, state.phase = "", (), "opening"
    data = {"riders": [level.rider for level in state.levels], "cards": cards, "bonuses": [bonus(c) for c in cards]}
    return [*events, Event("levels", None, data)]


# --- the control: who is called (L28, L29)


def call(state: State, dice: Dice) -> list[Event]:
    """The event die calls riders of the leg that has just ended, and each of them gets a tester."""
    [die] = dice.roll(f"control.{state.leg}", DIE)
    finishers = [finish.rider for finish in state.results[-1]]
    lots: tuple[tuple[Lot, ...], ...] = ()
    if die == ONE_BY_LOT:
        lots = _one_by_lot(state, finishers, dice)
        riders = [min(lots[-1], key=lambda lot: lot.pip).rider]
    elif die == TWO_BY_LOT:
        lots = (_lots(state, finishers, dice),)
        riders = _two_lowest(lots[0])
    else:
        riders = [finishers[place - 1] for place in CALLED[die] if place <= len(finishers)]
    samples = tuple(_sample(state, rider) for rider in riders)
    state.control, state.phase = Control(state.leg, die, lots, samples), "tests"
    called = {"riders": riders, "seats": [s.seat for s in samples], "testers": [s.tester for s in samples]}
    return [
        Event("control", None, {"leg": state.leg, "die": die}),
        *(Event("lots", None, {"riders": [x.rider for x in lot], "dice": [x.pip for x in lot]}) for lot in lots),
        Event("called", None, called),
    ]


def _lots(state: State, riders: Sequence[str], dice: Dice) -> tuple[Lot, ...]:
    # in the order of the teams, as the riders are called by their numbers
    rolling = [rider.id for rider in state.road.riders if rider.id in riders]
    pips = dice.roll(f"lots.{state.leg}", DIE, len(rolling))
    return tuple(Lot(rider, pip) for rider, pip in zip(rolling, pips, strict=True))


def _one_by_lot(state: State, riders: Sequence[str], dice: Dice) -> tuple[tuple[Lot, ...], ...]:
    """Rounds of rolls; riders tied for the lowest roll again. The last round settles it, whatever it shows."""
    rounds: list[tuple[Lot, ...]] = []
    while (len(riders) > 1 and len(rounds) < ROLL_OFFS) or not rounds:
        rounds.append(_lots(state, riders, dice))
        least = min(lot.pip for lot in rounds[-1])
        riders = [lot.rider for lot in rounds[-1] if lot.pip == least]
    return tuple(rounds)


def _two_lowest(lots: Sequence[Lot]) -> list[str]:
    """The two lowest, and everyone who is tied with the second."""
    falling = sorted(lots, key=lambda lot: lot.pip)
    return [lot.rider for lot in falling if lot.pip <= falling[:TWO][-1].pip]


def _sample(state: State, rider_id: str) -> Sample:
    """The token holder tests; the holder's own riders are tested by the next owner to the left.

    Ruling to L29 and L32: testers are named when the riders are called. An owner whose last rider is struck in this
    control still carries out its other tests: with two players no one else could.
    """
    seat = find(state.road, rider_id).seat
    level = level_of(state.levels, rider_id)
    assert level is not None, "a tour with controls has levels"
    tester = state.token
    if tester == seat:
        tester = next(other for other in clockwise(state.table.seats, seat + 1) if other in owners(state))
    return Sample(rider_id, seat, tester, level.card)


def owners(state: State) -> set[Seat]:
    """The owners who have riders in the tour."""
    return {score.seat for score in state.scores}


# --- signal and test (L30, L31, L33a)


def test_next(state: State, dice: Dice) -> list[Event]:
    """The next rider: the saving roll, then the test, up to the question to the owner who has to answer for it."""
    sample = tested_now(state.control)
    if sample is None:
        state.phase = "verdict"
        return []
    level = level_of(state.levels, sample.rider)
    assert level is not None
    events: list[Event] = []
    if level.circles:
        sample = _save(sample, level.circles, state.leg, dice)
        _replace_sample(state, sample)
        saved = {"most": sample.most, "die": sample.die, "passed": int(sample.result == SAVED)}
        events.append(Event("saved", None, {**_whose(sample), **saved}))
        if sample.result == SAVED:
            return events
    events.append(Event("sleeve", None, {**_whose(sample), "tester": sample.tester}))
    if is_blind(state.table):
        return events + _draw(state, sample, BLIND, dice)
    state.stage, state.asked = "test", (sample.tester,)
    if is_colluding(state.table):
        state.stage, state.asked = "signal", (sample.seat,)
        state.order = _shuffled(state, sample, dice)
        order = {**_whose(sample), "cards": state.order}
        events.append(Event("shuffled", frozenset({sample.seat}), order))
    return events


def _whose(sample: Sample) -> dict[str, str | int]:
    return {"rider": sample.rider, "seat": sample.seat}


def _save(sample: Sample, circles: int, leg: int, dice: Dice) -> Sample:
    """A saved rider isn't tested: no circle, no change of level (L30)."""
    most = SAVES[min(circles, len(SAVES)) - 1]
    [die] = dice.roll(f"save.{leg}.{sample.rider}", DIE)
    return replace(sample, most=most, die=die, result=SAVED if die <= most else "")


def _replace_sample(state: State, sample: Sample) -> None:
    """Replace the sample by its new value."""
    control = state.control
    assert control is not None
    samples = tuple(sample if old.rider == sample.rider else old for old in control.samples)
    state.control = replace(control, samples=samples)


def _shuffled(state: State, sample: Sample, dice: Dice) -> tuple[str, ...]:
    cards = next(sleeve.cards for sleeve in state.sleeves if sleeve.rider == sample.rider)
    return laid(cards, f"{state.leg}.{sample.rider}", dice)


def laid(cards: Sequence[str], why: str, dice: Dice) -> tuple[str, ...]:
    """The cards of a sleeve face down in their four places (L31)."""
    return tuple(dice.shuffle(f"sleeve.{why}", cards))


def place_of(step: str, why: str, dice: Dice) -> int:
    """The number of the place that was picked, or that is drawn for a tester who picks blindly."""
    return dice.roll(f"place.{why}", len(PLACES))[0] if step == BLIND else int(step)


def signalled(view: LegstrongView) -> Questions[str]:
    """A place that the tester alone hears of, or nothing."""
    sample = tested_now(view.control)
    assert sample is not None
    return (yield Pick(f"signal.{sample.rider}", (NOTHING, *PLACES)))


def ask_signal(view: LegstrongView, path: Path) -> Ask | None:
    """For the owner of the sleeve, who has seen how the cards lie."""
    return _put_to(view, signalled, path)


def do_signal(state: State, move: Move, dice: Dice) -> list[Event]:
    """The tester alone hears it, and is asked."""
    events, signals = seal(state, move, signalled)
    sample = tested_now(state.control)
    assert sample is not None and signals is not None, "the owner alone is asked"
    [place] = signals.values()
    state.signal = f"signal.{sample.rider}.{place}"
    state.stage, state.asked = "test", (sample.tester,)
    number = 0 if place == NOTHING else int(place)
    data = {**_whose(sample), "tester": sample.tester, "place": number}
    return [*events, Event("signal", frozenset({sample.seat, sample.tester}), data)]


def picked(view: LegstrongView) -> Questions[str]:
    """One of the four places, or that it is drawn."""
    sample = tested_now(view.control)
    assert sample is not None
    return (yield Pick(f"test.{sample.rider}", (*PLACES, BLIND)))


def ask_test(view: LegstrongView, path: Path) -> Ask | None:
    """For the tester."""
    return _put_to(view, picked, path)


def do_test(state: State, move: Move, dice: Dice) -> list[Event]:
    """The card in that place decides."""
    sample = tested_now(state.control)
    assert sample is not None
    place = checked(move, picked)
    state.stage, state.asked = "", ()
    return _draw(state, sample, place, dice)


def _draw(state: State, sample: Sample, place: str, dice: Dice) -> list[Event]:
    """The result of a test; the card is shown only where it is positive (L31a, L32)."""
    number = place_of(place, f"{state.leg}.{sample.rider}", dice)
    order = state.order or _shuffled(state, sample, dice)
    drawn = order[number - 1]
    positive = is_positive(sample.level, drawn)
    shown = drawn if positive else ""
    result = POSITIVE if positive else NEGATIVE
    _replace_sample(state, replace(sample, place=number, blind=place == BLIND, result=result, card=shown))
    state.order, state.signal = (), ""
    data = {**_whose(sample), "tester": sample.tester, "place": number, "blind": int(place == BLIND)}
    events = [Event("tested", None, {**data, "positive": int(positive), "level": sample.level, "card": shown})]
    if is_colluding(state.table):
        # an owner who has seen the order knows the card: the event only makes the pick final, as if it had been drawn
        events.append(Event("drew", frozenset({sample.seat}), {**_whose(sample), "card": drawn}))
    if positive:
        _know(state, sample.rider, card=sample.level, shown=shown, circle=0)
        return events + _strike(state, sample)
    _know(state, sample.rider, card=sample.level, shown=sample.level, circle=1)
    return events


def _know(state: State, rider_id: str, *, card: str, shown: str, circle: int) -> None:
    """What everyone knows of the sleeve from now on."""
    level = level_of(state.levels, rider_id)
    assert level is not None
    cards = level.known if shown in level.known else (*level.known, shown)
    level = Level(rider_id, card, cards, level.circles + circle)
    state.levels = tuple(level if old.rider == rider_id else old for old in state.levels)


def _strike(state: State, sample: Sample) -> list[Event]:
    """The rider leaves the classifications; results of legs stand, and they stay on the road until the next (L32)."""
    score = next(score for score in state.scores if score.rider == sample.rider)
    state.struck = (*state.struck, Struck(find(state.road, sample.rider), score, state.leg))
    state.scores = tuple(other for other in state.scores if other.rider != sample.rider)
    state.jerseys = jerseys(state.scores)
    if state.scores:
        state.standings = standings(state.scores, state.table.options["win"], state.table.seats)
    else:  # L32b: owners who were in the tour until this control
        last = {struck.rider.seat for struck in state.struck if struck.leg == state.leg}
        state.standings = shared_standings(last, state.table.seats)
    events = [Event("struck", None, {**who(find(state.road, sample.rider)), "leg": state.leg})]
    if sample.seat not in owners(state):
        events.append(Event("out", None, {"seat": sample.seat}))
    return events


# --- keep: levels after negative tests (L32)


def is_decided(state: State) -> bool:
    """Whether the tour ends with this leg: the last one, or fewer than two owners are left (L32b)."""
    return state.leg == len(state.courses) or len(owners(state)) < LEAST_OWNERS


def conclude(state: State, dice: Dice) -> list[Event]:
    """The jerseys without those struck; then owners of riders who tested negative may lower the level.

    Ruling: no one is asked after the control that ends the tour, since a level is of no more use.
    """
    control = state.control
    assert control is not None
    state.phase = "next"
    struck = any(sample.result == POSITIVE for sample in control.samples)
    events = [jerseys_event(state.leg, state.jerseys)] if struck else []
    tested = {sample.seat for sample in control.samples if sample.result == NEGATIVE}
    if tested and not is_decided(state):
        state.stage = "keep"
        state.asked = tuple(seat for seat in clockwise(state.table.seats, state.token) if seat in tested)
    return events


def kept_levels(view: LegstrongView) -> Questions[dict[str, str]]:
    """The level from now on of each of the viewer's riders whose test was negative."""
    assert view.control is not None
    chosen: dict[str, str] = {}
    for sample in view.control.samples:
        if sample.result == NEGATIVE and sample.seat == view.viewer:
            lower = tuple(card for card in _own_cards(view, sample.rider) if is_lower(card, sample.level))
            way = yield Pick(f"keep.{sample.rider}", (KEEP, *lower))
            chosen[sample.rider] = sample.level if way == KEEP else way
    return chosen


def ask_keep(view: LegstrongView, path: Path) -> Ask | None:
    """For the owners of riders who tested negative, all at once: an owner who couldn't lower a level is asked, too."""
    return _put_to(view, kept_levels, path)


def do_keep(state: State, move: Move, dice: Dice) -> list[Event]:
    """Seal the answer; when all are in, the levels that were changed are shown."""
    events, levels = seal(state, move, kept_levels)
    if levels is None:
        return events
    chosen = {rider: card for cards_of in levels.values() for rider, card in cards_of.items()}
    state.stage, state.asked = "", ()
    for rider_id, card in chosen.items():
        level = level_of(state.levels, rider_id)
        assert level is not None
        data = who(find(state.road, rider_id))
        if card == level.card:
            events.append(Event("kept", None, {**data, "card": card}))
        else:
            _know(state, rider_id, card=card, shown=card, circle=0)
            events.append(Event("lowered", None, {**data, "was": level.card, "card": card, "bonus": bonus(card)}))
    return events
