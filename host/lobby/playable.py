"""Playable tables: numbers of players for a game's options, found by trying `setup`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engines.dice import SeededDice
from engines.table import Game, IllegalMove, Pick, Refused, Table, settle

THROWN_AWAY = bytes(32)  # the key of dice that decide nothing


def why_not(game: Game[Any, Any], table: Table) -> IllegalMove | None:
    """Reason why such a table can't be played; None if it can."""
    try:
        game.setup(table, SeededDice(THROWN_AWAY, 0))
    except IllegalMove as illegal:
        return illegal
    return None


def players(game: Game[Any, Any], options: Mapping[str, str], rules: int) -> tuple[int, ...]:
    """Numbers of players with these options, in rising order; () if they can't be played at all."""
    return tuple(n for n in game.spec.seats if why_not(game, Table(n, dict(options), rules)) is None)


def table_for(game: Game[Any, Any], options: Mapping[str, str], rules: int, places: int | None) -> Table:
    """The table with every option spelled out and that many places, or without a number as many as can play.

    Raises Refused for a table that can't be played. Where other options would do, it names them, as `option.<name>`
    with values between commas: `table.players` if others can play with these, `table.never` if no one can, caused by
    what the game itself says against the table.
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
        raise reason  # whatever the number, the game knows best
    raise Refused("table.never", changes) from reason


def not_for(seats: int, fit: Iterable[int], changes: Mapping[str, str] | None = None) -> Refused:
    """The refusal of a number of players at a table that is for others."""
    about: dict[str, str | int] = {"places": seats, "players": ", ".join(map(str, fit))}
    return Refused("table.players", about | dict(changes or {}))


def _changes(game: Game[Any, Any], table: Table, seats: Iterable[int]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The options of which another value would let one of these numbers play, with such values."""
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
