"""Schlangennest in pictures and words; the module is the renderer itself (`render.Renderer`)."""

from engines.schlangennest import SchlangennestView
from engines.table import Path
from render.schlangennest.help import help
from render.schlangennest.pages import rules
from render.schlangennest.picture import board, filmed
from render.schlangennest.text import alt, text_board
from render.schlangennest.words import headline, label, marks, question, refusal, sentence, vocabulary
from render.words import Say

__all__ = [
    "alt",
    "board",
    "filmed",
    "hand",
    "hand_alt",
    "headline",
    "help",
    "label",
    "marks",
    "question",
    "refusal",
    "rules",
    "sentence",
    "text_board",
    "vocabulary",
]


def hand(view: SchlangennestView, path: Path = ()) -> bytes | None:
    """None: in Schlangennest nothing is private."""
    return None


def hand_alt(view: SchlangennestView, path: Path, say: Say) -> str | None:
    """None: there is no picture of a hand."""
    return None
