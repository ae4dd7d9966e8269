"""SuperEchelon in pictures and words; the module is the renderer itself (`render.Renderer`)."""

from render.style import Style
from render.superechelon.badges import MEDALS
from render.superechelon.close_up import close_up
from render.superechelon.hand import hand
from render.superechelon.help import help
from render.superechelon.orders import order_words
from render.superechelon.pages import rules
from render.superechelon.picture import board
from render.superechelon.places import places
from render.superechelon.reasons import reason
from render.superechelon.report import refusal, sentence
from render.superechelon.shortcuts import SHORTCUTS, pads
from render.superechelon.text import alt, hand_alt, text_board
from render.superechelon.words import headline, label, question, tours_of

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
    before_points=tours_of,
    shortcuts=SHORTCUTS,
    pads=pads,
    close_up=close_up,
    places=places,
    reason=reason,
    news=(
        *("season.won", "tour.won", "counted", "won", "tied", "scored", "took", "recovered", "kept"),
        *("shares", "shared", "cancelled", "drew"),
    ),
    story=("played", "cancelled", "tied", "won", "shares", "took", "tour.won", "season.won"),
    order_words=order_words,
    medals=MEDALS,
)
