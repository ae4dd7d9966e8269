"""The engine's ways compared with a slow oracle that walks every single square of every path, straight from the rules.

The oracle knows the ring: it looks for a rider on a square whatever lap they are in, where the engine compares d alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from engines.pistard import BASES, LANES, TRACKS, Rider, State, colour, follow, race_order, rows
from engines.table import Path, Pick
from tests.engines.pistard.position import race
from tests.marks import in_long

Square = tuple[int, int]


def crowd(seed: int) -> State:
    """A position with many riders, some of them nearly a lap behind the leader, none where they couldn't be."""
    rng = Random(seed)
    track = rng.choice(list(TRACKS))
    lap = len(TRACKS[track][0])
    lead = rng.randrange(1, 3 * lap)
    # every other crowd is packed into a few rows: right behind the leader, and right before the leader on the ring
    packed = [*range(lead - 3, lead + 1), *range(lead - lap + 1, lead - lap + 3)]
    room = packed if seed % 2 else list(range(lead - lap + 1, lead + 1))
    squares = rng.sample([(d, lane) for d in room for lane in range(1, LANES + 1)], rng.randrange(4, 17))
    names = rng.sample([f"{seat}.{base}" for seat in range(4) for base in BASES], len(squares))
    words = [f"{name}@{d}.{lane}" for name, (d, lane) in zip(names, squares, strict=True)]
    return race(track, " ".join(words), seats=4)


def there(state: State, mover: Rider, d: int, lane: int, at: int) -> bool:
    """Whether a rider stands on that square of the ring once the mover has come to square `at` and lapped (P17)."""
    lap = rows(state.table)
    return any(
        other.id != mover.id and other.lane == lane and (other.d - d) % lap == 0 and other.d > at - lap
        for other in state.riders
    )


def free(state: State, mover: Rider, d: int, lane: int) -> bool:
    """A square that the rider may step on; riders lapped by that very step count as gone (P17a)."""
    return 1 <= lane <= LANES and not there(state, mover, d, lane, d)


def walks(state: State, mover: Rider, square: Square, steps: int) -> Iterator[list[Square]]:
    """All paths of at most that many single steps (P12)."""
    yield [square]
    d, lane = square
    for side in (lane - 1, lane, lane + 1):
        if steps and free(state, mover, d + 1, side):
            for rest in walks(state, mover, (d + 1, side), steps - 1):
                yield [square, *rest]


def landings(state: State, mover: Rider, die: int) -> set[Square]:
    """The ends of the longest paths (P13, P13a)."""
    paths = list(walks(state, mover, (mover.d, mover.lane), die))
    longest = max(map(len, paths))
    return {path[-1] for path in paths if len(path) == longest}


def chains(state: State, mover: Rider, way: list[Square], kinds: str) -> Iterator[list[Square]]:
    """All ways that go on from here with bonus steps; `kinds` has c, i or o for each step so far (P14 to P16)."""
    yield way
    d, lane = way[-1]
    wind = next((kind for kind in kinds if kind in "io"), "")
    straight = {"": 0, "i": -1, "o": 1}[wind]
    colours_here = len(kinds) - 1 - max(kinds.rfind("i"), kinds.rfind("o"))
    matches = colour(state.table, d, lane) == mover.base
    if matches and colours_here < 2 and free(state, mover, d + 1, lane + straight):
        yield from chains(state, mover, [*way, (d + 1, lane + straight)], kinds + "c")
    if not wind and there(state, mover, d + 1, lane, d):
        for kind, side in (("i", lane - 1), ("o", lane + 1)):
            if free(state, mover, d + 1, side):
                yield from chains(state, mover, [*way, (d + 1, side)], kinds + kind)


def ways_by_oracle(state: State, mover: Rider, die: int) -> set[tuple[Square, ...]]:
    here = (mover.d, mover.lane)
    return {
        tuple(way)
        for landing in landings(state, mover, die)
        for way in ([[here]] if landing == here else chains(state, mover, [here, landing], ""))
    }


def ways_by_engine(state: State, mover: Rider, die: int, path: Path = ()) -> set[tuple[Square, ...]]:
    spots, ask = follow(state.table, state.riders, mover, (die,), path)
    if not isinstance(ask, Pick):
        return {tuple((spot.d, spot.lane) for spot in spots)}
    return {way for option in ask.options for way in ways_by_engine(state, mover, die, (*path, option))}


CROWDS = 320


@pytest.mark.parametrize("part", [0, *in_long(1, 2, 3)])
def test_p12_to_p17a_the_engine_rides_where_the_oracle_does(part: int) -> None:
    longest = 0
    for seed in range(part, CROWDS, 4):
        state = crowd(seed)
        for mover, die in product(state.riders, (1, 2, 3 + seed % 4)):
            expected = ways_by_oracle(state, mover, die)
            assert ways_by_engine(state, mover, die) == expected, f"crowd {seed}, {mover}, die {die}"
            longest = max(longest, *(len(way) for way in expected))
    assert longest > 4, "there must be long chains of bonus steps"


def test_the_crowds_have_every_kind_of_position() -> None:
    """Riders who are stuck or fall short, a leader behind a rider they are about to lap."""
    steps: set[int] = set()
    lapped = 0
    for state in map(crowd, range(CROWDS)):
        steps |= {max(landings(state, mover, 3))[0] - mover.d for mover in state.riders}
        lead, lap = race_order(state.riders)[0], rows(state.table)
        ahead = {(d + 1 - lap, lane) for d, lane in landings(state, lead, 1)}
        lapped += any((other.d, other.lane) in ahead for other in state.riders)
    assert steps == {0, 1, 2, 3}
    assert lapped > CROWDS // 10
