"""Dice whose every draw can be checked, and dice that fall as a test dictates."""

from __future__ import annotations

import hmac
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Draw:
    """One recorded draw: why, what was asked for (`sides` of a die, or 0 for a shuffle) and the result.

    For a shuffle `fell` holds the old places (from 0) in their new order, so that a record tells nothing about faces.
    """

    why: str
    sides: int
    fell: list[int]


class SeededDice:
    """Draw n of move m = HMAC-SHA256(key, "m:n:why"): no one can choose it, anyone with the key can repeat it."""

    def __init__(self, key: bytes, move: int) -> None:
        self._key, self._move = key, move
        self.draws: list[Draw] = []

    def roll(self, why: str, sides: int, n: int = 1) -> list[int]:
        """n numbers from 1 to `sides`."""
        words = self._words(why)
        fell = [1 + _below(words, sides) for _ in range(n)]
        self.draws.append(Draw(why, sides, fell))
        return list(fell)

    def shuffle(self, why: str, items: Sequence[str]) -> list[str]:
        """The items in a random order (Fisher-Yates)."""
        words = self._words(why)
        order = list(range(len(items)))
        for last in range(len(order) - 1, 0, -1):
            other = _below(words, last + 1)
            order[last], order[other] = order[other], order[last]
        self.draws.append(Draw(why, 0, order))
        return [items[place] for place in order]

    def _name(self, why: str) -> str:
        """The text whose HMAC is the draw's luck, different for each draw of the key."""
        return f"{self._move}:{len(self.draws)}:{why}"

    def _words(self, why: str) -> Iterator[int]:
        """The draw's endless stream of 32-bit numbers: its HMAC cut in eight, then the next block's, and so on."""
        name = self._name(why)
        block = 0
        while True:
            text = name if block == 0 else f"{name}:{block}"
            digest = hmac.digest(self._key, text.encode(), "sha256")
            yield from struct.unpack(">8I", digest)
            block += 1


class SetDice(SeededDice):
    """The dice of tables with one key: draw n of a kind = HMAC-SHA256(key, "kind:n").

    The same draw falls alike at each table, whenever it comes. `past` are the reasons of all draws before; `turns` are
    those of the game's `Spec`.
    """

    def __init__(self, key: bytes, turns: Mapping[str, int], past: Iterable[str] = ()) -> None:
        super().__init__(key, 0)
        self._turns = turns
        self._drawn = Counter(kind_of(why, turns) for why in past)

    def _name(self, why: str) -> str:
        kind = kind_of(why, self._turns)
        self._drawn[kind] += 1
        return f"{kind}:{self._drawn[kind]}"


def kind_of(why: str, turns: Mapping[str, int]) -> str:
    """Whose draw it is and what for: its reason without the segment that counts turns, if the first word has one."""
    words = why.split(".")
    if (place := turns.get(words[0])) is not None:
        del words[place : place + 1]
    return ".".join(words)


def _below(words: Iterator[int], bound: int) -> int:
    """A number below `bound` (at most 2**32), all equally likely: words past the last full turn are rejected."""
    usable = 2**32 - 2**32 % bound
    word = next(words)
    while word >= usable:
        word = next(words)
    return word % bound


class ScriptedDice:
    """Dice that fall as written: `rolls` in the order asked for, or by `why` where a mapping is given.

    Raises AssertionError when the script is too short or a number isn't on the die, so a test can't go astray.
    """

    def __init__(self, rolls: Sequence[Sequence[int]] | Mapping[str, Sequence[Sequence[int]]]) -> None:
        self._by_why = {why: list(left) for why, left in rolls.items()} if isinstance(rolls, Mapping) else None
        self._in_order = [] if isinstance(rolls, Mapping) else list(rolls)
        self.draws: list[Draw] = []

    def roll(self, why: str, sides: int, n: int = 1) -> list[int]:
        """The next numbers of the script."""
        fell = list(self._next(why))
        assert len(fell) == n, f"{why}: {n} dice are rolled, the script has {fell}"
        assert all(1 <= pip <= sides for pip in fell), f"{why}: {fell} on dice of {sides} sides"
        self.draws.append(Draw(why, sides, fell))
        return list(fell)

    def shuffle(self, why: str, items: Sequence[str]) -> list[str]:
        """The items in the next order of the script (old places, from 0)."""
        order = list(self._next(why))
        assert sorted(order) == list(range(len(items))), f"{why}: {order} is no order of {len(items)} things"
        self.draws.append(Draw(why, 0, order))
        return [items[place] for place in order]

    def _next(self, why: str) -> Sequence[int]:
        left = self._in_order if self._by_why is None else self._by_why.get(why, [])
        assert left, f"the script has nothing left for {why}"
        return left.pop(0)


class RecordedDice(ScriptedDice):
    """The draws of a log row again, in order; a draw for another reason raises AssertionError (rule 9)."""

    def __init__(self, draws: Sequence[Draw]) -> None:
        super().__init__([draw.fell for draw in draws])
        self._whys = [draw.why for draw in draws]

    def _next(self, why: str) -> Sequence[int]:
        assert self._whys and self._whys[0] == why, f"the record has {self._whys[:1]}, the game draws for {why}"
        self._whys.pop(0)
        return super()._next(why)
