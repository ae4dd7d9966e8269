"""Dice for matches that are only imagined: plain random numbers, without keys and records."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from struct import Struct

KEY = 32  # bytes
WORDS = Struct(">16I")  # of a hash: what is left out of fairness by not rejecting any is 1 in 100 million


class Luck:
    """Every throw is new; the same `rng` gives the same throws."""

    def __init__(self, rng: Random) -> None:
        self._random, self._shuffle = rng.random, rng.shuffle

    def roll(self, why: str, sides: int, n: int = 1) -> list[int]:
        """n numbers from 1 to `sides`."""
        chance = self._random
        if n == 1:
            return [int(chance() * sides) + 1]
        return [int(chance() * sides) + 1 for _ in range(n)]

    def shuffle(self, why: str, items: Sequence[str]) -> list[str]:
        """The items in a random order."""
        shuffled = [*items]
        self._shuffle(shuffled)
        return shuffled


class SameLuck(Luck):
    """Dice that fall alike for the same reason, whatever was thrown before."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self._fallen: dict[str, list[int]] = {}

    def roll(self, why: str, sides: int, n: int = 1) -> list[int]:
        """n numbers from 1 to `sides`: those that have fallen for `why` before, and new ones after them."""
        fallen = self._fallen.setdefault(why, [])
        if len(fallen) < n:
            fallen += super().roll(why, sides, n - len(fallen))
        return fallen[:n]


class KeyedLuck:
    """Dice whose fall depends on their key and the reason alone, so that two matches with one key have like luck."""

    def __init__(self, key: str) -> None:
        self._key = blake2b(key.encode(), digest_size=KEY).digest()

    def roll(self, why: str, sides: int, n: int = 1) -> list[int]:
        """n numbers from 1 to `sides`, for the same reason always the same."""
        fell: list[int] = []
        block = why.encode()
        while len(fell) < n:
            block = blake2b(block, key=self._key).digest()
            fell += [(word * sides >> 32) + 1 for word in WORDS.unpack(block)]
        return fell[:n]

    def shuffle(self, why: str, items: Sequence[str]) -> list[str]:
        """The items in a random order, for the same reason always the same."""
        shuffled = [*items]
        Random(self._key + why.encode()).shuffle(shuffled)
        return shuffled
