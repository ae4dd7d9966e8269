"""Swiss pairings against those of a tournament that was held, and against all pairings that there are."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.cups import swiss
from host.cups.field import Field, Outcome, Pairing, Place, meetings, scores

pytestmark = pytest.mark.quick

KEY = bytes(32)
ABSENT = 100  # how much higher the number of an absent player's missing opponent is than the player's own

# Open Internacional de Gros, Donostia 2010, by FIDE's Dutch system: for each of 52 players, the best seeded first, who
# they met in four rounds and how it went (+ won, - lost, = drawn); U a bye, H half a point for not coming, Z none
GROS = """
26+ 13+ 8+ 4+|27+ 15+ 7+ 5+|29+ 14+ 10+ 6=|30+ 17+ 9+ 1-|31+ 16+ 12+ 2-|32+ 21+ 11+ 3=|33+ 20+ 2- 18+|34+ 23+ 1- 21-
35+ 22+ 4- 13-|36+ 25+ 3- 23-|37+ 24+ 6- 22+|38+ 52+ 5- 45+|39+ 1- 25+ 9+|40+ 3- H 26=|41+ 2- 18- 49+|42+ 5- H 27+
43+ 4- 26= 31+|44= 19+ 15+ 7-|45= 18- 49+ 32+|46+ 7- 34= 35-|47+ 6- 41+ 8+|48+ 9- 46+ 11-|49+ 8- 50+ 10+|50+ 11- 52= 34+
51+ 10- 13- 52-|1- 38+ 17= 14=|2- 37= 43+ 16-|Z Z Z Z|3- 40+ H H|4- 41- 40+ H|5- 42= 44+ 17-|6- 43= 42+ 19-
7- 46- 48+ 39=|8- 47+ 20= 24-|9- 48+ H 20+|10- 49- H 44-|11- 27= 51+ H|12- 26- H 47+|13- H H 33=|14- 29- 30- 51+
15- 30+ 21- H|16- 31= 32- 43+|17- 32= 27- 42-|18= 45- 31- 36+|19= 44+ H 12-|20- 33+ 22- 50+|21- 34- H 38-|22- 35- 33- U
23- 36+ 19- 15-|24- U 23- 46-|25- H 37- 40-|U 12- 24= 25+
"""
RESULTS = {"+": (1, 2), "-": (2, 1), "=": (1, 1)}


def held() -> list[list[str]]:
    """What stands above, by player."""
    return [[*player.split()] for player in GROS.replace("\n", "|").strip("|").split("|")]


def round_of(number: int) -> list[Outcome]:
    """A round of it; absent players met no one, for none, half or a whole point."""
    found: list[Outcome] = []
    for place, row in enumerate(held(), 1):
        token = row[number - 1]
        if token == "U":
            found.append(Outcome(number, Pairing((place,)), (1,)))
        elif token in "HZ":
            found.append(Outcome(number, Pairing((place, ABSENT + place)), (1, 1) if token == "H" else (2, 1)))
        elif place < (other := int(token[:-1])):
            found.append(Outcome(number, Pairing((place, other)), RESULTS[token[-1]]))
    return found


def apart(pairings: Sequence[Sequence[Place]], points: dict[Place, Fraction]) -> Fraction:
    """How far the points of those who meet are apart, squared; who has a bye meets the last one in the table."""
    last = min(points.values())
    return sum((points[p[0]] - (points[p[1]] if len(p) > 1 else last)) ** 2 for p in pairings) or Fraction(0)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_round_of_a_tournament_that_was_held(number: int) -> None:
    """The first round is the same; in later ones, in which FIDE looks at colours too, points are as close or closer."""
    before = [outcome for at in range(1, number) for outcome in round_of(at)]
    theirs = [outcome.pairing.places for outcome in round_of(number) if max(outcome.pairing.places) <= ABSENT]
    there = {place for places in theirs for place in places}
    field = Field(52, 2, 2, KEY, gone={place: number for place in range(1, 53) if place not in there})
    ours = [pairing.places for pairing in swiss.pairings(field, before)]
    assert {place for places in ours for place in places} == there
    if number == 1:
        assert {frozenset(our) for our in ours} == {frozenset(their) for their in theirs}
    points = scores(there, before)
    assert apart(ours, points) <= apart(theirs, points)
    met = meetings(before)
    assert not [our for our in ours if tuple(sorted(our)) in met]


def all_pairings(places: Sequence[Place]) -> Iterator[list[tuple[Place, ...]]]:
    """Every way to pair them; of an odd number one has a bye."""
    if not places:
        yield []
        return
    if len(places) % 2:
        for free in places:
            for rest in all_pairings([place for place in places if place != free]):
                yield [*rest, (free,)]
        return
    first, *others = places
    for other in others:
        for rest in all_pairings([ot for ot in others if ot != other]):
            yield [(first, other), *rest]


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 7), st.integers())
def test_no_other_pairing_brings_points_closer_together(n: int, seed: int) -> None:
    """Of all that let no one meet again and no one rest twice; and where there is none, the cup ends."""
    rng, field, outcomes = random.Random(seed), Field(n, 2, 2, KEY), list[Outcome]()
    for number in range(1, swiss.rounds(field) + 1):
        met = meetings(outcomes)
        rested = {outcome.pairing.places[0] for outcome in outcomes if len(outcome.ranks) == 1}
        points = scores(field.places, outcomes)
        allowed = [
            pairing
            for pairing in all_pairings(list(field.places))
            if all(places[0] not in rested if len(places) == 1 else places not in met for places in pairing)
        ]
        ours = [pairing.places for pairing in swiss.pairings(field, outcomes)]
        if not allowed:
            assert ours == []
            return
        assert apart(ours, points) == min(apart(deadline, points) for deadline in allowed)
        outcomes += [
            Outcome(number, Pairing(our), rng.choice(((1, 2), (2, 1), (1, 1))) if len(our) > 1 else (1,))
            for our in ours
        ]


def test_a_round_that_cant_be_paired_ends_the_cup() -> None:
    """Of five two have left; of the others one has met both, and has rested."""
    field = Field(5, 2, 2, KEY, gone={4: 3, 5: 3})
    outcomes = [
        *(Outcome(1, pairing, (1, 2)) for pairing in (Pairing((1, 2)), Pairing((4, 5)))),
        Outcome(1, Pairing((3,)), (1,)),
        *(Outcome(2, pairing, (1, 2)) for pairing in (Pairing((1, 3)), Pairing((2, 4)))),
        Outcome(2, Pairing((5,)), (1,)),
    ]
    assert [pairing.places for pairing in swiss.pairings(field, outcomes)] == [(2, 3), (1,)]
    rested = [*outcomes, Outcome(2, Pairing((1,)), (1,))]
    assert swiss.pairings(field, rested) == ()
    assert swiss.pairings(Field(5, 2, 2, KEY, gone=dict.fromkeys((2, 3, 4, 5), 3)), outcomes) == ()
    assert swiss.pairings(Field(5, 3, 4, KEY, gone=dict.fromkeys((3, 4, 5), 1)), ()) == ()


def test_tables_of_more_are_graded_from_the_second_round_on() -> None:
    """At first alike in strength; then the first ones of the table meet, but preferably those they haven't met."""
    field = Field(8, 2, 4, KEY)
    first = swiss.pairings(field, ())
    assert [set(standing.places) for standing in first] == [{1, 4, 5, 8}, {2, 3, 6, 7}]
    outcomes = [Outcome(1, s, tuple(sorted(s.places).index(place) + 1 for place in s.places)) for s in first]
    second = swiss.pairings(field, outcomes)
    assert [set(standing.places) for standing in second] == [{1, 2, 3, 4}, {5, 6, 7, 8}]


def test_at_tables_of_more_those_rest_who_havent_yet() -> None:
    field, outcomes, rested = Field(5, 4, 4, KEY), list[Outcome](), list[Place]()
    for number in range(1, swiss.rounds(field) + 1):
        tables = swiss.pairings(field, outcomes)
        rested += [table.places[0] for table in tables if len(table.places) == 1]
        for table in tables:
            ranks = tuple(sorted(table.places).index(place) + 1 for place in table.places)
            outcomes.append(Outcome(number, table, ranks))
    assert len(rested) == swiss.rounds(field) == len(set(rested))
