"""Whether a question matters: as a strong player sees it in a short thought, alike for all who think it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.table import Amount, Path, Pick, Table, View, settle
from opponents.games import PLAYERS, players_of
from opponents.mattering import ALIKE as OF_EVEN
from opponents.mattering import FEW, HABIT, are_alike, can_be_left
from opponents.players import Players
from opponents.thinking import Budget, Ranking, Weighed
from tests.engines.facts import FACTS
from tests.engines.matches import play
from tests.opponents.test_greedy import guest, menu

pytestmark = pytest.mark.quick

SEATS = 2
ALIKE = OF_EVEN / SEATS


def weighed(*hopes: float | None) -> Ranking:
    """Answers a, b, c … with these hopes."""
    return [Weighed((name,), hope) for name, hope in zip("abcdef", hopes, strict=False)]


@pytest.mark.parametrize(
    ("hopes", "alike"),
    [
        ((0.5, 0.5), True),
        ((0.5, 0.5 - ALIKE + 1e-6, None), True),
        ((0.5, 0.5, 0.5 - ALIKE - 1e-6), False),
        ((0.5,), False),
        ((0.5, None), False),
        ((None,), False),
        ((0.049, 0.049), False),
    ],
    ids=["equal", "nearly", "the third is worse", "alone", "the other is unknown", "habit", "nothing is left to win"],
)
def test_answers_are_alike_when_all_that_were_weighed_come_to_the_same(
    hopes: tuple[float | None, ...], alike: bool
) -> None:
    assert are_alike(weighed(*hopes), SEATS) == alike


def test_answers_are_not_alike_while_one_of_them_may_be_much_worse() -> None:
    for error, alike in ((0.0, True), (2 * ALIKE, True), (2 * ALIKE + 1e-6, False)):
        assert are_alike([Weighed(("a",), 0.5), Weighed(("b",), 0.5, error)], SEATS) == alike


def test_at_a_large_table_a_smaller_part_is_as_much() -> None:
    ranking = weighed(0.25, 0.25 - OF_EVEN / 5)
    assert are_alike(ranking, 4) and not are_alike(ranking, 8)


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> Callable[[Ranking], Any]:
    """A game of four dishes, of which Fair takes the first, and a thinker who sees this in them."""

    def made(ranking: Ranking) -> Any:
        def think(view: Any, rng: Random, budget: Budget) -> Ranking:
            assert budget.seconds == float("inf"), "time would make two verdicts of it"
            return ranking

        game = menu(Pick("dish", ("a", "b", "c", "d")), fallback=("d",), worths={("a",): 9})
        monkeypatch.setitem(PLAYERS, game.spec.key, Players(thinker=think))
        return game

    return made


@pytest.mark.parametrize(
    ("ranking", "left"),
    [
        (weighed(0.5, 0.1), True),
        ([Weighed(("b",), 0.5), Weighed(("a",), 0.5 - ALIKE + 1e-6)], True),
        ([Weighed(("b",), 0.5), Weighed(("a",), 0.5 - ALIKE - 1e-6)], False),
        ([Weighed(("b",), 0.5), Weighed(("a",), None)], False),
        ([Weighed(("b",), 0.5), Weighed(("c",), 0.5)], False),
        (weighed(0.049, 0.049), True),
    ],
    ids=["the best", "as good", "worse", "given up at once", "not even looked at", "nothing is left to win"],
)
def test_fair_is_let_play_where_its_answer_is_as_good(
    thinking: Callable[[Ranking], Any], ranking: Ranking, left: bool
) -> None:
    assert can_be_left(thinking(ranking), guest(), Random(1)) == left


def test_where_strong_answers_by_habit_one_answer_alone_may_be_sensible(thinking: Callable[[Ranking], Any]) -> None:
    assert HABIT == 1
    assert can_be_left(thinking(weighed(None)), guest(), Random(1)), "nothing comes near the first dish"
    many = menu(Pick("dish", ("a", "b")), fallback=("b",))
    assert not can_be_left(many, guest(), Random(1)), "both are as good as a good player can see"


@pytest.mark.parametrize(("options", "left"), [("abc", True), ("abcd", False)])
def test_a_game_without_a_thinker_asks_where_more_than_a_few_are_sensible(options: str, left: bool) -> None:
    assert FEW == 3
    game = menu(Amount("number", 1, len(options)), fallback=("1",))
    assert can_be_left(game, guest(), Random(1)) == left


def test_the_copy_of_a_card_makes_no_other_answer() -> None:
    idea = players_of("superechelon").idea
    assert idea(("super.1.01", "b.1")) == idea(("super.1.02", "b.1")) != idea(("climber.1.01", "b.1"))
    bad: Path = ("bad.1.01", "b.1", "super.1.01")
    assert idea(bad) != idea((*bad[:2], "super.1.02")), "whom it strikes matters"
    assert idea(("1", "0")) == ("1", "0"), "what is dealt as loot is left as it is"


@pytest.mark.parametrize("key", GAMES)
def test_the_same_luck_gives_the_same_verdict(key: str) -> None:
    game, verdicts = GAMES[key], list[bool]()
    match = play(game, settle(game.spec, Table(2, dict(FACTS[key].brief), game.spec.rules)), 3)
    for saved in match.states[:: max(1, len(match.states) // 3)]:
        state = match.load(saved)
        public: View = game.view(state, None)
        asked = [seat for seat in public.waiting if seat is not None]
        if public.over or not asked:
            continue
        view = game.view(state, asked[0])
        first, second = (can_be_left(game, view, Random(7)) for _ in range(2))
        assert first == second
        verdicts.append(first)
    assert verdicts
