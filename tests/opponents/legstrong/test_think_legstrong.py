"""LEGSTRONG's thinking and easy players: legal answers everywhere, within their budget, better and worse than fair."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from bench import rivals
from bench.rivals import Trial
from engines.dice import SeededDice
from engines.legstrong import SPEC, State, is_positive
from engines.legstrong.attacks import NO, YES, Verdict
from engines.table import Move, Path, Ready, Table, Viewer
from opponents.greedy import play_greedy
from opponents.legstrong.candidates import candidates
from opponents.legstrong.easy import play_legstrong_easy
from opponents.legstrong.policy import Mind, decide
from opponents.legstrong.search import QUICK, shares_of, think_legstrong, weigh_legstrong
from opponents.random import play_random
from opponents.thinking import Budget
from tests.engines.legstrong.position import GAME, leg, ride
from tests.marks import rows_in_long

SHORT = {"tour": "custom", "course": "FFGMMD/2 FFFFF"}
LEGS = 6
MATCHES = [({"tour": "race"}, 24), *rows_in_long([({}, 60)])]
OPTIONS = (
    {},
    {"attacks": "clockwise", "hold": "on", "tests": "pick", "win": "team"},
    {"doping": "off", "hold": "on"},
    {"collusion": "on", "attacks": "clockwise"},
)


def table(seats: int, options: dict[str, str]) -> Table:
    """A tour of two short legs."""
    return Table(seats, {**SHORT, **options}, SPEC.rules)


def thought(state: State, who: Viewer, seed: int, rounds: int = 2) -> Path:
    """The thinker's answer."""
    return think_legstrong(GAME.view(state, who), Random(seed), Budget(rounds=rounds))


def legal_to_the_end(given: Table, seed: int) -> int:
    """Play a match in which seats are of all kinds; both players' answers are legal in every position."""
    rng, key = Random(seed), seed.to_bytes(8, "big")
    state, _ = GAME.setup(given, SeededDice(key, 0))
    for number in range(1, SPEC.limit + 1):
        waiting = GAME.view(state, None).waiting
        if not waiting:
            return number
        who = rng.choice(waiting)
        view = GAME.view(state, who)
        paths = [thought(state, who, number), play_legstrong_easy(GAME, view, rng)]
        for path in paths:
            assert isinstance(GAME.ask(view, path), Ready), path
        paths.append(play_random(GAME, view, rng))
        GAME.apply(state, Move(who, paths[rng.randrange(3)]), SeededDice(key, number))
    raise AssertionError("a match ends")


TABLES = [(2, OPTIONS[0]), (3, OPTIONS[1]), (2, OPTIONS[3]), (6, OPTIONS[2]), (2, {"teams": "2", "doping": "off"})]
EVERY = rows_in_long(product(SPEC.seats, OPTIONS))


@pytest.mark.parametrize(("seats", "options"), [*TABLES, *EVERY])
def test_answers_are_legal_in_every_position(seats: int, options: dict[str, str]) -> None:
    assert legal_to_the_end(table(seats, options), 31 * seats) > 1


def test_a_second_attack_in_the_open_is_only_thought_of_where_the_first_leaves_room() -> None:
    out = "1.leader@33 1.rouleur@33"  # room for one rider more, eight rows before the peloton
    state = leg("FFFFGGFFFF", out, resting="1.leader 1.rouleur", peloton=25, energy=45, attacks="clockwise")
    assert state.stage == "attack" and state.asked[0] == 0
    world = QUICK.load(state)
    paths = [QUICK.path(world, 0, found) for found in candidates(world, 0, Mind())]
    assert all(isinstance(GAME.ask(GAME.view(state, 0), path), Ready) for path in paths)
    assert any("0.rouleur" in path for path in paths) and any("0.leader" in path for path in paths)


def test_without_a_rival_answer_nothing_is_thought_about() -> None:
    state = leg("FFFFFFFFFFFFFF", peloton=10)
    assert thought(state, 0, 1, 10**9)[0] == "stay"  # as many rounds would never end


def test_it_attacks_where_nobody_can_chase() -> None:
    state = leg("FFFFGFFFFF", peloton=45, energy=31, token=0)
    assert thought(state, 0, 1, 60)[0] == "0.rouleur"


def verdict(row: int) -> str:
    """What is decided about a chase of a rider at that row, with the peloton at row 30 of 60."""
    state = leg("FFFFFFFFFF", f"1.leader@{row}", resting="1.leader", peloton=30, attacks="clockwise")
    while state.stage == "attack":
        ride(state, "stay")
    decision = decide(QUICK.load(state), state.asked[0])
    assert isinstance(decision, Verdict)
    return decision.chase


def test_a_pursuit_is_spent_where_it_may_keep_a_rider_from_getting_home() -> None:
    verdicts = [verdict(row) for row in range(31, 61)]
    assert verdicts[0] == NO, "caught in any case"
    assert verdicts[-1] == NO, "home in any case"
    assert YES in verdicts


def test_on_the_line_it_goes_home() -> None:
    state = leg("FFFFFFFFFF", "0.leader@58", peloton=40, energy=20, attacks="clockwise")
    assert int(thought(state, 0, 1, 30)[-1].partition(".")[0]) >= 3


def test_an_owner_without_riders_has_no_share_of_the_match() -> None:
    shares = shares_of(leg("FFFF", "0.leader@3"), [[10.0, 40.0], []], 0)
    assert sum(shares) == pytest.approx(1) and shares[1] == pytest.approx(0)


def test_no_level_can_be_found_in_a_test() -> None:
    state, _ = GAME.setup(table(2, {}), SeededDice(b"key", 0))
    for number in range(1, 5):
        who = GAME.view(state, None).waiting[0]
        if state.stage == "open":
            break
        GAME.apply(state, Move(who, thought(state, who, number)), SeededDice(b"key", number))
    for level, sleeve in zip(state.levels, state.sleeves, strict=True):
        assert level.card in sleeve.cards
        assert not any(is_positive(level.card, drawn) for drawn in sleeve.cards)


def won(number: int) -> float:
    """The part of the first place that the thinker takes against Fair in a leg over two passes."""
    place, key = number % 2, (number // 2).to_bytes(8, "big")
    options = {"tour": "custom", "course": "passes", "doping": "off"}
    state, _ = GAME.setup(Table(2, options, SPEC.rules), SeededDice(key, 0))
    for move in range(1, SPEC.limit + 1):
        waiting = GAME.view(state, None).waiting
        if not waiting:
            break
        who = waiting[0]
        view, rng = GAME.view(state, who), Random(f"{number}.{move}")
        path = weigh_legstrong(view, rng, Budget(rounds=8))[0].path if who == place else play_greedy(GAME, view, rng)
        GAME.apply(state, Move(who, path), SeededDice(key, move))
    best = [standing.seat for standing in GAME.view(state, None).standings if standing.rank == 1]
    return (place in best) / len(best)


@pytest.mark.long
def test_a_few_rounds_of_thought_beat_fair_in_the_mountains() -> None:
    assert sum(won(number) for number in range(LEGS)) >= 0.7 * LEGS


@pytest.mark.parametrize(("options", "matches"), MATCHES)
def test_easy_beats_chance(options: dict[str, str], matches: int) -> None:
    trial = Trial("legstrong", "easy", rivals.CHANCE, options=options)
    assert sum(rivals.won(trial, number) for number in range(matches)) >= 0.5 * matches


@pytest.mark.parametrize(("options", "matches"), MATCHES)
def test_easy_loses_to_fair(options: dict[str, str], matches: int) -> None:
    trial = Trial("legstrong", "easy", "fair", options=options)
    assert sum(rivals.won(trial, number) for number in range(matches)) <= 0.5 * matches


def test_easy_is_asked_or_refuses() -> None:
    state = leg("FFFFFFFFFF", peloton=20, attacks="clockwise")
    idle = next(seat for seat in (0, 1) if seat not in GAME.view(state, None).waiting)
    with pytest.raises(ValueError, match="is not asked"):
        play_legstrong_easy(GAME, GAME.view(state, idle), Random(1))
    ride(state, "stay")
    assert play_legstrong_easy(GAME, GAME.view(state, idle), Random(1))
