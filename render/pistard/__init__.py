"""Pistard in pictures and words; the module is the renderer itself (`render.Renderer`)."""

from engines.pistard import PistardView
from engines.table import Path
from render.pistard.badges import MEDALS
from render.pistard.help import help
from render.pistard.pages import rules
from render.pistard.picture import board
from render.pistard.places import places
from render.pistard.reasons import reason
from render.pistard.shortcuts import SHORTCUTS, pads
from render.pistard.text import alt, text_board
from render.pistard.words import headline, label, question, refusal, sentence
from render.style import Style
from render.words import Say

__all__ = [
    "STYLE",
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

STYLE = Style(
    shortcuts=SHORTCUTS,
    pads=pads,
    close_up=board,
    places=places,
    reason=reason,
    news=("won", "team.out", "lapped", "dropped", "crossed", "die.lost", "rolled", "precedence"),
    story=("rode", "crossed", "lapped", "dropped", "team.out", "won"),
    medals=MEDALS,
)


def hand(view: PistardView, path: Path = ()) -> bytes | None:
    """None: in Pistard nothing that a picture shows is private."""
    return None


def hand_alt(view: PistardView, path: Path, say: Say) -> str | None:
    """None, as there is no such picture."""
    return None
