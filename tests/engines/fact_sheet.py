"""What the contract has to know about a game, since only its rules do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.table import Seat, Viewer


@dataclass(frozen=True)
class Facts:
    """One game's secrets and constants.

    `hidden` gives the ids that a viewer may not know, `reveals` the kinds of events that may tell something new,
    `choosers` the seats that could have a choice in a sealed stage as far as the public knows, `conserved` a value
    that no move changes, `unlike` the least share of imagined states that must differ from the real one where
    something is hidden (0 where nothing ever is), `texts` examples for each option that is a Text. Where everything
    would take too long, `values` names the values of an option that are tried, `seats` the numbers of seats, `examples`
    how many tables for each of them, `options` those of a match at a single table. `brief` are the options of a match
    that is soon over, where the first preset isn't one.

    `silent` are the kinds of events that may pass without a sentence: pictures show them, or another event tells the
    same. `sealed` says where sealed answers are changed: how many positions of a table of three are played, with which
    options, and the stages in which a player thinks better of it; None for a game without sealed stages.

    `beats_chance` is the share of the matches of two that Fair has to win against a player at random: less where a
    match is mostly luck, with the figure that was measured beside it.
    """

    hidden: Callable[[Any, Viewer], set[str]]
    reveals: Collection[str]
    choosers: Callable[[Any], set[Seat]]
    conserved: Callable[[Any], object]
    unlike: float
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seats: Sequence[int] = ()
    examples: int = 3
    options: Mapping[str, str] = field(default_factory=dict)
    brief: Mapping[str, str] = field(default_factory=dict)
    silent: Collection[str] = ()
    sealed: tuple[int, dict[str, str], set[str]] | None = None
    beats_chance: float = 0.95


def everybody(view: Any) -> set[Seat]:
    """All seats of the table."""
    return set(range(view.table.seats))


def nothing(state: Any, viewer: Viewer) -> set[str]:
    """A game without secrets."""
    return set()
