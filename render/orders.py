"""Standing orders in words."""

from render import style_of
from render.words import Say


def order_words(game: str, order: str, say: Say) -> str:
    """An order as a button has it, in at most 80 characters."""
    return style_of(game).order_words(order, say)
