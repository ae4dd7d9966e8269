"""Foresight: a coming question as if it were asked now, and what its answerer will have.

Both are made only from what the viewer knows already, so nothing in them is imagined.
"""

from __future__ import annotations

from engines import extras_of
from engines.table import View


def as_if_asked(game: str, view: View) -> View | None:
    """The view as if its viewer were asked their next question now.

    None if the game can't tell, in a sealed stage, after the end, and for a viewer who is asked already.
    """
    if view.viewer is None or view.over or view.sealed or view.viewer in view.waiting:
        return None
    return extras_of(game).as_if_asked(view)


def own(game: str, view: View) -> list[str | int]:
    """What the viewer has, apart from what the events of their answer say."""
    return extras_of(game).holdings(view)
