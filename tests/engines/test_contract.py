"""Every game of ours keeps the ten rules, for all seats, options and seeds."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engines
from engines import GAMES, outside
from engines.dice import SeededDice
from engines.table import Amount, IllegalMove, Move, Pick, Table, Text, settle
from tests.contract import engine_files
from tests.engines import facts, tiny
from tests.engines.contract import LOOKS, RULES, check_answer, count_unlike
from tests.engines.matches import Match, asked, digest, play
from tests.marks import in_long, of_table, rows_in_long

SUBJECTS = {**GAMES, "tiny": tiny.Tiny()}
FACTS = {**facts.FACTS, "tiny": facts.TINY}
SIZES = {key: FACTS[key].seats or game.spec.seats for key, game in SUBJECTS.items()}  # of tables, in seats
MANY = 8  # times as many tables in the long run
QUICK = settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=8,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.filter_too_much],  # few of the options go together in some games
)


@cache
def recorded(key: str, seats: int, options: tuple[tuple[str, str], ...], seed: int) -> Match:
    game = SUBJECTS[key]
    return play(game, Table(seats, dict(options), game.spec.rules), seed)


def tables(key: str, seats: int) -> st.SearchStrategy[tuple[tuple[str, str], ...]]:
    """A value for every option, all together a table that can be played."""
    values: dict[str, st.SearchStrategy[str]] = {}
    for option in SUBJECTS[key].spec.options:
        match option.ask:
            case Pick(_, choices, 1, 1):
                values[option.name] = st.sampled_from(FACTS[key].values.get(option.name, choices))
            case Amount(_, least, most):
                values[option.name] = st.integers(least, most).map(str)
            case _:
                values[option.name] = st.sampled_from(FACTS[key].texts[option.name])
    return st.fixed_dictionaries(values).map(lambda chosen: tuple(chosen.items())).filter(partial(playable, key, seats))


def playable(key: str, seats: int, options: tuple[tuple[str, str], ...]) -> bool:
    """Whether the game takes that table; it alone knows which of its options go together."""
    game = SUBJECTS[key]
    try:
        game.setup(Table(seats, dict(options), game.spec.rules), SeededDice(b"table", 0))
    except IllegalMove:
        return False
    return True


def plain(key: str, seats: int, seed: int) -> Match:
    """A match with the default options, or with those that make it short."""
    return recorded(key, seats, tuple(FACTS[key].options.items()), seed)


# all about one table is asked in one process, which plays its matches once
SEATED = [
    pytest.param(key, seats, marks=of_table(f"{key} {seats}", smallest=seats == sizes[0]))
    for key, sizes in SIZES.items()
    for seats in sorted({sizes[0], sizes[-1]})
]
SEATED += rows_in_long((key, seats) for key, sizes in SIZES.items() for seats in sizes[1:-1])


@pytest.mark.parametrize(("key", "seats"), SEATED)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("times", [1, *in_long(MANY)])
def test_rule(times: int, rule: int, key: str, seats: int) -> None:
    @settings(QUICK, max_examples=times * FACTS[key].examples)
    @given(options=tables(key, seats), seed=st.integers(0, 2**32))
    def keeps(options: tuple[tuple[str, str], ...], seed: int) -> None:
        RULES[rule](FACTS[key], recorded(key, seats, options, seed), Random(seed))

    keeps()


@pytest.mark.slow
@pytest.mark.parametrize(("key", "seats"), SEATED)
def test_rule_3_any_text_from_anybody(key: str, seats: int) -> None:
    match = plain(key, seats, 1)

    @settings(QUICK, max_examples=100)
    @given(
        saved=st.sampled_from(match.states),
        by=st.integers(-3, seats + 3) | st.none(),
        path=st.lists(st.text(max_size=6), max_size=5),
    )
    def refuses(saved: bytes, by: int | None, path: list[str]) -> None:
        check_answer(match, saved, Move(by, tuple(path)))

    refuses()


@pytest.mark.parametrize("key", [key for key in SUBJECTS if FACTS[key].unlike])
def test_rule_8_imagined_states_are_other_states(key: str) -> None:
    """A view that leaks and an `imagine` that copies the leak would give the real state every time."""
    for seats in SIZES[key]:
        unlike = looks = 0
        for seed in range(8):
            if looks < 2 * LOOKS:
                more = count_unlike(FACTS[key], plain(key, seats, seed), Random(seed))
                unlike, looks = unlike + more[0], looks + more[1]
        assert looks > 0
        assert unlike >= FACTS[key].unlike * looks, f"{seats} seats: {unlike} of {looks}"


@pytest.mark.parametrize("key", [key for key in SUBJECTS if not FACTS[key].unlike])
def test_rule_8_without_secrets_the_imagined_state_is_the_real_one(key: str) -> None:
    match = recorded(key, SUBJECTS[key].spec.seats[0], (), 1)
    for state in map(match.load, match.states):
        for viewer in match.viewers:
            assert match.game.imagine(match.game.view(state, viewer), Random(1)) == state


def test_rule_1_the_order_of_a_set_tells_nothing() -> None:
    """Texts hash differently in every process; a match must not."""
    code = (
        "from engines import GAMES; from tests.engines import facts, matches, tiny\n"
        "print(matches.digest(tiny.Tiny(), {}, 3))\n"
        "for key in GAMES: print(matches.digest(GAMES[key], dict(facts.FACTS[key].options), 3))"
    )
    here = [digest(SUBJECTS[key], dict(FACTS[key].options), 3) for key in ("tiny", *GAMES)]
    for seed in ("1", "2"):
        there = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(engines.__file__).parents[1],
            capture_output=True,
            text=True,
            check=True,
        )
        assert dict(zip(("tiny", *GAMES), there.stdout.split(), strict=True)) == dict(
            zip(("tiny", *GAMES), here, strict=True)
        )


PLAIN = {
    *(
        "__future__",
        "abc",
        "bisect",
        "collections",
        "collections.abc",
        "copy",
        "dataclasses",
        "enum",
        "functools",
        "heapq",
    ),
    *(
        "itertools",
        "math",
        "operator",
        "re",
        "string",
        "types",
        "typing",
        "hashlib",
        "hmac",
        "struct",
        "threading",
        "engines",
    ),
}


# all but what looks for games of other packages, once, before there is any match
RULES_OF_GAMES = {file for key in GAMES for file in engine_files(key)} | {
    file for file in Path(engines.__file__).parent.rglob("*.py") if file.stem != "outside"
}


@pytest.mark.parametrize("file", sorted(RULES_OF_GAMES), ids=lambda file: file.stem)
def test_rule_1_engines_import_neither_clock_nor_luck(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text())):
        match node:
            case ast.Import(names):
                found = [name.name for name in names]
            case ast.ImportFrom(module=str(module)):
                found = [module]
            case _:
                continue
        assert all(name in PLAIN or name.startswith(("engines.", *outside.PACKAGES.values())) for name in found), (
            f"{file.name} imports {found}"
        )


@pytest.mark.parametrize("key", SUBJECTS)
def test_spec_can_be_shown_and_settled(key: str) -> None:
    """Defaults and presets are values of the options, and every table spells out all of them in their order."""
    spec = SUBJECTS[key].spec
    assert spec.key == key
    names = [option.name for option in spec.options]
    for options in ({}, *spec.presets.values()):
        table = settle(spec, Table(spec.seats[0], dict(options), spec.rules))
        assert list(table.options) == names
        assert all(isinstance(option.ask, Pick | Amount | Text) for option in spec.options)
    assert set(spec.upcasts) == set(range(1, spec.schema))


@pytest.mark.parametrize("key", SUBJECTS)
def test_a_table_that_cannot_be_played_is_refused(key: str) -> None:
    game = SUBJECTS[key]
    spec = game.spec
    for table in (
        Table(spec.seats[0] - 1, {}, spec.rules),
        Table(spec.seats[-1] + 1, {}, spec.rules),
        Table(spec.seats[0], {"no.such.option": "1"}, spec.rules),
        Table(spec.seats[0], {}, spec.rules + 1),
    ):
        with pytest.raises(IllegalMove):
            play(game, table, 1)


@pytest.mark.parametrize("key", SUBJECTS)
def test_a_match_that_is_over_asks_nobody(key: str) -> None:
    match = recorded(key, SUBJECTS[key].spec.seats[0], (), 1)
    assert asked(match.game, match.load(match.states[-1])) == []


def test_every_game_of_the_house_is_under_contract() -> None:
    assert facts.FACTS.keys() == GAMES.keys()
