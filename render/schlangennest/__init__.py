"""Schlangennest in pictures and words; the module is the renderer itself (`render.Renderer`)."""

from engines.schlangennest import SchlangennestView
from engines.table import Path
from render.schlangennest.badges import MEDALS
from render.schlangennest.close_up import close_up
from render.schlangennest.dress import WARDROBE
from render.schlangennest.help import help
from render.schlangennest.orders import order_words
from render.schlangennest.pages import rules
from render.schlangennest.picture import board, filmed
from render.schlangennest.places import places
from render.schlangennest.reasons import reason
from render.schlangennest.shortcuts import SHORTCUTS, pads
from render.schlangennest.text import alt, text_board
from render.schlangennest.words import headline, label, marks, question, refusal, sentence, vocabulary
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
    vocabulary=vocabulary,
    marks=marks,
    filmed=filmed,
    shortcuts=SHORTCUTS,
    pads=pads,
    close_up=close_up,
    places=places,
    reason=reason,
    news=("won", "closed", "stuck", "cornered", "looped", "ended", "grew"),
    story=("laid", "looped", "grew", "closed", "stuck", "cornered", "won"),
    order_words=order_words,
    wardrobe=WARDROBE,
    medals=MEDALS,
)


def hand(view: SchlangennestView, path: Path = ()) -> bytes | None:
    """None: in Schlangennest nothing is private."""
    return None


def hand_alt(view: SchlangennestView, path: Path, say: Say) -> str | None:
    """None: there is no picture of a hand."""
    return None
