"""Games for which looking one move ahead is too slow or too blind: their computer players have rules of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from opponents.legstrong import fair
from opponents.play import Opponent, Rng


@dataclass(frozen=True, slots=True)
class OwnRules:
    """How a game is played and judged: an answer, and how many answers of a question are worth a thought."""

    play: Opponent
    thoughts: Callable[[Any, Rng], int]


RULES: dict[str, OwnRules] = {"legstrong": OwnRules(fair.play_legstrong, fair.thoughts)}
