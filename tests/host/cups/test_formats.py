"""Pairings of cups: against published tables, and what holds for every field, no matter who wins or leaves."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.cups import groups, knockout, round_robin, swiss
from host.cups.field import Field, Outcome, Pairing, meetings, split
from host.cups.formats import FORMATS

pytestmark = pytest.mark.quick

KEY = bytes(32)

# FIDE Handbook, C.06 annex 1: Berger tables
BERGER = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / 3-8 4-2 5-1 6-7 / "
    "8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6 / 10-6 7-5 8-4 9-3 1-2 / 2-10 3-1 4-9 5-8 6-7 / 10-7 8-6 9-5 1-4 2-3 / "
    "3-10 4-2 5-1 6-9 7-8 / 10-8 9-7 1-6 2-5 3-4 / 4-10 5-3 6-2 7-1 8-9 / 10-9 1-8 2-7 3-6 4-5 / "
    "5-10 6-4 7-3 8-2 9-1",
}


def play(
    name: str, field: Field, rng: random.Random, *, leaving: float = 0.0, ties: bool = True
) -> tuple[Field, list[Outcome]]:
    """A whole cup with results by chance, in which before each round a player may leave."""
    outcomes: list[Outcome] = []
    for number in range(1, 400):
        stay = [place for place in field.places if place not in field.gone]
        if stay and rng.random() < leaving:
            field = replace(field, gone={**field.gone, rng.choice(stay): number})
        tables = FORMATS[name].pairings(field, outcomes)
        if not tables:
            return field, outcomes
        check_round(field, number, tables)
        known: dict[frozenset[int], dict[int, int]] = {}
        for table in tables:
            ranks = tuple(rng.sample(range(1, len(table.places) + 1), len(table.places)))
            if ties and rng.random() < 0.2:
                ranks = (1,) * len(ranks)
            both = known.setdefault(frozenset(table.places), dict(zip(table.places, ranks, strict=True)))
            outcomes.append(Outcome(number, table, tuple(both[place] for place in table.places)))
    raise AssertionError("the cup doesn't end")


def check_round(field: Field, number: int, tables: tuple[Pairing, ...]) -> None:
    """No one sits twice, no one who has left sits at all, and no table has a size that can't be played."""
    pairs = {frozenset(table.places) for table in tables}
    sitting = [place for pair in pairs for place in pair]
    assert len(sitting) == len(set(sitting))
    assert len(tables) == len(pairs) or field.legs
    assert all(field.plays(place, number) for place in sitting)
    assert all(len(table.places) == 1 or field.least <= len(table.places) <= field.most for table in tables)


@pytest.mark.parametrize("n", BERGER)
def test_round_robins_are_the_published_berger_tables(n: int) -> None:
    rounds = [" ".join(f"{a + 1}-{b + 1}" for a, b in round_) for round_ in round_robin.berger(n)]
    assert rounds == BERGER[n].split(" / ")


@pytest.mark.parametrize(("slots", "order"), [(4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6])])
def test_a_bracket_is_seeded_as_is_usual(slots: int, order: list[int]) -> None:
    assert knockout.seeding(slots) == order


@pytest.mark.parametrize("order", [3, 4, 5])
def test_that_many_squared_at_tables_meet_exactly_once_each(order: int) -> None:
    """The affine planes; of order 3 it is Kirkman's schedule of nine in four rounds."""
    rounds = round_robin.schedule(order**2, 2, order, KEY)
    assert len(rounds) == order + 1
    met = Counter(frozenset((a, b)) for r in rounds for table in r for a in table for b in table if a < b)
    assert set(met.values()) == {1}
    assert len(met) == order**2 * (order**2 - 1) // 2


@pytest.mark.parametrize(("n", "least", "most", "often"), [(6, 2, 3, 2), (8, 2, 4, 2), (12, 2, 4, 3), (16, 3, 5, 3)])
def test_designs_for_bigger_tables_are_nearly_even(n: int, least: int, most: int, often: int) -> None:
    rounds = round_robin.schedule(n, least, most, KEY)
    met = meetings([Outcome(1, Pairing(table), (1,) * len(table)) for r in rounds for table in r])
    assert max(met.values()) <= often
    assert all(sum(other in table for r in rounds for table in r) == len(rounds) for other in range(n))


def test_the_first_round_of_a_swiss_cup_is_that_of_the_handbook() -> None:
    """FIDE C.04.3: the first of the upper half meets the first of the lower half; the last of an odd number rests."""
    tables = swiss.pairings(Field(8, 2, 2, KEY), [])
    assert [set(table.places) for table in tables] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert [set(pairing.places) for pairing in swiss.pairings(Field(7, 2, 2, KEY), [])] == [{1, 4}, {2, 5}, {3, 6}, {7}]


def test_winners_meet_winners_in_the_second_round() -> None:
    first = [Outcome(1, p, (1, 2)) for p in (Pairing((1, 5)), Pairing((2, 6)), Pairing((3, 7)), Pairing((4, 8)))]
    second = [set(pairing.places) for pairing in swiss.pairings(Field(8, 2, 2, KEY), first)]
    assert second == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]


@settings(max_examples=12, deadline=None)
@given(st.integers(3, 20), st.integers(), st.booleans())
def test_swiss_pairs_meet_once_and_rest_once(n: int, seed: int, leave: bool) -> None:
    _, outcomes = play("swiss", Field(n, 2, 2, KEY), random.Random(seed), leaving=0.4 * leave)
    assert set(meetings(outcomes).values()) <= {1}
    rested = Counter(outcome.pairing.places[0] for outcome in outcomes if len(outcome.ranks) == 1)
    assert max(rested.values(), default=0) <= 1
    if not leave:
        assert max(outcome.round for outcome in outcomes) == swiss.rounds(Field(n, 2, 2, KEY))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([*FORMATS]), st.integers(3, 16), st.integers(2, 5), st.integers(), st.booleans())
def test_every_cup_ends_by_its_own_rules_whoever_leaves(name: str, n: int, most: int, seed: int, legs: bool) -> None:
    rng = random.Random(seed)
    if name == "teams":
        n, most = FORMATS[name].most, 2
    least = rng.randint(2, min(n, most))
    field = Field(n, least, most, KEY, seasons=2, legs=legs and most == 2 and not FORMATS[name].by_points)
    field, outcomes = play(name, field, rng, leaving=rng.choice((0.0, 0.3)))
    lines = FORMATS[name].standing(field, outcomes)
    assert sorted(line.place for line in lines) == list(field.places)
    if not field.gone and outcomes:
        assert max(outcome.round for outcome in outcomes) == FORMATS[name].rounds(field)


def test_from_a_single_group_as_many_go_on_as_a_final_needs() -> None:
    """Of five at tables of three to five half would be two, who can't play a final."""
    field = Field(5, 3, 5, KEY)
    field, outcomes = play("groups", field, random.Random(1))
    last = max(outcome.round for outcome in outcomes)
    assert last == FORMATS["groups"].rounds(field)
    assert [len(outcome.ranks) for outcome in outcomes if outcome.round == last] == [3]


@pytest.mark.parametrize("n", [3, 6, 16, 31])
def test_a_bracket_has_one_winner_who_has_lost_nothing(n: int) -> None:
    field, outcomes = play("knockout", Field(n, 2, 2, KEY), random.Random(n), ties=False)
    played = [outcome for outcome in outcomes if len(outcome.ranks) == 2]
    assert len(played) == n - 1
    lost = Counter(outcome.ranked()[1] for outcome in played)
    assert set(lost.values()) == {1}
    assert FORMATS["knockout"].standing(field, outcomes)[0].place not in lost


@pytest.mark.parametrize("form", ["knockout", "groups"])
def test_with_two_legs_the_same_pairs_meet_twice_with_turned_seats(form: str) -> None:
    field = Field(11, 2, 2, KEY)
    _, once = play(form, field, random.Random(4))
    _, twice = play(form, replace(field, legs=True), random.Random(4), ties=False)
    for number in range(1, max(outcome.round for outcome in twice) + 1):
        pairs = [outcome.pairing.places for outcome in twice if outcome.round == number]
        if form == "groups" and number <= groups.stage_rounds(field):
            assert [outcome.pairing.places for outcome in once if outcome.round == number] == pairs
            continue
        met = [places for places in pairs if len(places) > 1]
        assert [places[::-1] for places in met[::2]] == met[1::2]


def test_two_against_two_meet_once_at_two_tables() -> None:
    field, outcomes = play("teams", Field(4, 2, 2, KEY), random.Random(1))
    assert [outcome.pairing.places for outcome in outcomes] == [(1, 2), (3, 4)]
    assert FORMATS["teams"].pairings(replace(field, gone={3: 1}), ()) == ()


def test_the_better_seeded_rest_in_the_first_round() -> None:
    tables = knockout.pairings(range(1, 7), Field(6, 2, 2, KEY), (), 1)
    assert {table.places[0] for table in tables if len(table.places) == 1} == {1, 2}


def test_a_tie_in_a_knock_out_goes_to_the_better_seeded() -> None:
    outcomes = [Outcome(1, Pairing((4, 1)), (1, 1)), Outcome(1, Pairing((2, 3)), (2, 1))]
    assert knockout.bracket(range(1, 5), Field(4, 2, 2, KEY), outcomes, 1)[-1] == [1, 3]


def test_who_has_left_is_walked_over() -> None:
    outcomes = [Outcome(1, Pairing((1, 4)), (1, 2)), Outcome(1, Pairing((2, 3)), (1, 2))]
    left = Field(4, 2, 2, KEY, gone={2: 2})
    assert knockout.pairings(range(1, 5), left, outcomes, 1) == ()
    assert knockout.standing(range(1, 5), left, outcomes, 1)[0].place == 1


def test_finalists_of_one_group_dont_meet_at_once() -> None:
    for n in (8, 12, 16, 20, 32):
        field, outcomes = Field(n, 2, 2, KEY), list[Outcome]()
        home = {place: at for at, group in enumerate(groups.drawn(field)) for place in group}
        for number in range(1, 4):
            outcomes += [Outcome(number, pairing, (1, 2)) for pairing in groups.cup_pairings(field, outcomes)]
        final = groups.cup_pairings(field, outcomes)
        assert all(len({home[place] for place in pairing.places}) == len(pairing.places) for pairing in final)


def test_a_league_moves_two_up_and_two_down() -> None:
    field, outcomes = Field(12, 2, 2, KEY, seasons=2), list[Outcome]()
    for number in range(1, 6):  # the weaker seeded always wins
        for pairing in groups.league_pairings(field, outcomes):
            outcomes.append(
                Outcome(number, pairing, tuple(2 - (place == max(pairing.places)) for place in pairing.places))
            )
    upper, lower = groups.divisions(field, outcomes, 2)
    assert set(upper) == {6, 5, 4, 3, 12, 11}
    assert set(lower) == {1, 2, 7, 8, 9, 10}


def test_bigger_tables_count_by_who_was_beaten() -> None:
    outcome = Outcome(1, Pairing((1, 2, 3, 4)), (1, 2, 2, 4))
    lines = swiss.table((1, 2, 3, 4), [outcome])
    assert [line.score for line in lines] == [1, Fraction(1, 2), Fraction(1, 2), 0]


@pytest.mark.parametrize(
    ("entrants", "least", "most", "byes", "sizes"),
    [(5, 2, 2, 1, (2, 2)), (5, 3, 4, 1, (4,)), (10, 2, 4, 0, (4, 3, 3)), (2, 3, 4, 2, ())],
)
def test_tables_are_as_alike_as_can_be(entrants: int, least: int, most: int, byes: int, sizes: tuple[int, ...]) -> None:
    assert split(entrants, least, most) == (byes, sizes)


@pytest.mark.long
@pytest.mark.parametrize("n", [64, 127, 128])
def test_the_biggest_swiss_cups_can_be_paired(n: int) -> None:
    _, outcomes = play("swiss", Field(n, 2, 2, KEY), random.Random(1))
    assert set(meetings(outcomes).values()) == {1}
