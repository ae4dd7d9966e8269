"""Plain rule of Pistard, without riding on: by bonus steps, pips, points, and what is left for its next rider."""

from __future__ import annotations

from engines.table import Seat
from opponents.pistard.fast.position import Answer, Position
from opponents.pistard.fast.simulation import PistardSimulation
from opponents.pistard.value import NO_DICE, distinct

QUICK = PistardSimulation()

# in bonus steps; chosen by 1,200 to 1,600 matches among four against the fair player each
PIP = 0.6  # a pip of the die: one bonus step is worth more than one pip, and less than two
POINT = 1.0
NEXT = 0.6  # a bonus step that the team's next rider could take with what is left


def planned(position: Position) -> Answer:
    """What the seat that is due plays without riding on."""
    seat = position.team.seats[position.queue[-1]]
    answers = distinct(QUICK.answers(position, seat))
    return max(answers, key=lambda answer: _merit(position, seat, answer)) if len(answers) > 1 else answers[0]


def bonus_steps(answer: Answer) -> int:
    """How many bonus steps the answer takes; those that can't move at all take none."""
    return max(0, len(answer[3]) - (answer[3][-1] == "stop") - 2)


def _merit(position: Position, seat: Seat, answer: Answer) -> float:
    """How good the answer is, in bonus steps."""
    merit = bonus_steps(answer) + PIP * answer[0]
    after = QUICK.copy(position)
    QUICK.play(after, seat, answer, NO_DICE)
    merit += POINT * (after.points[seat] - position.points[seat])
    if after.turn == position.turn and after.unmoved[seat] and after.pools[seat]:
        merit += NEXT * _to_come(after, seat)
    return merit


def _to_come(position: Position, seat: Seat) -> int:
    """The most bonus steps that the team's next rider could take if they were due now; the position is used up."""
    team, lane = position.team.seats, position.lane
    while team[position.queue[-1]] != seat or not lane[position.queue[-1]]:
        position.queue.pop()
    return max(bonus_steps(answer) for answer in QUICK.answers(position, seat))
