"""The fast way through a game's rules held against the rules: the same answers, and the same state after each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from random import Random
from typing import Any

from engines.dice import SeededDice
from engines.table import Amount, Ask, Game, IllegalMove, Move, Pick, Ready, Table, Text, Viewer
from opponents.greedy import answers
from opponents.simulation import Simulation

MOST = 300  # answers that are gone through by asking: loot can be dealt in millions of ways
TRIES, SAMPLE = 20_000, 500  # tables at random, most of whose options may not go together; and those that are playable

Choose = Callable[[Any, Viewer, Random], Any]


# --- tables


def covering(game: Game[Any, Any], rng: Random, values: Mapping[str, Sequence[str]] | None = None) -> list[Table]:
    """Tables that can be played, as few as come up soon: every value of every option occurs, and every two together.

    So does every number of seats. `values` are those that are tried of an option: of any text, and of one that has too
    many.
    """
    given = values or {}
    choices = {option.name: given.get(option.name) or _values(option.ask, rng) for option in game.spec.options}
    drawn = (_table(game, rng, choices) for _ in range(TRIES))
    playable = list(islice((table for table in drawn if table is not None), SAMPLE))
    for name, some in choices.items():
        assert {*some} == {table.options[name] for table in playable}, f"tables have no other {name}"
    missing, found = set[object]().union(*map(_together, playable)), list[Table]()
    while missing:
        found.append(max(playable, key=lambda table: len(missing & _together(table))))
        missing -= _together(found[-1])
    return found


def _values(ask: Ask | Text, rng: Random) -> list[str]:
    match ask:
        case Pick(_, options, 1, 1):
            return [*options]
        case Amount(_, least, most):
            return [str(number) for number in {least, rng.randint(least, most), most}]
        case _:
            raise AssertionError(f"name the values of {ask.about} that are to be tried")


def _table(game: Game[Any, Any], rng: Random, choices: Mapping[str, Sequence[str]]) -> Table | None:
    """One at random; None if it can't be played."""
    options = {option: rng.choice(some) for option, some in choices.items()}
    table = Table(rng.choice(game.spec.seats), options, rng.randint(1, game.spec.rules))
    try:
        game.setup(table, SeededDice(b"table", 0))
    except IllegalMove:
        return None
    return table


def _together(table: Table) -> set[object]:
    """The number of seats, each option's value, and each two of these."""
    return {table.seats, *table.options.items(), *combinations(table.options.items(), 2)}


# --- matches


def begun(game: Game[Any, Any], table: Table, seed: int) -> Any:
    """The state of a new match."""
    return game.setup(table, SeededDice(seed.to_bytes(8, "big"), 0))[0]


def both_ways(
    game: Game[Any, Any],
    fast: Simulation[Any, Any, Any],
    state: Any,
    seed: int,
    *,
    choose: Choose | None = None,
    asked: float = 1.0,
) -> Iterator[tuple[Any, Any]]:
    """Play on from a state in both ways, and hold them against each other after each answer.

    Yields state and position before each answer, and at the end. `choose` gives the answers, else they come by lot;
    `asked` is in how many of the positions all of them are gone through by asking.
    """
    rng, key, position = Random(seed), seed.to_bytes(8, "big"), fast.load(state)
    for number in range(1, game.spec.limit + 1):
        assert fast.state(position) == state, (seed, number)
        waiting = game.view(state, None).waiting
        assert tuple(fast.waiting(position)) == waiting
        yield state, position
        if not waiting:
            return
        who = rng.choice(waiting)
        view = game.view(state, who)
        if rng.random() < asked:
            same_answers(game, fast, position, view)
        answer = choose(position, who, rng) if choose else fast.random_answer(position, who, rng)
        path = fast.path(position, who, answer)
        assert isinstance(game.ask(view, path), Ready), (seed, number, path)
        untouched, before = position, fast.state(position)
        position = fast.copy(position)
        fast.play(position, who, answer, SeededDice(key, number))
        assert fast.state(untouched) == before, "copies are independent"
        game.apply(state, Move(who, path), SeededDice(key, number))
        if rng.random() < asked:
            position = fast.load(state)  # in the middle of anything
    raise AssertionError("a match has an end")


def same_answers(game: Game[Any, Any], fast: Simulation[Any, Any, Any], position: Any, view: Any) -> None:
    """All answers are those that the questions lead to, each once, and so is one by lot; unless there are too many."""
    known = list(islice(answers(game, view), MOST + 1))
    if len(known) <= MOST:
        found = fast.answers(position, view.viewer)
        assert Counter(fast.path(position, view.viewer, answer) for answer in found) == Counter(known), view
        assert fast.random_answer(position, view.viewer, Random(0)) in found


# --- an option left out


@dataclass
class Forgetful:
    """A fast way that plays as if one option had its default, and is right in all else."""

    fast: Simulation[Any, Any, Any]
    table: Table
    forgotten: Table

    def __getattr__(self, name: str) -> Any:
        return getattr(self.fast, name)

    def load(self, state: Any) -> Any:
        return self.fast.load(replace(state, table=self.forgotten))

    def state(self, position: Any) -> Any:
        return replace(self.fast.state(position), table=self.table)


def is_missed(game: Game[Any, Any], fast: Simulation[Any, Any, Any], table: Table, name: str, seed: int) -> bool:
    """Whether a match at the table tells that the fast way has left this option out."""
    state = begun(game, table, seed)
    [usual] = [option.default_by(table.rules) for option in game.spec.options if option.name == name]
    forgotten = replace(table, options={**state.table.options, name: usual})
    forgetful: Any = Forgetful(fast, state.table, forgotten)
    try:
        for _ in both_ways(game, forgetful, state, seed, asked=0.1):
            pass
    except Exception:  # whatever goes wrong is red
        return True
    return False
