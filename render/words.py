"""What a renderer knows of language: a catalogue to speak with, and the refusals that all games share."""

from typing import Protocol

from engines.table import IllegalMove


class Say(Protocol):
    """A catalogue in the reader's language; texts are found by key."""

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The text of `key` with its values; KeyError for an unknown key."""
        ...


def refuse(illegal: IllegalMove, say: Say) -> str:
    """Why a move or a table isn't possible, in one sentence."""
    return say(f"table.refusal.{illegal.reason}", **illegal.about)
