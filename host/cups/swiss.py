"""Swiss system: equal points meet, no pair meets twice at tables of two, no one has two byes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any

from host.cups.field import Field, Line, Outcome, Pairing, Place, meetings, score, scores, seated, snaked, split

NOBODY = 0  # the opponent of a place that has no match
FREE = 10_000  # weight of a match for each half point between its players


def rounds(field: Field) -> int:
    """The number of rounds: as many as a knock-out has; more could leave no one new to meet."""
    if field.most == 2:
        return max(1, (field.entrants - 1).bit_length())
    count, left = 1, -(-field.entrants // field.most)
    while left > 1:
        count, left = count + 1, -(-left // field.most)
    return count + 1


def pairings(field: Field, outcomes: Sequence[Outcome]) -> tuple[Pairing, ...]:
    """The tables of the next round; () after the last round, and if no valid pairing exists."""
    number = max((outcome.round for outcome in outcomes), default=0) + 1
    if number > rounds(field):
        return ()
    ranked = [line.place for line in standing(field, outcomes) if field.plays(line.place, number)]
    if len(ranked) < 2:
        return ()
    if field.most == 2:
        return _pairs(ranked, outcomes)
    byes, sizes = split(len(ranked), field.least, field.most)
    if not sizes:
        return ()
    rested = {outcome.pairing.places[0] for outcome in outcomes if len(outcome.ranks) == 1}
    last_first = ranked[::-1]
    free = sorted(last_first, key=lambda place: place in rested)[:byes]
    left = [place for place in ranked if place not in free]
    # the first tables have equal strength, later ones are graded
    tables = snaked(left, sizes) if number == 1 else _graded(left, sizes, outcomes)
    return (*(Pairing(seated(t, outcomes)) for t in tables), *(Pairing((place,)) for place in free))


def _pairs(ranked: Sequence[Place], outcomes: Sequence[Outcome]) -> tuple[Pairing, ...]:
    """The cheapest pairs: by points apart, then by how far they stray from upper half against lower half.

    () if not everyone can meet someone new.
    """
    points, met = scores(ranked, outcomes), meetings(outcomes)
    rested = {outcome.pairing.places[0] for outcome in outcomes if len(outcome.ranks) == 1}
    groups: dict[Fraction, list[Place]] = {}
    for place in ranked:
        groups.setdefault(points[place], []).append(place)
    ends = list(ranked) if len(ranked) % 2 == 0 else [*ranked, NOBODY]
    graph: Any = import_module("networkx").Graph()  # needs 24 MB, so it is loaded only here
    graph.add_nodes_from(ends)
    for index, end in enumerate(ends):
        for other in ends[index + 1 :]:
            if other == NOBODY:
                if end not in rested:
                    # the lowest in the standings without a bye so far
                    lowest = points[end] - points[ranked[-1]]
                    graph.add_edge(end, other, weight=-(int(2 * lowest) ** 2 * FREE + 2 * (len(ranked) - index)))
            elif not met.get((min(end, other), max(end, other))):
                graph.add_edge(end, other, weight=-_cost(end, other, points, groups))
    matched: set[tuple[Place, Place]] = import_module("networkx").max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matched) < len(ends):
        return ()
    rank = {place: index for index, place in enumerate(ends)}
    pairs = sorted((sorted(pair, key=lambda place: rank[place]) for pair in matched), key=lambda pair: rank[pair[0]])
    tables = [tuple(place for place in pair if place != NOBODY) for pair in pairs]
    tables.sort(key=lambda places: len(places) == 1)
    return tuple(Pairing(seated(t, outcomes)) for t in tables)


def _cost(place: Place, other: Place, points: dict[Place, Fraction], groups: dict[Fraction, list[Place]]) -> int:
    apart = int(2 * abs(points[place] - points[other]))
    if apart:
        return apart * apart * FREE
    group = groups[points[place]]
    # ideally the first of the upper half meets the first of the lower half, and so on
    ideal, is_at = len(group) // 2, abs(group.index(place) - group.index(other))
    return (is_at - ideal) ** 2


def _graded(ranked: Sequence[Place], sizes: Sequence[int], outcomes: Sequence[Outcome]) -> list[list[Place]]:
    """Graded tables from the top of the standings, each filled with the next places that have met least."""
    met, left, tables = meetings(outcomes), list(ranked), list[list[Place]]()
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            often = {place: sum(met.get((min(place, p), max(place, p)), 0) for p in table) for place in left}
            # two places further down weigh as much as a repeated meeting
            chosen = min(left, key=lambda place: (2 * often[place] + left.index(place), left.index(place)))
            left.remove(chosen)
            table.append(chosen)
        tables.append(table)
    return tables


def standing(field: Field, outcomes: Sequence[Outcome]) -> list[Line]:
    """Standings by points, then by the points of opponents met (Buchholz), then by wins and seeding."""
    return table(list(field.places), outcomes)


def table(places: Sequence[Place], outcomes: Sequence[Outcome], *, beaten: bool = False, group: int = 0) -> list[Line]:
    """The standings of these places from these outcomes.

    Ties on points are broken by the sum of the opponents' points, or with `beaten` by those of opponents in
    proportion as they were beaten (Sonneborn-Berger).
    """
    points = scores(places, outcomes)
    tie, wins, played = dict.fromkeys(places, Fraction(0)), dict.fromkeys(places, 0), dict.fromkeys(places, 0)
    for outcome in outcomes:
        for place in outcome.pairing.places:
            if place not in points or len(outcome.ranks) == 1:
                continue
            rank = outcome.rank_of(place)
            played[place] += 1
            wins[place] += score(outcome, place) == 1
            for other in outcome.pairing.places:
                if other != place:
                    share = Fraction(2 * (outcome.rank_of(other) > rank) + (outcome.rank_of(other) == rank), 2)
                    tie[place] += points.get(other, Fraction(0)) * (share if beaten else 1)
    order = sorted(places, key=lambda place: (-points[place], -tie[place], -wins[place], place))
    return [Line(place, points[place], tie[place], wins[place], played[place], group) for place in order]
