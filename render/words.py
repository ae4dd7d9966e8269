"""What all renderers share in language: a catalogue to speak with, a page of rules, and the refusals of the table."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from engines.table import IllegalMove

DOT = " · "


class Say(Protocol):
    """A catalogue in the reader's language; texts are found by key."""

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The text of `key` with its values; KeyError for an unknown key."""
        ...


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One page of a game's rules: Markdown of at most 1,500 characters, and a PNG that goes with it or None.

    `alt` tells in at most 1,000 characters what the picture shows; it is empty exactly where there is none.
    """

    title: str
    text: str
    picture: bytes | None
    alt: str = ""


def refuse(game: str, illegal: IllegalMove, say: Say) -> str:
    """Why a move or a table isn't possible, in one sentence; options are called by their words in that game."""
    values = dict(illegal.about)
    option = f"{game}.option.{values.get('option', '')}"
    if illegal.reason in ("table.value", "table.text"):
        values["option"] = say(option)
    if "choices" in values:
        values["choices"] = listed(say(f"{option}.{choice}") for choice in str(values["choices"]).split(", "))
        return say("refusal.table.choice", **values)
    return say(f"refusal.{illegal.reason}", **values)


def listed(things: Iterable[str | int]) -> str:
    """The things in a row, with commas."""
    return ", ".join(str(thing) for thing in things)
