"""Computer players answer legally in every position of every game, from the view alone."""

from __future__ import annotations

from functools import cache, partial
from itertools import product
from random import Random

import pytest

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Amount, Move, Pick, Ready, Table
from opponents import AT_ONCE, THINKERS, THINKING, Opponent, thinker_of
from opponents.random import play_random
from opponents.thinking import Budget
from tests.engines.facts import FACTS
from tests.engines.matches import Match, asked, play, waited_for
from tests.engines.tiny import Tiny

QUICK = Budget(rounds=2)
PLAYERS: dict[str, Opponent] = {
    **{name: partial(level, budget=QUICK) for name, level in THINKING.items()},
    **AT_ONCE,
    "random": play_random,
}
# they think like Strong, and take another of its answers
COMPANY: dict[str, Opponent] = {
    name: partial(thinker_of(name, 5.0), budget=QUICK) for name in THINKERS if name not in THINKING
}
SUBJECTS = {**GAMES, "tiny": Tiny()}


@cache
def match(key: str, seats: int) -> Match:
    """A match at random with the default options, or with those that make it short."""
    options = dict(FACTS[key].options) if key in FACTS else {}
    return play(SUBJECTS[key], Table(seats, options, SUBJECTS[key].spec.rules), seats)


@pytest.mark.parametrize("key", SUBJECTS)
@pytest.mark.parametrize("name", PLAYERS)
def test_every_answer_is_a_whole_legal_path(name: str, key: str) -> None:
    game, rng = SUBJECTS[key], Random(1)
    for seats in game.spec.seats:
        states = match(key, seats).states
        for saved in states[:: max(1, len(states) // 3)]:
            state = match(key, seats).load(saved)
            for viewer in asked(game, state):
                view = game.view(state, viewer)
                assert isinstance(game.ask(view, PLAYERS[name](game, view, rng)), Ready)


@pytest.mark.parametrize("key", SUBJECTS)
def test_company_answers_with_whole_legal_paths(key: str) -> None:
    game, rng, seats = SUBJECTS[key], Random(1), SUBJECTS[key].spec.seats[1]
    state = match(key, seats).load(match(key, seats).states[len(match(key, seats).states) // 2])
    for viewer in asked(game, state)[:1]:
        view = game.view(state, viewer)
        assert all(isinstance(game.ask(view, player(game, view, rng)), Ready) for player in COMPANY.values())


@pytest.mark.long
@pytest.mark.parametrize("key", SUBJECTS)
@pytest.mark.parametrize("name", COMPANY)
def test_company_brings_a_match_to_its_end(name: str, key: str) -> None:
    test_computer_players_bring_a_match_to_its_end(name, key)


@pytest.mark.parametrize("key", SUBJECTS)
@pytest.mark.parametrize("name", PLAYERS)
def test_computer_players_bring_a_match_to_its_end(name: str, key: str) -> None:
    game, rng = SUBJECTS[key], Random(2)
    state, _ = game.setup(Table(game.spec.seats[0], {}, game.spec.rules), SeededDice(b"key", 0))
    for number in range(1, game.spec.limit + 1):
        due = waited_for(game, state)
        if not due:
            break
        move = Move(due[0], {**PLAYERS, **COMPANY}[name](game, game.view(state, due[0]), rng))
        game.apply(state, move, SeededDice(b"key", number))
    assert game.view(state, None).over


# thinkers, and one easy player, that look at no question but their own
TRUSTING = {("easy", "superechelon"), *product(THINKING, ("pistard", "superechelon", "legstrong"))}
ASKING = [(name, key) for key in SUBJECTS for name in PLAYERS if (name, key) not in TRUSTING]


@pytest.mark.parametrize(("name", "key"), ASKING)
def test_a_seat_that_is_not_asked_has_no_answer(name: str, key: str) -> None:
    game, played = SUBJECTS[key], match(key, SUBJECTS[key].spec.seats[0])
    states = [played.load(saved) for saved in (*played.states[:40], played.states[-1])]
    views = [game.view(state, viewer) for state in states for viewer in played.viewers]
    idle = [view for view in views if view.viewer is not None and game.ask(view) is None]
    for view in (idle[0], idle[-1]):
        with pytest.raises(ValueError, match=f"viewer {view.viewer} is not asked"):
            PLAYERS[name](game, view, Random(3))


def test_at_random_every_answer_is_possible() -> None:
    game = Tiny()
    state, _ = game.setup(Table(2, {}, 1), SeededDice(b"key", 0))
    game.apply(state, Move(None, ("leg.1",)), SeededDice(b"key", 1))
    view = game.view(state, 0)
    rng = Random(4)
    paths = {PLAYERS["random"](game, view, rng) for _ in range(1000)}
    watts, cards = game.ask(view), game.ask(view, ("0",))
    assert isinstance(watts, Amount)
    assert isinstance(cards, Pick)
    assert {path[0] for path in paths} == {str(number) for number in range(watts.most + 1)}
    assert {"-", *cards.options, "+".join(cards.options[:2])} <= {path[1] for path in paths}
