"""How fast Pistard is played at random through the public interface, and what the parts of a decision cost."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator

from bench.measure import quartiles
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Move, Pick, Ready, Table

MATCHES = 24
SEATS = 4


def run() -> Iterator[str]:
    """Decisions a second, the split of a decision, and decisions and hand-overs a match."""
    speeds: list[float] = []
    decisions: list[float] = []
    handovers: list[float] = []
    split: Counter[str] = Counter()
    for seed in range(MATCHES):
        begun = time.process_time()
        made, passed = play(seed, split)
        speeds.append(made / (time.process_time() - begun))
        decisions.append(made)
        handovers.append(passed)
    whole = sum(split.values())
    parts = ", ".join(f"{name} {seconds / whole:.0%}" for name, seconds in split.most_common())
    yield f"decisions a second: {quartiles(speeds)}, {SEATS} seats, default options"
    yield f"a decision is {parts}"
    yield f"decisions a match: {quartiles(decisions)}; hand-overs from seat to seat: {quartiles(handovers)}"


def play(seed: int, split: Counter[str]) -> tuple[int, int]:
    """One random match; returns its decisions and how often the turn passed to another seat."""
    game, rng, key = GAMES["pistard"], random.Random(seed), seed.to_bytes(8, "big")
    state, _ = game.setup(Table(SEATS, {}, game.spec.rules), SeededDice(key, 0))
    made = passed = 0
    last = None
    while True:
        at = time.perf_counter()
        public = game.view(state, None)
        if public.over:
            return made, passed
        who = public.waiting[0]
        view = game.view(state, who)
        seen = time.perf_counter()
        path: tuple[str, ...] = ()
        while not isinstance(ask := game.ask(view, path), Ready):
            assert isinstance(ask, Pick)
            path = (*path, rng.choice(ask.options))
        asked = time.perf_counter()
        made += 1
        game.apply(state, Move(who, path), SeededDice(key, made))
        split.update({"view": seen - at, "ask": asked - seen, "apply": time.perf_counter() - asked})
        passed += last is not None and who != last
        last = who
