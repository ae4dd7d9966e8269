"""The greedy opponent: legal everywhere, blind to what it may not see, and far better than chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.dice import SeededDice
from engines.pistard import Pistard
from engines.schlangennest import BORDERS, EACH, ENDS, Schlangennest, players
from engines.table import Amount, Ask, Event, Move, Path, Pick, Ready, Rng, Standing, Table, View, read
from opponents.games import PLAYERS
from opponents.greedy import MOST, SAMPLES, candidates, play_greedy
from opponents.pistard.worth import pistard_worth
from opponents.schlangennest.worth import schlangennest_worth
from opponents.worth import standing_worth, worth
from tests.engines.facts import FACTS
from tests.engines.matches import play
from tests.engines.schlangennest.position import table as nest_of
from tests.engines.tiny import State, Tiny, TinyView
from tests.opponents.strength import strength, wins


class Imagined(Tiny):
    """The tiny game, of which only imagined states exist: each is made by `imagine`, and only those are applied."""

    def __init__(self) -> None:
        self.imagined: list[State] = []
        self.applied: list[State] = []
        self.views: list[View] = []

    def imagine(self, view: TinyView, rng: Rng) -> State:
        self.views.append(view)
        self.imagined.append(super().imagine(view, rng))
        return self.imagined[-1]

    def apply(self, state: State, move: Move, dice: Any) -> list[Event]:
        assert any(state is known for known in self.imagined), "a state that was not imagined"
        self.applied.append(state)
        return super().apply(state, move, dice)


class Menu:
    """A game of one question after the other, in which any answer is as good as its worth says."""

    spec = Tiny.spec

    def __init__(self, asks: Sequence[Ask], fallback: Path, worths: dict[Path, int] | None = None) -> None:
        self._asks, self._fallback, self._worths = asks, fallback, worths or {}
        self.tried: list[Path] = []

    def ask(self, view: View, path: Path = ()) -> Ask:
        for ask, step in zip(self._asks, path, strict=False):
            read(ask, step)
        return (*self._asks, Ready())[len(path)]

    def fallback(self, view: View) -> Path:
        return self._fallback

    def imagine(self, view: View, rng: Rng) -> list[Path]:
        return []

    def apply(self, state: list[Path], move: Move, dice: Any) -> list[Event]:
        self.tried.append(move.path)
        state.append(move.path)
        return []

    def view(self, state: list[Path], viewer: int) -> View:
        return guest(self._worths.get(state[-1], 0))


def guest(points: int = 0) -> View:
    """What seat 0 sees with this many points, against a seat without any."""
    return View(0, "menu", (0,), (Standing(0, 1, points), Standing(1, 1, 0)), over=False, sealed=False)


def menu(*asks: Ask, fallback: Path = (), worths: dict[Path, int] | None = None) -> Any:
    return Menu(asks, fallback, worths)


def bidding(seats: int = 2) -> State:
    """The tiny game in its first, sealed stage; seat 1 has bid."""
    state, _ = Tiny().setup(Table(seats, {}, 1), SeededDice(b"greedy", 0))
    Tiny().apply(state, Move(None, ("leg.1",)), SeededDice(b"greedy", 1))
    Tiny().apply(state, Move(1, ("2", "-")), SeededDice(b"greedy", 2))
    return state


# --- from the view alone


def test_it_looks_ahead_in_imagined_states_only() -> None:
    game = Imagined()
    view = game.view(bidding(), 0)
    path = play_greedy(game, view, Random(1))
    assert isinstance(game.ask(view, path), Ready)
    answers = len(candidates(game, view, Random(1)))
    assert len(game.applied) == answers * SAMPLES
    assert len(game.imagined) == SAMPLES + len(game.applied)  # those before show whether anything is hidden
    assert all(seen is view for seen in game.views)


def test_it_tries_every_answer_in_the_same_worlds_with_the_same_dice() -> None:
    game = Imagined()
    view = game.view(bidding(), 0)
    play_greedy(game, view, Random(1))
    worlds = [tuple(state.deck) for state in game.imagined]
    assert len(set(worlds)) == SAMPLES


# --- answers


@pytest.mark.parametrize(
    ("asks", "answers"),
    [
        ((Pick("a", ("x", "y")),), [("x",), ("y",)]),
        ((Pick("a", ("x", "y", "z"), 2, 2),), [("x+y",), ("x+z",), ("y+z",)]),
        ((Pick("a", ("x", "y"), 0, 2),), [("-",), ("x",), ("y",), ("x+y",)]),
        ((Pick("a", (), 0, 0),), [("-",)]),
        ((Amount("a", -1, 1),), [("-1",), ("0",), ("1",)]),
        ((Amount("a", 4, 4), Pick("b", ("x", "y"))), [("4", "x"), ("4", "y")]),
    ],
)
def test_all_answers_are_tried_where_there_are_few(asks: tuple[Ask, ...], answers: list[Path]) -> None:
    game = menu(*asks, fallback=answers[0])
    assert candidates(game, guest(), Random(1)) == answers
    for path in answers:
        assert isinstance(game.ask(guest(), path), Ready)
    play_greedy(game, guest(), Random(1))
    # once each, as nothing is hidden or drawn
    assert sorted(game.tried) == (sorted(answers) if len(answers) > 1 else [])


def test_exactly_as_many_as_it_tries_are_all_tried() -> None:
    game = menu(Amount("a", 1, MOST), fallback=("1",))
    assert len(set(candidates(game, guest(), Random(1)))) == MOST


@pytest.mark.parametrize(
    ("asks", "fallback"),
    [
        ((Amount("a", 1, MOST + 1),), ("7",)),
        ((Amount("a", 0, 10**15),), ("0",)),
        ((Pick("a", tuple(f"o.{n}" for n in range(40)), 3, 7),), ("o.1+o.2+o.3",)),
        ((Pick("a", tuple(f"o.{n}" for n in range(30)), 0, 30), Amount("b", 0, 9)), ("-", "9")),
    ],
)
def test_of_too_many_answers_some_are_tried_and_the_fallback_is_among_them(
    asks: tuple[Ask, ...], fallback: Path
) -> None:
    game = menu(*asks, fallback=fallback)
    found = candidates(game, guest(), Random(1))
    assert found[0] == fallback
    assert MOST // 2 < len(found) == len(set(found)) <= MOST
    assert all(isinstance(game.ask(guest(), path), Ready) for path in found)
    assert candidates(game, guest(), Random(2)) != found
    best = menu(*asks, fallback=fallback, worths={fallback: 1})
    assert play_greedy(best, guest(), Random(1)) == fallback


def test_the_best_answer_is_taken_wherever_it_stands() -> None:
    names = tuple("abcdef")
    for best in combinations(names, 3):
        path = ("+".join(best),)
        game = menu(Pick("q", names, 3, 3), fallback=("a+b+c",), worths={path: 3, ("d+e+f",): 2})
        assert play_greedy(game, guest(), Random(1)) == path


def test_of_equal_answers_it_takes_any() -> None:
    game = menu(Pick("q", ("a", "b", "c", "d")), fallback=("a",), worths={("b",): 1, ("d",): 1})
    assert {play_greedy(game, guest(), Random(luck)) for luck in range(20)} == {("b",), ("d",)}


@pytest.mark.parametrize("key", ["pistard", "superechelon", "schlangennest", "legstrong"])  # they have equal answers
def test_with_other_luck_fair_players_play_another_match(key: str) -> None:
    """The dice and the cards are the same: who has won once can't win again by the same answers."""
    game, played = GAMES[key], set[tuple[Path, ...]]()
    for luck in range(4):
        rng, paths = Random(luck), list[Path]()
        state, _ = game.setup(Table(2, {}, game.spec.rules), SeededDice(b"same", 0))
        while len(paths) < 12 and (waiting := game.view(state, None).waiting):
            view = game.view(state, waiting[0])
            path = game.fallback(view) if view.viewer is None else play_greedy(game, view, rng)
            paths.append(path)
            game.apply(state, Move(view.viewer, path), SeededDice(b"same", len(paths)))
        played.add(tuple(paths))
    assert len(played) > 1


def test_a_seat_that_is_not_asked_has_no_answers() -> None:
    game = Tiny()
    with pytest.raises(ValueError, match="viewer None is not asked"):
        candidates(game, game.view(bidding(), None), Random(1))


# --- worth


def test_without_a_measure_of_its_own_a_game_is_worth_its_points_and_ranks() -> None:
    standings = (Standing(0, 2, 5), Standing(1, 1, 8), Standing(2, 3, 2))
    view = View(0, "any", (), standings, over=False, sealed=False)
    assert [standing_worth(view, seat) for seat in range(3)] == pytest.approx([-0.2, 4.4, -4.8])
    assert worth(view, 1, "unheard.of") == standing_worth(view, 1)


def test_in_pistard_points_riders_and_squares_count() -> None:
    game = Pistard()
    match = play(game, Table(2, {}, 1), 5)
    view = game.view(match.load(match.states[20]), 0)
    assert worth(view, 0, "pistard") == pistard_worth(view, 0) == -pistard_worth(view, 1)

    def changed(**parts: Any) -> float:
        return pistard_worth(replace(view, **parts), 0)

    assert changed(points=(view.points[0] + 1, view.points[1])) > pistard_worth(view, 0)
    mine = next(rider for rider in view.riders if rider.seat == 0)
    assert changed(riders=tuple(rider for rider in view.riders if rider != mine)) < pistard_worth(view, 0)


def test_in_schlangennest_parts_and_room_to_grow_count() -> None:
    state = nest_of("M20.0.straight.ew M22.1.straight.ew N22.1.tail.w")
    view = Schlangennest().view(state, 0)
    assert worth(view, 0, "schlangennest") == schlangennest_worth(view, 0) == -schlangennest_worth(view, 1) > 0
    longer = nest_of("M20.0.straight.ew N20.0.straight.ew M22.1.straight.ew N22.1.tail.w")
    assert schlangennest_worth(Schlangennest().view(longer, 0), 0) > schlangennest_worth(view, 0)
    stuck = replace(view, stuck=(0,))
    assert schlangennest_worth(stuck, 0) < schlangennest_worth(view, 0)


def test_in_schlangennest_a_loop_is_worth_less_than_open_ends() -> None:
    ring = "M20.0.curve.es N20.0.curve.sw N21.0.curve.nw P20.1.straight.ew"
    still_open, loop = nest_of(ring), nest_of(f"{ring} M21.0.curve.ne")
    game = Schlangennest()
    assert schlangennest_worth(game.view(still_open, 0), 0) - schlangennest_worth(game.view(loop, 0), 0) > 0


def test_a_team_without_riders_is_worth_its_points() -> None:
    game = Pistard()
    match = play(game, Table(2, {"race": "half-lap"}, 1), 2)
    view = game.view(match.load(match.states[-1]), 0)
    [gone] = view.gone
    assert pistard_worth(view, gone) < pistard_worth(view, 1 - gone)


# --- strength


BEATEN_HERE = [key for key in GAMES if key not in ("superechelon", "legstrong")]  # those have files of their own


@pytest.mark.parametrize("key", BEATEN_HERE)
def test_it_beats_chance(key: str) -> None:
    share, wanted = strength(key), FACTS[key].beats_chance
    assert share.mean >= wanted, (
        f"Fair wins {share} matches of two against chance, and {wanted:.0%} are wanted: {key} needs a measure "
        "(`worth`) or `rules` of its own, or is it mostly luck (`Facts.beats_chance`)?"
    )


def test_where_there_are_rules_no_measure_is_used() -> None:
    assert PLAYERS.keys() <= GAMES.keys()
    assert not [key for key, players in PLAYERS.items() if players.worth and players.rules]


@pytest.mark.long
@pytest.mark.parametrize("key", BEATEN_HERE)
def test_it_beats_chance_in_many_matches(key: str) -> None:
    assert wins(key, 200) >= 200 * FACTS[key].beats_chance


@pytest.mark.long
@pytest.mark.parametrize(
    ("border", "ends", "snakes", "score"),
    [
        (*options, score)
        for *options, score in product(BORDERS, ENDS, EACH, ("longest", "sum"))
        if players(options[0], options[2]) and (options[1] == "two" or options[2] == "one")
        if score == "longest" or (options[0] == "floating" and options[2] != "one")
    ],
)
def test_it_beats_chance_at_every_table_of_schlangennest(border: str, ends: str, snakes: str, score: str) -> None:
    won = wins("schlangennest", 40, border=border, ends=ends, snakes=snakes, score=score)
    assert won >= 40 * FACTS["schlangennest"].beats_chance
