"""Results: ranks of a leg, the general classification, jerseys and the winner of the match (L19-L23)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from engines.legstrong.config import CONFIG, DIE
from engines.legstrong.course import Course
from engines.legstrong.roads import AnyRider
from engines.legstrong.state import INSIDE, NO_JERSEYS, Crossing, Finish, Jerseys, Score, Won
from engines.table import Dice, Event, Seat, Standing

ROLL_OFFS = 32  # after this many equal roll-offs, once in 12 ** 32, the lower team goes first


def roll_off(why: str, riders: Sequence[str], dice: Dice) -> list[str]:
    """Riders who are equal otherwise, in the order of the event die; equal dice roll again."""
    keys: list[list[int]] = [[] for _ in riders]
    for _ in range(ROLL_OFFS):
        tied = [i for i, key in enumerate(keys) if keys.count(key) > 1]
        if not tied:
            break
        for index, pip in zip(tied, dice.roll(why, DIE, len(tied)), strict=True):
            keys[index] = [*keys[index], -pip]
    return [riders[index] for index in sorted(range(len(riders)), key=lambda index: keys[index])]


def ranked(why: str, worth: Sequence[tuple[tuple[int, ...], str]], dice: Dice) -> list[str]:
    """Riders by falling worth, those of equal worth by a roll-off."""
    groups: dict[tuple[int, ...], list[str]] = defaultdict(list)
    for key, rider in worth:
        groups[key].append(rider)
    return [rider for key in sorted(groups, reverse=True) for rider in roll_off(why, groups[key], dice)]


def unfinished(riders: Iterable[AnyRider], leg: int, dice: Dice) -> list[str]:
    """Riders not home at the close: by row, then arrival; in the peloton by energy, then the event die (L22b)."""
    left = list(riders)
    pack = [((rider.energy,), rider.id) for rider in left if rider.place == INSIDE]
    ahead_in_pack = {rider: place for place, rider in enumerate(ranked(f"close.{leg}", pack, dice))}
    # Ruling: a rider who fell in the peloton's very row is behind it
    left.sort(key=lambda rider: (-rider.row, rider.place != INSIDE, ahead_in_pack.get(rider.id, rider.arrival)))
    return [rider.id for rider in left]


def finish_summit(course: Course, order: Sequence[str]) -> list[Won]:
    """Points at a summit that is the finish: by the result, without seconds (L19)."""
    last = [summit for summit in course.summits if summit.row == course.rows]
    return [
        Won(rider, summit.row, place, points, 0)
        for summit in last
        for place, (rider, points) in enumerate(zip(order, CONFIG.summit[summit.category], strict=False), 1)
    ]


def results(line: Sequence[Crossing], late: Sequence[str], won: Sequence[Won]) -> tuple[Finish, ...]:
    """Places, seconds and points of a leg; `line` is sorted, `late` are those who didn't reach it (L22, L23)."""
    turns = {crossing.rider: crossing.turn for crossing in line}
    seconds, polka = _sums(won)
    finishes: list[Finish] = []
    for place, rider in enumerate((*turns, *late), 1):
        time = CONFIG.turn * (turns[rider] - line[0].turn) if rider in turns else CONFIG.late
        time -= seconds[rider] + (CONFIG.win if place == 1 else 0)
        green = CONFIG.green[place - 1] if place <= len(CONFIG.green) else 0
        finishes.append(Finish(rider, place, time, green, polka[rider], rider in turns))
    return tuple(finishes)


def _sums(won: Sequence[Won]) -> tuple[dict[str, int], dict[str, int]]:
    seconds: dict[str, int] = defaultdict(int)
    points: dict[str, int] = defaultdict(int)
    for prize in won:
        seconds[prize.rider] += prize.seconds
        points[prize.rider] += prize.points
    return seconds, points


def added(scores: Sequence[Score], leg: Sequence[Finish]) -> tuple[Score, ...]:
    """The sums with one leg more."""
    by_rider = {finish.rider: finish for finish in leg}
    return tuple(_plus(score, by_rider[score.rider]) for score in scores)


def _plus(score: Score, finish: Finish) -> Score:
    return Score(
        rider=score.rider,
        team=score.team,
        seat=score.seat,
        seconds=score.seconds + finish.seconds,
        wins=score.wins + (finish.place == 1),
        places=score.places + finish.place,
        last=finish.place,
        green=score.green + finish.green,
        polka=score.polka + finish.polka,
    )


def gc_key(score: Score) -> tuple[int, int, int, int]:
    """The general classification: time, then stage wins, sum of places, place in the last leg (L23)."""
    return score.seconds, -score.wins, score.places, score.last


def jerseys(scores: Sequence[Score]) -> Jerseys:
    """Leaders of the classifications (L23, L23b); no one wears polka dots before having a point."""
    if not scores:  # L32b: all were struck
        return NO_JERSEYS
    polka = min(scores, key=lambda score: (-score.polka, gc_key(score)))
    teams = team_times(scores)
    return Jerseys(
        yellow=min(scores, key=gc_key).rider,
        green=min(scores, key=lambda score: (-score.green, -score.wins, gc_key(score))).rider,
        polka=polka.rider if polka.polka else "",
        team=min(teams, key=lambda team: teams[team]) if teams else -1,
    )


def jerseys_event(leg: int, lead: Jerseys) -> Event:
    """The event that names the riders who wear them."""
    data = {"yellow": lead.yellow, "green": lead.green, "polka": lead.polka, "team": lead.team}
    return Event("jerseys", None, {"leg": leg, **data})


def team_times(scores: Sequence[Score]) -> dict[int, tuple[int, ...]]:
    """Each team's best two riders together, then its best; none for a team of one (L23b)."""
    teams: dict[int, list[Score]] = defaultdict(list)
    for score in sorted(scores, key=gc_key):
        teams[score.team].append(score)
    return {
        team: (best[0].seconds + best[1].seconds, *gc_key(best[0])) for team, best in teams.items() if len(best) > 1
    }


def standings(scores: Sequence[Score], win: str, seats: int) -> tuple[Standing, ...]:
    """Owners by their best rider in the general classification, or by their best team (L23a).

    Points are seconds behind the first, as a negative number. Owners without a rider come last.
    Ruling: `team` means the best rider where a team has no second one.
    """
    worth = best_of(scores, win)
    best = sorted(worth.values())
    last = max((key[0] for key in best), default=0)
    ranks: list[Standing] = []
    for seat in range(seats):
        key = worth.get(seat)
        rank, seconds = (1 + best.index(key), key[0]) if key else (1 + len(best), last)
        ranks.append(Standing(seat, rank, best[0][0] - seconds if best else 0))
    return tuple(ranks)


def shared_standings(first: set[Seat], seats: int) -> tuple[Standing, ...]:
    """Where no rider is left: those who had one until the end share the win (L32b)."""
    return tuple(Standing(seat, 1 if seat in first else 1 + len(first), 0) for seat in range(seats))


def best_of(scores: Sequence[Score], win: str) -> dict[Seat, tuple[int, ...]]:
    """What the match is won by: the smallest `gc_key` of each owner's riders, or of each owner's teams (L23a)."""
    teams = team_times(scores) if win == "team" else {}
    worth: dict[Seat, tuple[int, ...]] = {}
    for score in scores:
        key = teams.get(score.team, gc_key(score))
        worth[score.seat] = min(worth.get(score.seat, key), key)
    return worth
