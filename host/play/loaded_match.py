"""A loaded match: header and state, and the origin of its next step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines.table import Game, View, Viewer
from model.kinds import How
from model.match import Match, MatchFacts


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A match with a state of its own, to which a move is applied. It never leaves the host.

    The state was decoded or set up for this step alone: once the step is committed, it is kept to be looked at, else
    thrown away. `read` is what the store has of the match; `match` may be changed for the next step already.
    """

    match: Match
    game: Game[Any, Any]
    state: Any
    read: MatchFacts

    def view(self, viewer: Viewer) -> View:
        """View of this viewer."""
        return self.game.view(self.state, viewer)


@dataclass(frozen=True, slots=True)
class Origin:
    """Origin of a log row: how it came about, and the person and their press if it was one's."""

    how: How
    user: int | None = None
    interaction_id: int | None = None
    panel: int | None = None  # the private message in which they pressed, which goes on to what comes next
    open_until: float = 0.0  # unix seconds until which the house leaves its own answers, so that it can be taken back
