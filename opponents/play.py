"""What a computer player is."""

from typing import Any, Protocol

from engines.table import Game, Path, View
from engines.table import Rng as ImagineRng


class Rng(ImagineRng, Protocol):
    """The part of `random.Random` that an opponent may use."""

    def randint(self, a: int, b: int) -> int:
        """A whole number from a to b, both included."""
        ...

    def sample(self, population: tuple[str, ...], k: int) -> list[str]:
        """k different elements in a random order."""
        ...


class Opponent(Protocol):
    """A function from what a seat may know to a legal whole path."""

    def __call__(self, game: Game[Any, Any], view: View, rng: Rng) -> Path:
        """The answer of `view.viewer`, who must be asked."""
        ...
