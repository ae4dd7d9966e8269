"""The luck of a lesson: as it is written down, and where nothing is written the same every time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.dice import SeededDice

KEY = b"learn by playing"


class LessonDice:
    """The dice of one answer, the one of that `number` in the lesson's match."""

    def __init__(self, rolls: Mapping[str, Sequence[int]], tops: Mapping[str, Sequence[str]], number: int) -> None:
        self._rolls, self._tops = rolls, tops
        self._others = SeededDice(KEY, number)

    def roll(self, why: str, sides: int, n: int = 1) -> list[int]:
        """The numbers that are written down for it; ValueError if they don't fit on these dice."""
        fell = list(self._rolls.get(why, ())) or self._others.roll(why, sides, n)
        if len(fell) != n or not all(1 <= pip <= sides for pip in fell):
            raise ValueError(f"{why}: {fell} on {n} dice of {sides} sides")
        return fell

    def shuffle(self, why: str, items: Sequence[str]) -> list[str]:
        """The items that are written down for it on top, in that order; ValueError if one of them isn't there."""
        rest = self._others.shuffle(why, items)
        tops = list(self._tops.get(why, ()))
        for item in tops:
            rest.remove(item)
        return [*tops, *rest]
