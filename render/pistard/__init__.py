"""Pistard in pictures and words; the module is the renderer itself (`render.Renderer`)."""

from engines.pistard import PistardView
from engines.table import Path
from render.pistard.help import help
from render.pistard.pages import rules
from render.pistard.picture import board
from render.pistard.text import alt, text_board
from render.pistard.words import headline, label, question, refusal, sentence
from render.words import Say

__all__ = [
    "alt",
    "board",
    "hand",
    "hand_alt",
    "headline",
    "help",
    "label",
    "question",
    "refusal",
    "rules",
    "sentence",
    "text_board",
]


def hand(view: PistardView, path: Path = ()) -> bytes | None:
    """None: in Pistard nothing that a picture shows is private."""
    return None


def hand_alt(view: PistardView, path: Path, say: Say) -> str | None:
    """None, as there is no such picture."""
    return None
