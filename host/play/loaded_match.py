"""A loaded match, with header and state, and the origin of its next step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines.table import Game, View, Viewer
from model.kinds import How
from model.match import Match, MatchFacts


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A match with a state of its own, to which a move is applied. It never leaves the host.

    The state was decoded or set up for this step alone: after the commit it is cached read-only, otherwise
    thrown away. `read` is what is stored of the match; `match` may already be changed for the next step.
    """

    match: Match
    game: Game[Any, Any]
    state: Any
    read: MatchFacts

    def view(self, viewer: Viewer) -> View:
        """The view of this viewer."""
        return self.game.view(self.state, viewer)


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a log row: how it came about, and the person and press behind it, if any."""

    how: How
    user: int | None = None
    interaction_id: int | None = None
    panel: int | None = None  # the private message they pressed, which goes on to what comes next
    open_until: float = 0.0  # unix seconds until which the bot delays its own moves, so that the row can be undone
