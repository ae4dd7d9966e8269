"""SuperEchelon in pictures and words; the module is the renderer itself (`render.Renderer`)."""

from render.superechelon.hand import hand
from render.superechelon.help import help
from render.superechelon.pages import rules
from render.superechelon.picture import board
from render.superechelon.report import refusal, sentence
from render.superechelon.text import alt, hand_alt, text_board
from render.superechelon.words import headline, label, question, tours_of

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
    "tours_of",
]
