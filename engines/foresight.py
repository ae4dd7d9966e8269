"""Foresight: a question to come as it would be put now, and what its answerer holds.

Both are made of what the viewer knows already, so that nothing is imagined in them.
"""

from __future__ import annotations

from engines import extras_of
from engines.table import View


def as_if_asked(game: str, view: View) -> View | None:
    """The view as it would be if its viewer were asked now what they will be asked next.

    None where the game can't say, in a sealed stage, after the end, and for a viewer who is asked already.
    """
    if view.viewer is None or view.over or view.sealed or view.viewer in view.waiting:
        return None
    return extras_of(game).as_if_asked(view)


def own(game: str, view: View) -> list[str | int]:
    """What the viewer has, beside what the events of their answer say."""
    return extras_of(game).holdings(view)
