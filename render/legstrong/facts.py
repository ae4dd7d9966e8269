"""Facts of an event in words: riders with their owners, players by their names."""

from collections.abc import Mapping

from engines.legstrong import TYPES
from engines.table import Value
from render.legstrong.names import type_name
from render.words import JERSEYS, Say

Names = tuple[str, ...]
Facts = Mapping[str, Value]
MOST_NAMED = 6  # riders of a result; the picture and the text board have them all
OF_TWO = 5  # this many players have teams of two


def owned(rider_id: str, names: Names, say: Say) -> str:
    """A rider by the colour of the jersey, type, number and owner: "⚪ Climber 13 (Ann)".

    Their id tells the number in a team of three or of one; in a team of two the type is enough.
    """
    team, _, kind = rider_id.partition(".")
    number, values = 10 * int(team) + 1, {"type": type_name(kind, say), "name": names[int(team) % len(names)]}
    if len(names) == OF_TWO:
        return f"{JERSEYS[int(team)]} {say('legstrong.owned.type', **values)}"
    if len(names) < OF_TWO:
        number += TYPES.index(kind)
    return f"{JERSEYS[int(team)]} {say('legstrong.owned', **values, number=number)}"


def texts(value: Value) -> tuple[str, ...]:
    """A fact that is a row of ids."""
    assert not isinstance(value, (int, str))
    return tuple(str(t) for t in value)


def numbers(value: Value) -> tuple[int, ...]:
    """A fact that is a row of numbers."""
    assert not isinstance(value, (int, str))
    return tuple(int(n) for n in value)


def words_of(facts: Facts, names: Names, say: Say) -> dict[str, str | int]:
    """The facts that are single words or numbers, seats and riders by their names."""
    words: dict[str, str | int] = {key: value for key, value in facts.items() if isinstance(value, (str, int))}
    if "seat" in words:
        words["name"] = names[int(words["seat"])]
    if "rider" in words:
        words["rider"] = owned(str(words["rider"]), names, say)
    return words
