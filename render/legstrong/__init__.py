"""The stage races in pictures and words; the module is the renderer itself (`render.Renderer`)."""

from render.legstrong.doping import vocabulary
from render.legstrong.hand import hand
from render.legstrong.help import help
from render.legstrong.pages import rules
from render.legstrong.picture import board
from render.legstrong.report import refusal, sentence
from render.legstrong.text import alt, hand_alt, text_board
from render.legstrong.words import headline, label, question

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
    "vocabulary",
]
