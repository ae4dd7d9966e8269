"""Positions of a stage race written by hand, and the few verbs that its tests play them with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.dice import Draw
from engines.legstrong import CONFIG, ON_ROAD, Choice, Legstrong, Rider, State, choices, find
from engines.legstrong.race import run_on
from engines.table import Amount, Event, Move, Path, Pick, Ready, Seat, Table

GAME = Legstrong()
FLAT = "FFFFFFFFFF"
RISES = "FFFGGGGGGFFFFF"  # rows 19-54 G
PASS = "FFGMMMMMMFFFFF/1"  # rows 13-18 G, 19-54 M
DOWN = "FFDDDDDDDFFFFF"  # rows 13-54 D
GROUNDS = {"F": (FLAT, 20), "G": (RISES, 20), "M": (PASS, 20), "D": (DOWN, 20)}  # courses and a row of the peloton
THREE, FOUR, FIVE = 1, 4, 10  # how the peloton die falls for three, four and five rows (L7)


class Luck:
    """Dice that fall as written for each kind of draw.

    By default there is no puncture, four rows for the peloton, the first bottle, the first of equal sprinters wins, and
    cards stay in their order.

    `left` names what was written and not rolled; a risk or a control that isn't written raises AssertionError.
    """

    def __init__(self, **script: Sequence[Sequence[int]]) -> None:
        self._script = {kind: [list(fell) for fell in rolls] for kind, rolls in script.items()}
        self.draws: list[Draw] = []

    @property
    def left(self) -> list[str]:
        """The kinds of draws that were written and not rolled."""
        return [kind for kind, rolls in self._script.items() if rolls]

    def roll(self, why: str, sides: int, n: int = 1) -> list[int]:
        """What is written for the first word of `why`."""
        kind = why.split(".", maxsplit=1)[0]
        falling = list(range(n, 0, -1))
        usual = {
            **{"punctures": [12] * n, "peloton": [FOUR], "bottle": [1], "token": [1], "place": [1], "race": [1]},
            **{"sprint": falling, "close": falling},
        }
        fell = self._script[kind].pop(0) if self._script.get(kind) else usual.get(kind, [])
        assert len(fell) == n, f"{why}: {n} dice are rolled, the script has {fell}"
        assert all(1 <= pip <= sides for pip in fell)
        self.draws.append(Draw(why, sides, fell))
        return list(fell)

    def shuffle(self, why: str, items: Sequence[str]) -> list[str]:
        """In the order that is written for the first word of `why`, as old places from 0; else as they lie."""
        kind = why.split(".", maxsplit=1)[0]
        order = self._script[kind].pop(0) if self._script.get(kind) else range(len(items))
        assert sorted(order) == list(range(len(items))), f"{why}: {order} is no order of {len(items)} things"
        self.draws.append(Draw(why, 0, list(order)))
        return [items[place] for place in order]


def signed(seats: int = 2, types: str = "", **options: str) -> State:
    """A tour whose first leg waits to be opened; `types` are the first wishes of the seats, "leader climber ..."."""
    state, _ = GAME.setup(Table(seats, {"course": "FFFFFFFFFF", "doping": "off", **options}, GAME.spec.rules), Luck())
    if types:
        for seat, kind in enumerate(types.split()):
            others = [other for other in ("leader", "rouleur", "climber") if other not in kind.split("+")]
            path = (kind,) if "+" in kind else (kind, *others)
            GAME.apply(state, Move(seat, path), Luck())
    for seat in range(seats):
        GAME.apply(state, Move(seat, GAME.fallback(GAME.view(state, seat))), Luck())
    plain = tuple(replace(rider, sprinter=False, descender=False) for rider in state.road.riders)
    state.road = replace(state.road, riders=plain)
    return state


def leg(
    course: str,
    out: str = "",
    *,
    peloton: int = 0,
    energy: Mapping[str, int] | int = 30,
    turn: int = 5,
    token: Seat = 0,
    sprinters: str = "",
    descenders: str = "",
    seats: int = 2,
    types: str = "",
    resting: str = "",
    riders: Mapping[str, Mapping[str, int]] | None = None,
    pursuits: tuple[int, ...] = (),
    luck: Luck | None = None,
    **options: str,
) -> State:
    """The beginning of turn `turn` of a leg: riders outside as "0.leader@14 1.climber@20", the others in the peloton.

    Those `resting` sit out this turn, `riders` gives further fields of some, `pursuits` how many each owner has left.
    Riders not named are neither sprinter nor descender, and no one holds a bottle from a feed zone that they have
    passed.
    """
    state = signed(seats, types, tour="custom", **{"course": course, **options})
    GAME.apply(state, Move(None, ("leg.1",)), Luck())
    state.stage, state.phase, state.token, state.asked, state.due = "", "turn", token, (), ()
    state.pursuits = pursuits or state.pursuits
    at = dict(word.split("@") for word in out.split())
    order = {rider: number for number, rider in enumerate(at, 1)}

    def placed(rider: Rider) -> Rider:
        mine = energy if isinstance(energy, int) else energy.get(rider.id, 30)
        rests = turn if rider.id in resting.split() else 0
        fields = {"energy": mine, "full": 30, "rests": rests}
        row = int(at.get(rider.id, peloton))
        fields["fed"] = sum(feed <= row for feed in state.road.course.feeds)
        fields["climbed"] = sum(summit.row <= row for summit in state.road.course.summits)
        return replace(
            rider,
            place=ON_ROAD if rider.id in at else rider.place,
            sprinter=rider.id in sprinters.split(),
            descender=rider.id in descenders.split(),
            **{"row": row, "arrival": order.get(rider.id, 0), **fields, **(riders or {}).get(rider.id, {})},
        )

    field = tuple(placed(rider) for rider in state.road.riders)
    state.road = replace(state.road, turn=turn - 1, peloton=peloton, riders=field, rides=(), arrivals=len(at))
    run_on(state, luck or Luck())
    return state


def pace(ground: str = "F", pips: int = 4) -> int:
    """The rows of a peloton that neither chases nor is near the line, by the ground and what the die shows."""
    return pips + CONFIG.peloton[ground]


def answer(state: State, seat: Seat | None, way: str, luck: Luck | None = None) -> list[Event]:
    """That seat's answer, its steps with blanks between them."""
    dice = luck or Luck()
    events = GAME.apply(state, Move(seat, tuple(way.split())), dice)
    assert not dice.left, f"never rolled: {dice.left}"
    return events


def ride(state: State, way: str, luck: Luck | None = None) -> list[Event]:
    """The owner of the rider who is due, or of the first who is asked, answers."""
    return answer(state, state.asked[0], way, luck)


def stay(state: State, luck: Luck | None = None, chase: str = "no") -> list[Event]:
    """No one attacks, the chase is decided so, the token passes on, and the peloton moves."""
    dice, events, turn = luck or Luck(), list[Event](), state.road.turn
    while state.stage in ("attack", "chase") and state.road.turn == turn:
        view = GAME.view(state, GAME.view(state, None).waiting[0])
        path: Path = ()
        while isinstance(ask := GAME.ask(view, path), Pick):
            path = (*path, {"attack": "stay", "chase": chase, "hold": "pass"}[ask.about])
        events += GAME.apply(state, Move(view.viewer, path), dice)
    assert not dice.left, f"never rolled: {dice.left}"
    return events


def late(state: State, until: str, luck: Luck | None = None, most: int = 60) -> list[Event]:
    """Everyone runs out of time until an event of that kind comes; the events of that last answer."""
    for _ in range(most):
        waiting = GAME.view(state, None).waiting
        view = GAME.view(state, waiting[0])
        events = GAME.apply(state, Move(waiting[0], GAME.fallback(view)), luck or Luck())
        if of_kind(events, until):
            return events
    raise AssertionError(f"nothing was told of {until}")


def options(state: State, seat: Seat, way: str = "") -> tuple[str, ...]:
    """The options after the steps of `way`; () where the path is complete."""
    ask = GAME.ask(GAME.view(state, seat), tuple(way.split()))
    assert isinstance(ask, Pick | Ready), ask
    return ask.options if isinstance(ask, Pick) else ()


def most(state: State, seat: Seat, way: str = "") -> int:
    """The largest number that may be answered after the steps of `way`."""
    ask = GAME.ask(GAME.view(state, seat), tuple(way.split()))
    assert isinstance(ask, Amount)
    return ask.most


def offered(state: State, way: str = "", seat: Seat | None = None) -> dict[str, Choice]:
    """All lengths that the rider who is due (or the seat's attacker) may go, by option."""
    view = GAME.view(state, state.asked[0] if seat is None else seat)
    return {choice.id: choice for choice in choices(view, tuple(way.split()))}


def prices(state: State, way: str = "", seat: Seat | None = None) -> dict[str, int]:
    """The price of each length."""
    return {offer.id: offer.price for offer in offered(state, way, seat).values()}


def rider(state: State, name: str) -> Rider:
    """The rider of that id."""
    return find(state.road, name)


def rows(state: State, *names: str) -> list[int]:
    """Where these riders are."""
    return [rider(state, name).row for name in names]


def of_kind(events: Sequence[Event], kind: str) -> list[dict[str, Any]]:
    """The events of one kind."""
    return [dict(event.data) for event in events if event.kind == kind]


def kinds(events: Sequence[Event]) -> list[str]:
    """The kinds of the events in their order."""
    return [event.kind for event in events]


def fallback(state: State, seat: Seat) -> Path:
    """What is played for that seat when time is up."""
    return GAME.fallback(GAME.view(state, seat))
