"""Language shared by all renderers: catalogues, pages of rules, and refusals of tables."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from engines.table import Refused, Seat, Viewer

DOT = " · "
JERSEYS = "🔴⚪🟣⚫🟢🟠🌸🔵🟩🟦"  # the colours of `kit.TEAMS`, as near as emoji come; no two are alike
MOST_ALT = 1000  # characters that describe a picture: of Discord's 1,024
LONG_WORD = 16  # letters of a word that may be cut


class Say(Protocol):
    """A catalogue in the reader's language; texts are found by key."""

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The text of `key` with its values; KeyError for an unknown key."""
        ...

    def __contains__(self, key: str, /) -> bool:
        """Whether there is a text with that key."""
        ...

    def apart(self, things: Iterable[str]) -> str:
        """Things that have commas of their own in a row."""
        ...

    def together(self, things: Iterable[str | int]) -> str:
        """The things in a row, with the language's "and" before the last."""
        ...


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A page of a game's rules: Markdown of at most 120 words, and what draws the PNG that goes with it, or None.

    So only the page being read is drawn. `alt` describes the picture in at most 1,000 characters; it is empty
    exactly if there is none.
    """

    title: str
    text: str
    picture: Callable[[], bytes] | None
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Help:
    """Help on a question: the number of its page in the game's rules, and what each answer does.

    `lines` has a line for each option of a Pick, in their order, one for an Amount, and none where nothing is chosen.
    """

    page: int
    lines: tuple[str, ...] = ()


def refuse(game: str, illegal: Refused, say: Say) -> str:
    """Why a move or a table isn't possible, in a sentence or two; options have their names in that game."""
    values = dict(illegal.about)
    if illegal.reason in ("table.players", "table.never"):
        return _unplayable(game, illegal, say)
    option = f"{game}.option.{values.get('option', '')}"
    if illegal.reason in ("table.value", "table.text"):
        values["option"] = say(option)
    if "choices" in values:
        values["choices"] = listed(say(f"{option}.{choice}") for choice in str(values["choices"]).split(", "))
        return say("refusal.table.choice", **values)
    return say(f"refusal.{illegal.reason}", **values)


def _unplayable(game: str, illegal: Refused, say: Say) -> str:
    """How many players the options suit, and which others would help."""
    values = dict(illegal.about)
    changes = {name.removeprefix("option."): value for name, value in values.items() if name.startswith("option.")}
    about = {name: value for name, value in values.items() if not name.startswith("option.")}
    if "players" in about:
        about["players"] = either([int(n) for n in str(about["players"]).split(", ")], say)
    if not changes:
        return say(f"refusal.{illegal.reason}", **about)
    parts = [
        say(
            "table.change",
            option=say(f"{game}.option.{name}"),
            choices=_joined([say(f"{game}.option.{name}.{v}") for v in str(value).split(", ")], "table.or", say),
        )
        for name, value in changes.items()
    ]
    return say(f"refusal.{illegal.reason}.change", changes=_joined(parts, "table.change.or", say), **about)


def either(numbers: Sequence[int], say: Say) -> str:
    """Rising whole numbers joined by "or": "3 or 4", or as a range: "5 to 10"."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and list(numbers) == list(range(first, last + 1)):
        return say("table.range", first=first, last=last)
    return _joined([str(number) for number in numbers], "table.or", say)


def _joined(things: Sequence[str], key: str, say: Say) -> str:
    """The things in a row, with the key's words before the last."""
    *some, last = things
    return say(key, some=listed(some), last=last) if some else last


def team_sign(team: int) -> str:
    """A team as buttons and messages show it: the colour of its jersey, and its number as a second sign: "⚪ 2"."""
    return f"{JERSEYS[team]} {team + 1}"


def addressed(key: str, seat: Seat, viewer: Viewer, say: Say, **values: str | int) -> str:
    """A sentence about a player, with `<key>.you` for the player themselves, as languages inflect "you"."""
    return say(f"{key}.you" if seat == viewer else key, **values)


def shortened(text: str) -> str:
    """A description, cut if it is too long for one."""
    return cut(text, MOST_ALT)


def cut(text: str, most: int) -> str:
    """The text, with an ellipsis if it is longer than `most` characters, after a whole word if there is room."""
    if len(text) <= most:
        return text
    whole, _, part = text[:most].rpartition(" ")
    return (whole.rstrip(" ,;:–") if whole and len(part) < LONG_WORD else text[: most - 1]) + "…"


def listed(things: Iterable[str | int]) -> str:
    """The things in a row, with commas alone: for numbers, and for things that contain an "and"."""
    return ", ".join(str(thing) for thing in things)
