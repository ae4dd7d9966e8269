"""A match that is over, looked at: what luck did and what answers cost are found, told apart, and add up."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engines import GAMES
from engines.table import Path, View
from opponents.comparing import Stand, Tally
from opponents.levels import THINKING
from opponents.review import COARSE, Moment, Record, accounts, coarse, effort, has_choice, moments, refined
from opponents.thinking import Budget
from tests.engines.facts import brief
from tests.marks import of_table
from tests.opponents.recorded import nothing_special, played


def looked_at(record: Record) -> list[Moment]:
    """All moments of it, with as many ways on as there must be."""
    return moments(record, range(len(record.rows) + 1), 0.0, 1)


@cache
def reviewed(game: str, seats: int = 2) -> tuple[Record, list[Moment]]:
    """A short match of a game, and all moments of it."""
    options = (
        {"tour": "custom", "course": "FGMM/1 DFFF"} if game == "legstrong" else brief(game)
    )  # legs are judged apart
    record = played(game, seats, nothing_special, {}, **options)
    return record, looked_at(record)


# all about one match is asked in one process, which plays it once
REVIEWED = [pytest.param(game, marks=of_table(f"{game} reviewed", smallest=False)) for game in GAMES]


@pytest.mark.parametrize("game", REVIEWED)
def test_luck_answers_and_the_rest_add_up_to_the_end(game: str) -> None:
    record, found = reviewed(game)
    assert [moment.number for moment in found] == [*range(len(record.rows) + 1)]
    last = found[-1].stand
    assert last is not None and sorted(last.shares) in ([0.0, 1.0], [0.5, 0.5])
    for seat, one in enumerate(accounts(record, found)):
        assert 0.5 + one.luck + one.answers + one.rest == pytest.approx(last.shares[seat])
    for moment in found:
        if moment.stand:
            assert sum(moment.stand.shares) == pytest.approx(1)
        if moment.luck:
            assert sum(moment.luck.shares) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("game", REVIEWED)
def test_a_match_in_pieces_is_the_same_match(game: str) -> None:
    record, whole = reviewed(game)
    late = len(record.rows) * 2 // 3
    rest = moments(record, range(late, len(record.rows) + 1), 0.0, 1)
    assert [(moment.stand, moment.luck) for moment in whole[late:]] == [(moment.stand, moment.luck) for moment in rest]
    assert len(effort(record)) == len(whole)


def test_what_is_thrown_away_is_found_and_costs_more_than_anything_else() -> None:
    thrown: list[int] = []

    def answer(number: int, view: View) -> Path | None:
        """Once Strong sees a great difference its last choice is given."""
        if thrown or view.viewer != 0 or not has_choice(GAMES["superechelon"], view):
            return None
        ranking = THINKING["strong"].weigh(GAMES["superechelon"], view, Random(1), Budget(rounds=400))
        best, worst = ranking[0].hope, ranking[-1].hope
        if best is None or worst is None or best - worst < 0.25:
            return None
        thrown.append(number)
        return ranking[-1].path

    record = played("superechelon", 2, answer, tours="1")
    [number] = thrown
    own = [at for at, row in enumerate(record.rows, 1) if row.by == 0]
    found = {at: moment for at in own for moment in moments(record, range(at, at + 1), 0.02, 1)}
    choice = found[number].choice
    assert choice is not None and choice.cost > 3 * choice.error and choice.cost > 0.15
    assert choice.best != record.rows[number - 1].path
    assert max(own, key=lambda at: value.cost if (value := found[at].choice) else 0.0) == number
    assert found[number].luck is None, "nothing was drawn"


def test_a_lucky_roll_is_luck_and_no_merit() -> None:
    lucky, unlucky = "turn.7.seat.0", "turn.8.seat.0"
    record = played("pistard", 2, nothing_special, {lucky: [6, 6, 5, 5], unlucky: [1, 1, 1, 1]})
    at = {draw.why: number for number, row in enumerate(record.rows, 1) for draw in row.draws}
    for number, sign in ((at[lucky], 1), (at[unlucky], -1)):
        [moment] = moments(record, range(number, number + 1), 0.02, 1)
        one = moment.luck
        assert one is not None and sign * one.shares[0] > max(0.02, 4 * one.errors[0])


def test_who_seals_an_answer_first_is_judged_with_all_others() -> None:
    record = played("legstrong", 3, nothing_special, tour="custom", course="FFFF", doping="off")
    found = looked_at(record)
    sealed = [moment.number for moment in found if moment.stand is None]
    assert sealed and all(not record.rows[number - 1].draws for number in sealed)


@pytest.mark.xdist_group("schlangennest reviewed")
def test_a_choice_is_what_has_more_than_one_answer() -> None:
    record, found = reviewed("schlangennest")
    parts = effort(record)
    assert max(parts[moment.number] for moment in found) > 1
    assert {moment.number for moment in found if moment.choice} == {
        number for number, part in enumerate(parts) if part > 1 and not found[number].luck
    }


@pytest.mark.xdist_group("three reviewed")
def test_moments_of_which_too_little_is_known_are_played_on_from_once_more() -> None:
    record, found = reviewed("superechelon", 3)
    rough = coarse(found)
    assert rough and [m.number for m in rough] != sorted(m.number for m in rough), "the least certain first"
    finer = refined(record, rough[::-1], 100.0, 1)
    assert [moment.number for moment in finer] == sorted(moment.number for moment in rough) and not coarse(finer)
    for moment in finer:
        before = found[moment.number].stand
        assert before is not None and moment.stand is not None and moment.stand.tries > before.tries
        assert max(moment.stand.errors) <= COARSE < max(before.errors)
        assert sum(moment.stand.shares) == pytest.approx(1)
        assert (moment.luck, moment.choice, moment.part) == (
            found[moment.number].luck,
            found[moment.number].choice,
            found[moment.number].part,
        )
    again = {moment.number: moment for moment in (*found, *finer)}
    accounted = accounts(record, [again[number] for number in range(len(found))])
    last = found[-1].stand
    assert last is not None
    assert [1 / 3 + moment.luck + moment.answers + moment.rest for moment in accounted] == pytest.approx(last.shares)


@pytest.mark.xdist_group("three reviewed")
def test_without_time_each_gets_a_little_further() -> None:
    record, found = reviewed("superechelon", 3)
    rough = coarse(found)
    for moment, finer in zip(
        sorted(rough, key=lambda value: value.number), refined(record, rough, 0.0, 1), strict=True
    ):
        assert moment.stand and finer.stand and finer.stand.tries > moment.stand.tries


def test_tries_that_are_joined_come_to_the_same_as_all_at_once() -> None:
    rng, one, other, both = Random(1), Tally(2), Tally(2), Tally(2)
    for number in range(400):
        share = rng.random()
        for tally in (both, one if number < 100 else other):
            tally.add((share, 1 - share))
    joined, whole = one.mean().joined(other.mean()), both.mean()
    assert joined.tries == 400 and joined.shares == pytest.approx(whole.shares)
    assert joined.errors == pytest.approx(whole.errors, rel=0.02)
    assert Stand((1.0,), (0.0,), 5).joined(Stand((1.0,), (0.0,), 5)) == Stand((1.0,), (0.0,), 10)


def test_a_moment_at_which_others_had_yet_to_answer_is_never_looked_at_again() -> None:
    assert coarse([Moment(1, None, None, None)]) == []
