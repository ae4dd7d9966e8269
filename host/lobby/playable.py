"""Playable tables: the numbers of players for a game's options, found by trying `setup`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engines.dice import SeededDice
from engines.table import Game, IllegalMove, Pick, Refused, Table, settle

THROWN_AWAY = bytes(32)  # the key of dice that decide nothing


def why_not(game: Game[Any, Any], table: Table) -> IllegalMove | None:
    """The reason why such a table can't be played; None if it can."""
    try:
        game.setup(table, SeededDice(THROWN_AWAY, 0))
    except IllegalMove as illegal:
        return illegal
    return None


def players(game: Game[Any, Any], options: Mapping[str, str], rules: int) -> tuple[int, ...]:
    """The numbers of players that these options allow, in rising order; () if none."""
    return tuple(n for n in game.spec.seats if why_not(game, Table(n, dict(options), rules)) is None)


def table_for(game: Game[Any, Any], options: Mapping[str, str], rules: int, places: int | None) -> Table:
    """The table with all options filled in and that many places, or without a number as many as possible.

    Raises Refused for a table that can't be played. Where other options would help, the refusal lists them as
    `option.<name>`, values separated by commas. Its key is `table.players` if other numbers can play with these
    options, `table.never` if none can; its cause is the game's own reason.
    """
    spec = game.spec
    table = settle(spec, Table(spec.seats[-1] if places is None else places, dict(options), rules))
    refused = {n: why_not(game, Table(n, table.options, rules)) for n in spec.seats}
    fit = [n for n, illegal in refused.items() if illegal is None]
    wanted = places if places is not None else max(fit, default=None)
    if wanted is not None and wanted in fit:
        return Table(wanted, table.options, rules)
    seats = spec.seats if places is None else (places,)
    changes = {f"option.{name}": ", ".join(values) for name, values in _changes(game, table, seats)}
    if fit:
        raise not_for(places or 0, fit, changes)
    reason = refused[spec.seats[0] if places is None else places]
    reasons = {(refusal.reason, *sorted(refusal.about.items())) for refusal in refused.values() if refusal is not None}
    if reason is not None and (len(reasons) == 1 or not changes):
        raise reason  # no number works, so the game's own reason says most
    raise Refused("table.never", changes) from reason


def not_for(seats: int, fit: Iterable[int], changes: Mapping[str, str] | None = None) -> Refused:
    """The refusal of a number of players; `fit` has the numbers that can play."""
    about: dict[str, str | int] = {"places": seats, "players": ", ".join(map(str, fit))}
    return Refused("table.players", about | dict(changes or {}))


def _changes(game: Game[Any, Any], table: Table, seats: Iterable[int]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Options for which another value would let one of these numbers play, with those values."""
    for option in game.spec.options:
        if not isinstance(option.ask, Pick):
            continue
        others = ((value, table.options | {option.name: value}) for value in option.ask.options)
        good = tuple(
            value
            for value, options in others
            if any(why_not(game, Table(n, options, table.rules)) is None for n in seats)
        )
        if good:
            yield option.name, good
