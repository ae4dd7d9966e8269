"""Puzzles: what is clearly best is found and what isn't is not, the same each time, and nothing hidden is in it."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Ask, Path, Pick, Table
from opponents import AT_ONCE, FAIR, worker
from opponents.games import PLAYERS
from opponents.players import Players
from opponents.puzzles import (
    CLEAR,
    CONFIRMED,
    SURE,
    Candidate,
    Position,
    Weighing,
    before,
    challenge,
    examine,
    grade,
    hold,
    imagined,
    legal_answers,
    look,
    mistakes,
    puzzle,
    rivals,
    seek,
    stands,
    unweighed,
    verdict,
)
from opponents.reasons import reason
from opponents.review import Choice, Moment, Record, states
from opponents.thinking import Budget
from opponents.worker import Challenge, Examine, Explain, Grade, Hold, Seek
from tests.engines.facts import brief
from tests.opponents.recorded import nothing_special, played
from tests.opponents.toss import Toss, TossView

TOSS: Any = Toss()
PLANTED = "20 40 75 20 55 20 20 20"  # the third is the best, the fifth the second
BEST, SECOND = ("c",), ("e",)


@pytest.fixture(autouse=True)
def toss(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game can be played."""
    monkeypatch.setitem(GAMES, "toss", TOSS)


def position(chances: str) -> Position:
    state, _ = TOSS.setup(Table(2, {"chances": chances}, 1), SeededDice(bytes(32), 0))
    return imagined("toss", TOSS.view(state, 0), 1)


def candidate(chances: str, best: Path) -> Candidate:
    """Whether or not it looks like one."""
    found = position(chances)
    legal = legal_answers(TOSS, found.view())
    assert legal
    return Candidate(found, best, tuple(path for path in legal if path != best))


def weighed(found: Candidate, seed: int = 1, at_once: float = CONFIRMED) -> Weighing:
    known = unweighed(found)
    while verdict(known) is None:
        known = hold(found, known, seed, Budget(rounds=at_once))
    return known


def test_what_is_clearly_best_is_found_and_what_the_others_cost() -> None:
    found = look(position(PLANTED), 1)
    assert found is not None and found.best == BEST
    known = weighed(found)
    assert verdict(known) is True and known.worlds == CONFIRMED
    made = puzzle(found, known, 2)
    assert made.second == SECOND and made.gap - 2 * made.error >= SURE
    assert abs(made.hope - 0.75) < 0.05 and abs(made.gap - 0.2) < 0.05
    assert max(cost.error for cost in made.costs) < 0.03, "also where an answer was clearly behind early on"
    assert len(made.costs) == 7 and all(first.cost <= other.cost for first, other in pairwise(made.costs))


@pytest.mark.parametrize("chances", ["50 50 50 50", "20 75 75 20 20 20 20 20", "97 97 95 99"])
def test_of_equal_answers_none_is_best(chances: str) -> None:
    assert look(position(chances), 1) is None


def test_what_looked_best_by_luck_is_not_confirmed() -> None:
    known = weighed(candidate("50 50 55 50 50 50 50 50", BEST))
    assert verdict(known) is False and known.worlds < CONFIRMED
    assert verdict(weighed(candidate(PLANTED, SECOND))) is False


def test_few_answers_and_a_great_many_are_no_puzzle() -> None:
    found = position(PLANTED)
    assert legal_answers(TOSS, found.view()) == [(letter,) for letter in "abcdefgh"]
    assert legal_answers(TOSS, found.view(), 7) is None
    assert look(position("20 90"), 1) is None


class Thirsty(Toss):
    """The same with a question more, about a bottle that changes nothing."""

    def ask(self, view: TossView, path: Path = ()) -> Ask | None:
        return Pick("bottle.x", ("drink", "keep")) if len(path) == 1 else super().ask(view, path)


def test_answers_that_differ_in_a_detail_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toss", Thirsty())
    assert look(position(PLANTED), 1) is None, "two answers are the best"
    monkeypatch.setitem(PLAYERS, "toss", Players(details=("bottle.",)))
    found = look(position(PLANTED), 1)
    assert found is not None and {found.best, *found.twins} == {("c", "drink"), ("c", "keep")}
    assert len(found.others) == 14
    made = puzzle(found, weighed(found), 1)
    assert made.twins == found.twins and made.second[0] == SECOND[0] and abs(made.gap - 0.2) < 0.05
    assert look(position("20 90"), 1) is None, "four answers, but two ideas"


def test_what_a_game_calls_unfit_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "toss", Players(unfit=lambda view: view.viewer == 0))
    assert look(position(PLANTED), 1) is None


def test_the_first_card_of_a_stage_is_unfit(record: Record) -> None:
    """The picture still shows the breakaways of the stage before."""
    game: Any = GAMES[record.game]
    views = [game.view(state, row.by) for row, _, state in states(game, record) if row is not None]
    plays = [view for view in views if view.stage == "play"]
    unfit = [view for view in plays if PLAYERS["superechelon"].unfit(view)]
    assert 0 < len(unfit) < len(plays) / 2 and all(not view.breakaways for view in unfit)


def test_a_reason_is_a_world_in_which_the_best_answer_wins_and_the_other_does_not() -> None:
    found = reason("toss", position(PLANTED).view(), (BEST, SECOND), 1, Budget(rounds=40))
    assert (found.best.path, found.other.path) == (BEST, SECOND)
    ranks = [going.standings[0].rank for going in (found.best, found.other)]
    assert ranks == [1, 2] and all(going.is_over for going in (found.best, found.other)) and found.lead == 1


def test_a_reason_is_the_same_each_time_and_tells_what_the_seat_hears(record: Record) -> None:
    found = before(record, 10, 1)
    one, other, *_ = legal_answers(GAMES[record.game], found.view()) or []
    told = reason(record.game, found.view(), (one, other), 1, Budget(rounds=2))
    assert told == answer_in_time(Explain(record.game, found.view(), (one, other), 1), rounds=2)
    for going in (told.best, told.other):
        assert going.events and len(going.standings) == record.table.seats
        assert all(event.to is None or found.seat in event.to for event in going.events)


def answer_in_time(task: Explain, rounds: int) -> object:
    """What a process answers that tries so many worlds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "reason", partial(reason, budget=Budget(rounds=rounds)))
        return task.answer()


def test_what_easy_answers_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "toss", Players(easy=lambda game, view, rng: BEST))
    assert look(position(PLANTED), 1) is None
    monkeypatch.setitem(PLAYERS, "toss", Players(easy=lambda game, view, rng: SECOND))
    assert look(position(PLANTED), 1)


def test_pieces_come_to_the_same_as_the_whole() -> None:
    found = candidate(PLANTED, BEST)
    assert puzzle(found, weighed(found), 1) == puzzle(found, weighed(found, at_once=100), 1)
    assert puzzle(found, weighed(found), 1) != puzzle(found, weighed(found, seed=2), 1)


def challenged(found: Candidate, known: Weighing) -> Weighing:
    """Against opponents who think."""
    fewer = rivals(found, known)
    again = unweighed(fewer)
    while stands(again) is None:
        again = challenge(fewer, again, 1, Budget(rounds=20), Budget(rounds=200))
    return again


def test_an_answer_that_a_thinking_opponent_stops_does_not_stand() -> None:
    found = candidate("10 10 90! 10 12 10 10 10", BEST)
    known = weighed(found)
    assert verdict(known), "one who plays at random lets it go every other time"
    assert stands(challenged(found, known)) is False


def test_an_answer_that_nobody_can_stop_stands() -> None:
    found = candidate(PLANTED, BEST)
    known = weighed(found)
    assert rivals(found, known).others == (SECOND, ("b",), ("a",))
    assert stands(challenged(found, known)) is True


def test_grades_are_by_how_many_answers_there_are_and_who_misses_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    deep, found = Budget(rounds=800), candidate(PLANTED, BEST)
    monkeypatch.setitem(PLAYERS, "toss", Players(easy=lambda game, view, rng: SECOND))
    monkeypatch.setitem(AT_ONCE, FAIR, lambda game, view, rng: SECOND)
    assert 1 + len(found.others) == 8
    assert grade(found, 1, deep) == 3, "both miss it among eight answers"
    monkeypatch.setitem(PLAYERS, "toss", Players(easy=lambda game, view, rng: BEST if rng.random() < 0.6 else SECOND))
    assert grade(found, 1, deep) == 2
    monkeypatch.setitem(AT_ONCE, FAIR, lambda game, view, rng: BEST)
    assert grade(found, 1, deep) == 1, "one of them finds it always"
    assert grade(candidate(PLANTED, SECOND), 1, deep) == 0, "Champion finds another one"


@pytest.mark.parametrize("game", ["superechelon", "schlangennest"])
def test_the_same_seed_finds_the_same(game: str) -> None:
    found = seek(game, 3, Budget(rounds=4))
    assert found == seek(game, 3, Budget(rounds=4)) and 0 < found.looked <= 4


@pytest.fixture(scope="module")
def record() -> Record:
    """A match with hidden hands."""
    return played("superechelon", 3, nothing_special, {}, **brief("superechelon"))


def test_a_row_of_a_match_is_what_its_seat_saw(record: Record) -> None:
    game: Any = GAMES[record.game]
    for number, (row, _, _) in enumerate(states(game, record)):
        if row is None or number % 10:
            continue
        found = before(record, number, 1)
        real = real_before(record, number)
        assert found.seat == row.by and found.view() == game.view(real, row.by)
    with pytest.raises(ValueError, match="row 0"):
        before(record, 0, 1)


def real_before(record: Record, number: int) -> Any:
    """The state with all that was hidden."""
    game: Any = GAMES[record.game]
    shorter = Record(record.game, record.table, record.setup, record.rows[: number - 1])
    return [state for _, _, state in states(game, shorter)][-1]


def test_nothing_hidden_is_in_a_position(record: Record) -> None:
    game: Any = GAMES[record.game]
    found, real = before(record, 10, 1), real_before(record, 10)
    other = game.imagine(game.view(real, found.seat), Random(99))
    assert other.hands != real.hands != found.state.hands
    assert imagined(record.game, game.view(other, found.seat), 1) == found, "made from what the seat saw alone"


def test_mistakes_of_a_review_are_looked_at(record: Record) -> None:
    costs = (None, 0.0, CLEAR, 0.5, CLEAR - 0.01)
    found = [
        Moment(number, None, None, cost if cost is None else Choice((), cost, 0.0))
        for number, cost in enumerate(costs, 5)
    ]
    assert mistakes(found) == [7, 8]
    assert examine(record, 10, 1).looked == 1


def test_a_process_makes_the_pieces(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    found = look(position(PLANTED), 1)
    assert found
    known = Hold(found, unweighed(found), 60.0, 1).answer()
    assert isinstance(known, Weighing) and puzzle(found, known, 1) == puzzle(found, weighed(found), 1)
    again = Challenge(found, unweighed(found), 0.0, 1).answer()
    assert isinstance(again, Weighing) and again.worlds == 1
    assert Examine(record, 10, 1).answer() == examine(record, 10, 1)
    assert Seek("toss", 0.0, 1).answer() == seek("toss", 1, Budget(rounds=1))
    monkeypatch.setattr(worker, "grade", lambda found, seed: grade(found, seed, Budget(rounds=800)))
    assert Grade(found, 1).answer() == 1
    assert {task.game for task in (Hold(found, known, 1.0, 1), Challenge(found, known, 1.0, 1), Grade(found, 1))} == {
        "toss"
    }
