"""Protocol of computer players."""

from random import Random
from typing import Any, Protocol, TypeAlias

from engines.table import Game, Path, View

Rng: TypeAlias = Random


class Opponent(Protocol):
    """A function from what a seat may know to a legal whole path."""

    def __call__(self, game: Game[Any, Any], view: View, rng: Rng) -> Path:
        """The answer of `view.viewer`, who must be asked."""
        ...
