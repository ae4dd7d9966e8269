"""Pistard played without asking: positions of small numbers and lists that are copied and played on in microseconds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from engines.pistard.game import DIE, POINTS, Pistard, State
from engines.pistard.track import BASES, LANES, MOST_COLOURS, bonus_ways, reaches
from engines.table import Dice, Move, Path, Viewer
from opponents.pistard.fast.position import OUT, Answer, Position, copy, load, state_of
from opponents.simulation import Chance

GAME = Pistard()
LANES_OF = tuple(tuple(lane for lane in range(1, LANES + 1) if lanes >> lane & 1) for lanes in range(2 << LANES))
PATHS = {(die, lane): (str(die), str(lane)) for die in range(1, DIE + 1) for lane in range(1, LANES + 1)}


class PistardSimulation:
    """The quick way through Pistard; see `opponents.simulation.Simulation`."""

    def load(self, state: State) -> Position:
        """The position of a state."""
        position = Position()
        load(position, state)
        return position

    def state(self, position: Position) -> State:
        """The state that the engine would have come to."""
        return state_of(position)

    def copy(self, position: Position) -> Position:
        """A position that is played on by itself."""
        return copy(position)

    def waiting(self, position: Position) -> Sequence[Viewer]:
        """Seats without a plan, then the owner of the rider who is due."""
        if position.start is not None:
            plans = position.start.plans
            return tuple(seat for seat in range(position.course.table.seats) if str(seat) not in plans)
        return () if position.over else (position.team.seats[position.queue[-1]],)

    def answers(self, position: Position, viewer: Viewer) -> list[Answer]:
        """All answers; dice from the highest, equal ones once."""
        if position.start is not None:
            return [(0, 0, 0, path) for path in dict.fromkeys(permutations(_rolled(position.start, viewer)))]
        rider, pool, answers = position.queue[-1], _pool(position), list[Answer]()
        d, lane, lap, taken = position.d[rider], position.lane[rider], position.course.lap, position.taken
        base = position.team.bases[rider]
        steps = reaches(taken, d, lane, pool[0])
        last = 0
        for die in pool:
            if die == last:
                continue
            last = die
            if not steps:
                answers.append((die, d, lane, (str(die), "stay")))  # P16: no bonus either
                continue
            far = min(die, len(steps))
            square = d + far
            bases, ahead = position.course.bases[(square - 1) % lap], square + 1
            winds = taken.get(ahead, 0) | taken.get(ahead - lap, 0)
            for there in LANES_OF[steps[far - 1]]:
                answer = die, square, there, PATHS[die, there]
                if bases[there] == base or winds >> there & 1:
                    _bonuses(position, answers, answer, None, 0)
                else:  # most squares lead nowhere, which is seen before the ways are made
                    answers.append(answer)
        return answers

    def random_answer(self, position: Position, viewer: Viewer, rng: Chance) -> Answer:
        """Each step of the answer by lot."""
        random = rng.random
        if position.start is not None:
            dice = _rolled(position.start, viewer)
            return 0, 0, 0, tuple(dice.pop(int(random() * len(dice))) for _ in BASES)
        rider, pool = position.queue[-1], _pool(position)
        die = pool[int(random() * len(pool))]
        d, lane = position.d[rider], position.lane[rider]
        steps = reaches(position.taken, d, lane, die)
        if not steps:
            return die, d, lane, (str(die), "stay")
        lanes = LANES_OF[steps[-1]]
        there = lanes[int(random() * len(lanes))]
        answers: list[Answer] = []
        _bonuses(position, answers, (die, d + len(steps), there, PATHS[die, there]), None, 0)
        return answers[int(random() * len(answers))] if len(answers) > 1 else answers[0]

    def path(self, position: Position, viewer: Viewer, answer: Answer) -> Path:
        """The steps, which every answer holds."""
        return answer[3]

    def play(self, position: Position, viewer: Viewer, answer: Answer, dice: Dice) -> None:
        """The ride and what comes of it, as in `do_move`."""
        if position.start is not None:
            GAME.apply(position.start, Move(viewer, answer[3]), dice)
            if position.start.stage != "start":
                load(position, position.start)
            return
        course, team = position.course, position.team
        die, there, lane, _ = answer
        rider = position.queue.pop()
        seat, d, taken = team.seats[rider], position.d[rider], position.taken
        position.before, position.after = (rider, d, position.lane[rider]), answer
        if there > d:
            _leave(taken, d, position.lane[rider])
            taken[there] = taken.get(there, 0) | 1 << lane
            position.d[rider], position.lane[rider] = there, lane
        position.moved = (*position.moved, team.ids[rider])
        position.pools[seat].remove(die)
        position.unmoved[seat] -= 1
        lap, stretch = course.lap, course.stretch
        if (
            there - position.tail >= lap
            or (there - 1) // lap > (d - 1) // lap
            or (stretch and there > (position.marks + 1) * stretch)
        ) and _counted(position, rider, d):
            position.over, position.queue = True, []
            position.pools = [[] for _ in position.pools]
            return
        _next(position, dice)


def _rolled(state: State, seat: Viewer) -> list[str]:
    """The dice of the first move, highest first."""
    assert seat is not None, "the host is never asked"
    return [str(die) for die in state.pools[seat]]


def _pool(position: Position) -> list[int]:
    return position.pools[position.team.seats[position.queue[-1]]]


def _bonuses(position: Position, answers: list[Answer], so_far: Answer, heading: int | None, colours: int) -> None:
    """Add all answers that begin so; `heading` and `colours` as in `follow` (P14-P16)."""
    die, d, lane, path = so_far
    course, taken, rider = position.course, position.taken, position.queue[-1]
    lap = course.lap
    matches = colours < MOST_COLOURS and course.bases[(d - 1) % lap][lane] == position.team.bases[rider]
    if not matches and (heading is not None or not (taken.get(d + 1, 0) | taken.get(d + 1 - lap, 0)) >> lane & 1):
        answers.append(so_far)
        return
    ways = bonus_ways(taken, (d, lane), lap, heading, matches)
    if not ways:
        answers.append(so_far)
        return
    answers.append((die, d, lane, (*path, "stop")))
    for how, to in ways.items():
        further = die, d + 1, to, (*path, how)
        if how == "on":
            _bonuses(position, answers, further, heading, colours + 1)
        else:
            _bonuses(position, answers, further, to - lane, 0)


def _leave(taken: dict[int, int], d: int, lane: int) -> None:
    lanes = taken[d] & ~(1 << lane)
    if lanes:
        taken[d] = lanes
    else:
        del taken[d]


def _counted(position: Position, rider: int, begun: int) -> bool:
    """Points, lapping and marks on the way from square `begun`, as in `do_move`; whether the match is over."""
    course, seat, there = position.course, position.team.seats[rider], position.d[rider]
    behind = _race_order(position, there - course.lap)
    marks, seats = 0, course.table.seats
    for d in range(begun + 1, there + 1):
        number, past = divmod(d - 1, course.lap)
        if not course.stretch and not past and number >= 1:  # P18
            if number > len(position.crossed):
                position.crossed.append(0)
            place = position.crossed[number - 1]
            position.crossed[number - 1] += 1
            if place < len(POINTS):
                position.points[seat] += POINTS[place]
                if position.points[seat] >= course.target:
                    return True
        while behind and position.d[behind[-1]] <= d - course.lap:  # P17
            _remove(position, behind.pop())
            if len(position.gone) == seats - 1:
                return True
        if course.stretch and d > (position.marks + 1) * course.stretch:
            position.marks, marks = position.marks + 1, marks + 1
    for _ in range(marks):  # P20a, P20b
        _remove(position, _race_order(position, there)[-1])
        if len(position.gone) == seats - 1:
            return True
    return False


def _race_order(position: Position, most: int) -> list[int]:
    """The riders who have travelled at most that many squares, the first one first (P10)."""
    travelled = [(-d, lane, rider) for rider, (d, lane) in enumerate(zip(position.d, position.lane, strict=True))]
    return [rider for d, lane, rider in sorted(travelled) if lane and -d <= most]


def _remove(position: Position, rider: int) -> None:
    seat = position.team.seats[rider]
    _leave(position.taken, position.d[rider], position.lane[rider])
    position.lane[rider] = OUT
    position.left[seat] -= 1
    if rider in position.queue:
        position.unmoved[seat] -= 1
        if position.course.exact and position.pools[seat]:
            position.pools[seat].pop()  # P17b
    if not position.left[seat]:
        position.gone = (*position.gone, seat)


def _next(position: Position, dice: Dice) -> None:
    """The next rider and, where it is due, a new turn and a roll (P10, P11)."""
    queue, lane = position.queue, position.lane
    while queue and not lane[queue[-1]]:
        queue.pop()
    if queue:
        for seat, unmoved in enumerate(position.unmoved):
            if not unmoved and position.pools[seat]:
                position.pools[seat] = []  # P17b
    else:
        d = position.d
        standing = sorted([(d[rider], -lane[rider], rider) for rider in range(len(d)) if lane[rider]])
        position.queue = queue = [rider for _, _, rider in standing]
        position.tail = standing[0][0]
        position.moved, position.rolled = (), ()
        position.unmoved = position.left[:]
        position.turn += 1
    seat = position.team.seats[queue[-1]]
    if seat not in position.rolled:
        position.rolled = (*position.rolled, seat)
        fell = dice.roll(f"turn.{position.turn}.seat.{seat}", DIE, position.left[seat])
        fell.sort(reverse=True)
        position.pools[seat] = fell
