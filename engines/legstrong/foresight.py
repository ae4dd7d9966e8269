"""Foresight in stage races: the next question as far as its player knows it already."""

from __future__ import annotations

from dataclasses import replace

from engines.legstrong.state import LegstrongView, find


def as_if_asked(view: LegstrongView) -> LegstrongView | None:
    """The viewer's riders who still move in this phase; those before them may take places or give a slipstream."""
    seat = view.viewer
    if seat is None or view.stage != "ride":
        return None
    first = next((index for index, rider in enumerate(view.due) if find(view.road, rider).seat == seat), None)
    return None if first is None else replace(view, due=view.due[first:], asked=(seat,), waiting=(seat,))
