"""The stage races in pictures and words; the module is the renderer itself (`render.Renderer`)."""

from render.legstrong.badges import MEDALS
from render.legstrong.doping import vocabulary
from render.legstrong.hand import hand
from render.legstrong.help import help
from render.legstrong.orders import order_words
from render.legstrong.pads import pads
from render.legstrong.pages import rules
from render.legstrong.picture import board
from render.legstrong.places import places
from render.legstrong.question_picture import question_picture
from render.legstrong.reasons import reason
from render.legstrong.report import refusal, sentence
from render.legstrong.shortcuts import SHORTCUTS
from render.legstrong.text import alt, hand_alt, text_board
from render.legstrong.words import headline, label, question
from render.style import Style

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
    shortcuts=SHORTCUTS,
    pads=pads,
    close_up=question_picture,
    places=places,
    reason=reason,
    news=(
        *(
            "won",
            "decided",
            "finish",
            "struck",
            "jerseys",
            "out",
            "tested",
            "saved",
            "called",
            "control",
            "kept",
            "lowered",
        ),
        *("absorbed", "risk", "dropped", "punctured", "missed", "summit", "home", "race", "peloton", "drew", "bottle"),
    ),
    story=("risk", "rode", "peloton", "absorbed", "dropped", "home", "decided", "finish", "struck", "won"),
    order_words=order_words,
    medals=MEDALS,
)
