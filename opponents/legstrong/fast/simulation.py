"""Stage races played without asking: riders on the road in a position of their own, the rest by the engine itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from itertools import combinations
from typing import Any, TypeAlias

from engines.legstrong.attacks import Plan, Verdict, attack_plan
from engines.legstrong.game import STAGES, Legstrong
from engines.legstrong.hold import has_wishes
from engines.legstrong.outside import Rides
from engines.legstrong.questions import Answer, Questions, decided
from engines.legstrong.race import PHASES as ALL_PHASES
from engines.legstrong.sealed import path_of, spell
from engines.legstrong.sprint import Finale, sprint_bids
from engines.legstrong.state import Bottle, LegstrongView, Rider, Road, State, look
from engines.table import Ask, Dice, Path, Pick, Ready, Seat, Viewer
from opponents.legstrong.fast.answers import Draw, finales, plans, rides, verdicts
from opponents.legstrong.fast.position import Position, Racer
from opponents.legstrong.fast.quick import PHASES, do_attack, do_chase, do_ride, do_sprint, run_on
from opponents.legstrong.fast.spelling import spelled
from opponents.simulation import Chance

Decision: TypeAlias = Rides | Plan | Verdict | Finale | Path  # a path where no one rides

GAME = Legstrong()
DRAWN: dict[str, Callable[[Position, Seat, Draw], Iterator[Decision]]] = {
    "ride": rides,
    "attack": plans,
    "chase": verdicts,
    "sprint": finales,
}
SEALED: dict[str, Callable[[LegstrongView], Questions[Any]]] = {"attack": attack_plan, "sprint": sprint_bids}


class LegstrongSimulation:
    """See `opponents.simulation.Simulation`."""

    def load(self, state: State) -> Position:
        """The position of a state, which stays untouched."""
        road, table = state.road, state.table
        position = Position(
            state=copy(state),
            riding=state.stage in DRAWN or (not state.stage and state.phase in PHASES),
            seats=table.seats,
            sealed=table.options["attacks"] == "sealed",
            wished=has_wishes(table),
            stage=state.stage,
            phase=state.phase,
            token=state.token,
            held=state.held,
            wishes=state.wishes,
            course=road.course,
            turn=road.turn,
            peloton=road.peloton,
            riders=[_racer(state, rider) for rider in road.riders],
            rides=[*road.rides],
            arrivals=road.arrivals,
            before=state.before,
            asked=state.asked,
            due=[*state.due],
            declared=state.declared,
            chase=state.chase,
            pursuits=state.pursuits,
            won=[*state.won],
            line=[*state.line],
            history=[*state.history],
            cashed={*state.cashed},
            answers={},
        )
        position.state.answers = dict(state.answers)
        if position.riding:
            for seat, answer in state.answers.items():
                viewer = int(seat)
                position.answers[viewer] = decided(look(state, viewer), SEALED[state.stage], path_of(answer))
        return position

    def state(self, position: Position) -> State:
        """The state of a position, equal to what `apply` would have made of it."""
        p, state = position, copy(position.state)
        state.answers = dict(state.answers)
        if not p.riding:
            return state
        state.stage, state.phase, state.token, state.held = p.stage, p.phase, p.token, p.held
        riders = tuple([_rider(racer) for racer in p.riders])
        state.road = Road(p.course, p.turn, p.peloton, riders, tuple(p.rides), p.arrivals)
        state.wishes, state.before, state.asked, state.due = p.wishes, p.before, p.asked, tuple(p.due)
        state.declared, state.chase, state.won, state.line = p.declared, p.chase, tuple(p.won), tuple(p.line)
        state.pursuits = p.pursuits
        state.history, state.cashed = tuple(p.history), tuple(sorted(p.cashed))
        bottles = [Bottle(bottle, racer.id) for racer in p.riders for bottle in racer.bottles]
        state.bottles = tuple(sorted(bottles, key=lambda bottle: bottle.id))
        state.answers = {}
        if p.answers:
            paths = {seat: spelled(look(state, seat), decision) for seat, decision in p.answers.items()}
            state.answers = {str(seat): spell(p.stage, seat, path) for seat, path in paths.items()}
        return state

    def copy(self, position: Position) -> Position:
        """A position that is played on without touching this one."""
        return position.copy()

    def waiting(self, position: Position) -> Sequence[Viewer]:
        """Who must answer; the host where a leg is to be opened."""
        if not position.riding:
            return look(position.state, None).waiting
        if position.stage == "sprint" or (position.stage == "attack" and position.sealed):
            return [seat for seat in position.asked if seat not in position.answers]
        return position.asked[:1]

    def answers(self, position: Position, viewer: Viewer) -> Sequence[Decision]:
        """All legal answers, each once: of attacks there can be thousands."""
        if position.riding:
            assert viewer is not None, "the host doesn't ride"
            return list(DRAWN[position.stage](position, viewer, _all))
        return list(_paths(look(position.state, viewer), (), _all))

    def random_answer(self, position: Position, viewer: Viewer, rng: Chance) -> Decision:
        """An answer by lot, step by step."""
        lot = rng.random

        def draw(options: Sequence[Any]) -> Sequence[Any]:
            return (options[int(lot() * len(options))],)

        if position.riding:
            assert viewer is not None, "the host doesn't ride"
            [answer] = DRAWN[position.stage](position, viewer, draw)
        else:
            [answer] = _paths(look(position.state, viewer), (), draw)
        return answer

    def path(self, position: Position, viewer: Viewer, answer: Decision) -> Path:
        """The answer as the steps that `apply` takes."""
        if isinstance(answer, Rides | Plan | Verdict | Finale):
            return spelled(look(self.state(position), viewer), answer)
        return answer

    def play(self, position: Position, viewer: Viewer, answer: Decision, dice: Dice) -> None:
        """Change the position by the answer, and run on to the next question."""
        if isinstance(answer, Rides | Plan | Verdict | Finale):
            assert viewer is not None, "the host doesn't ride"
            self.ride(position, viewer, answer, dice)
        else:
            state = self.state(position)
            STAGES[state.stage].do(state, Answer(viewer, answer, look(state, viewer)), dice)
            self._run_slowly(position, state, dice)
        self.close(position, dice)

    def close(self, position: Position, dice: Dice) -> None:
        """Close the leg that is to be closed, if there is one, and run on to the next question."""
        while not position.stage:
            self._run_slowly(position, self.state(position), dice)

    def ride(self, position: Position, seat: Seat, answer: Rides | Plan | Verdict | Finale, dice: Dice) -> None:
        """`play` on the road; where the leg is to be closed it ends, with no stage."""
        if isinstance(answer, Rides):
            do_ride(position, answer, dice)
        elif isinstance(answer, Plan):
            do_attack(position, seat, answer, dice)
        elif isinstance(answer, Verdict):
            do_chase(position, answer, dice)
        else:
            do_sprint(position, seat, answer, dice)
        run_on(position, dice)

    def _run_slowly(self, position: Position, state: State, dice: Dice) -> None:
        """Run on by the engine until someone rides, and from there on the road."""
        while not state.stage and state.phase not in PHASES:
            ALL_PHASES[state.phase](state, dice)
        loaded = self.load(state)
        for name in Position.__slots__:
            setattr(position, name, getattr(loaded, name))
        run_on(position, dice)


def _all(options: Sequence[Any]) -> Sequence[Any]:
    return options


def _racer(state: State, rider: Rider) -> Racer:
    bottles = tuple([bottle.id for bottle in state.bottles if bottle.rider == rider.id])
    return Racer(
        *(rider.id, rider.team, rider.seat, rider.type, rider.number, rider.sprinter, rider.descender),
        *(rider.place, rider.row, rider.arrival, rider.energy, rider.full, rider.crosses, rider.tiles, rider.fed),
        *(rider.climbed, rider.rests, rider.puncture, rider.dropped, bottles),
    )


def _rider(racer: Racer) -> Rider:
    return Rider(
        *(racer.id, racer.team, racer.seat, racer.type, racer.number, racer.sprinter, racer.descender),
        *(racer.place, racer.row, racer.arrival, racer.energy, racer.full, racer.crosses, racer.tiles, racer.fed),
        *(racer.climbed, racer.rests, racer.puncture, racer.dropped),
    )


def _paths(view: LegstrongView, path: Path, draw: Draw) -> Iterator[Path]:
    """Whole paths through the questions of the engine."""
    ask = GAME.ask(view, path)
    assert ask is not None, "the viewer is waited for"
    if isinstance(ask, Ready):
        yield path
        return
    for step in draw(_steps(ask)):
        yield from _paths(view, (*path, step), draw)


def _steps(ask: Ask) -> list[str]:
    assert isinstance(ask, Pick), "numbers are asked for on the road alone"
    return ["+".join(chosen) for size in range(ask.least, ask.most + 1) for chosen in combinations(ask.options, size)]
